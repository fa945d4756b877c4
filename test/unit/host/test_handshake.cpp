#include <functional>

#include "cardan/error.h"
#include "cardan/solver_registry.h"
#include "plugins/host/handshake.h"
#include "test/bad_plugins/raw_solver.h"

namespace cardan {
namespace {

/// A valid entry with one solver of one parameter, which the tests change.
struct Offer {
  cardan_param param = {"omega", "doc", "", nullptr, CARDAN_PARAM_REAL, 0, 1, 0, 2};
  cardan_solver_desc desc = raw::solver("some");
  const cardan_solver_desc* solvers[2] = {&desc, &desc};
  cardan_entry entry = raw::entry(solvers, 1);
  Offer() {
    desc.params = &param;
    desc.num_params = 1;
  }
};

TEST(Handshake, CompatiblePluginIsAccepted) {
  Offer offer;
  EXPECT_EQ(why_refused(&offer.entry), "");
  // A newer minor version and longer structs only append fields.
  offer.entry.abi_minor = 7;
  offer.entry.struct_size += 16;
  offer.desc.struct_size += 16;
  EXPECT_EQ(why_refused(&offer.entry), "");
}

struct Case {
  const char* reason;
  std::function<void(Offer&)> change;
};

TEST(Handshake, EachMismatchHasItsOwnReason) {
  const Case cases[] = {
      {"magic", [](Offer& o) { o.entry.magic = 1; }},
      {"solver ABI 2, newer", [](Offer& o) { o.entry.abi_major = 2; }},
      {"solver ABI 0, older", [](Offer& o) { o.entry.abi_major = 0; }},
      {"needs solver ABI 1.3", [](Offer& o) { o.entry.min_host_minor = 3; }},
      {"cardan_entry is too short: 40 of 64", [](Offer& o) { o.entry.struct_size = 40; }},
      {"index size [bytes] is 8", [](Offer& o) { o.entry.index_bytes = 8; }},
      {"double size [bytes] is 4", [](Offer& o) { o.entry.double_bytes = 4; }},
      {"byte order", [](Offer& o) { o.entry.endian_tag = 0x04030201u; }},
      {"cardan_block size [bytes] is 72", [](Offer& o) { o.entry.block_size = 72; }},
      {"cardan_param size [bytes] is 56", [](Offer& o) { o.entry.param_size = 56; }},
      {"offers no solver", [](Offer& o) { o.entry.num_solvers = 0; }},
      {"offers no solver", [](Offer& o) { o.entry.solvers = nullptr; }},
      {"descriptor is null", [](Offer& o) { o.solvers[0] = nullptr; }},
      {"cardan_solver_desc is too short", [](Offer& o) { o.desc.struct_size = 8; }},
      {"empty id", [](Offer& o) { o.desc.id = ""; }},
      {"empty id", [](Offer& o) { o.desc.id = nullptr; }},
      {"not a plain word", [](Offer& o) { o.desc.id = "../pgs"; }},
      {"'pg\\x1bs' is not a plain word", [](Offer& o) { o.desc.id = "pg\x1bs"; }},
      {"a text has several lines", [](Offer& o) { o.desc.doc = "one\ntwo"; }},
      {"a text has several lines", [](Offer& o) { o.desc.version = "\x1b[2J"; }},
      {"text of several lines", [](Offer& o) { o.param.doc = "one\ntwo"; }},
      {"has 1001 parameters", [](Offer& o) { o.desc.num_params = 1001; }},
      {"offers 1001 solvers", [](Offer& o) { o.entry.num_solvers = 1001; }},
      {"function create is null", [](Offer& o) { o.desc.create = nullptr; }},
      {"function destroy is null", [](Offer& o) { o.desc.destroy = nullptr; }},
      {"function set_param is null", [](Offer& o) { o.desc.set_param = nullptr; }},
      {"function reserve is null", [](Offer& o) { o.desc.reserve = nullptr; }},
      {"function solve is null", [](Offer& o) { o.desc.solve = nullptr; }},
      {"function last_error is null", [](Offer& o) { o.desc.last_error = nullptr; }},
      {"a text is null", [](Offer& o) { o.desc.doc = nullptr; }},
      {"parameter table is null", [](Offer& o) { o.desc.params = nullptr; }},
      {"a parameter has no name", [](Offer& o) { o.param.name = ""; }},
      {"'two\\x0alines' is not a valid parameter name",
       [](Offer& o) { o.param.name = "two\nlines"; }},
      {"solver id 'a\\x0ab' is not a plain word", [](Offer& o) { o.desc.id = "a\nb"; }},
      {"'omega' has a null text", [](Offer& o) { o.param.unit = nullptr; }},
      {"'omega' has the unknown type 9", [](Offer& o) { o.param.type = 9; }},
      {"'omega' has no choices", [](Offer& o) { o.param.type = CARDAN_PARAM_CHOICE; }},
      {"'omega' has a default that is not one of its choices",
       [](Offer& o) {
         static const char* const kChoices[] = {"a", "b", "c", nullptr};
         o.param.type = CARDAN_PARAM_CHOICE;
         o.param.choices = kChoices;
         o.param.def = 3;
       }},
      {"'omega' has a default outside", [](Offer& o) { o.param.def = 3; }},
      {"two solvers have the id 'some'", [](Offer& o) { o.entry.num_solvers = 2; }},
  };
  for (const Case& c : cases) {
    Offer offer;
    c.change(offer);
    const std::string reason = why_refused(&offer.entry);
    EXPECT_NE(reason.find(c.reason), std::string::npos) << c.reason << ": " << reason;
  }
  EXPECT_NE(why_refused(nullptr).find("null"), std::string::npos);
}

TEST(Handshake, InProcessEntriesAreCheckedLikeFiles) {
  static Offer bad;
  bad.entry.abi_major = 9;
  EXPECT_THROW(register_solver(bad.entry), Error);
}

}  // namespace
}  // namespace cardan

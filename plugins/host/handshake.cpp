#include "plugins/host/handshake.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "plugins/host/plugin_text.h"

namespace cardan {

namespace {

// Sizes in version 1.0. A field appended by a later minor version may be read only after a check of
// struct_size, so plugins built against older headers work unchanged.
constexpr std::uint32_t kEntrySize = offsetof(cardan_entry, reserved) + sizeof(std::int32_t);
constexpr std::uint32_t kDescSize = offsetof(cardan_solver_desc, get_extension) + sizeof(void*);

std::string number(std::uint32_t value) { return std::to_string(value); }

std::string hex(std::uint32_t value) {
  static const char kDigits[] = "0123456789abcdef";
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += kDigits[(value >> shift) & 0xf];
  return text;
}

std::string mismatch(const char* what, std::uint32_t has, std::uint32_t expected) {
  return std::string(what) + " is " + number(has) + ", this cardan has " + number(expected);
}

std::string why_version_refused(const cardan_entry& entry) {
  if (entry.abi_major > CARDAN_ABI_MAJOR) {
    return "built for solver ABI " + number(entry.abi_major) + ", newer than this cardan's " +
           number(CARDAN_ABI_MAJOR) + "; use a newer cardan or rebuild the plugin";
  }
  if (entry.abi_major < CARDAN_ABI_MAJOR) {
    return "built for solver ABI " + number(entry.abi_major) + ", older than this cardan's " +
           number(CARDAN_ABI_MAJOR) + "; rebuild the plugin";
  }
  // A newer minor version only appends, so the plugin works here unless it declares that it uses
  // the appended fields.
  if (entry.min_host_minor > CARDAN_ABI_MINOR) {
    return "needs solver ABI 1." + number(entry.min_host_minor) + " or newer, this cardan has 1." +
           number(CARDAN_ABI_MINOR) + "; use a newer cardan";
  }
  return "";
}

std::string why_layout_refused(const cardan_entry& entry) {
  if (entry.struct_size < kEntrySize) {
    return "its cardan_entry is too short: " + number(entry.struct_size) + " of " +
           number(kEntrySize) + " bytes";
  }
  if (entry.endian_tag != CARDAN_ABI_ENDIAN_TAG) {
    return "byte order differs: endian tag " + hex(entry.endian_tag) + ", expected " +
           hex(CARDAN_ABI_ENDIAN_TAG);
  }
  if (entry.index_bytes != sizeof(std::int32_t)) {
    return mismatch("its index size [bytes]", entry.index_bytes, sizeof(std::int32_t));
  }
  if (entry.double_bytes != sizeof(double)) {
    return mismatch("its double size [bytes]", entry.double_bytes, sizeof(double));
  }
  if (entry.block_size != sizeof(cardan_block)) {
    return mismatch("its cardan_block size [bytes]", entry.block_size, sizeof(cardan_block));
  }
  if (entry.param_size != sizeof(cardan_param)) {
    return mismatch("its cardan_param size [bytes]", entry.param_size, sizeof(cardan_param));
  }
  if (entry.solvers == nullptr || entry.num_solvers <= 0) return "offers no solver";
  constexpr int kMostSolvers = 1000;
  if (entry.num_solvers > kMostSolvers) {
    return "offers " + std::to_string(entry.num_solvers) + " solvers; at most 1000 are supported";
  }
  return "";
}

// 'TEXT' of a plugin in one line, truncated if too long.
std::string printable(const char* text) {
  char shown[48];
  return std::string("'").append(plugin_text(text, shown)).append("'");
}

// True for a displayable text: one line of limited length.
bool is_shown_text(const char* text) {
  constexpr std::size_t kMost = 4000;
  const std::size_t size = strnlen(text, kMost + 1);
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; };
  return size <= kMost && std::none_of(text, text + size, is_control);
}

std::string why_choices_refused(const cardan_param& param) {
  constexpr int kMost = 100;
  int count = 0;
  for (; param.choices[count] != nullptr; ++count) {
    if (count == kMost) return "has more than 100 choices";
    if (!is_shown_text(param.choices[count])) return "has a choice with control characters";
  }
  if (!(param.def >= 0 && param.def < count) || param.def != std::floor(param.def)) {
    return "has a default that is not one of its choices";
  }
  return "";
}

std::string why_param_refused(const cardan_param& param) {
  if (param.name == nullptr || param.name[0] == '\0') return "a parameter has no name";
  if (!is_plain_word(param.name)) return printable(param.name) + " is not a valid parameter name";
  const std::string name = std::string("parameter '") + param.name + "' ";
  if (param.doc == nullptr || param.unit == nullptr) return name + "has a null text";
  if (param.type < CARDAN_PARAM_REAL || param.type > CARDAN_PARAM_CHOICE) {
    return name + "has the unknown type " + std::to_string(param.type);
  }
  if (param.type == CARDAN_PARAM_CHOICE && (param.choices == nullptr || !param.choices[0])) {
    return name + "has no choices";
  }
  if (!is_shown_text(param.doc) || !is_shown_text(param.unit)) {
    return name + "has a text of several lines, or of more than 4000 bytes";
  }
  if (param.type == CARDAN_PARAM_CHOICE) {
    const std::string reason = why_choices_refused(param);
    return reason.empty() ? "" : name + reason;
  }
  if (!(param.lo <= param.def && param.def <= param.hi)) {
    return name + "has a default outside its range";
  }
  return "";
}

std::string why_params_refused(const cardan_solver_desc& desc) {
  constexpr int kMost = 1000;
  if (desc.num_params < 0 || (desc.num_params > 0 && desc.params == nullptr)) {
    return "the parameter table is null";
  }
  if (desc.num_params > kMost) {
    return "it has " + std::to_string(desc.num_params) + " parameters; at most 1000 are supported";
  }
  for (int i = 0; i < desc.num_params; ++i) {
    std::string reason = why_param_refused(desc.params[i]);
    if (!reason.empty()) return reason;
    for (int j = 0; j < i; ++j) {
      const std::string_view name = desc.params[i].name;
      if (name == desc.params[j].name) return "two parameters are '" + std::string(name) + "'";
    }
  }
  return "";
}

const char* missing_function(const cardan_solver_desc& desc) {
  if (desc.create == nullptr) return "create";
  if (desc.destroy == nullptr) return "destroy";
  if (desc.set_param == nullptr) return "set_param";
  if (desc.reserve == nullptr) return "reserve";
  if (desc.solve == nullptr) return "solve";
  if (desc.last_error == nullptr) return "last_error";
  return nullptr;  // get_extension is optional
}

std::string why_solver_refused(const cardan_solver_desc* desc) {
  if (desc == nullptr) return "a solver descriptor is null";
  if (desc->struct_size < kDescSize) {
    return "its cardan_solver_desc is too short: " + number(desc->struct_size) + " of " +
           number(kDescSize) + " bytes";
  }
  if (desc->id == nullptr || desc->id[0] == '\0') return "a solver has an empty id";
  if (!is_plain_word(desc->id)) {
    return "solver id " + printable(desc->id) + " is not a plain word";
  }
  const std::string solver = "solver '" + std::string(desc->id) + "': ";
  if (const char* missing = missing_function(*desc)) {
    return solver + "function " + missing + " is null";
  }
  if (!desc->version || !desc->doc || !desc->default_formulation) return solver + "a text is null";
  for (const char* text : {desc->version, desc->doc, desc->default_formulation}) {
    if (!is_shown_text(text)) return solver + "a text has several lines, or more than 4000 bytes";
  }
  const std::string reason = why_params_refused(*desc);
  return reason.empty() ? "" : solver + reason;
}

}  // namespace

bool is_plain_word(std::string_view text) {
  constexpr std::size_t kMost = 64;
  for (char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-') return false;
  }
  return !text.empty() && text.size() <= kMost;
}

std::string why_refused(const cardan_entry* entry) {
  if (entry == nullptr) return "its cardan_solver_entry returned null";
  if (entry->magic != CARDAN_ABI_MAGIC) {
    return "not a cardan solver: magic " + hex(entry->magic) + ", expected " +
           hex(CARDAN_ABI_MAGIC);
  }
  // The major version determines the layout of everything after it, so it is checked before the
  // sizes.
  std::string reason = why_version_refused(*entry);
  if (reason.empty()) reason = why_layout_refused(*entry);
  for (int i = 0; reason.empty() && i < entry->num_solvers; ++i) {
    reason = why_solver_refused(entry->solvers[i]);
    for (int j = 0; reason.empty() && j < i; ++j) {
      const std::string_view id = entry->solvers[i]->id;
      if (id == entry->solvers[j]->id) reason = "two solvers have the id '" + std::string(id) + "'";
    }
  }
  return reason;
}

}  // namespace cardan

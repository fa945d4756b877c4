#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cardan/contact_solver.h"
#include "cardan/error.h"
#include "plugins/host/handshake.h"

/// libFuzzer on the handshake with a plugin: the bytes choose every number, text and pointer of its
/// tables; pointers are valid or null. Structs lie in memory of the size they claim, so that reads
/// beyond it are detected. An accepted plugin is created, gets options and solves a problem; the
/// bytes choose what its functions return.

namespace {

/// The input, byte by byte, followed by zeros. Zeros choose valid values, so that an empty input is
/// a valid plugin.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::uint8_t next() { return at_ < size_ ? data_[at_++] : 0; }
  template <typename T>
  T raw() {
    T value{};
    for (std::size_t i = 0; i < sizeof value; ++i) {
      reinterpret_cast<std::uint8_t*>(&value)[i] = next();
    }
    return value;
  }
  /// The valid value, or any.
  template <typename T>
  T maybe(T valid) {
    return next() % 8 == 7 ? raw<T>() : valid;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

Bytes* input = nullptr;  // of the running case, for the plugin's functions

/// Owns the data to which a table points.
struct Store {
  std::vector<std::unique_ptr<char[]>> blocks;

  void* take(const void* from, std::size_t size) {
    blocks.push_back(std::make_unique<char[]>(size));
    if (size > 0) std::memcpy(blocks.back().get(), from, size);
    return blocks.back().get();
  }
  const char* text(const std::string& text) {
    return static_cast<const char*>(take(text.c_str(), text.size() + 1));
  }
};

const char* maybe_text(Bytes& bytes, Store& store, const char* valid) {
  switch (bytes.next() % 8) {
    case 6:
      return nullptr;
    case 7: {
      std::string any;
      for (std::uint8_t left = bytes.next() % 16; left > 0; --left) {
        any += static_cast<char>(bytes.next());
      }
      return store.text(any);
    }
    default:
      return store.text(valid);
  }
}

cardan_solver* create(const cardan_host* host) {
  static int instance;
  (void)host->cancelled(host);
  return input->next() % 8 == 7 ? nullptr : reinterpret_cast<cardan_solver*>(&instance);
}
void destroy(cardan_solver*) {}
std::int32_t set_param(cardan_solver*, std::int32_t, double) { return input->next() % 4 == 3; }
std::int32_t reserve(cardan_solver*, const cardan_size*) { return input->next() % 8 == 7; }
std::int32_t solve(cardan_solver*, const cardan_problem* problem, double* lambda, double* u,
                   cardan_report* report) {
  for (std::int32_t i = 0; i < problem->m; ++i) {
    lambda[i] = input->maybe(0.0);
    if (u != nullptr) u[i] = input->maybe(0.0);
  }
  report->iterations = input->maybe<std::int32_t>(1);
  report->residual = input->maybe(0.0);
  return input->maybe<std::int32_t>(0);
}
const char* last_error(const cardan_solver*) { return input->next() % 2 != 0 ? nullptr : ""; }

const char* const* make_choices(Bytes& bytes, Store& store) {
  if (bytes.next() % 8 == 7) return nullptr;
  std::vector<const char*> choices;
  for (int left = bytes.next() % 4; left > 0; --left) {
    const char* text = maybe_text(bytes, store, "word");
    if (text == nullptr) break;
    choices.push_back(text);
  }
  choices.push_back(nullptr);
  return static_cast<const char* const*>(
      store.take(choices.data(), choices.size() * sizeof(char*)));
}

cardan_param make_param(Bytes& bytes, Store& store) {
  cardan_param param{};
  param.name = maybe_text(bytes, store, "sweeps");
  param.doc = maybe_text(bytes, store, "most sweeps");
  param.unit = maybe_text(bytes, store, "");
  param.type = bytes.next() % 8 == 7 ? bytes.raw<std::int32_t>() : bytes.next() % 4;
  param.choices = make_choices(bytes, store);
  param.def = bytes.maybe(1.0);
  param.lo = bytes.maybe(0.0);
  param.hi = bytes.maybe(10.0);
  return param;
}

template <typename Function>
Function maybe_null(Bytes& bytes, Function function) {
  return bytes.next() % 16 == 15 ? nullptr : function;
}

/// In memory of the size it claims, `least` at the least.
template <typename T>
const T* of_claimed_size(const T& table, std::uint32_t claimed, std::size_t least, Store& store) {
  const std::size_t size = std::clamp<std::size_t>(claimed, least, sizeof table);
  return static_cast<const T*>(store.take(&table, size));
}

const cardan_solver_desc* make_desc(Bytes& bytes, Store& store) {
  if (bytes.next() % 16 == 15) return nullptr;
  cardan_solver_desc desc{};
  desc.struct_size = bytes.maybe<std::uint32_t>(sizeof desc);
  desc.kinds = bytes.maybe<std::uint32_t>(0x7f);
  desc.required_properties = bytes.maybe<std::uint32_t>(0);
  desc.needs = bytes.maybe<std::uint32_t>(0);
  desc.max_rows = bytes.maybe<std::int32_t>(0);
  desc.max_dense_rows = bytes.maybe<std::int32_t>(0);
  desc.max_cone_dim = bytes.maybe<std::int32_t>(0);
  desc.id = maybe_text(bytes, store, "fuzzed");
  desc.version = maybe_text(bytes, store, "1.0");
  desc.doc = maybe_text(bytes, store, "of bytes");
  desc.default_formulation = maybe_text(bytes, store, "cone");
  std::vector<cardan_param> params;
  for (int left = bytes.next() % 4; left > 0; --left) params.push_back(make_param(bytes, store));
  // At most the actual number, because a wrong count cannot be detected.
  desc.num_params = std::min<std::int32_t>(bytes.maybe(static_cast<std::int32_t>(params.size())),
                                           static_cast<std::int32_t>(params.size()));
  if (bytes.next() % 8 != 7) {
    desc.params = static_cast<const cardan_param*>(
        store.take(params.data(), params.size() * sizeof(cardan_param)));
  }
  desc.create = maybe_null(bytes, &create);
  desc.destroy = maybe_null(bytes, &destroy);
  desc.set_param = maybe_null(bytes, &set_param);
  desc.reserve = maybe_null(bytes, &reserve);
  desc.solve = maybe_null(bytes, &solve);
  desc.last_error = maybe_null(bytes, &last_error);
  return of_claimed_size(desc, desc.struct_size, sizeof desc.struct_size, store);
}

const cardan_entry* make_entry(Bytes& bytes, Store& store) {
  if (bytes.next() == 255) return nullptr;
  std::vector<const cardan_solver_desc*> solvers;
  for (int left = 1 + bytes.next() % 3; left > 0; --left) {
    solvers.push_back(make_desc(bytes, store));
  }
  cardan_entry entry{};
  entry.magic = bytes.maybe<std::uint32_t>(CARDAN_ABI_MAGIC);
  entry.abi_major = bytes.maybe<std::uint32_t>(CARDAN_ABI_MAJOR);
  entry.abi_minor = bytes.maybe<std::uint32_t>(CARDAN_ABI_MINOR);
  entry.min_host_minor = bytes.maybe<std::uint32_t>(0);
  entry.struct_size = bytes.maybe<std::uint32_t>(sizeof entry);
  entry.index_bytes = bytes.maybe<std::uint32_t>(sizeof(std::int32_t));
  entry.double_bytes = bytes.maybe<std::uint32_t>(sizeof(double));
  entry.endian_tag = bytes.maybe<std::uint32_t>(CARDAN_ABI_ENDIAN_TAG);
  entry.block_size = bytes.maybe<std::uint32_t>(sizeof(cardan_block));
  entry.param_size = bytes.maybe<std::uint32_t>(sizeof(cardan_param));
  entry.build_info = maybe_text(bytes, store, "");
  entry.num_solvers = std::min<std::int32_t>(bytes.maybe(static_cast<std::int32_t>(solvers.size())),
                                             static_cast<std::int32_t>(solvers.size()));
  if (bytes.next() % 8 != 7) {
    entry.solvers = static_cast<const cardan_solver_desc* const*>(
        store.take(solvers.data(), solvers.size() * sizeof(cardan_solver_desc*)));
  }
  // Magic, versions and size are read of anything that calls itself an entry.
  return of_claimed_size(entry, entry.struct_size, offsetof(cardan_entry, index_bytes), store);
}

/// One row: u = λ − 1.
void solve_one_row(cardan::ContactSolver& solver) {
  const cardan_block block{CARDAN_NONNEGATIVE, 0, 1, -1, 0, 0, 1, 0, 0, 0, 0};
  const std::int32_t start[] = {0, 1}, none[] = {0, 0}, index[] = {0};
  const double value[] = {1}, b[] = {-1}, one[] = {1};
  cardan_problem problem{};
  problem.struct_size = sizeof problem;
  problem.m = problem.num_blocks = problem.num_groups = 1;
  problem.blocks = &block;
  problem.Y = {1, 1, start, index, value};
  problem.S = {1, 1, none, nullptr, nullptr};
  problem.b = b;
  problem.step = problem.weight = one;
  problem.tolerance = 1e-8;
  solver.reserve(cardan::size_of(problem));
  double lambda[1] = {0}, u[1] = {0};
  const cardan::SolveReport report = solver.solve(problem, lambda, u);
  if (report.status < CARDAN_SOLVED || report.status > CARDAN_UNSUPPORTED) std::abort();
  (void)std::strlen(solver.last_error());
}

void use(const cardan_solver_desc& desc, Bytes& bytes) {
  cardan::ContactSolver solver(desc);
  for (int i = 0; i < desc.num_params; ++i) {
    const cardan_param& param = desc.params[i];
    try {
      const bool choice = param.type == CARDAN_PARAM_CHOICE;
      solver.set_option({param.name, bytes.maybe(1.0), choice ? param.choices[0] : ""});
    } catch (const cardan::Error&) {
    }
  }
  solve_one_row(solver);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  input = &bytes;
  Store store;
  const cardan_entry* entry = make_entry(bytes, store);
  const std::string reason = cardan::why_refused(entry);
  if (!reason.empty()) {
    if (reason.find('\n') != reason.npos) std::abort();
    return 0;
  }
  for (std::int32_t i = 0; i < entry->num_solvers; ++i) {
    try {
      use(*entry->solvers[i], bytes);
    } catch (const cardan::Error&) {
    }
  }
  return 0;
}

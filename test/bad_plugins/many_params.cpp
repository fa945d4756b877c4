// Forty options. The last eight are lost, like with the SDK of cardan 0.1.
#include <string>
#include <vector>

#include "test/bad_plugins/raw_solver.h"

namespace {

const cardan_param* forty_params() {
  static std::vector<std::string> names;
  static std::vector<cardan_param> params;
  for (int i = 0; i < 40; ++i) names.push_back("option" + std::to_string(i));
  for (const std::string& name : names) {
    params.push_back({name.c_str(), "doc", "", nullptr, CARDAN_PARAM_REAL, 0, 1, 0, 2});
  }
  return params.data();
}

int32_t set_some(cardan_solver*, int32_t index, double) { return index < 32 ? 0 : 1; }

}  // namespace

RAW_PLUGIN("many_params", desc.params = forty_params(); desc.num_params = 40;
           desc.set_param = &set_some);

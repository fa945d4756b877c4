#include "apps/sweep/metric_units.h"

#include "apps/sweep/cell_scenes.h"
#include "cardan/error.h"
#include "cardan/quantity.h"

namespace cardan::app {

std::vector<std::string> metric_units(const Plan& plan, std::size_t cell,
                                      const std::vector<std::string>& plugins) {
  std::vector<std::string> units;
  try {
    const World world = make_world(CellScenes(plan, plugins).of(cell));
    for (const MetricSpec& metric : plan.study().metrics) {
      const std::string unit = make_quantity(metric.what.quantity, world, metric.name).unit;
      const bool is_square = metric.what.over == Reduction::kMeanSquare && !unit.empty();
      units.push_back(is_square ? "(" + unit + ")²" : unit);
    }
  } catch (const Error&) {
    units.clear();
  }
  units.resize(plan.study().metrics.size());
  return units;
}

}  // namespace cardan::app

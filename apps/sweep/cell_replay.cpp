#include "apps/sweep/cell_replay.h"

#include "apps/step_count.h"
#include "apps/sweep/cell_scenes.h"
#include "view/frame_collector.h"
#include "view/replay_page.h"

namespace cardan::app {

void write_cell_replay(const Plan& plan, std::size_t cell, const std::vector<std::string>& plugins,
                       const std::string& file) {
  constexpr double kRate = 60;                   // [Hz]
  constexpr std::size_t kMostBytes = 5'000'000;  // there may be many pages
  const Scene scene = CellScenes(plan, plugins).of(cell);
  World world = make_world(scene);
  const std::int64_t steps = number_of_steps(scene);
  view::FrameCollector frames(world, view::CollectOptions{kRate, steps});
  frames.observe(world);
  for (std::int64_t step = 0; step < steps; ++step) {
    world.step();
    frames.observe(world);
  }
  view::ReplayData data = frames.finish(world);
  data.title = scene.name + ", cell " + std::to_string(cell);
  const std::vector<std::string> values = plan.values(cell);
  for (std::size_t i = 0; i < values.size(); ++i)
    data.title.append(", ").append(plan.columns()[i]).append(" = ").append(values[i]);
  data.scene_text = scene.text;
  view::write_replay_page(file, data, kMostBytes);
}

}  // namespace cardan::app

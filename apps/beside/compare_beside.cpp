#include "apps/beside/compare_beside.h"

#include <iostream>

#include "apps/beside/beside_table.h"
#include "apps/beside/cardan_run.h"
#include "apps/beside/mujoco_run.h"
#include "apps/commands.h"
#include "apps/input_files.h"
#include "apps/output_files.h"
#include "apps/process/interrupt_guard.h"
#include "apps/process/isolated.h"
#include "apps/run_verdict.h"
#include "cardan/error.h"
#include "cardan/mjcf.h"
#include "core/atomic_file.h"

namespace cardan::app {

namespace {

// Runs in a child: MuJoCo may end its process.
template <class Engine>
EngineTrack isolated_track(const std::string& name, double limit, const Engine& engine) {
  const ChildEnd end = run_isolated(name, limit, [&] {
    try {
      return bytes_of(engine());
    } catch (const Error& error) {
      EngineTrack refused;
      refused.trouble = error.what();
      return bytes_of(refused);
    }
  });
  if (!handed_over(end)) throw Error(name + ": " + why_ended(end, limit));
  EngineTrack track = track_of_bytes(end.result);
  if (track.time.empty()) throw Error(track.trouble);
  return track;
}

}  // namespace

int compare_beside_mujoco(const BesideRequest& request) {
  require_mujoco();
  if (!is_mjcf_file(request.file))
    throw Error("--beside mujoco needs an MJCF file", request.file,
                "'cardan convert' writes MJCF of a robot");
  const MjcfDescription model = read_mjcf(request.file);
  Scene scene = mjcf_scene(model);
  if (request.step > 0) scene.time.step = scene.world.step = request.step;
  if (request.duration >= 0) scene.time.duration = request.duration;
  require_outputs(input_files(scene), {{request.json, "--json"}, {request.markdown, "--markdown"}});
  World world = make_world(scene);
  const Motion motion = motion_of(model, scene, world);
  if (motion.q0.empty()) throw Error("nothing moves", request.file, "give a model with joints");
  const InterruptGuard guard;
  const EngineTrack own =
      isolated_track("cardan", request.timeout, [&] { return run_cardan(motion, scene); });
  const EngineTrack other =
      isolated_track("MuJoCo", request.timeout, [&] { return run_mujoco(motion); });
  MotionMeter meter(world);
  BesideTable table{scene.name, scene.file, motion.step, motion.steps, {}, {}};
  table.difference = meter.difference(own, other);
  table.engines = {meter.figures(own), meter.figures(other)};
  std::cout << beside_text(table) << std::flush;
  if (!request.json.empty()) write_whole_file(request.json, beside_json(table));
  if (!request.markdown.empty()) write_whole_file(request.markdown, beside_markdown(table));
  return kDone;
}

}  // namespace cardan::app

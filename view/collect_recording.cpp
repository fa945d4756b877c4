#include "view/collect_recording.h"

#include <filesystem>

#include "cardan/recording.h"
#include "view/frame_collector.h"

namespace cardan::view {

ReplayData collect_recording(const Recording& recording, double rate, int threads,
                             const std::function<void(const World&)>& visit) {
  World world = recording.make_world(threads);
  FrameCollector collector(world, {rate, recording.last_step() - recording.first_step()});
  collector.observe(world);
  replay(recording, world, [&](const World& stepped) {
    collector.observe(stepped);
    if (visit) visit(stepped);
  });
  ReplayData data = collector.finish(world);
  data.title = std::filesystem::path(recording.file()).stem().string();
  data.recording = std::filesystem::path(recording.file()).filename().string();
  data.scene_text = recording.scene_text();
  return data;
}

}  // namespace cardan::view

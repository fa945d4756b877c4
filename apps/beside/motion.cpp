#include "apps/beside/motion.h"

#include <ctime>
#include <nlohmann/json.hpp>

#include "cardan/error.h"

namespace cardan::app {

std::string bytes_of(const EngineTrack& track) {
  const nlohmann::json json{{"engine", track.engine},
                            {"trouble", track.trouble},
                            {"time", track.time},
                            {"q", track.q},
                            {"v", track.v},
                            {"impulse", track.impulse},
                            {"slip_work", track.slip_work},
                            {"steps_per_second", track.steps_per_second}};
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

EngineTrack track_of_bytes(const std::string& bytes) {
  const nlohmann::json json = nlohmann::json::from_cbor(bytes, true, /*exceptions*/ false);
  if (!json.is_object()) throw Error("the process of the engine gave no motion");
  EngineTrack track;
  json.at("engine").get_to(track.engine);
  json.at("trouble").get_to(track.trouble);
  json.at("time").get_to(track.time);
  json.at("q").get_to(track.q);
  json.at("v").get_to(track.v);
  json.at("impulse").get_to(track.impulse);
  json.at("slip_work").get_to(track.slip_work);
  json.at("steps_per_second").get_to(track.steps_per_second);
  return track;
}

double processor_seconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace cardan::app

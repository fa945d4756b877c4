#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "cardan/mjcf_description.h"

namespace cardan::app {

/// Indices of the first coordinate and of the first velocity of a joint of an MJCF file among those
/// of all models of a world, one model after another (Motion::q0).
struct JointPlace {
  mjcf::JointKind kind = mjcf::JointKind::kHinge;
  int q = 0, v = 0;
};

/// A motion that several engines compute: from q0 at rest, with all controls zero.
struct Motion {
  std::string file;                ///< MJCF
  double step = 1e-3;              ///< [s]
  int steps = 0;                   ///< number of steps of the whole motion
  int every = 1;                   ///< steps between two samples
  std::vector<JointPlace> joints;  ///< in the order of the file
  std::vector<double> q0;          ///< in the order of the models of the world
  int nv = 0;                      ///< number of velocities
};

/// The motion as computed by an engine. The samples are the start, and then the state after every
/// `every` steps.
struct EngineTrack {
  std::string engine;           ///< name and version
  std::string trouble;          ///< problem of the engine itself; "": none
  double steps_per_second = 0;  ///< per second of one thread's processor time, without measuring
  std::vector<double> time;     ///< of the samples [s]
  std::vector<double> q, v;     ///< of the samples, one after another, in the layout of cardan
  /// Sums over the steps up to the sample: h Σ f_n [N s] and h Σ f_n |v_t| [N m].
  std::vector<double> impulse, slip_work;
};

/// Sums of the contacts of a step: f_n and f_n |v_t|.
struct ContactSums {
  double force = 0, slip_power = 0;
};

/// Sums over the steps so far, which the next sample stores.
struct RunningSums {
  double impulse = 0, slip_work = 0;

  /// The contacts of a step of length h [s].
  void add(const ContactSums& contacts, double h) {
    impulse += h * contacts.force;
    slip_work += h * contacts.slip_power;
  }
};

/// Serialises a track for another process.
std::string bytes_of(const EngineTrack& track);
/// Throws Error for bytes that are not a track.
EngineTrack track_of_bytes(const std::string& bytes);

/// Processor time of this process [s].
double processor_seconds();

/// Steps per second of processor time, in the fastest of several runs of the whole motion. Runs are
/// repeated until they take half a second in total. restart(): sets the start; run(): takes all
/// steps.
template <class Restart, class Run>
double fastest_steps_per_second(int steps, const Restart& restart, const Run& run) {
  constexpr double kEnough = 0.5;  // [s]
  constexpr int kMostRuns = 20;
  double total = 0, best = 0;
  for (int i = 0; i < kMostRuns && total < kEnough && steps > 0; ++i) {
    restart();
    const double start = processor_seconds();
    run();
    const double seconds = processor_seconds() - start;
    total += seconds;
    if (seconds > 0) best = std::max(best, steps / seconds);
  }
  return best;
}

}  // namespace cardan::app

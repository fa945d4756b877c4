#include "apps/beside/measure.h"

#include <algorithm>
#include <cmath>

namespace cardan::app {

namespace {

constexpr double kApart = 1e-3;  // [m]
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double angle_between(const Matrix3& a, const Matrix3& b) {
  const Quaternion turn(a.transpose() * b);
  return 2 * std::atan2(turn.vec().norm(), std::abs(turn.w()));
}

}  // namespace

void MotionMeter::set(const EngineTrack& track, std::size_t sample) {
  Eigen::Index q = 0, v = 0, nq = 0, nv = 0;
  for (const Model* model : world_.models()) {
    if (!model->skeleton()) continue;
    nq += model->q().size();
    nv += model->v().size();
  }
  const double* all_q = track.q.data() + sample * static_cast<std::size_t>(nq);
  const double* all_v = track.v.data() + sample * static_cast<std::size_t>(nv);
  for (Model* model : world_.models()) {
    if (!model->skeleton()) continue;
    const Eigen::Index size_q = model->q().size(), size_v = model->v().size();
    model->set_q(Eigen::Map<const VectorX>(all_q + q, size_q));
    model->set_v(Eigen::Map<const VectorX>(all_v + v, size_v));
    q += size_q;
    v += size_v;
  }
}

LinkPoses MotionMeter::poses() const {
  LinkPoses poses;
  for (const Model* model : static_cast<const World&>(world_).models())
    for (int i = 0; model->skeleton() && i < model->num_links(); ++i)
      poses.push_back(model->pose(model->link(i)));
  return poses;
}

std::vector<std::string> MotionMeter::names() const {
  std::vector<std::string> names;
  for (const Model* model : static_cast<const World&>(world_).models())
    for (int i = 0; model->skeleton() && i < model->num_links(); ++i)
      names.push_back(model->name() + "/" + model->link_name(model->link(i)));
  return names;
}

MotionFigures MotionMeter::figures(const EngineTrack& track) {
  MotionFigures figures;
  figures.engine = track.engine;
  figures.trouble = track.trouble;
  figures.steps_per_second = track.steps_per_second;
  double start = 0;
  for (std::size_t k = 0; k < track.time.size(); ++k) {
    set(track, k);
    const double energy = world_.kinetic_energy() + world_.potential_energy();
    if (k == 0) start = energy;
    figures.energy_change = energy - start;
    figures.energy_rise = std::max(figures.energy_rise, figures.energy_change);
    // Contacts have the geometry of the start of their step.
    world_.step();
    figures.deepest_at_end = 0;
    for (const ContactInfo& contact : world_.contacts())
      figures.deepest_at_end = std::max(figures.deepest_at_end, -contact.phi);
    figures.deepest = std::max(figures.deepest, figures.deepest_at_end);
  }
  const std::size_t last = track.time.size() - 1, quarter = last - last / 4;
  const double span = track.time[last] - track.time[quarter];
  figures.slip = track.impulse[last] > 0 ? track.slip_work[last] / track.impulse[last] : kNone;
  const double impulse = track.impulse[last] - track.impulse[quarter];
  figures.normal_force = span > 0 ? impulse / span : 0;
  figures.creep =
      impulse > 0 ? (track.slip_work[last] - track.slip_work[quarter]) / impulse : kNone;
  return figures;
}

MotionDifference MotionMeter::difference(const EngineTrack& a, const EngineTrack& b) {
  MotionDifference difference;
  const std::vector<std::string> links = names();
  for (std::size_t k = 0; k < std::min(a.time.size(), b.time.size()); ++k) {
    set(a, k);
    const LinkPoses first = poses();
    set(b, k);
    const LinkPoses second = poses();
    for (std::size_t i = 0; i < first.size(); ++i) {
      const double distance = (first[i].p - second[i].p).norm();
      if (distance > kApart && std::isnan(difference.apart_from)) difference.apart_from = a.time[k];
      difference.angle = std::max(difference.angle, angle_between(first[i].R, second[i].R));
      if (!(distance > difference.position)) continue;
      difference.position = distance;
      difference.link = links[i];
    }
  }
  return difference;
}

}  // namespace cardan::app

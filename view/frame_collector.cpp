#include "view/frame_collector.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "cardan/views.h"
#include "view/body_names.h"
#include "view/counted.h"

namespace cardan::view {

namespace {

// Maximum number of rows of the table of steps; in longer runs, several steps share a row.
constexpr std::int64_t kMostStepRows = 20000;
constexpr int kPoseNumbers = 7;

std::string side_text(const ReplayData& data, int body) {
  return body < 0 ? "?" : body_name(data, static_cast<std::size_t>(body));
}

std::uint64_t pair_key(int a, int b) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(a)) << 32 |
         static_cast<std::uint32_t>(b);
}

// All numbers are infinite if one of them is not finite, because NaN means that a body is not in
// the world.
std::array<float, kPoseNumbers> page_pose(const Vector3& p, const Quaternion& turn) {
  std::array<float, kPoseNumbers> numbers{};
  std::size_t k = 0;
  for (const double x : {p.x(), p.y(), p.z(), turn.w(), turn.x(), turn.y(), turn.z()})
    numbers[k++] = static_cast<float>(x);
  const bool finite =
      std::all_of(numbers.begin(), numbers.end(), [](float x) { return std::isfinite(x); });
  if (!finite) numbers.fill(std::numeric_limits<float>::infinity());
  return numbers;
}

void add_vector(Table& table, const Vector3& x) {
  for (int k = 0; k < 3; ++k) table.add(x[k]);
}

}  // namespace

FrameCollector::FrameCollector(const World& world, const CollectOptions& options) {
  if (!(options.rate > 0) || !std::isfinite(options.rate))
    throw Error("the rate of frames is not above 0", "replay page", "give frames per second");
  data_.time_step = world.time_step();
  data_.rate = std::min(options.rate, 1 / data_.time_step);
  data_.formulation = world.formulation();
  follow_chain(world);
  data_.first_chain = data_.chain.size();
  data_.gravity = world.gravity();
  first_step_ = world.steps();
  start_time_ = world.time();
  stride_ = std::max<std::int64_t>(1, (options.steps + kMostStepRows - 1) / kMostStepRows);
}

// Counted from the start, so that it ascends even if the program sets an earlier state.
double FrameCollector::time() const {
  return start_time_ + static_cast<double>(observed_) * data_.time_step;
}

void FrameCollector::observe(const World& world) {
  ++observed_;
  add_models(world);
  follow_chain(world);
  if (observed_ > 0) add_step(world);
  if (observed_ == next_frame_) add_frame(world);
  keep_velocities(world);
}

ReplayData FrameCollector::finish(const World& world) {
  if (interval_.steps > 0) end_interval(world);
  const bool has_last =
      data_.frames.rows() > 0 && data_.frames.integer(data_.frames.rows() - 1, 0) ==
                                     static_cast<std::uint32_t>(first_step_ + observed_);
  if (!has_last && observed_ >= 0) add_frame(world);
  return take();
}

ReplayData FrameCollector::take() {
  const auto width = kPoseNumbers * data_.bodies.size();
  for (std::vector<float>& frame : data_.poses)
    frame.resize(width, std::numeric_limits<float>::quiet_NaN());
  return std::move(data_);
}

ReplayData& FrameCollector::present(const World& world) {
  add_models(world);
  for (Table* table : {&data_.frames, &data_.contacts, &data_.islands, &data_.steps})
    table->clear();
  data_.poses.clear();
  data_.formulation = world.formulation();
  data_.chain = world.chain();
  data_.first_chain = data_.chain.size();
  chain_.clear();
  follow_chain(world);
  data_.gravity = world.gravity();
  observed_ = 1;
  next_frame_ = frames_ = 0;
  first_step_ = world.steps() - observed_;
  start_time_ = world.time() - data_.time_step;
  interval_ = {};
  count_step(world.report());
  end_interval(world);
  add_frame(world);
  return data_;
}

// The solvers may change between steps. The page lists every id once.
void FrameCollector::follow_chain(const World& world) {
  if (chain_ == world.chain()) return;
  chain_ = world.chain();
  entry_of_.clear();
  for (const std::string& id : chain_) {
    const auto entry = std::find(data_.chain.begin(), data_.chain.end(), id);
    entry_of_.push_back(static_cast<int>(entry - data_.chain.begin()));
    if (entry == data_.chain.end()) data_.chain.push_back(id);
  }
  // Positions in different chains cannot be compared, so a row that several steps share names a
  // solver of the last chain.
  if (interval_.solver != kLastResort) interval_.solver = kNoSolver;
}

// Index in the list of the page. Negative numbers are unchanged, as are numbers of a longer earlier
// chain if no step has followed the change.
int FrameCollector::entry_of(int solver) const {
  const bool is_of_chain = solver >= 0 && static_cast<std::size_t>(solver) < entry_of_.size();
  return is_of_chain ? entry_of_[static_cast<std::size_t>(solver)] : solver;
}

std::optional<FrameCollector::BodyPlace> FrameCollector::place_of(const World& world,
                                                                  int body) const {
  if (body < 0 || static_cast<std::size_t>(body) >= carriers_.size()) return {};
  const Carrier& carrier = carriers_[static_cast<std::size_t>(body)];
  if (world.model(carrier.model).is_removed()) return {};
  return BodyPlace{carrier.model, carrier.link};
}

void FrameCollector::add_models(const World& world) {
  for (int i = static_cast<int>(data_.models.size()); i < world.num_models(); ++i)
    add_model(world, i);
}

void FrameCollector::add_model(const World& world, int number) {
  const Model& model = world.model(number);
  data_.models.push_back(
      {model.is_removed() ? "" : model.name(), !model.is_removed() && model.skeleton() != nullptr});
  if (model.is_removed()) return;
  body_of_link_[model.name()].clear();
  for (const ShapeView& view : view_shapes(model)) {
    const int body = body_of(number, model, view.link);
    data_.parts.push_back(
        {PagePart::Role::kCollision, body, shapes_.add(view.shape), view.X_LS, {}});
  }
  add_visuals(model, number);
}

void FrameCollector::add_visuals(const Model& model, int page_model) {
  const ModelSpec& spec = view_spec(model);
  const LinkVisuals visuals = visuals_of(spec);
  for (const LinkRecord& link : visuals.links) {
    for (const ShapeRecord& visual : link.visuals)
      visuals_.add(visual, body_of(page_model, model, link.name), visuals.search);
  }
}

// A link that is not a frame of the skeleton represents the base.
int FrameCollector::body_of(int page_model, const Model& model, const std::string& link) {
  const auto [place, is_new] =
      body_of_link_[model.name()].try_emplace(link, static_cast<int>(carriers_.size()));
  if (!is_new) return place->second;
  Carrier carrier;
  carrier.model = page_model;
  try {
    carrier.link = model.link(link);
  } catch (const Error&) {
    carrier.link = model.link("");
  }
  carriers_.push_back(carrier);
  data_.bodies.push_back({page_model, link, false});
  return place->second;
}

int FrameCollector::body_index(std::string_view model, std::string_view link) const {
  const auto links = body_of_link_.find(model);
  if (links == body_of_link_.end()) return -1;
  const auto body = links->second.find(link);
  return body == links->second.end() ? -1 : body->second;
}

// A period longer than every run gives a step that is never reached.
std::int64_t FrameCollector::step_of_frame(std::int64_t frame) const {
  constexpr double kNever = 9e18;
  const double steps_per_frame = std::max(1.0, 1 / (data_.rate * data_.time_step));
  return std::llround(std::min(kNever, static_cast<double>(frame) * steps_per_frame));
}

void FrameCollector::add_frame(const World& world) {
  next_frame_ = step_of_frame(++frames_);
  end_events();
  data_.frames.add_integer(first_step_ + observed_);
  data_.frames.add(time());
  data_.frames.add_integer(static_cast<std::int64_t>(data_.contacts.rows()));
  data_.frames.add_integer(static_cast<std::int64_t>(data_.islands.rows()));
  std::vector<float> poses;
  poses.reserve(kPoseNumbers * carriers_.size());
  for (std::size_t i = 0; i < carriers_.size(); ++i) {
    const Model& model = world.model(carriers_[i].model);
    if (model.is_removed()) {
      poses.insert(poses.end(), kPoseNumbers, std::numeric_limits<float>::quiet_NaN());
      continue;
    }
    const RigidTransform X_WB = model.pose(carriers_[i].link);
    Quaternion turn(X_WB.R);
    const std::size_t at = kPoseNumbers * i;
    if (!data_.poses.empty() && data_.poses.back().size() >= at + kPoseNumbers) {
      const float* last = data_.poses.back().data() + at;
      const double along =
          turn.w() * static_cast<double>(last[3]) + turn.x() * static_cast<double>(last[4]) +
          turn.y() * static_cast<double>(last[5]) + turn.z() * static_cast<double>(last[6]);
      if (along < 0) turn.coeffs() *= -1;
    }
    for (const float x : page_pose(X_WB.p, turn)) poses.push_back(x);
  }
  data_.poses.push_back(std::move(poses));
  if (observed_ > 0) {
    add_contacts(world);
    add_islands(world);
  }
}

void FrameCollector::add_contacts(const World& world) {
  const std::vector<double> mu = view_contact_friction(world);
  const std::span<const ContactInfo> contacts = world.contacts();
  Table& table = data_.contacts;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactInfo& contact = contacts[i];
    table.add_integer(body_index(contact.model_a, contact.link_a));
    table.add_integer(body_index(contact.model_b, contact.link_b));
    for (const Vector3* x : {&contact.point, &contact.normal, &contact.force, &contact.velocity})
      add_vector(table, *x);
    table.add(contact.phi);
    table.add(mu[i]);
    table.add_integer(static_cast<std::int64_t>(contact.state));
    table.add_integer(contact.island);
  }
}

void FrameCollector::add_islands(const World& world) {
  for (const IslandReport& island : world.report().islands) {
    for (const int x : {entry_of(island.solver), island.status, island.contacts, island.rows,
                        island.iterations, island.fallbacks})
      data_.islands.add_integer(x);
    data_.islands.add(island.residual);
  }
}

void FrameCollector::count_step(const StepReport& report) {
  ++interval_.steps;
  interval_.residual = std::max(interval_.residual, report.worst_residual);
  interval_.penetration = std::max(interval_.penetration, report.max_penetration);
  interval_.iterations += report.iterations;
  interval_.fallbacks += report.fallbacks;
  interval_.failed += report.failed_islands;
  if (interval_.solver != kLastResort) {
    for (const IslandReport& island : report.islands)
      if (island.rows > 0) interval_.solver = std::max(interval_.solver, island.solver);
    if (report.failed_islands > 0) interval_.solver = kLastResort;
  }
}

void FrameCollector::add_step(const World& world) {
  const StepReport& report = world.report();
  count_step(report);
  if (report.fallbacks > 0 || report.failed_islands > 0) add_trouble(world);
  add_impacts(world);
  if (interval_.steps == stride_) end_interval(world);
}

void FrameCollector::end_interval(const World& world) {
  Table& steps = data_.steps;
  steps.add_integer(first_step_ + observed_);
  steps.add(time());
  steps.add(world.kinetic_energy());
  steps.add(world.potential_energy());
  steps.add(interval_.residual);
  steps.add(interval_.penetration);
  steps.add_integer(world.report().contacts);
  steps.add_integer(interval_.iterations);
  steps.add_integer(entry_of(interval_.solver));
  steps.add_integer(interval_.fallbacks);
  steps.add_integer(interval_.failed);
  interval_ = {};
}

void FrameCollector::add_event(PageEvent::Kind kind, double size, std::string text) {
  Events& events = events_[static_cast<std::size_t>(kind)];
  if (events.count++ > 0 && size <= events.size) return;
  events.size = size;
  events.largest = {kind, first_step_ + observed_, time(), std::move(text)};
}

// Every kind gets at most one mark per frame, so that a pile does not fill the page with marks.
void FrameCollector::end_events() {
  for (Events& events : events_) {
    if (events.count == 0) continue;
    if (events.count > 1)
      events.largest.text.append(", and ").append(std::to_string(events.count - 1)).append(" more");
    data_.events.push_back(std::move(events.largest));
    events = {};
  }
}

void FrameCollector::add_trouble(const World& world) {
  const StepReport& report = world.report();
  const bool failed = report.failed_islands > 0;
  const int count = failed ? report.failed_islands : report.fallbacks;
  std::string text =
      failed
          ? counted(static_cast<std::size_t>(count), "island").append(" without a solver's answer")
          : counted(static_cast<std::size_t>(count), "fallback");
  if (!report.messages.empty()) text.append(": ").append(report.messages.front());
  add_event(failed ? PageEvent::Kind::kFailedIsland : PageEvent::Kind::kFallback, count,
            std::move(text));
}

// Speed at which the contact point of b approaches that of a before the step, along the normal.
double FrameCollector::approach_speed(int a, int b, const ContactInfo& contact) const {
  const auto velocity_at = [&](int body) -> Vector3 {
    const Carrier& carrier = carriers_[static_cast<std::size_t>(body)];
    return carrier.velocity.shifted(contact.point - carrier.origin).linear;
  };
  return -contact.normal.dot(velocity_at(b) - velocity_at(a));
}

// Adds impacts. An impact occurs if two links that exerted no force on each other in the last step
// now do, and if they approached each other faster than the speed that a body at rest gains by
// falling for a few steps.
void FrameCollector::add_impacts(const World& world) {
  constexpr double kLeastSpeed = 0.05, kSteps = 5;  // [m/s], 1
  const double least = std::max(kLeastSpeed, kSteps * world.gravity().norm() * world.time_step());
  std::map<std::uint64_t, double> impacts;
  touching_before_.swap(touching_);
  touching_.clear();
  for (const ContactInfo& contact : world.contacts()) {
    if (contact.state == ContactState::kOpen) continue;
    const int a = body_index(contact.model_a, contact.link_a);
    const int b = body_index(contact.model_b, contact.link_b);
    if (a < 0 || b < 0) continue;
    const std::uint64_t key = pair_key(a, b);
    touching_.push_back(key);
    if (std::binary_search(touching_before_.begin(), touching_before_.end(), key)) continue;
    const double speed = approach_speed(a, b, contact);
    if (speed > least) impacts[key] = std::max(impacts[key], speed);
  }
  std::sort(touching_.begin(), touching_.end());
  for (const auto& [key, speed] : impacts) {
    char at[32];
    std::snprintf(at, sizeof at, " at %.2g m/s", speed);
    std::string text = side_text(data_, static_cast<int>(key & 0xffffffffU));
    text.append(" meets ").append(side_text(data_, static_cast<int>(key >> 32))).append(at);
    add_event(PageEvent::Kind::kImpact, speed, std::move(text));
  }
}

void FrameCollector::keep_velocities(const World& world) {
  for (Carrier& carrier : carriers_) {
    const Model& model = world.model(carrier.model);
    if (model.is_removed() || !model.skeleton()) continue;
    carrier.velocity = model.velocity(carrier.link);
    carrier.origin = model.pose(carrier.link).p;
  }
}

}  // namespace cardan::view

#include "cardan/quantity.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "cardan/error.h"
#include "cardan/sensor.h"
#include "core/nearest.h"
#include "sim/data/world_impl.h"
#include "sim/query/quantity_tables.h"

namespace cardan {

namespace {

std::string joined(const std::string& prefix, const std::string& name) {
  std::string text = prefix;
  return text.append(name);
}

// Longest model name that `name` starts with, before the separator.
const Model* find_model(const std::string& name, const World& world, char separator) {
  for (std::size_t end = name.size(); end > 0 && end != name.npos;) {
    end = name.rfind(separator, end - 1);
    if (end == name.npos) break;
    if (const Model* model = world.find(std::string_view(name).substr(0, end))) return model;
  }
  return nullptr;
}

[[noreturn]] void fail_unknown(const std::string& name, const std::vector<std::string>& known,
                               const std::string& where) {
  throw Error("unknown quantity '" + name + "'", where, suggest_name(name, known));
}

std::vector<std::string> model_names(const World& world) {
  std::vector<std::string> names;
  for (const Model* model : world.models()) names.push_back(model->name());
  return names;
}

std::vector<std::string> joint_names(const Model& model) {
  std::vector<std::string> names;
  if (!model.skeleton()) return names;
  for (const JointInfo& joint : model.skeleton()->joints) {
    if (joint.nv == 1) names.push_back(joint.name);
  }
  return names;
}

// "q.", "v." or "effort." and a joint with one degree of freedom.
bool find_joint_quantity(const std::string& name, const Model& model, const std::string& rest,
                         const std::string& where, Quantity& quantity) {
  const std::size_t dot = rest.find('.');
  if (dot == std::string::npos) return false;
  const JointQuantity* row = find_joint_row(rest.substr(0, dot));
  if (row == nullptr) return false;
  const std::string joint = rest.substr(dot + 1);
  const std::vector<std::string> names = joint_names(model);
  if (std::find(names.begin(), names.end(), joint) == names.end()) {
    std::vector<std::string> known;
    known.reserve(names.size());
    for (const std::string& one : names) {
      known.push_back(joined(model.name(), ".").append(row->name).append(".").append(one));
    }
    fail_unknown(name, known, where);
  }
  const Skeleton& skeleton = *model.skeleton();
  const JointInfo& info = skeleton.joints[skeleton.require_joint(joint)];
  const bool slides = info.type == JointType::kPrismatic;
  quantity = {name, slides ? row->unit_of_slide : row->unit_of_turn,
              [measure = row->measure, model = &model, joint](const World&) {
                return measure(*model, joint);
              }};
  return true;
}

// A path of several words: everything about one model.
Quantity make_model_quantity(const std::string& name, const Model& model,
                             const std::string& where) {
  const std::string rest = name.substr(model.name().size() + 1);
  Quantity quantity;
  if (find_joint_quantity(name, model, rest, where, quantity)) return quantity;
  if (const ModelQuantity* row = find_model_row(rest)) {
    return {
        name, row->unit,
        [measure = row->measure, model = &model](const World& now) { return measure(now, *model); },
        row->of_step};
  }
  if (rest.rfind("base.", 0) == 0) {
    if (make_body_measure(rest.substr(5), {&model, ""}, quantity)) {
      quantity.name = name;
      return quantity;
    }
  }
  std::vector<std::string> known;
  for (const std::string& one : model_quantity_names()) {
    known.push_back(joined(model.name(), ".").append(one));
  }
  for (const JointQuantity& row : joint_rows()) {
    for (const std::string& joint : joint_names(model)) {
      known.push_back(joined(model.name(), ".").append(row.name).append(".").append(joint));
    }
  }
  fail_unknown(name, known, where);
}

Quantity make_link_quantity(const std::string& name, const Model& model, const std::string& where) {
  const std::string rest = name.substr(model.name().size() + 1);
  const std::size_t dot = rest.rfind('.');
  const std::string link = rest.substr(0, dot);
  std::vector<std::string> links;
  if (model.skeleton()) {
    for (const FrameInfo& frame : model.skeleton()->frames) links.push_back(frame.name);
  }
  if (std::find(links.begin(), links.end(), link) == links.end()) {
    throw Error("quantity '" + name + "': model '" + model.name() + "' has no link '" + link + "'",
                where, suggest_name(link, links));
  }
  Quantity quantity;
  if (dot != std::string::npos &&
      make_body_measure(rest.substr(dot + 1), {&model, link}, quantity)) {
    quantity.name = name;
    return quantity;
  }
  std::vector<std::string> known;
  for (const std::string& one : body_quantity_names()) {
    known.push_back(joined(model.name(), "/").append(link).append(".").append(one));
  }
  fail_unknown(name, known, where);
}

BodyOf find_body(const std::string& name, const World& world, const std::string& quantity,
                 const std::string& where) {
  if (const Model* model = world.find(name)) return {model, ""};
  const Model* model = find_model(name, world, '/');
  const std::string link = model ? name.substr(model->name().size() + 1) : "";
  if (model && model->skeleton() && model->skeleton()->find_frame(link) >= 0) return {model, link};
  throw Error("quantity '" + quantity + "': there is no body '" + name + "'", where,
              suggest_name(name, model_names(world)));
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' '), end = text.find_last_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

Quantity make_distance(const std::string& name, const World& world, const std::string& where) {
  const std::size_t begin = std::string("distance(").size(), comma = name.find(',');
  if (comma == std::string::npos || name.back() != ')') {
    throw Error("'" + name + "' is not of the form distance(A, B)", where,
                "A and B are MODEL or MODEL/LINK");
  }
  const BodyOf a = find_body(trimmed(name.substr(begin, comma - begin)), world, name, where);
  const BodyOf b =
      find_body(trimmed(name.substr(comma + 1, name.size() - comma - 2)), world, name, where);
  return {name, "m", [a, b](const World&) { return (pose_of(a).p - pose_of(b).p).norm(); }};
}

std::string component_path(const Sensor& sensor, const SensorQuantity& quantity, std::size_t i) {
  std::string text = "sensor.";
  text.append(sensor.name()).append(".").append(quantity.name);
  if (!quantity.components[i].empty()) text.append(".").append(quantity.components[i]);
  return text;
}

// "sensor.NAME.QUANTITY" or "sensor.NAME.QUANTITY.COMPONENT".
Quantity make_sensor_quantity(const std::string& name, const World& world,
                              const std::string& where) {
  constexpr std::size_t kBegin = std::string_view("sensor.").size();
  const auto& sensors = world.impl().sensor_of_name;
  const auto own = sensors.find(name.substr(kBegin, name.find('.', kBegin) - kBegin));
  const auto each_path = [](const Sensor& sensor, const auto& visit) {
    for (const SensorQuantity& quantity : sensor.quantities())
      for (std::size_t i = 0; i < quantity.components.size(); ++i)
        visit(quantity, i, component_path(sensor, quantity, i));
  };
  std::optional<Quantity> found;
  if (own != sensors.end()) {
    const Sensor* sensor = own->second;
    each_path(*sensor, [&](const SensorQuantity& quantity, std::size_t i, const std::string& path) {
      if (path != name) return;
      const std::size_t at = static_cast<std::size_t>(quantity.first) + i;
      found = {
          name, quantity.unit,
          [sensor, at](const World&) { return sensor->has_reading() ? sensor->values()[at] : 0; },
          true};
    });
  }
  if (found) return *found;
  std::vector<std::string> known;
  for (const Sensor* sensor : world.sensors())
    each_path(*sensor, [&](const SensorQuantity&, std::size_t, const std::string& path) {
      known.push_back(path);
    });
  fail_unknown(name, known, where);
}

// Neither a quantity of the world nor of an existing model.
[[noreturn]] void fail_unknown_name(const std::string& name, const World& world,
                                    const std::string& where) {
  const std::size_t end = name.find_first_of("./");
  const std::string near = nearest_name(name, world_quantity_names());
  const std::string model = nearest_name(name.substr(0, end), model_names(world));
  if (near.empty() && end != std::string::npos && !model.empty()) {
    throw Error("unknown quantity '" + name + "': no model '" + name.substr(0, end) + "'", where,
                "did you mean '" + model + name.substr(end) + "'?");
  }
  fail_unknown(name, world_quantity_names(), where);
}

}  // namespace

std::vector<std::string> world_quantity_names() {
  std::vector<std::string> names;
  for (const WorldQuantity& row : world_rows()) names.emplace_back(row.name);
  names.insert(names.end(), {"energy_change", "momentum_change"});
  return names;
}

std::vector<std::string> model_quantity_names() {
  std::vector<std::string> names;
  for (const std::string& body : body_quantity_names()) names.push_back(joined("base.", body));
  for (const ModelQuantity& row : model_rows()) names.emplace_back(row.name);
  return names;
}

Quantity make_quantity(const std::string& name, const World& world, const std::string& where) {
  if (const WorldQuantity* row = find_world_row(name)) {
    return {name, row->unit, row->measure, row->of_step};
  }
  if (name == "energy_change") {
    const auto memory = std::make_shared<QuantityMemory>();
    memory->start_energy = total_energy(world);
    return {name, "J",
            [memory](const World& now) { return total_energy(now) - memory->start_energy; }, false,
            memory};
  }
  if (name == "momentum_change") {
    const auto memory = std::make_shared<QuantityMemory>();
    memory->start = total_momentum(world).force;
    return {
        name, "kg m/s",
        [memory](const World& now) { return (total_momentum(now).force - memory->start).norm(); },
        false, memory};
  }
  if (name.rfind("distance(", 0) == 0) return make_distance(name, world, where);
  if (name.rfind("sensor.", 0) == 0 && !world.sensors().empty())
    return make_sensor_quantity(name, world, where);
  const Model *dotted = find_model(name, world, '.'), *slashed = find_model(name, world, '/');
  if (slashed && (!dotted || slashed->name().size() > dotted->name().size())) {
    return make_link_quantity(name, *slashed, where);
  }
  if (dotted) return make_model_quantity(name, *dotted, where);
  fail_unknown_name(name, world, where);
}

}  // namespace cardan

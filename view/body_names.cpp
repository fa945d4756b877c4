#include "view/body_names.h"

#include <set>

#include "core/distinct_names.h"

namespace cardan::view {

std::string body_name(const ReplayData& data, std::size_t body) {
  const PageBody& record = data.bodies[body];
  std::string name = data.models[static_cast<std::size_t>(record.model)].name;
  if (!record.link.empty() && record.link != name) name.append("/").append(record.link);
  return name;
}

std::vector<std::string> distinct_body_names(const ReplayData& data, const std::string& taken) {
  std::set<std::string> used{taken};
  DistinctNames made;
  std::vector<std::string> names;
  for (std::size_t body = 0; body < data.bodies.size(); ++body) {
    names.push_back(made.make(body_name(data, body), "#",
                              [&](const std::string& name) { return used.insert(name).second; }));
  }
  return names;
}

}  // namespace cardan::view

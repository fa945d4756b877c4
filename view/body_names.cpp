#include "body_names.h"

#include <set>

namespace cardan::view {

std::string body_name(const ReplayData& data, std::size_t body) {
  const PageBody& record = data.bodies[body];
  std::string name = data.models[static_cast<std::size_t>(record.model)].name;
  if (!record.link.empty() && record.link != name) name.append("/").append(record.link);
  return name;
}

std::vector<std::string> distinct_body_names(const ReplayData& data, const std::string& taken) {
  std::set<std::string> used{taken};
  std::vector<std::string> names;
  for (std::size_t body = 0; body < data.bodies.size(); ++body) {
    const std::string name = body_name(data, body);
    std::string distinct = name;
    for (int k = 2; !used.insert(distinct).second; ++k) {
      distinct = name;
      distinct.append("#").append(std::to_string(k));
    }
    names.push_back(distinct);
  }
  return names;
}

}  // namespace cardan::view

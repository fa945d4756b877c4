#include "cardan/error.h"
#include "core/nearest.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

// Marks nodes of an override, for SceneNode::where; the line of the override text would be
// meaningless. False: an alias that contains itself.
bool mark_as_laid_over(YAML::Node node, const std::string& origin, int depth = 0) {
  constexpr int kDeepest = 50;
  if (depth > kDeepest) return false;
  node.SetTag(origin);
  bool finite = true;
  if (node.IsMap()) {
    for (auto pair : node) finite = finite && mark_as_laid_over(pair.second, origin, depth + 1);
  } else if (node.IsSequence()) {
    for (YAML::Node item : node) finite = finite && mark_as_laid_over(item, origin, depth + 1);
  }
  return finite;
}

class Override {
 public:
  Override(const std::string& path, const std::string& value, const std::string& file)
      : where_(place_of({path, value}, file)) {
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      if (end == begin) throw Error("an empty name in the path '" + path + "'", where_);
      keys_.push_back(path.substr(begin, end - begin));
      begin = end + 1;
    }
    try {
      value_ = YAML::Load(value);
    } catch (const YAML::Exception& error) {
      throw Error("the value is not valid YAML: " + error.msg, where_);
    }
    if (value_.IsNull()) throw Error("there is no value", where_, "write PATH=VALUE");
    if (!mark_as_laid_over(value_, SceneNode::kLaidOver + where_)) {
      throw Error("the value is nested too deeply", where_);
    }
  }

  void apply(const YAML::Node& root) { set(root, 0); }

 private:
  // Missing maps are created; their readers reject unknown keys.
  void set(YAML::Node node, std::size_t level) {
    const std::string& key = keys_[level];
    const bool last = level + 1 == keys_.size();
    if (node.IsSequence()) {
      const std::size_t index = find_item(node, level);
      if (last) {
        node[index] = value_;
      } else {
        set(node[index], level + 1);
      }
      return;
    }
    if (!node.IsMap()) {
      throw Error("'" + joined(level) + "' is not a map: it has no '" + key + "'", where_);
    }
    if (last) {
      node[key] = value_;
      return;
    }
    YAML::Node child = node[key];
    if (!child.IsDefined() || child.IsNull()) {
      node[key] = YAML::Node(YAML::NodeType::Map);
      node[key].SetTag(SceneNode::kLaidOver + where_);
    } else if (child.IsScalar()) {
      widen(node, key, level);
    }
    set(node[key], level + 1);
  }

  // `solver: conic` and `formulation: cone` are abbreviations of maps.
  void widen(YAML::Node node, const std::string& key, std::size_t level) const {
    const std::string word = node[key].Scalar();
    YAML::Node map(YAML::NodeType::Map);
    if (key == "solver" || key == "shadow") {
      map["id"] = word;
    } else if (key == "formulation" && keys_[level + 1] == word) {
      map[word] = YAML::Node(YAML::NodeType::Map);
    } else {
      throw Error("'" + joined(level + 1) + "' is not a map: it has no '" + keys_[level + 1] + "'",
                  where_);
    }
    mark_as_laid_over(map, SceneNode::kLaidOver + where_);
    node[key] = map;
  }

  // Finds an item by its name, or by its index from 0.
  std::size_t find_item(const YAML::Node& list, std::size_t level) const {
    const std::string& key = keys_[level];
    std::vector<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].IsMap() && list[i]["name"].IsDefined() && list[i]["name"].IsScalar()) {
        names.push_back(list[i]["name"].Scalar());
        if (names.back() == key) return i;
      }
    }
    const bool number = key.size() < 9 && key.find_first_not_of("0123456789") == std::string::npos;
    if (number && std::stoul(key) < list.size()) return std::stoul(key);
    throw Error("there is no '" + key + "' in " + joined(level), where_, suggest_name(key, names));
  }

  std::string joined(std::size_t count) const {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? "." : "") + keys_[i];
    return text;
  }

  std::string where_;
  std::vector<std::string> keys_;
  YAML::Node value_;
};

}  // namespace

std::string place_of(const SceneOverride& change, const std::string& file) {
  return file + " with " + change.path + "=" + change.value;
}

void SceneNode::lay_over(const std::string& path, const std::string& value) {
  Override(path, value, source_->file).apply(node_);
}

}  // namespace cardan

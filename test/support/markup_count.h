#pragma once

#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <map>
#include <sstream>
#include <string>

namespace cardan::test {

/// Counts elements of XML, or of HTML that is well-formed XML, by name and by class.
class MarkupCount : tinyxml2::XMLVisitor {
 public:
  explicit MarkupCount(const std::string& text) {
    tinyxml2::XMLDocument document;
    EXPECT_EQ(document.Parse(text.c_str()), tinyxml2::XML_SUCCESS) << document.ErrorStr();
    document.Accept(this);
  }

  int of(const std::string& name) const { return find(names_, name); }
  int of_class(const std::string& name) const { return find(classes_, name); }
  /// Elements with this id.
  int of_id(const std::string& id) const { return find(ids_, id); }
  /// Whether an id is used twice.
  bool ids_differ() const {
    for (const auto& [id, count] : ids_) {
      if (count > 1) return false;
    }
    return true;
  }
  /// Every value of href.
  const std::map<std::string, int>& links() const { return links_; }
  /// Text of all elements, one line each.
  const std::string& text() const { return text_; }

 private:
  static int find(const std::map<std::string, int>& counts, const std::string& name) {
    const auto it = counts.find(name);
    return it == counts.end() ? 0 : it->second;
  }

  bool VisitEnter(const tinyxml2::XMLElement& element,
                  const tinyxml2::XMLAttribute* first) override {
    ++names_[element.Name()];
    for (const tinyxml2::XMLAttribute* a = first; a != nullptr; a = a->Next()) {
      const std::string name = a->Name();
      if (name == "id") ++ids_[a->Value()];
      if (name == "href") ++links_[a->Value()];
      if (name != "class") continue;
      std::istringstream words(a->Value());
      for (std::string word; words >> word;) ++classes_[word];
    }
    return true;
  }
  bool Visit(const tinyxml2::XMLText& text) override {
    text_.append(text.Value()).append("\n");
    return true;
  }

  std::map<std::string, int> names_, classes_, ids_, links_;
  std::string text_;
};

}  // namespace cardan::test

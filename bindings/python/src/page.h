#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>

#include "view/replay_page.h"

namespace cardan::python {

namespace py = pybind11;

/// An HTML page as Python sees it.
struct PageHandle {
  std::string name;
  int height = 0;                         ///< height in a notebook [px]
  std::optional<view::LimitedPage> made;  ///< the page; empty while a Replay still collects frames

  /// Returns the page. Throws Error if there is no page yet.
  const view::LimitedPage& get() const;
};

using PageClass = py::class_<PageHandle, std::shared_ptr<PageHandle>>;

/// Returns the height of a page [px]. Throws ValueError unless it is above 0.
int height_in(int height);

/// Size of a page as messages show it, e.g. "0.92 MB".
std::string size_text(const view::LimitedPage& page);

}  // namespace cardan::python

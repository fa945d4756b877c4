#include "bindings/python/src/page.h"

#include <pybind11/stl.h>

#include <cstdio>
#include <string_view>

#include "bindings/python/src/bind.h"
#include "bindings/python/src/call_python.h"
#include "bindings/python/src/errors.h"
#include "bindings/python/src/gil.h"
#include "bindings/python/src/scene.h"
#include "bindings/python/src/urdf.h"
#include "cardan/error.h"
#include "core/atomic_file.h"
#include "view/inspect_robot.h"

namespace cardan::python {

namespace {

// Appends text, escaped for a quoted HTML attribute.
void append_attribute(std::string& markup, std::string_view plain) {
  for (const char c : plain) {
    switch (c) {
      case '&':
        markup.append("&amp;");
        break;
      case '"':
        markup.append("&quot;");
        break;
      case '<':
        markup.append("&lt;");
        break;
      case '>':
        markup.append("&gt;");
        break;
      default:
        markup.push_back(c);
    }
  }
}

// The frame has its own origin, so that the page cannot access the notebook.
std::string frame_markup(const PageHandle& page) {
  const std::string& text = page.get().text;
  std::string markup = "<iframe title=\"";
  markup.reserve(text.size() + text.size() / 4);
  append_attribute(markup, page.name);
  markup.append("\" width=\"100%\" height=\"").append(std::to_string(page.height));
  markup.append("\" style=\"border: 0\" sandbox=\"allow-scripts allow-downloads\" srcdoc=\"");
  append_attribute(markup, text);
  return markup.append("\"></iframe>");
}

py::object notebook_markup(const PageHandle& page) {
  if (!page.made) return py::none();
  std::string markup;
  {
    const WithoutGil away;
    markup = frame_markup(page);
  }
  return text_out(markup);
}

py::object save(const PageHandle& page, const py::object& path) {
  const std::string file = path_in(path, "path");
  const std::string& text = page.get().text;
  {
    const WithoutGil away;
    write_whole_file(file, text);
  }
  return call_python(attribute(imported("os"), "fsdecode"), path);
}

std::shared_ptr<PageHandle> inspect_robot(const py::object& path, int height,
                                          const py::kwargs& given) {
  UrdfOptions options = urdf_options_in(given);
  options.caller = UrdfCaller::kCheck;  // the page is that of the command
  const std::string file = path_in(path, "path");
  auto page = std::make_shared<PageHandle>();
  page->height = height_in(height);
  const WithoutGil away;
  const view::ReplayData data = view::inspect_robot(file, options);
  page->name = data.title;
  page->made = view::limited_replay_page(data, view::kPageLimit);
  return page;
}

}  // namespace

const view::LimitedPage& PageHandle::get() const {
  if (!made)
    throw Error("the replay is not complete", name, "leave its with block, or call close()");
  return *made;
}

int height_in(int height) {
  if (height <= 0) throw py::value_error("height: expected a number of pixels above 0");
  return height;
}

std::string size_text(const view::LimitedPage& page) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f MB", 1e-6 * static_cast<double>(page.report.bytes));
  return text;
}

void bind_page(py::module_& module) {
  PageClass(module, "Page",
            "A self-contained HTML page (docs/viewer.md). Notebooks display the page.")
      .def_property_readonly(
          "name", [](const PageHandle& page) { return text_out(page.name); }, "Title of the page.")
      .def_property_readonly(
          "size", [](const PageHandle& page) { return page.get().report.bytes; },
          "Size of the page [bytes].")
      .def_property(
          "height", [](const PageHandle& page) { return page.height; },
          [](PageHandle& page, int height) { page.height = height_in(height); },
          "Height of the page in a notebook [px].")
      .def("save", &save, py::arg("path"),
           "Writes the page, completely or not at all, and returns the path as str.\n\n"
           "Raises Error if the file cannot be written.")
      .def("_repr_html_", &notebook_markup,
           "The page in a frame, for notebooks. None while a Replay still collects frames.")
      .def("__repr__", [](const PageHandle& page) {
        return py::str("<cardan.Page {!r}: {}>").format(text_out(page.name), size_text(page.get()));
      });
  module.def("inspect_robot", &inspect_robot, py::arg("path"), py::kw_only(),
             py::arg("height") = 480,
             "Makes the page of a robot file, without a run: joint sliders, frames, inertias\n"
             "and the findings of `urdf.check`, as in `cardan view --inspect`.\n\n"
             "Takes the options of `urdf.check`. A page is also made for a rejected file.\n"
             "Raises Error if nothing could be read.");
}

}  // namespace cardan::python

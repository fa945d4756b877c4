#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "film/scratch_folder.h"
#include "process/child_program.h"

namespace cardan::app {

/// Thrown where Ctrl-C ends a long task. The caller has an InterruptGuard.
struct Interrupted {};

/// Throws Error, with the name of Debian's package, if there is no Chromium.
std::string require_chromium();

/// A headless Chromium with one page, driven by the DevTools protocol over pipes
/// [chromedevtools.github.io/devtools-protocol]. It draws without a GPU, so that pictures do
/// not depend on the machine's, and it ends with this process, however that ends. It needs an
/// InterruptGuard.
class Chromium {
 public:
  /// Throws Error with the browser's last line if it does not start.
  Chromium(const std::string& program, const ScratchFolder& scratch);

  /// Calls a method for the page and returns its result. Throws Error if the browser refuses it,
  /// has ended, or does not answer, and Interrupted.
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters);
  /// Value of an expression of JavaScript; promises are awaited.
  nlohmann::json value_of(const std::string& expression);

 private:
  nlohmann::json answer(int id);
  std::string next_message();
  [[noreturn]] void fail(const std::string& what) const;

  std::string log_;      ///< file of the browser's messages
  std::string session_;  ///< of the page
  Pipe to_ = make_pipe(), from_ = make_pipe();
  std::unique_ptr<ChildProgram> process_;
  std::string received_;
  int calls_ = 0;
};

}  // namespace cardan::app

#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/film/scratch_folder.h"
#include "apps/process/child_program.h"

namespace cardan::app {

/// Thrown when Ctrl-C ends a long task. The caller must hold an InterruptGuard.
struct Interrupted {};

/// Returns the path of Chromium. Throws an Error that names the Debian package if there is no
/// Chromium.
std::string require_chromium();

/// A headless Chromium with one page, driven by the DevTools protocol over pipes
/// [chromedevtools.github.io/devtools-protocol]. It draws without a GPU, so that pictures do not
/// depend on the GPU of the machine. It ends with this process, however the process ends. It needs
/// an InterruptGuard.
class Chromium {
 public:
  /// Throws Error with the browser's last line if it does not start.
  Chromium(const std::string& program, const ScratchFolder& scratch);

  /// Calls a method of the protocol for the page and returns its result. Throws Error if the
  /// browser rejects the call, has ended, or does not answer. Throws Interrupted on Ctrl-C.
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters);
  /// Value of a JavaScript expression; promises are awaited.
  nlohmann::json value_of(const std::string& expression);

 private:
  nlohmann::json answer(int id);
  std::string next_message();
  [[noreturn]] void fail(const std::string& what) const;

  std::string log_;      ///< file with the messages of the browser
  std::string session_;  ///< session of the page
  Pipe to_ = make_pipe(), from_ = make_pipe();
  std::unique_ptr<ChildProgram> process_;
  std::string received_;
  int calls_ = 0;
};

}  // namespace cardan::app

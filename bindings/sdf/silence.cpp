#include "bindings/sdf/silence.h"

#include <console_bridge/console.h>

#include <iostream>
#include <sdf/Console.hh>

namespace cardan::sdformat {

namespace {

std::mutex& only_reader() {
  static std::mutex only;
  return only;
}

}  // namespace

Silence::Silence() : lock_(only_reader()) {
  ::sdf::Console::Instance()->SetQuiet(true);
  console_bridge::noOutputHandler();
  errors_ = std::cerr.rdbuf(said_.rdbuf());
}

Silence::~Silence() {
  std::cerr.rdbuf(errors_);
  console_bridge::restorePreviousOutputHandler();
  ::sdf::Console::Instance()->SetQuiet(false);
}

}  // namespace cardan::sdformat

#pragma once

#include "view/replay_data.h"

namespace cardan::app {

/// Prints to standard error what of the models the page does not show, a line each. A page with
/// many notes lists the rest itself.
void print_notes(const view::ReplayData& data);

}  // namespace cardan::app

#pragma once

#include "view/replay_data.h"

namespace cardan::app {

/// Prints to standard error, one line each, the parts of the models that the page does not show. If
/// there are many notes, the page itself lists the rest.
void print_notes(const view::ReplayData& data);

}  // namespace cardan::app

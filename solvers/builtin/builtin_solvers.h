#pragma once

namespace cardan {

/// Registers every solver of this build in the process, as a program linked statically needs it.
/// Call once, before the first SolverRegistry.
void register_builtin_solvers();

}  // namespace cardan

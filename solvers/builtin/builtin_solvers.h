#pragma once

namespace cardan {

/// Registers every solver of this build in the process. Needed by statically linked programs. Call
/// once, before the first SolverRegistry.
void register_builtin_solvers();

}  // namespace cardan

#pragma once

#include "solvers/conic/stages/stage.h"

/// Functions of the table of stages, one source file per stage.
namespace cardan::conic {

/// accept_guess.cpp: the guess solves the problem. A guess that is not finite is replaced by zeros.
Takes takes_guess(Workspace& work);
bool accept_guess(Workspace& work, int limit);

/// nonnegative_qp.cpp: problems of NONNEGATIVE rows alone (class NonnegativeQp).
Takes takes_nonnegative(Workspace& work);
bool solve_nonnegative(Workspace& work, int limit);

/// sweeps.cpp: block Gauss–Seidel, plain, then with conjugate directions.
Takes takes_sweeps(Workspace& work);
bool solve_by_sweeps(Workspace& work, int limit);

/// body_newton.cpp: Newton steps in body space with sweeps between them (class BodyNewton).
Takes takes_body_newton(Workspace& work);
bool solve_body_newton(Workspace& work, int limit);

/// interior_point.cpp: interior-point method on the exact cones in body space (class
/// InteriorPoint).
Takes takes_interior_point(Workspace& work);
bool solve_interior_point(Workspace& work, int limit);

/// free_bodies.cpp: active-set Newton, damped Newton and ADMM with the sparse matrices of free
/// bodies.
Takes takes_free_bodies(Workspace& work);
bool solve_free_bodies(Workspace& work, int limit);

/// active_set_newton.cpp: undamped semismooth Newton (Newton::solve_active_set).
Takes takes_active_set(Workspace& work);
bool solve_active_set(Workspace& work, int limit);

/// damped_newton.cpp: semismooth Newton with line search in proximal steps (Newton::solve_damped).
Takes takes_damped(Workspace& work);
bool solve_damped(Workspace& work, int limit);

/// polyhedral_lcp.cpp: Lemke's method on successively refined polygons (class PolyhedralLcp).
Takes takes_polyhedral(Workspace& work);
bool solve_polyhedral(Workspace& work, int limit);

/// admm.cpp: ADMM with a Newton stage after each round of iterations (class solvers::Admm). Runs
/// twice: on problems of more than kSmall rows before damped Newton, and after the polygons.
Takes takes_early_admm(Workspace& work);
bool solve_early_admm(Workspace& work, int limit);
Takes takes_admm(Workspace& work);
bool solve_admm(Workspace& work, int limit);

/// accelerated_sweeps.cpp: sweeps with conjugate directions, a Newton stage after each round.
Takes takes_accelerated(Workspace& work);
bool solve_accelerated(Workspace& work, int limit);

// Newton stages as steps of other stages, with the dense matrix or the matrices of free bodies.

/// Steps of the active-set Newton.
inline constexpr int kActiveSetSteps = 10;
/// Problems of at most this many rows go directly from the active-set Newton to the damped Newton.
inline constexpr int kSmall = 60;
/// In problems with more rows, ADMM runs before the Newton stages.
inline constexpr int kNewtonFirst = 300;

/// Whether the problem is large enough for the stages over bodies, and one of them is enabled.
bool wants_body_stages(const Workspace& work);
/// z, u and the residual of work.lambda, which is offered as the best.
double judge_body_iterate(Workspace& work);
/// `count` sweeps from work.lambda and its z, or fewer if the budget ends. They count as one
/// iteration.
void body_sweeps(Workspace& work, int count);
/// A Newton step in body space from work.lambda, whose velocities are work.u. epsilon: proximal
/// weight. False if the matrix is singular.
bool body_newton_step(Workspace& work, double epsilon);
/// proximal_newton.cpp: at most `limit` Newton steps in body space on proximal problems, from a
/// best iterate near a solution.
bool proximal_newton(Workspace& work, int limit);
/// At most `limit` Newton steps in body space with sweeps between them, from the best iterate.
/// epsilon: the first proximal weight.
bool newton_with_sweeps(Workspace& work, int limit, double epsilon);
/// Active-set Newton from `start`, which is copied to work.start_lambda.
bool active_set_newton(Workspace& work, const double* start, int steps = kActiveSetSteps);
/// Damped Newton from work.start_lambda. last: this is a step of the accelerated sweeps.
bool damped_newton(Workspace& work, int max_steps, bool last);
/// Active-set Newton from `start`, then damped Newton.
bool both_newtons(Workspace& work, const double* start, bool last = false);
/// Runs at most `limit` iterations of ADMM, in rounds of 50, 100, 200, …, each followed by
/// `polish`.
enum class Polish { kActiveSet, kBoth };
bool run_admm(Workspace& work, int limit, Polish polish);

/// Number of steps for a problem of `rows` rows: `limit`, or fewer above kNewtonFirst rows, because
/// large problems need more iterations of ADMM before Newton steps of m³ operations.
int scaled_steps(double rows, int limit, bool last);

}  // namespace cardan::conic

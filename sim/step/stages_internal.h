#pragma once

#include "cardan/sim/world_internal.h"

/// The stages of a step, in their order; each reads and writes World::Impl alone. None allocates
/// after warm-up or throws.
namespace cardan {

/// Contacts that a worker takes at a time.
constexpr int kContactsPerBlock = 16;

/// Kinematics and bias forces of every tree at (q, v).
void compute_kinematics(World::Impl& world);

/// Kinematics and bias forces where they are not current, M̂ = M + h D + h² K, its factorisation,
/// and z0 = D^(−1/2) L^(−T) h (τ − C), and the places of its bodies for the detection: tree by
/// tree, all of one while it is in the cache.
void compute_free_motion(World::Impl& world);

/// Poses of a tree's bodies, and how far they reach in this step, for the detection.
void place_bodies(World::Impl& world, const Model::Impl& model);

/// Poses → sorted manifolds with persistent feature ids.
void detect_contacts(World::Impl& world);

/// Sweeps fast balls: contacts with their hits on the way replace those merely near, beyond
/// `margin` [m].
void sweep_fast_spheres(World::Impl& world, double margin);

/// Fills the view of a tree that the rows need in this step: its free motion is known.
void view_tree(World::Impl& world, int tree);
void make_room_for_views(World::Impl& world);

/// Contacts, limits, joint friction, bounded motors → row blocks.
void make_constraints(World::Impl& world);

/// Union-find over trees; each island assembled as a base problem.
void make_islands(World::Impl& world);

/// Every island solved, judged and lifted; in parallel, same bits.
void solve_islands(World::Impl& world);

/// True when an unbounded PD law passed its effort limit: it is a row from now on and the solve is
/// to be repeated.
bool promote_saturated_motors(World::Impl& world);

/// With the stabilisation `projection`: positions that the velocities leave violated, as a problem
/// of its own per island; its pseudo-velocity is what integrate_motion adds to q̇ alone.
void push_out(World::Impl& world);

/// v⁺ = v + L⁻¹ D^(−1/2) (z0 + Yᵀ λ), q⁺ = q ⊕ h (v⁺ + v_p).
void integrate_motion(World::Impl& world);

/// Counts steps of one motion of a tree that moved. A push of a contact or limit changes v at once:
/// half of it says nothing of the next step.
void count_undisturbed_steps(const World::Impl& world, int tree);

/// Messages on the models that could not be moved, in their order.
void report_stuck(World::Impl& world);

/// Work after all models have moved: motors that are rows no longer, the time.
void close_step(World::Impl& world);

/// Makes, at acceleration level, rows of the contacts that close in this step, which are
/// stopped, or thrown back, by impulses before forces are asked for. False: there are none.
bool make_collisions(World::Impl& world);
/// Their islands; velocities change at once. Kinematics and free motion are to follow.
void solve_collisions(World::Impl& world);

/// Contact `from` of this step with all that belongs to it, to the place `to`.
void move_contact(World::Impl& world, std::size_t from, std::size_t to);
/// The first `count` contacts of this step are left.
void resize_contacts(World::Impl& world, std::size_t count);

/// The velocity products of every contact's rows.
void add_contact_rates(World::Impl& world);

/// Under Runge–Kutta: whether a contact has a force, which is decided at the start of the step.
bool keep_touching(World::Impl& world, const ContactConstraint& contact);
/// keep_touching for a limit, by its gap [m, rad].
bool keep_touching(double gap);

/// Impulse of a contact in the collisions of this step, on B in W; zero if there was none.
Vector3 collision_impulse(const World::Impl& world, const ContactConstraint& contact);

/// Four stages, each from the state of its node to accelerations, and the step made of them.
void begin_runge_kutta_stage(World::Impl& world);
void end_runge_kutta_stage(World::Impl& world);
void finish_runge_kutta(World::Impl& world);

/// Trees of closed loops back onto them, positions and velocities.
void project_loops(World::Impl& world);

/// Both ends of a loop sleep together.
bool is_asleep(const World::Impl& world, const Loop& loop);

/// Inputs of the rows of this step.
RowInputs row_inputs(const World::Impl& world);

/// Names a base problem in captures and views: the island of a step, with the tolerance
/// of the first solver. step: counted from 1.
void name_base(const World::Impl& world, std::int64_t step, int island, BaseProblem& base);

/// Counts of the report that a step sets anew.
void clear_counts(StepReport& report);

/// One step further in time.
void advance_time(World::Impl& world);

/// λ, ids and contact readout for the next step and the user.
void remember_step(World::Impl& world);

/// Contacts of the last step with their impulses, velocities and states for the user: made when
/// somebody asks, once a step, from any thread.
const std::vector<ContactInfo>& read_contacts(const World::Impl& world);

/// How many contacts there are and how deep; they are to be read anew.
void count_contacts(World::Impl& world);

/// Forces of the loops for the user.
void read_loop_forces(World::Impl& world);

/// The whole step.
void step_world(World::Impl& world);

}  // namespace cardan

#pragma once

#include "cardan/sim/data/world_data_internal.h"
#include "cardan/sim/step/sleep_internal.h"

/// The stages of a step and their parts; step.cpp gives the order. Each sees the parts of a world
/// that its signature names; none throws, or allocates after warm-up.
namespace cardan {

/// Contacts that a worker takes at a time.
constexpr int kContactsPerBlock = 16;

/// Kinematics and bias forces of every tree at (q, v).
void compute_kinematics(const WorldModel& world, WorldState& state, StepData& step);

/// Kinematics and bias forces where they are not current, M̂ = M + h D + h² K, its factorisation,
/// and z0 = D^(−1/2) L^(−T) h (τ − C), and the places of its bodies for the detection: tree by
/// tree, all of one while it is in the cache.
void compute_free_motion(const WorldModel& world, WorldState& state, StepData& step);

/// Poses of a tree's bodies, and how far they reach in this step, for the detection.
void place_bodies(const WorldModel& world, StepData& step, const ConstModelRef& model);

/// Poses → sorted manifolds with persistent feature ids.
void detect_contacts(const WorldModel& world, StepData& step);

/// Sweeps fast spheres: contacts with their hits on the way replace those merely near, beyond
/// `margin` [m].
void sweep_fast_spheres(const WorldModel& world, StepData& step, double margin);

/// Fills the view of a tree that the rows need in this step: its free motion is known.
void view_tree(const WorldModel& world, StepData& step, const ModelRef& model);
void make_room_for_views(const WorldModel& world, StepData& step);

/// Contacts, limits, joint friction, bounded motors and loops → ConstraintSet.
void make_constraints(const WorldModel& world, WorldState& state, StepData& step);

/// Union-find over trees, and room for the islands.
void make_islands(const WorldModel& world, StepData& step);

/// Every island solved, judged and lifted; in parallel, same bits.
void solve_islands(const WorldModel& world, const WorldState& state, StepData& step);

/// Makes rows of the PD laws in M̂ that would pass their effort limit. True: there were some, and
/// the solve is to be repeated.
bool promote_saturated_motors(const WorldModel& world, WorldState& state, StepData& step);

/// Motor rows whose impulses came well inside their bounds go back into M̂ in the next step.
void release_motors(const WorldModel& world, WorldState& state, StepData& step);

/// Counts of the islands and messages on those that failed, jammed or lost energy.
void report_islands(const WorldModel& world, StepData& step);

/// With the stabilisation `projection`, and for islands whose overlaps are left to positions:
/// positions that the velocities leave violated, as a problem of its own per island; its
/// pseudo-velocity is what integrate_motion adds to q̇ alone.
void push_out(const WorldModel& world, WorldState& state, StepData& step);

/// v⁺ = v + L⁻¹ D^(−1/2) (z0 + Yᵀ λ), q⁺ = q ⊕ h (v⁺ + v_p).
void integrate_motion(const WorldModel& world, WorldState& state, StepData& step);

/// Counts steps of one motion of a tree that moved. A push of a contact or limit changes v at once:
/// half of it says nothing of the next step.
void count_undisturbed_steps(const StepIslands& islands, const ModelRef& model);

/// Messages on the models that could not be moved, in their order.
void report_stuck(const WorldModel& world, WorldState& state, StepData& step);

/// Work after all models have moved: motors that are rows no longer, the time.
void close_step(const WorldModel& world, WorldState& state, StepData& step);

/// Pose and velocity of a script at a time [s], in W.
RigidTransform script_pose(const ModelSetup& model, double time);
SpatialVelocity script_velocity(const ModelSetup& model, double time);
/// Puts all scripts where they are at the present time.
void place_scripts(const WorldModel& world, const WorldState& state, StepData& step);
/// PD laws with a path aim from its present value to that after the step.
void aim_scripted_targets(const WorldModel& world, WorldState& state, StepData& step);
/// Ends of loops that scripts move: where they are now, with the mean velocity to where they will
/// be after the step.
void aim_loop_ends(const WorldModel& world, StepData& step);
/// Ends of loops after the step: at their aim, with the velocity of that moment.
void arrive_loop_ends(const WorldModel& world, StepData& step);

/// Trees for the meshes and heightfields of models that have none yet.
void prepare_trees(const WorldModel& world, const StepData& step);

/// Makes, at acceleration level, rows of the contacts that close in this step, which are
/// stopped, or thrown back, by impulses before forces are asked for. False: there are none.
bool make_collisions(const WorldModel& world, WorldState& state, StepData& step);
/// Their islands; velocities change at once. Kinematics and free motion are to follow.
void solve_collisions(const WorldModel& world, WorldState& state, StepData& step);

/// Contact `from` of this step with all that belongs to it, to the place `to`.
void move_contact(StepData& step, std::size_t from, std::size_t to);
/// The first `count` contacts of this step are left.
void resize_contacts(StepData& step, std::size_t count);

/// The velocity products of every contact's rows.
void add_contact_rates(StepData& step);

/// Under Runge–Kutta: whether a contact has a force, which is decided at the start of the step.
bool keep_touching(const WorldModel& world, WorldState& state, StepData& step,
                   const ContactConstraint& contact);
/// keep_touching for a limit, by its gap [m, rad].
bool keep_touching(double gap);

/// Impulse of a contact in the collisions of this step, on B in W; zero if there was none.
Vector3 collision_impulse(const StepData& step, const ContactConstraint& contact);

/// Four stages, each from the state of its node to accelerations, and the step made of them.
void begin_runge_kutta_stage(const WorldModel& world, WorldState& state, StepData& step);
void end_runge_kutta_stage(const WorldModel& world, WorldState& state, StepData& step);
void finish_runge_kutta(const WorldModel& world, WorldState& state, StepData& step);

/// Trees of closed loops back onto them, positions and velocities.
void project_loops(const WorldModel& world, WorldState& state, StepData& step);

/// Both ends of a loop sleep together.
bool is_asleep(const WorldModel& world, const WorldState& state, const Loop& loop);

/// Inputs of the rows of this step.
RowInputs row_inputs(const WorldModel& world, const WorldState& state, const StepData& step);

/// Names a base problem in captures and views: an island of step `number`, counted from 1, with the
/// tolerance of the first solver.
void name_base(const WorldModel& world, std::int64_t number, int island, BaseProblem& base);

/// Counts of the report that a step sets anew.
void clear_counts(StepReport& report);

/// One step further in time.
void advance_time(const WorldModel& world, WorldState& state, StepData& step);

/// λ, ids and contact readout for the next step and the user.
void remember_step(const WorldModel& world, WorldState& state, StepData& step);

/// Contacts of the last step with their impulses, velocities and states for the user: made when
/// somebody asks, once a step, from any thread.
const std::vector<ContactInfo>& read_contacts(const WorldModel& world, const WorldState& state,
                                              const StepData& step);

/// How many contacts there are and how deep; they are to be read anew.
void count_contacts(const WorldModel& world, const WorldState& state, StepData& step);

/// Forces of the loops for the user.
void read_loop_forces(const WorldModel& world, const WorldState& state, StepData& step);

/// The whole step.
void step_world(const WorldModel& world, WorldState& state, StepData& step);

}  // namespace cardan

#pragma once

#include "cardan/sim/data/world_data_internal.h"
#include "cardan/sim/step/sleep_internal.h"

/// The stages of a step and their parts; step.cpp defines the order. Each stage has access only to
/// the parts of a world in its signature. No stage throws, and none allocates after warm-up.
namespace cardan {

/// Number of contacts that a worker processes at a time.
constexpr int kContactsPerBlock = 16;

/// Computes kinematics and bias forces of every tree at (q, v).
void compute_kinematics(const WorldModel& world, WorldState& state, StepData& step);

/// For each tree, computes kinematics and bias forces if they are not current, M̂ = M + h D + h² K
/// and its factors, z0 = D^(−1/2) L^(−T) h (τ − C), and the poses of its bodies for the detection.
/// Completes one tree before the next, while it is in the cache.
void compute_free_motion(const WorldModel& world, WorldState& state, StepData& step);

/// Computes the poses of a tree's bodies and their reach in this step, for the detection.
void place_bodies(const WorldModel& world, StepData& step, const ConstModelRef& model);

/// Computes sorted manifolds with persistent feature ids from the poses.
void detect_contacts(const WorldModel& world, StepData& step);

/// Sweeps fast spheres. Contacts at the hits along their paths replace contacts that are merely
/// near, beyond `margin` [m].
void sweep_fast_spheres(const WorldModel& world, StepData& step, double margin);

/// Fills the view of a tree that the rows need in this step. Its free motion must be known.
void view_tree(const WorldModel& world, StepData& step, const ModelRef& model);
void make_room_for_views(const WorldModel& world, StepData& step);

/// Fills the ConstraintSet with contacts, limits, joint friction, bounded motors and loops.
void make_constraints(const WorldModel& world, WorldState& state, StepData& step);

/// Finds the islands by union-find over trees, and makes room for them.
void make_islands(const WorldModel& world, StepData& step);

/// Solves, judges and lifts every island, in parallel; the bits do not depend on the number of
/// threads.
void solve_islands(const WorldModel& world, const WorldState& state, StepData& step);

/// Moves the velocity products of trees that turn fast and feel impulses to the middle of v and v⁺,
/// and solves their islands again.
void correct_velocity_products(const WorldModel& world, WorldState& state, StepData& step);

/// If the force-free motion of a tree is not finite, applies its velocity products as forces at q,
/// with the impulses that its rows have found.
void stop_coasting(const WorldModel& world, const ModelRef& model);

/// Moves the velocity products of a tree without rows that turns fast to the middle of v and v⁺.
/// Needs the kinematics and the factor of the step; overwrites the kinematics.
void finish_undisturbed(const WorldModel& world, const StepIslands& islands, const ModelRef& model);

/// Solves the islands that StepIslands::stale names again.
void solve_stale_islands(const WorldModel& world, const WorldState& state, StepData& step);

/// Moment of the implicit laws under the integrator of a world.
LawTimes law_times(const WorldSpec& world);

/// Turns PD laws in M̂ that would exceed their effort limits, and motors that would leave their
/// piece of the curve, into rows. Returns true if there were any; the solve must then be repeated.
bool promote_saturated_motors(const WorldModel& world, WorldState& state, StepData& step);

/// In every model in which a law or motor is a row, turns all bounded laws and motors into rows.
void make_rows_of_all_laws(const WorldModel& world, WorldState& state, StepData& step);

/// Moves motor rows whose impulses are well inside their bounds back into M̂ for the next step.
void release_motors(const WorldModel& world, WorldState& state, StepData& step);

/// Writes the counts of the islands, and messages about islands that failed, jammed or lost energy.
void report_islands(const WorldModel& world, StepData& step);

/// Corrects positions that the velocities leave violated, with the stabilisation `projection` and
/// for islands whose overlaps are left to the position level. Solves a separate problem per island;
/// integrate_motion adds its pseudo-velocity to q̇ only.
void push_out(const WorldModel& world, WorldState& state, StepData& step);

/// Integrator midpoint: moves all trees by half a step without forces, and scripts to their poses
/// at the middle of the step.
void move_to_middle(const WorldModel& world, WorldState& state, StepData& step);

/// Moves a tree by the second half of the step, from v⁺. If its motion is not finite, returns false
/// and leaves the tree where it was before the step.
bool move_from_middle(const WorldModel& world, const ModelRef& model);

/// Moves a tree back to where it was before move_to_middle.
void stay_at_start(const ModelRef& model);

/// v⁺ = v + L⁻¹ D^(−1/2) (z0 + Yᵀ λ), q⁺ = q ⊕ h (v⁺ + v_p).
void integrate_motion(const WorldModel& world, WorldState& state, StepData& step);

/// Counts the steps that form one undisturbed motion of a tree that moved. A push of a contact or
/// limit changes v abruptly, so half of that change does not predict the next step.
void count_undisturbed_steps(const StepIslands& islands, const ModelRef& model);

/// Writes messages about the models that could not be moved, in their order.
void report_stuck(const WorldModel& world, WorldState& state, StepData& step);

/// Finishes the step after all models have moved: releases motor rows and advances the time.
void close_step(const WorldModel& world, WorldState& state, StepData& step);

/// Pose and velocity of a script at a time [s], in W.
RigidTransform script_pose(const ModelSetup& model, double time);
SpatialVelocity script_velocity(const ModelSetup& model, double time);
/// Moves all scripts to their poses at the current time.
void place_scripts(const WorldModel& world, const WorldState& state, StepData& step);
/// Moves all scripts to their poses at a time [s].
void place_scripts_at(const WorldModel& world, double time, StepData& step);
/// Sets target and velocity of the PD laws that follow a path: the current value of the path and
/// its mean rate over the step.
void aim_scripted_targets(const WorldModel& world, WorldState& state, StepData& step);
/// Sets the loop ends that scripts move to their current poses, with the mean velocity towards
/// their poses after the step.
void aim_loop_ends(const WorldModel& world, StepData& step);
/// Sets these loop ends to their poses and velocities after the step.
void arrive_loop_ends(const WorldModel& world, StepData& step);

/// Builds the trees of meshes and heightfields for models that have none yet.
void prepare_trees(const WorldModel& world, const StepData& step);

/// At acceleration level, makes rows for the contacts that close in this step. Impulses stop them
/// or throw them back before forces are computed. Returns false if there are none.
bool make_collisions(const WorldModel& world, WorldState& state, StepData& step);
/// Solves the islands of these collisions and changes the velocities at once. Kinematics and free
/// motion must be recomputed afterwards.
void solve_collisions(const WorldModel& world, WorldState& state, StepData& step);

/// Moves contact `from` of this step, with all its data, to index `to`.
void move_contact(StepData& step, std::size_t from, std::size_t to);
/// Keeps the first `count` contacts of this step.
void resize_contacts(StepData& step, std::size_t count);

/// Adds the velocity products of the rows of every contact.
void add_contact_rates(StepData& step);

/// For Runge–Kutta steps: returns whether a contact exerts a force, which is decided at the start
/// of the step.
bool keep_touching(const WorldModel& world, WorldState& state, StepData& step,
                   const ContactConstraint& contact);
/// keep_touching for a limit, by its gap [m, rad].
bool keep_touching(double gap);

/// Impulse of a contact in the collisions of this step, on B in W; zero if there was none.
Vector3 collision_impulse(const StepData& step, const ContactConstraint& contact);

/// A Runge–Kutta step has four stages, each of which computes accelerations from the state of its
/// node. The last function combines them.
void begin_runge_kutta_stage(const WorldModel& world, WorldState& state, StepData& step);
void end_runge_kutta_stage(const WorldModel& world, WorldState& state, StepData& step);
void finish_runge_kutta(const WorldModel& world, WorldState& state, StepData& step);

/// Projects the positions and velocities of trees back onto their closed loops.
void project_loops(const WorldModel& world, WorldState& state, StepData& step);

/// True if the loop is asleep; both its ends sleep together.
bool is_asleep(const WorldModel& world, const WorldState& state, const Loop& loop);

/// Inputs of the rows of this step.
RowInputs row_inputs(const WorldModel& world, const WorldState& state, const StepData& step);

/// Names a base problem in captures and views: an island of step `number`, counted from 1, with the
/// tolerance of the first solver.
void name_base(const WorldModel& world, std::int64_t number, int island, BaseProblem& base);

/// Clears the counts of the report that every step sets.
void clear_counts(StepReport& report);

/// Advances the time by one step.
void advance_time(const WorldModel& world, WorldState& state, StepData& step);

/// Stores λ and ids for the next step, and the contact readout for the user.
void remember_step(const WorldModel& world, WorldState& state, StepData& step);

/// Contacts of the last step with their impulses, velocities and states, for the user. Computed on
/// request, at most once per step, from any thread.
const std::vector<ContactInfo>& read_contacts(const WorldModel& world, const WorldState& state,
                                              const StepData& step);

/// Counts the contacts and finds their depth. Marks the contact readout as outdated.
void count_contacts(const WorldModel& world, const WorldState& state, StepData& step);

/// Computes the forces of the loops for the user.
void read_loop_forces(const WorldModel& world, const WorldState& state, StepData& step);

/// Runs a whole step.
void step_world(const WorldModel& world, WorldState& state, StepData& step);

}  // namespace cardan

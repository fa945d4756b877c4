#pragma once

#include "sim/data/world_data.h"
#include "sim/step/sleep.h"

/// The stages of a step and their parts. step.cpp defines their order. Each stage has access only
/// to the parts of a world in its signature. No stage throws, and no stage allocates after warm-up.
namespace cardan {

/// Number of contacts that a worker processes at a time.
constexpr int kContactsPerBlock = 16;

/// Computes kinematics and bias forces of every tree at (q, v).
void compute_kinematics(const WorldModel& world, WorldState& state, StepData& step);

/// Gathers the forces that the loops exerted in the last step on trees that tension may stiffen
/// (docs/theory/tension.md). Runs before the free motion, every 64 steps or, with geometric
/// stiffness, in every step.
void gather_tension(const WorldModel& world, WorldState& state, StepData& step);
/// Reports, once for each model, the joint at which tension makes the step unstable.
void report_tension(const WorldModel& world, const WorldState& state, StepData& step);

/// For each tree, computes kinematics and bias forces if they are not current, M̂ = M + h D + h² K
/// and its factors, z0 = D^(−1/2) L^(−T) h (τ − C), and the poses of its bodies for the detection.
/// Completes one tree before the next one, so that its data stay in the cache.
void compute_free_motion(const WorldModel& world, WorldState& state, StepData& step);

/// Writes the change of the velocity of every body that belongs to a change dv (nv) of v, about O,
/// to StepVectors::free_change.
void write_body_changes(const ModelRef& model, const StepVectors::Vector& dv);

/// Computes the poses of a tree's bodies and their reach in this step, for the detection.
void place_bodies(const WorldModel& world, StepData& step, const ConstModelRef& model);

/// Finds the contacts of the shapes at their poses, as sorted manifolds with persistent feature
/// ids.
void detect_shapes(const WorldModel& world, StepData& step);

/// Gives contacts that bounce within the step the normals and points of the time at which they
/// close (docs/theory/contact-geometry.md#closing).
void locate_closings(const WorldModel& world, StepData& step);

/// Finds the contacts of the step: those of the shapes, after seams, fast spheres and contacts that
/// bounce are treated.
void detect_contacts(const WorldModel& world, StepData& step);
/// Returns the largest number of contacts in a step.
std::size_t most_contacts(const WorldModel& world);

/// Sweeps fast spheres. Contacts at the hits along their paths replace contacts whose distance
/// exceeds `margin` [m].
void sweep_fast_spheres(const WorldModel& world, StepData& step, double margin);

/// Fills the view of a tree that the rows need in this step. The free motion of the tree must be
/// known.
void view_tree(const WorldModel& world, StepData& step, const ModelRef& model);
void make_room_for_views(const WorldModel& world, StepData& step);

/// Fills the ConstraintSet with contacts, limits, joint friction, bounded motors and loops.
void make_constraints(const WorldModel& world, WorldState& state, StepData& step);

/// Finds the islands by union-find over trees, and allocates memory for them.
void make_islands(const WorldModel& world, StepData& step);

/// Solves, judges and lifts all islands in parallel. The results have the same bits for any number
/// of threads.
void solve_islands(const WorldModel& world, const WorldState& state, StepData& step);

/// For fast-turning trees on which impulses act, evaluates the velocity products at (v + v⁺) / 2
/// and solves the islands again.
void correct_velocity_products(const WorldModel& world, WorldState& state, StepData& step);

/// If the force-free motion of a tree is not finite, applies its velocity products as forces at q,
/// with the impulses that its rows have found.
void stop_coasting(const WorldModel& world, const ModelRef& model);

/// Evaluates the velocity products of a fast-turning tree without rows at (v + v⁺) / 2. Needs the
/// kinematics and the factor of M̂ in this step. Returns true if the velocity of the tree changes as
/// in free motion.
bool finish_undisturbed(const WorldModel& world, const StepIslands& islands, const ModelRef& model);

/// Solves the islands in StepIslands::stale again.
void solve_stale_islands(const WorldModel& world, const WorldState& state, StepData& step);

/// Reports the joint that is farthest beyond a rigid position limit.
void report_violated_limits(const WorldModel& world, StepData& step);

/// Returns the rules for rows of velocities at the end of the step. A rule that the world leaves
/// open is that of the formulation.
ConstraintRules rules_of(const WorldModel& world);

/// Turns into rows the PD laws in M̂ that would exceed their effort limits, and the motors that
/// would leave their piece of the curve. Returns true if at least one law or motor was turned into
/// rows; the solve must then be repeated.
bool promote_saturated_motors(const WorldModel& world, WorldState& state, StepData& step);

/// In every model in which a law or motor is a row, turns all bounded laws and motors into rows.
void make_rows_of_all_laws(const WorldModel& world, WorldState& state, StepData& step);

/// Moves motor rows whose impulses are well inside their bounds back into M̂ for the next step.
void release_motors(const WorldModel& world, WorldState& state, StepData& step);

/// Writes the counts of the islands.
void count_islands(StepData& step);

/// Writes messages about islands that failed, jammed or lost energy in their last solve.
void name_island_troubles(const WorldModel& world, StepData& step);

/// Corrects positions that the velocities leave violated. Runs with the stabilisation `projection`
/// and for islands whose overlaps are left to the position level. Solves a separate problem for
/// each island; integrate_motion adds its pseudo-velocity only to q̇.
void push_out(const WorldModel& world, WorldState& state, StepData& step);

/// True if a closed contact or a loop joins an island with something that is fixed or scripted, or
/// with a tree whose base is.
bool is_pushed_from_outside(const WorldModel& world, const StepData& step, const IslandWork& work);

/// Notes the momentum that groups of trees must have after the step (momentum.cpp). Must be called
/// before integrate_motion, which clears the forces.
void note_momentum(const WorldModel& world, WorldState& state, StepData& step);

/// Restores this momentum by one rigid velocity for each group.
void restore_momentum(const WorldModel& world, WorldState& state, StepData& step);

/// For the integrator `midpoint`, moves all trees by half a step without forces, and all scripts to
/// their poses at the middle of the step.
void move_to_middle(const WorldModel& world, WorldState& state, StepData& step);

/// Moves a tree by the second half of the step with v⁺. If its motion is not finite, returns false
/// and leaves the tree where it was before the step.
bool move_from_middle(const WorldModel& world, const ModelRef& model);

/// Moves a tree back to where it was before move_to_middle.
void stay_at_start(const ModelRef& model);

/// Computes v⁺ = v + L⁻¹ D^(−1/2) (z0 + Yᵀ λ) and q⁺ = (q ⊕ h v_p) ⊕ h v⁺.
void integrate_motion(const WorldModel& world, WorldState& state, StepData& step);

/// Counts the consecutive steps of a tree in undisturbed motion. A push by a contact or limit
/// changes v abruptly, so this change must not be extrapolated to the next step.
void count_undisturbed_steps(const StepIslands& islands, const ModelRef& model);

/// Writes messages about the models that could not be moved, in the order of the models.
void report_stuck(const WorldModel& world, WorldState& state, StepData& step);

/// Finishes the step after all models have moved: releases motor rows and advances the time.
void close_step(const WorldModel& world, WorldState& state, StepData& step);

/// These functions return the pose and the velocity of a script in W at a time [s].
RigidTransform script_pose(const ModelSetup& model, double time);
SpatialVelocity script_velocity(const ModelSetup& model, double time);
/// Moves all scripts to their poses at the current time.
void place_scripts(const WorldModel& world, const WorldState& state, StepData& step);
/// Moves all scripts to their poses at `offset` after the current time [s].
void place_scripts_after(const WorldModel& world, const WorldState& state, double offset,
                         StepData& step);
/// Sets the velocities in this step of the bases that the program moves.
void command_drives(const WorldModel& world, WorldState& state, StepData& step);
/// Moves these bases to the end of the step.
void advance_drives(const WorldModel& world, WorldState& state);
/// Sets the target and velocity of the PD laws that follow a path to the current value of the path
/// and its mean rate over the step.
void aim_scripted_targets(const WorldModel& world, WorldState& state, StepData& step);
/// Sets the loop ends that scripts move to their current poses. The velocity of an end is its mean
/// velocity towards its pose after the step.
void aim_loop_ends(const WorldModel& world, StepData& step);
/// Sets the loop ends that scripts move to their poses and velocities after the step.
void arrive_loop_ends(const WorldModel& world, StepData& step);

/// Builds the trees of meshes and heightfields for models that have none yet.
void prepare_trees(const WorldModel& world, const StepData& step);

/// At acceleration level, makes rows for the contacts that close in this step. Impulses stop or
/// reverse the motion of these contacts before forces are computed. Returns false if there are
/// none.
bool make_collisions(const WorldModel& world, WorldState& state, StepData& step);
/// Solves the islands of the collisions and changes the velocities at once. Kinematics and free
/// motion must be recomputed afterwards.
void solve_collisions(const WorldModel& world, WorldState& state, StepData& step);

/// Moves contact `from` of this step, with all its data, to index `to`.
void move_contact(StepData& step, std::size_t from, std::size_t to);
/// Keeps the first `count` contacts of this step.
void resize_contacts(StepData& step, std::size_t count);

/// Adds the velocity products of the rows of every contact.
void add_contact_rates(StepData& step);

/// For Runge–Kutta steps, returns true if a contact exerts a force. This is decided at the start of
/// the step.
bool keep_touching(const WorldModel& world, WorldState& state, StepData& step,
                   const ContactConstraint& contact);
/// Variant of keep_touching for a limit with the given gap [m, rad].
bool keep_touching(double gap);

/// Returns the impulse of a contact in the collisions of this step, on B in W, or zero if there was
/// none.
Vector3 collision_impulse(const StepData& step, const ContactConstraint& contact);

/// Functions for a Runge–Kutta step, which has four stages. Each stage computes accelerations from
/// the state at its node, and the last function combines the stages.
void begin_runge_kutta_stage(const WorldModel& world, WorldState& state, StepData& step);
void end_runge_kutta_stage(const WorldModel& world, WorldState& state, StepData& step);
void finish_runge_kutta(const WorldModel& world, WorldState& state, StepData& step);

/// Projects the positions and velocities of trees back onto their loop constraints.
void project_loops(const WorldModel& world, WorldState& state, StepData& step);

/// True if the loop is asleep, i.e. if both ends sleep together.
bool is_asleep(const WorldModel& world, const WorldState& state, const Loop& loop);

/// Returns the inputs for the rows of this step.
RowInputs row_inputs(const WorldModel& world, const WorldState& state, const StepData& step);

/// Sets the id and the tolerance of a base problem for captures and views: it is an island of step
/// `number`, counted from 1, and has the tolerance of the first solver.
void name_base(const WorldModel& world, std::int64_t number, int island, BaseProblem& base);

/// Clears the counts of the report that every step sets.
void clear_counts(StepReport& report);

/// Advances the time by one step.
void advance_time(const WorldModel& world, WorldState& state, StepData& step);

/// Stores λ and ids for the next step, and the contact readout for the user.
void remember_step(const WorldModel& world, WorldState& state, StepData& step);

/// Returns the state of a contact that has an island. It is open if its impulse changes the
/// velocity of its point by no more than the tolerance of the judge. The same measure, plus the
/// residual of the solver, separates sliding from sticking.
ContactState contact_state(const WorldModel& world, const StepData& step,
                           const ContactAnswer& answer);

/// Returns what the next step needs to know of contact i. Only a contact that slides has a slip.
ConstraintMemory::Entry remember_contact(const WorldModel& world, const StepData& step,
                                         std::size_t i);

/// Returns the contacts of the last step with their impulses, velocities and states, for the user.
/// They are computed on request, at most once per step, from any thread.
const std::vector<ContactInfo>& read_contacts(const WorldModel& world, const WorldState& state,
                                              const StepData& step);

/// Counts the contacts and finds their depth. Marks the contact readout as outdated.
void count_contacts(const WorldModel& world, const WorldState& state, StepData& step);

/// Computes the forces of the loops for the user.
void read_loop_forces(const WorldModel& world, const WorldState& state, StepData& step);

/// Runs the stages of a step in their order.
void step_world(const WorldModel& world, WorldState& state, StepData& step);

}  // namespace cardan

#include "sim/data/block_names.h"

#include <algorithm>

namespace cardan {

namespace {

std::string side_name(const ContactSide& side) {
  const std::string& link = side.shape->link;
  if (link.empty() || link == side.model->name) return side.model->name;
  return std::string(side.model->name).append("/").append(link);
}

bool same_link(const ContactSide& a, const ContactSide& b) {
  return a.model == b.model && a.shape->link == b.shape->link;
}

// Finds the upper side. A side that cannot move is the lower one; otherwise the upper side is the
// one that the normal leaves upwards.
bool b_lies_on_a(const WorldModel& world, const ContactConstraint& contact) {
  if (contact.b.tree < 0) return false;
  return contact.a.tree < 0 || contact.normal.dot(world.spec.gravity) <= 0;
}

std::string contact_name(const WorldModel& world, const StepData& step, int index) {
  const ContactSide a = contact_side(world, step.rows.sources[index].a);
  const ContactSide b = contact_side(world, step.rows.sources[index].b);
  int number = 0, count = 0;
  for (int i = 0; i < static_cast<int>(step.rows.sources.size()); ++i) {
    if (!same_link(a, contact_side(world, step.rows.sources[i].a)) ||
        !same_link(b, contact_side(world, step.rows.sources[i].b))) {
      continue;
    }
    ++count;
    if (i <= index) ++number;
  }
  const bool b_above = b_lies_on_a(world, step.rows.constraints.contacts[index]);
  std::string name = side_name(b_above ? b : a);
  name.append(" on ").append(side_name(b_above ? a : b));
  if (count > 1) name.append(", contact ").append(std::to_string(number));
  return name;
}

template <typename Constraint>
std::string joint_of(const WorldModel& world, const Constraint& constraint) {
  const ModelSetup& model = world.tree(constraint.tree);
  return std::string(model.name).append("/").append(model.skeleton->dof_name(constraint.dof));
}

bool is_contact_part(const BaseBlock& block) {
  return block.kind == BaseBlockKind::kContact || block.contact >= 0;
}

}  // namespace

ContactSide contact_side(const WorldModel& world, int handle) {
  const ModelSetup& model = world.model(world.shape_model[handle]);
  return {&model, &model.shapes[world.shape_index[handle]]};
}

std::string block_name(const WorldModel& world, const StepData& step, const BaseBlock& block) {
  const ConstraintSet& constraints = step.rows.constraints;
  switch (block.kind) {
    case BaseBlockKind::kContact:
      return contact_name(world, step, block.constraint);
    case BaseBlockKind::kTorsion:
      return contact_name(world, step, block.constraint).append(", torsion");
    case BaseBlockKind::kRolling:
      return contact_name(world, step, block.constraint).append(", rolling");
    case BaseBlockKind::kLimit: {
      const LimitConstraint& limit = constraints.limits[block.constraint];
      return joint_of(world, limit).append(limit.sign > 0 ? ", lower limit" : ", upper limit");
    }
    case BaseBlockKind::kJointFriction:
      return joint_of(world, constraints.frictions[block.constraint]).append(", friction");
    case BaseBlockKind::kMotor:
      return joint_of(world, constraints.motors[block.constraint]).append(", motor");
    case BaseBlockKind::kLoop:
    case BaseBlockKind::kRope:
      // The key of a loop is its index.
      return world.loop_records[constraints.loops[block.constraint].key].name;
  }
  return "";
}

std::string row_name(const BaseBlock& block, int i) {
  static const char* const kAxes[] = {"normal", "tangent 1", "tangent 2"};
  if (block.kind == BaseBlockKind::kContact) return kAxes[i];
  if (block.dim == 1) return "";
  // The problem contains the rows of the constraint whose bits are set.
  int original = 0;
  for (unsigned bits = block.present_rows; bits != 0; bits >>= 1, ++original) {
    if ((bits & 1u) != 0 && i-- == 0) break;
  }
  if (block.contact >= 0) return std::string("about ").append(kAxes[std::min(original, 2)]);
  return std::string("row ").append(std::to_string(original + 1));
}

std::vector<std::string> problem_block_names(const WorldModel& world, const StepData& step,
                                             const BaseProblem& base, const Problem& problem) {
  std::vector<const BaseBlock*> joints;
  for (const BaseBlock& block : base.blocks) {
    if (!is_contact_part(block)) joints.push_back(&block);
  }
  // Formulations write one block per joint, loop or limit, after all blocks of contacts. Keys are
  // unique among contacts and among joints, but not across both.
  const std::size_t first_joint = problem.blocks.size() - joints.size();
  std::vector<std::string> names;
  for (std::size_t k = 0; k < problem.blocks.size(); ++k) {
    if (k >= first_joint) {
      names.push_back(block_name(world, step, *joints[k - first_joint]));
      continue;
    }
    const std::uint64_t key = problem.blocks[k].key;
    const auto of = std::find_if(base.blocks.begin(), base.blocks.end(), [&](const BaseBlock& b) {
      return b.kind == BaseBlockKind::kContact && b.key == key;
    });
    names.push_back(of == base.blocks.end() ? "velocities" : block_name(world, step, *of));
  }
  return names;
}

}  // namespace cardan

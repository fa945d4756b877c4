#include "plugins/conformance/canned_problems.h"

namespace cardan {

CannedProblems make_canned_problems() {
  CannedProblems problems;
  add_row_problems(problems);
  add_contact_problems(problems);
  add_table_problems(problems);
  add_stack_problems(problems);
  add_robot_problems(problems);
  add_problems_without_solution(problems);
  return problems;
}

}  // namespace cardan

/* Compiled as C11 and as C++17. Every size and offset of the solver ABI against abi_layout.txt, at
 * compile time. The sizes of the fields of a struct add up to its own: no padding, and no field
 * without a line there. To append a field (minor version), append its line; to change one is a new
 * major version. */
/* clang-format off */
#include <stddef.h>
#include <stdint.h>

#include "cardan/abi/cardan_solver.h"

#ifdef __cplusplus
#define ABI_ASSERT(condition, text) static_assert(condition, text)
#else
#define ABI_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* Offsets and sizes. */
#define STRUCT(type, size) ABI_ASSERT(sizeof(type) == size, "size of " #type);
#define FIELD(type, field, offset, size)                                   \
  ABI_ASSERT(offsetof(type, field) == offset, "offset of " #type "." #field); \
  ABI_ASSERT(sizeof(((type*)0)->field) == size, "size of " #type "." #field);
#define END(type)
#include "abi_layout.txt"
#undef STRUCT
#undef FIELD
#undef END

/* Sum of the fields = size of the struct. */
#define STRUCT(type, size) enum { sum_of_##type = 0
#define FIELD(type, field, offset, size) +size
#define END(type) }; ABI_ASSERT(sum_of_##type == sizeof(type), "fields of " #type " do not add up to its size");
#include "abi_layout.txt"
#undef STRUCT
#undef FIELD
#undef END

/* Numbers that files and plugins hold. */
ABI_ASSERT(CARDAN_ABI_MAGIC == 0x4E445243u, "magic");
ABI_ASSERT(CARDAN_ABI_MAJOR == 1u, "major version");
ABI_ASSERT(CARDAN_FREE == 0 && CARDAN_NONNEGATIVE == 1 && CARDAN_BOX == 2 && CARDAN_BOX_MU == 3, "kinds");
ABI_ASSERT(CARDAN_CONE == 4 && CARDAN_CONE_CONVEX == 5 && CARDAN_BALL_MU == 6, "kinds");
ABI_ASSERT(CARDAN_SYMMETRIC == 1 && CARDAN_MONOTONE == 2 && CARDAN_POSITIVE_DIAGONAL == 4, "properties");
ABI_ASSERT(CARDAN_COMPLIANT == 8 && CARDAN_COPOSITIVE == 16 && CARDAN_REGULAR == 32, "properties");
ABI_ASSERT(CARDAN_GROUPED == 64 && CARDAN_FACTORED == 128, "properties");
ABI_ASSERT(CARDAN_NEEDS_DENSE == 1 && CARDAN_NEEDS_FACTORS == 2 && CARDAN_NEEDS_TREE == 4, "needs");
ABI_ASSERT(CARDAN_GROUP_SOLVES == 8, "needs");
ABI_ASSERT(CARDAN_SOLVED == 0 && CARDAN_APPROXIMATE == 1 && CARDAN_JAMMED == 2, "statuses");
ABI_ASSERT(CARDAN_INFEASIBLE == 3 && CARDAN_ITERATIONS == 4 && CARDAN_NUMERIC == 5, "statuses");
ABI_ASSERT(CARDAN_UNSUPPORTED == 6, "statuses");
ABI_ASSERT(CARDAN_PARAM_REAL == 0 && CARDAN_PARAM_INTEGER == 1, "parameter types");
ABI_ASSERT(CARDAN_PARAM_BOOLEAN == 2 && CARDAN_PARAM_CHOICE == 3, "parameter types");
/* clang-format on */

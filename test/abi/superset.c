/* Compiled with the present header and the golden files of a release: every field of it is still
 * where it was, structs have grown at the most (the frozen ones not at all), and every number is
 * what it was. A plugin built against that release's header reads what it expects. */
/* clang-format off */
#include <stddef.h>
#include <stdint.h>

#include "cardan/cardan_solver.h"

#define ABI_ASSERT(condition, text) _Static_assert(condition, text)

#define STRUCT(type, size) ABI_ASSERT(sizeof(type) >= size, #type " has shrunk");
#define FIELD(type, field, offset, size)                                       \
  ABI_ASSERT(offsetof(type, field) == offset, #type "." #field " has moved");  \
  ABI_ASSERT(sizeof(((type*)0)->field) == size, #type "." #field " has another size");
#define END(type)
#define NUMBER(name, value) ABI_ASSERT(name == value, #name " has another value");
#include "abi_layout.txt"
#include "abi_numbers.txt"
#undef STRUCT
#undef FIELD
#undef END
#undef NUMBER
/* clang-format on */

ABI_ASSERT(sizeof(cardan_block) == 64, "cardan_block is frozen");
ABI_ASSERT(sizeof(cardan_param) == 64, "cardan_param is frozen");
ABI_ASSERT(sizeof(cardan_rows) == 32, "cardan_rows is frozen");

int abi_superset_holds(void);
int abi_superset_holds(void) { return 1; }

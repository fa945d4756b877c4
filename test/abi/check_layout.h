/* Compiled as C11 and as C++17. Every size and offset of the solver ABI against abi_layout.txt, and
 * every number against abi_numbers.txt, at compile time. The sizes of the fields of a struct add up
 * to its own: no padding, and no field without a line there. To append a field (minor version),
 * append its line; to change one is a new major version. */
/* clang-format off */
#include <stddef.h>
#include <stdint.h>

#include "cardan/cardan_solver.h"

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
#undef STRUCT
#undef FIELD
#undef END

/* Numbers that files and plugins hold. */
#define NUMBER(name, value) ABI_ASSERT(name == value, #name);
#include "abi_numbers.txt"
#undef NUMBER
/* clang-format on */

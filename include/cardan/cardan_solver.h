/* cardan solver ABI, version 1.0: pure C11, the only interface between the engine and solver
 * plugins.
 *
 * A problem is  u = A lambda + b,  A = Y Y^T + S,  where lambda and u are complementary block by
 * block. Each row has an impulse [N s] and a velocity [m/s] (swapped in slack rows). Contact rows:
 * normal, tangent 1, tangent 2; lambda_n > 0 pushes body B along +n, u_n > 0 separates the bodies.
 *
 * Rules. Every struct that may grow starts with struct_size; fields are only appended. The
 * structs that are stored in arrays (cardan_block, cardan_param, cardan_rows) are frozen. Each side
 * frees only its own memory. Strings live as long as the library. Thread tags: [setup]: called by
 * one thread at a time, may allocate; [worker]: called from any thread, one call per instance at a
 * time, must not allocate, lock, use globals, start threads or read a clock; [any thread]:
 * concurrent calls are allowed.
 */
/* This is C11 code, so C++ checks do not apply. NOLINTBEGIN(modernize-*) */
#ifndef CARDAN_SOLVER_H
#define CARDAN_SOLVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CARDAN_ABI_MAGIC 0x4E445243u /* "CRDN" */
#define CARDAN_ABI_MAJOR 1u          /* libraries with another number are rejected */
#define CARDAN_ABI_MINOR 0u          /* increases when fields are appended */
#define CARDAN_ABI_ENDIAN_TAG 0x01020304u
#define CARDAN_ENTRY_SYMBOL "cardan_solver_entry"

/* Block kinds. */
enum {
  CARDAN_FREE = 0,        /* any dim: u = 0 */
  CARDAN_NONNEGATIVE = 1, /* any dim: 0 <= lambda _|_ u >= 0, row by row */
  CARDAN_BOX = 2,         /* dim 1: lo <= lambda <= hi; u = 0 inside, u >= 0 at lo, u <= 0 at hi */
  CARDAN_BOX_MU = 3,      /* dim 1: BOX with the bound |lambda| <= mu max(lambda_parent, 0) */
  CARDAN_CONE = 4,        /* dim 2..6: Coulomb with the De Saxce term u + mu |u_t| e_n */
  CARDAN_CONE_CONVEX = 5, /* dim 2..6: Coulomb without the De Saxce term */
  CARDAN_BALL_MU = 6      /* dim 1..5: |lambda| <= mu max(lambda_parent, 0), maximum dissipation */
};

/* Properties of a problem, and properties that a solver requires. */
enum {
  CARDAN_SYMMETRIC = 1,
  CARDAN_MONOTONE = 2, /* A + A^T is positive semidefinite */
  CARDAN_POSITIVE_DIAGONAL = 4,
  CARDAN_COMPLIANT = 8, /* S_ii > 0 on every row */
  CARDAN_COPOSITIVE = 16,
  CARDAN_REGULAR = 32,
  CARDAN_GROUPED = 64,  /* rows of one contact are contiguous; `group` is set */
  CARDAN_FACTORED = 128 /* A is given by Y and S */
};

/* Properties and services that a solver needs from the host. GROUP_SOLVES: GROUPED can replace
 * POSITIVE_DIAGONAL. */
enum {
  CARDAN_NEEDS_DENSE = 1,
  CARDAN_NEEDS_FACTORS = 2,
  CARDAN_NEEDS_TREE = 4,
  CARDAN_GROUP_SOLVES = 8
};

/* Status codes. INFEASIBLE: the problem has no solution; lambda contains the certificate. JAMMED:
 * the solver ended on a ray without a certificate. */
enum {
  CARDAN_SOLVED = 0,
  CARDAN_APPROXIMATE = 1,
  CARDAN_JAMMED = 2,
  CARDAN_INFEASIBLE = 3,
  CARDAN_ITERATIONS = 4,
  CARDAN_NUMERIC = 5,
  CARDAN_UNSUPPORTED = 6
};

/* Severity of host->log. MISBEHAVING: the plugin has detected a fault of its own. */
enum {
  CARDAN_LOG_INFO = 0,
  CARDAN_LOG_WARNING = 1,
  CARDAN_LOG_ERROR = 2,
  CARDAN_LOG_MISBEHAVING = 3
};

/* Types of a parameter. All values are passed as double (integers exactly, choices by index). */
enum {
  CARDAN_PARAM_REAL = 0,
  CARDAN_PARAM_INTEGER = 1,
  CARDAN_PARAM_BOOLEAN = 2,
  CARDAN_PARAM_CHOICE = 3
};

/* Frozen, 64 bytes. */
typedef struct {
  int32_t kind, row, dim, parent; /* kind of the block, first row, number of rows, row of
                                   the normal or -1 */
  int32_t group, reserved; /* index of the contact or constraint, ascending; a block solver solves
                              the rows of one group together */
  uint64_t key;            /* persistent feature id, for logs */
  double mu, lo, hi, reserved2; /* friction coefficient; bounds, which may be infinite */
} cardan_block;

/* Frozen. Compressed rows. index is ascending within a row; start has rows + 1 entries. */
typedef struct {
  int32_t rows, cols;   /* numbers of rows and columns */
  const int32_t* start; /* first entry of each row */
  const int32_t* index; /* column of each entry */
  const double* value;  /* value of each entry */
} cardan_rows;

/* Append-only, 176 bytes in 1.0. */
typedef struct {
  uint32_t struct_size, properties; /* bytes of the struct; CARDAN_SYMMETRIC, ... */
  int32_t m, num_blocks, num_groups, max_iterations; /* numbers of rows, blocks and groups;
                                                        max_iterations 0: the plugin's own limit */
  const cardan_block* blocks;   /* in ascending order; they cover rows 0..m-1 */
  const double* A;              /* dense, column-major, both triangles, or NULL */
  int64_t lda;                  /* distance between the columns of A */
  cardan_rows Y, S;             /* A = Y Y^T + S; Y has 0 columns in the mixed form */
  const int32_t* column_parent; /* parent of each column of Y in its tree, -1 at roots, or NULL */
  const double* b;              /* m entries */
  const double* step;           /* r > 0, m entries */
  const double* weight;         /* weights w of the judge, m entries */
  double tolerance, dt;         /* absolute bound on the judge's residual [m/s]; step [s] */
  uint64_t matrix_id;           /* equal ids mean bitwise equal A, Y, S; 0: unknown */
  uint64_t id;                  /* step << 20 | island */
} cardan_problem;

/* Report of a solve. The residual is the one that the solver computed; the judge computes its own.
 */
typedef struct {
  uint32_t struct_size;                                           /* bytes of the struct */
  int32_t status, iterations, factorizations, stage, worst_block; /* status and numbers for logs */
  double residual;                                                /* residual [m/s] */
} cardan_report;

/* Append-only. Size of the largest problem for which a solver allocates memory. */
typedef struct {
  uint32_t struct_size, properties; /* bytes of the struct; CARDAN_SYMMETRIC, ... */
  int32_t m, num_blocks, num_groups, max_group_rows, cols, reserved; /* largest numbers */
  int64_t nnz_Y, nnz_S;                                              /* entries of Y and S */
} cardan_size;

/* Frozen. An option of a solver. */
typedef struct {
  const char* name;           /* key in scenes */
  const char* doc;            /* one line */
  const char* unit;           /* "" if none */
  const char* const* choices; /* NULL-terminated for CHOICE, else NULL */
  int32_t type, flags;        /* CARDAN_PARAM_REAL, ...; 0 */
  double def, lo, hi;         /* default and bounds */
} cardan_param;

typedef struct cardan_solver cardan_solver; /* opaque, defined by the plugin */

/* Append-only. Services of the engine. */
typedef struct cardan_host {
  uint32_t struct_size, abi_minor; /* bytes of the struct, minor version of the host */
  void* host_data;                 /* used only by the host */
  void (*log)(const struct cardan_host*, int32_t severity, const char* msg); /* [any thread] */
  int32_t (*cancelled)(const struct cardan_host*);                           /* [any thread] */
  const void* (*get_extension)(const struct cardan_host*, const char* id);   /* NULL: unknown */
} cardan_host;

/* Append-only. A solver. */
typedef struct {
  uint32_t struct_size, kinds, required_properties, needs; /* bytes of the struct; bits 1 << kind,
                                                              CARDAN_SYMMETRIC, ...,
                                                              CARDAN_NEEDS_DENSE, ... */
  int32_t max_rows, max_dense_rows, max_cone_dim,
      num_params;                               /* limits (0: none); number of options */
  const char* id;                               /* 1-64 letters, digits, _ and -; unique */
  const char* version;                          /* version of the solver */
  const char* doc;                              /* one line */
  const char* default_formulation;              /* used if only the solver is named */
  const cardan_param* params;                   /* array of num_params options */
  cardan_solver* (*create)(const cardan_host*); /* [setup] */
  void (*destroy)(cardan_solver*);              /* [setup] */
  int32_t (*set_param)(cardan_solver*, int32_t index, double); /* [setup] 0 = accepted */
  int32_t (*reserve)(cardan_solver*, const cardan_size*);      /* [setup] may allocate; 0 = done */
  /* [worker] lambda contains the guess on entry (zeros for a cold start) and the solution on
   * return. u is an output and may be NULL. Returns the status. */
  int32_t (*solve)(cardan_solver*, const cardan_problem*, double* lambda, double* u,
                   cardan_report*);
  const char* (*last_error)(const cardan_solver*);              /* text of the last failure */
  const void* (*get_extension)(cardan_solver*, const char* id); /* NULL: unknown */
} cardan_solver_desc;

/* Append-only. Handshake of a library, and its solvers. */
typedef struct {
  uint32_t magic, abi_major, abi_minor, min_host_minor; /* CARDAN_ABI_MAGIC, versions */
  uint32_t struct_size, index_bytes, double_bytes, endian_tag, block_size,
      param_size;                           /* sizes of structs and numbers in bytes; byte order */
  const char* build_info;                   /* compiler and flags */
  const cardan_solver_desc* const* solvers; /* array of num_solvers pointers */
  int32_t num_solvers, reserved;            /* number of solvers; 0 */
} cardan_entry;

/* The only exported symbol of a plugin. */
typedef const cardan_entry* (*cardan_entry_function)(void);

#ifdef __cplusplus
}
#endif

#endif
/* NOLINTEND(modernize-*) */

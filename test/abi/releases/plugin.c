/* A solver in C against the header of a release, found as <cardan_solver.h> beside it: no other
 * file of cardan. Projected Gauss-Seidel on NONNEGATIVE and FREE rows through Y and S. */
#include <cardan_solver.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct cardan_solver {
  double sweeps;
  double* z; /* Y^T lambda */
  const cardan_host* host;
};

static cardan_solver* create(const cardan_host* host) {
  cardan_solver* self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->sweeps = 10000;
  self->host = host;
  return self;
}

static void destroy(cardan_solver* self) {
  free(self->z);
  free(self);
}

static int32_t set_param(cardan_solver* self, int32_t index, double value) {
  if (index != 0 || !(value >= 1)) return 1;
  self->sweeps = value;
  return 0;
}

static int32_t reserve(cardan_solver* self, const cardan_size* size) {
  free(self->z);
  self->z = calloc((size_t)size->cols + 1, sizeof *self->z);
  return self->z == NULL;
}

static double row_velocity(const cardan_problem* p, const double* z, const double* lambda,
                           int32_t i) {
  double u = p->b[i];
  for (int32_t k = p->Y.start[i]; k < p->Y.start[i + 1]; ++k) {
    u += p->Y.value[k] * z[p->Y.index[k]];
  }
  for (int32_t k = p->S.start[i]; k < p->S.start[i + 1]; ++k) {
    u += p->S.value[k] * lambda[p->S.index[k]];
  }
  return u;
}

static double diagonal(const cardan_problem* p, int32_t i) {
  double a = 0;
  for (int32_t k = p->Y.start[i]; k < p->Y.start[i + 1]; ++k) {
    a += p->Y.value[k] * p->Y.value[k];
  }
  for (int32_t k = p->S.start[i]; k < p->S.start[i + 1]; ++k) {
    if (p->S.index[k] == i) a += p->S.value[k];
  }
  return a;
}

/* One row; returns its natural residual [m/s] before the step. */
static double relax(const cardan_problem* p, double* z, double* lambda, int32_t kind, int32_t i) {
  const double a = diagonal(p, i);
  double next = lambda[i] - row_velocity(p, z, lambda, i) / a;
  if (kind == CARDAN_NONNEGATIVE && next < 0) next = 0;
  for (int32_t k = p->Y.start[i]; k < p->Y.start[i + 1]; ++k) {
    z[p->Y.index[k]] += p->Y.value[k] * (next - lambda[i]);
  }
  const double residual = a * fabs(next - lambda[i]);
  lambda[i] = next;
  return residual;
}

static int32_t solve(cardan_solver* self, const cardan_problem* p, double* lambda, double* u,
                     cardan_report* report) {
  memset(self->z, 0, (size_t)p->Y.cols * sizeof *self->z);
  for (int32_t i = 0; i < p->m; ++i) {
    for (int32_t k = p->Y.start[i]; k < p->Y.start[i + 1]; ++k) {
      self->z[p->Y.index[k]] += p->Y.value[k] * lambda[i];
    }
  }
  const double budget = p->max_iterations > 0 ? p->max_iterations : self->sweeps;
  int32_t status = CARDAN_ITERATIONS;
  double sweep = 0;
  while (sweep < budget && status != CARDAN_SOLVED && !self->host->cancelled(self->host)) {
    double worst = 0;
    for (int32_t k = 0; k < p->num_blocks; ++k) {
      const cardan_block* block = &p->blocks[k];
      for (int32_t i = block->row; i < block->row + block->dim; ++i) {
        const double residual = relax(p, self->z, lambda, block->kind, i);
        if (!(residual <= worst)) worst = residual;
      }
    }
    if (worst != worst) return CARDAN_NUMERIC;
    if (worst <= 1e-3 * p->tolerance) status = CARDAN_SOLVED;
    sweep += 1;
  }
  for (int32_t i = 0; u != NULL && i < p->m; ++i) u[i] = row_velocity(p, self->z, lambda, i);
  report->status = status;
  report->iterations = (int32_t)sweep;
  return status;
}

static const char* last_error(const cardan_solver* self) {
  (void)self;
  return "";
}

static const cardan_param params[] = {
    {"sweeps", "most sweeps over the rows", "", NULL, CARDAN_PARAM_INTEGER, 0, 10000, 1, 1e9}};

static const cardan_solver_desc desc = {
    .struct_size = sizeof(cardan_solver_desc),
    .kinds = (1u << CARDAN_FREE) | (1u << CARDAN_NONNEGATIVE),
    .required_properties = CARDAN_SYMMETRIC | CARDAN_POSITIVE_DIAGONAL | CARDAN_FACTORED,
    .needs = CARDAN_NEEDS_FACTORS,
    .num_params = 1,
    .id = "released",
    .version = "1.0",
    .doc = "Gauss-Seidel in C",
    .default_formulation = "frictionless",
    .params = params,
    .create = &create,
    .destroy = &destroy,
    .set_param = &set_param,
    .reserve = &reserve,
    .solve = &solve,
    .last_error = &last_error,
};

static const cardan_solver_desc* const solvers[] = {&desc};

static const cardan_entry entry = {
    .magic = CARDAN_ABI_MAGIC,
    .abi_major = CARDAN_ABI_MAJOR,
    .abi_minor = CARDAN_ABI_MINOR,
    .struct_size = sizeof(cardan_entry),
    .index_bytes = sizeof(int32_t),
    .double_bytes = sizeof(double),
    .endian_tag = CARDAN_ABI_ENDIAN_TAG,
    .block_size = sizeof(cardan_block),
    .param_size = sizeof(cardan_param),
    .build_info = "C11",
    .solvers = solvers,
    .num_solvers = 1,
};

__attribute__((visibility("default"))) const cardan_entry* cardan_solver_entry(void);
const cardan_entry* cardan_solver_entry(void) { return &entry; }

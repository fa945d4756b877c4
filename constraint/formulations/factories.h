#pragma once

#include <memory>

#include "constraint/formulation.h"

/// One factory per formulation, defined in the file named after the formulation. formulation.cpp
/// contains the table of ids.
namespace cardan {

std::unique_ptr<Formulation> make_acceleration(const FormulationSpec& spec);
std::unique_ptr<Formulation> make_cone(const FormulationSpec& spec);
std::unique_ptr<Formulation> make_convex(const FormulationSpec& spec);
std::unique_ptr<Formulation> make_polyhedral(const FormulationSpec& spec);
std::unique_ptr<Formulation> make_box(const FormulationSpec& spec);
std::unique_ptr<Formulation> make_frictionless(const FormulationSpec& spec);
std::unique_ptr<Formulation> make_phantom(const FormulationSpec& spec);
std::unique_ptr<Formulation> make_hybrid(const FormulationSpec& spec);

}  // namespace cardan

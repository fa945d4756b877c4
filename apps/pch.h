// Precompiled for the command: the headers of the library and that of the command line.
#pragma once
#include <CLI/CLI.hpp>

#include "../cmake/pch.h"

// Precompiled header of all tests.
#pragma once
#include <gtest/gtest.h>

#include "../../cmake/pch.h"

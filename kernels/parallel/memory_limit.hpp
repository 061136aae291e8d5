#pragma once
// The largest memory that one structure may take: it is refused in words before it is taken.

#include <string>

namespace lightsweep::kernels::parallel {

/// Sets the largest memory that one problem, prepared scheduler or list of links may take [B];
/// without a call there is no limit. To be called before threads exist.
void limit_memory(double bytes);
double memory_limit();

/// Throws std::length_error with the estimate, the limit and a remedy if there is too little.
void require_memory(double bytes, const std::string& what);

}  // namespace lightsweep::kernels::parallel

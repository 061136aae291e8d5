#pragma once
// Which build of the vectorised files runs: the widest the processor has, or what the environment
// variable LIGHTSWEEP_VECTOR (baseline | avx2 | avx512) asks for. Every width gives the same bytes.

namespace lightsweep::kernels::parallel {

enum class VectorWidth { baseline, avx2, avx512 };

/// The width in use; read once, at the first call. An unknown or unsupported wish falls back to the
/// widest supported one.
VectorWidth vector_width();
bool supported(VectorWidth width);
const char* name_of(VectorWidth width);

}  // namespace lightsweep::kernels::parallel

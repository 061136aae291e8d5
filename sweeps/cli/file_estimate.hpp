#pragma once
// Estimate of the size of a sweep's result file, before anything is computed.

#include "engine/journal/layout.hpp"

namespace lightsweep::sweeps {

/// Estimated size [B]: the bytes that HDF5 adds, which are most of a small file, and the data at
/// the compression seen on the sweeps of this repository (numbers to a fifth, decisions to a
/// thirtieth). On all of them it is within a factor of 4 (tests/python/test_plan.py).
///
///   list_bytes  compressed bytes of the lists, per ragged group of the layout
///
/// HDF5 1.10 adds (by its file format specification, and measured): 3 kB per group (symbol table,
/// names), 0.9 kB per dataset (header, attributes), and per chunked dataset the nodes of a B-tree
/// of 64 children with keys of 8 * (rank + 2) bytes.
double estimate_file(const engine::Layout& layout, const std::vector<double>& list_bytes);

}  // namespace lightsweep::sweeps

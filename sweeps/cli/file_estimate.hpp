#pragma once
// How large the result file of a sweep will be, before anything is computed.

#include "engine/layout.hpp"

namespace lightsweep::sweeps {

/// What HDF5 adds, which is most of a small file, and the data as they compress on the sweeps of
/// this repository: numbers to a fifth, decisions to a thirtieth [B]. Within a factor of 4 on all
/// of them (tests/python/test_plan.py).
///
/// list_bytes  what the lists hold, per ragged group of the layout, compressed
///
/// HDF5 1.10 adds, from its file format specification and measured: 3 kB per group (symbol table,
/// names), 0.9 kB per dataset (header, attributes), and per chunked dataset the nodes of a B-tree
/// of 64 children with keys of 8 * (rank + 2) bytes.
double estimate_file(const engine::Layout& layout, const std::vector<double>& list_bytes);

}  // namespace lightsweep::sweeps

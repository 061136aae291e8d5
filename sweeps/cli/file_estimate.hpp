#pragma once
// How large the result file of a sweep will be, before anything is computed.

#include "engine/layout.hpp"

namespace lightsweep::sweeps {

/// From well compressed to not at all [B].
struct FileEstimate {
    double least, most;
};

/// The data, compressed to a twentieth or not at all, and what HDF5 adds, which is most of a small
/// file. Lists are taken to have one element at least and one per step at most.
///
/// HDF5 1.10 adds, from its file format specification and measured on the sweeps of this
/// repository: 3 kB per group (symbol table, names), 0.9 kB per dataset (header, attributes), and
/// per chunked dataset the nodes of a B-tree of 64 children with keys of 8 * (rank + 2) bytes.
FileEstimate estimate_file(const engine::Layout& layout);

}  // namespace lightsweep::sweeps

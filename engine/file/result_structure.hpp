#pragma once
// Creates the fixed part of a result file: groups, dimension scales, empty datasets, attributes.

#include <string>
#include <vector>

#include "engine/file/hdf5_files.hpp"

/// FORMAT.md describes the result. Internal to the engine, because this header includes HDF5's own.
namespace lightsweep::engine::hdf5 {

/// Name of the dimension along the concatenated lists of a ragged group.
inline constexpr const char* element_dimension = "element";
/// Offset and count of a missing list.
inline constexpr std::int64_t absent_envelopes = -1;

/// A group with its scales and open datasets, ready for data.
struct OpenGroup {
    Handle group;
    std::vector<Handle> scales;   ///< one per axis
    std::vector<Handle> columns;  ///< one per column
    Handle offset, count;         ///< set for ragged groups only
};

/// Creates the group, its scales and its datasets with fill values.
OpenGroup create_group(hid_t file, const ArrayGroup& group);
/// Creates a group of lists; n_elements is their total length.
OpenGroup create_group(hid_t file, const RaggedGroup& group, std::size_t n_elements);

/// Elements of the concatenated lists per chunk; a smaller total is one chunk.
std::size_t ragged_chunk(std::size_t n_elements, const Column& column);

void write_attribute(hid_t object, const std::string& name, const Attribute& value);
void write_attributes(hid_t object, const Attributes& attributes);

}  // namespace lightsweep::engine::hdf5

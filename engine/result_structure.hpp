#pragma once

#include <string>
#include <vector>

#include "engine/hdf5_handle.hpp"

/// The fixed part of a result file: groups, dimension scales, empty datasets, attributes. FORMAT.md
/// describes what comes out. Internal to the engine: this header needs HDF5's own.
namespace lightsweep::engine::hdf5 {

/// Name of the dimension along the concatenated lists of a ragged group.
inline constexpr const char* element_dimension = "element";
/// What a missing list has as offset and count.
inline constexpr std::int64_t missing_list = -1;

/// A group with its scales and open datasets, ready to take data.
struct OpenGroup {
    Handle group;
    std::vector<Handle> scales;   ///< one per axis
    std::vector<Handle> columns;  ///< one per column
    Handle offset, count;         ///< of ragged groups
};

/// Makes the group, its scales and its datasets with fill values.
OpenGroup create_group(hid_t file, const ArrayGroup& group);
/// The same for lists; n_elements is their total length.
OpenGroup create_group(hid_t file, const RaggedGroup& group, std::size_t n_elements);

/// Elements of the concatenated lists per chunk: a total below it is one chunk.
std::size_t ragged_chunk(std::size_t n_elements, const Column& column);

void write_attribute(hid_t object, const std::string& name, const Attribute& value);
void write_attributes(hid_t object, const Attributes& attributes);

}  // namespace lightsweep::engine::hdf5

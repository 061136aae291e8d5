#pragma once

#include <string>

#include "engine/hdf5_input.hpp"
#include "engine/result_file.hpp"

namespace lightsweep::engine {

/// An open result file. Internal to the engine: this header needs HDF5's own.
struct ResultFile::State {
    explicit State(const std::string& path) : file(path) {}
    hdf5::InputFile file;
    Layout layout;
};

/// Lets merging and digests at the open file behind a reader.
struct ChunkSource {
    static const hdf5::InputFile& file(const ResultFile& result) { return result.state_->file; }
};

namespace hdf5 {

/// Groups, axes, columns and attributes of an open result file.
Layout read_layout(hid_t file);

/// Opens the dataset of a group.
Handle open_dataset(hid_t file, const std::string& group, const std::string& name);
std::vector<std::size_t> shape_of(hid_t dataset);

/// An attribute of any object; none if it is absent or not a single string or number.
bool read_attribute(hid_t object, const std::string& name, Attribute& value);
/// All such attributes.
Attributes read_attributes(hid_t object);

}  // namespace hdf5
}  // namespace lightsweep::engine

#pragma once
// Which dimension scales a dataset has, read without HDF5's high-level library.

#include <map>
#include <string>
#include <vector>

#include "engine/file/hdf5_handle.hpp"

namespace lightsweep::engine::hdf5 {

/// Names of a group's datasets, by their addresses in the file.
using NamesByAddress = std::map<haddr_t, std::string>;

/// A scale of one dimension; the name is empty if the dimension has none, or one of another group.
struct ScaleName {
    std::string name;
    bool bare = false;  ///< a length without values (netCDF's "dimension but not a variable")
};

/// The first scale of every dimension. HDF5's own functions take the attribute DIMENSION_LIST for
/// what it should be and crash on another type, and they search the whole file for every name.
/// Throws IoError.
std::vector<ScaleName> scales_of(hid_t dataset, const NamesByAddress& names);

/// Whether the dataset is a dimension scale itself.
bool is_scale(hid_t dataset);

}  // namespace lightsweep::engine::hdf5

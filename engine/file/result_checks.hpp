#pragma once
// Checks of a result file that another program may have altered: all of them, made once, on
// opening.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/file/result_state.hpp"

/// The layout that is read afterwards holds what all other readers rely on: every array has the
/// shape of its axes, and every list lies inside its group's elements. Every function throws
/// IoError with the place, the value and the remedy.
namespace lightsweep::engine::hdf5 {

/// Every stored chunk unpacks to exactly its values: HDF5 itself does not look, and reads beyond a
/// shorter one. Needed where no checksums seal the file; it unpacks the whole dataset.
void check_chunks(hid_t dataset, const std::string& path);
/// Refuses links to other names and other files: they are never followed.
void check_link(hid_t group, const std::string& path, const std::string& name);
/// Refuses a group that was entered before by another name.
void check_visit(hid_t group, const std::string& path, std::set<haddr_t>& visited);
/// Refuses data in other files.
void check_storage(hid_t dataset, const std::string& path);
/// Keys that vary with an axis are as long as the axis.
void check_auxiliary(const std::string& path, const Axis& axis);
/// Every column has the shape of the axes, with its width behind.
void check_columns(Datasets& datasets, const std::string& path, const std::vector<Axis>& axes,
                   const std::vector<Column>& columns);
/// Type and filters are those of this program, so that chunks may be copied as they are.
void check_encoding(hid_t dataset, const ArrayGroup& group, const Column& column);
/// Offset and count have the shape of the axes; the lists lie inside the columns.
void check_lists(Datasets& datasets, const RaggedGroup& ragged);

// Which dimension scales a dataset has, read without HDF5's high-level library.

/// A scale of one dimension; the name is empty if the dimension has none, or one of another group.
struct ScaleName {
    std::string name;
    bool bare = false;  ///< a length without values (netCDF's "dimension but not a variable")
};

/// The scales of a group's datasets. HDF5's own functions take the attribute DIMENSION_LIST for
/// what it should be and crash on another type, and they search the whole file for every name.
class GroupScales {
  public:
    /// Tells the name of a dataset of the group, by its address in the file.
    void add(haddr_t address, const std::string& name) { names_[address] = name; }
    /// The first scale of every dimension. Throws IoError.
    std::vector<ScaleName> of(hid_t dataset);

  private:
    ScaleName examined(hid_t scale) const;

    std::map<haddr_t, std::string> names_;
    std::map<hobj_ref_t, ScaleName> examined_;
};

/// Whether the dataset is a dimension scale itself.
bool is_scale(hid_t dataset);

}  // namespace lightsweep::engine::hdf5

#include "engine/file/result_file.hpp"

#include <algorithm>
#include <sstream>

#include "engine/file/result_state.hpp"

namespace lightsweep::engine {

namespace {

template <class Groups>
auto find_group(const Groups& groups, const std::string& path) -> decltype(groups.data()) {
    for (const auto& group : groups)
        if (group.path == path) return &group;
    return nullptr;
}

void check_slab(const Slab& slab, const std::vector<std::size_t>& shape, const std::string& name) {
    bool inside = slab.start.size() == shape.size() && slab.count.size() == shape.size();
    for (std::size_t axis = 0; inside && axis < shape.size(); ++axis)
        inside =
            slab.start[axis] <= shape[axis] && slab.count[axis] <= shape[axis] - slab.start[axis];
    if (!inside)
        throw IoError(name + ": the slab from " + hdf5::shape_text(slab.start) + " of " +
                      hdf5::shape_text(slab.count) + " is outside the array " +
                      hdf5::shape_text(shape));
}

template <class T>
std::vector<T> read_as(hid_t dataset, hid_t type, const std::string& name, Slab slab) {
    const auto shape = hdf5::shape_of(dataset);
    if (slab.start.empty() && slab.count.empty())
        slab = {std::vector<std::size_t>(shape.size()), shape};
    check_slab(slab, shape, name);
    std::vector<T> values(product(slab.count));
    if (values.empty()) return values;
    hdf5::read_block(dataset, hdf5::extents(slab.start), hdf5::extents(slab.count), type,
                     values.data(), name);
    return values;
}

hdf5::Handle open_column(hid_t file, const std::string& group, const std::string& column) {
    const std::string path = "/" + group + "/" + column;
    if (H5Oexists_by_name(file, path.c_str(), H5P_DEFAULT) <= 0) hdf5::refuse(path, "is missing");
    return hdf5::open_dataset(file, group, column);
}

template <class T>
std::vector<T> read_column(const hdf5::InputFile& file, hid_t type, const std::string& group,
                           const std::string& column, const Slab& slab) {
    return file.reading([&] {
        return read_as<T>(open_column(file.id(), group, column), type, group + "/" + column, slab);
    });
}

}  // namespace

ResultFile::ResultFile(const std::string& path) : state_(std::make_unique<State>(path)) {
    const auto& file = state_->file;
    state_->layout.attributes = file.reading([&] { return hdf5::read_attributes(file.id()); });
    if (attribute("format") != "lightsweep" || attribute("format_version") != "1")
        throw IoError("cannot read " + path + ": format = '" + attribute("format") +
                      "', version '" + attribute("format_version") +
                      "'; this program reads lightsweep, version 1");
    file.reading([&] { hdf5::read_groups(file.id(), file.sealed(), state_->layout); });
}

ResultFile::~ResultFile() = default;
ResultFile::ResultFile(ResultFile&&) noexcept = default;
ResultFile& ResultFile::operator=(ResultFile&&) noexcept = default;

const std::string& ResultFile::path() const {
    return state_->file.path();
}

const Layout& ResultFile::layout() const {
    return state_->layout;
}

const ArrayGroup* ResultFile::array(const std::string& group) const {
    return find_group(state_->layout.arrays, group);
}

const RaggedGroup* ResultFile::ragged(const std::string& group) const {
    return find_group(state_->layout.ragged, group);
}

std::string ResultFile::attribute(const std::string& name, const std::string& otherwise) const {
    const auto found = state_->layout.attributes.find(name);
    if (found == state_->layout.attributes.end()) return otherwise;
    std::ostringstream text;
    std::visit([&](const auto& value) { text << value; }, found->second);
    return text.str();
}

std::vector<double> ResultFile::read_f64(const std::string& group, const std::string& column,
                                         const Slab& slab) const {
    return read_column<double>(state_->file, H5T_NATIVE_DOUBLE, group, column, slab);
}

std::vector<std::int64_t> ResultFile::read_i64(const std::string& group, const std::string& column,
                                               const Slab& slab) const {
    return read_column<std::int64_t>(state_->file, H5T_NATIVE_INT64, group, column, slab);
}

std::vector<std::uint64_t> ResultFile::read_u64(const std::string& group, const std::string& column,
                                                const Slab& slab) const {
    return read_column<std::uint64_t>(state_->file, H5T_NATIVE_UINT64, group, column, slab);
}

std::vector<std::size_t> ResultFile::shape(const std::string& group,
                                           const std::string& column) const {
    return state_->file.reading(
        [&] { return hdf5::shape_of(open_column(state_->file.id(), group, column)); });
}

}  // namespace lightsweep::engine

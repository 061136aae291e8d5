#include "engine/file/result_checks.hpp"

#include <string_view>

#include "engine/file/result_structure.hpp"

namespace lightsweep::engine::hdf5 {

namespace {

std::vector<std::size_t> shape_of_axes(const std::vector<Axis>& axes) {
    std::vector<std::size_t> shape;
    for (const auto& axis : axes) shape.push_back(axis.size());
    return shape;
}

void check_shape(Datasets& datasets, const std::string& path, const std::string& name,
                 const std::vector<std::size_t>& expected) {
    const auto shape = shape_of(datasets[name]);
    if (shape != expected)
        refuse(path + "/" + name, "has the shape " + shape_text(shape) + ", its dimensions are " +
                                      shape_text(expected));
}

std::vector<std::int64_t> read_index(Datasets& datasets, const RaggedGroup& ragged,
                                     const char* name) {
    check_shape(datasets, ragged.path, name, ragged.shape());
    check_storage(datasets[name], ragged.path + "/" + name);
    std::vector<std::int64_t> values(product(ragged.shape()));
    read_all(datasets[name], H5T_NATIVE_INT64, values.data(), ragged.path + "/" + name);
    return values;
}

/// Only integers stand several at a point.
void check_width(const std::string& path, const Column& column) {
    if (column.has_width_dimension() && column.type == ElementType::f64)
        refuse(path + "/" + column.name, "does not hold words of bits");
}

constexpr const char* list_name = "DIMENSION_LIST";
constexpr std::string_view bare_mark = "This is a netCDF dimension but not a netCDF variable";

// All columns of a group are cut alike.
void check_chunk(hid_t properties, const ArrayGroup& group, const Column& column) {
    auto expected = extents(group.chunk);
    if (column.has_width_dimension()) expected.push_back(column.width);
    std::vector<hsize_t> chunk(expected.size());
    if (H5Pget_layout(properties) != H5D_CHUNKED ||
        H5Pget_chunk(properties, static_cast<int>(chunk.size()), chunk.data()) !=
            static_cast<int>(chunk.size()) ||
        chunk != expected)
        refuse(group.path + "/" + column.name, "is stored in chunks of another shape");
}

// Lists of references, one per dimension; HDF5 has allocated them.
class ScaleLists {
  public:
    ScaleLists(hid_t dataset, std::size_t rank) : lists_(rank) {
        const Handle attribute(H5Aopen(dataset, list_name, H5P_DEFAULT), H5Aclose,
                               std::string("open ") + list_name);
        type_ = Handle(H5Aget_type(attribute), H5Tclose, "examine a type");
        space_ = Handle(H5Aget_space(attribute), H5Sclose, "examine an attribute");
        if (!is_list_of_references() ||
            H5Sget_simple_extent_npoints(space_) != static_cast<hssize_t>(rank))
            refuse(name_of(dataset) + "/" + list_name, "is not a list of references per dimension");
        need(H5Aread(attribute, type_, lists_.data()), std::string("read ") + list_name);
    }
    ~ScaleLists() { H5Dvlen_reclaim(type_, space_, H5P_DEFAULT, lists_.data()); }
    ScaleLists(const ScaleLists&) = delete;
    ScaleLists& operator=(const ScaleLists&) = delete;

    // The reference to the scale of a dimension, or null.
    const hobj_ref_t* reference(std::size_t axis) const {
        return lists_[axis].len == 0 ? nullptr : static_cast<const hobj_ref_t*>(lists_[axis].p);
    }

  private:
    bool is_list_of_references() const {
        if (H5Tget_class(type_) != H5T_VLEN) return false;
        const Handle element(H5Tget_super(type_), H5Tclose, "examine a type");
        return H5Tequal(element, H5T_STD_REF_OBJ) > 0;
    }

    std::vector<hvl_t> lists_;
    Handle type_, space_;
};

}  // namespace

void check_link(hid_t group, const std::string& path, const std::string& name) {
    H5L_info_t info;
    need(H5Lget_info(group, name.c_str(), &info, H5P_DEFAULT), "examine " + path + "/" + name);
    if (info.type != H5L_TYPE_HARD)
        refuse(path + "/" + name, "is a link to another name or file, which is never followed");
    if (holds_controls(name)) refuse_controls(path);
}

void check_visit(hid_t group, const std::string& path, std::set<haddr_t>& visited) {
    H5O_info_t info;
    need(H5Oget_info2(group, &info, H5O_INFO_BASIC), "examine " + path);
    if (!visited.insert(info.addr).second)
        refuse(path, "is a group that has another name too (a loop of links)");
}

void check_storage(hid_t dataset, const std::string& path) {
    const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "examine " + path);
    const auto layout = H5Pget_layout(properties);
    if (layout == H5D_VIRTUAL || H5Pget_external_count(properties) > 0)
        refuse(path, "has its data in another file, which is never opened");
}

void check_auxiliary(const std::string& path, const Axis& axis) {
    for (const auto& coordinate : axis.auxiliary)
        if (coordinate.size() != axis.size())
            refuse(path + "/" + coordinate.name, "has " + std::to_string(coordinate.size()) +
                                                     " values, its axis " + axis.index.name +
                                                     " has " + std::to_string(axis.size()));
}

void check_columns(Datasets& datasets, const std::string& path, const std::vector<Axis>& axes,
                   const std::vector<Column>& columns) {
    for (const auto& column : columns) {
        auto expected = shape_of_axes(axes);
        if (column.has_width_dimension()) expected.push_back(column.width);
        check_shape(datasets, path, column.name, expected);
        if (column.type == ElementType::i8 && column.flags.empty())
            refuse(path + "/" + column.name, "holds codes without flag_values and flag_meanings");
        check_width(path, column);
    }
}

void check_encoding(hid_t dataset, const ArrayGroup& group, const Column& column) {
    const Handle type(H5Dget_type(dataset), H5Tclose, "examine a type");
    const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "examine a dataset");
    std::vector<H5Z_filter_t> expected;
    const bool is_chunked = !group.axes.empty() || column.has_width_dimension();
    if (is_chunked) check_chunk(properties, group, column);
    if (is_chunked) expected = filters_of_results(size_of(column.type));
    if (filters_of(properties) != expected || H5Tequal(type, file_type(column.type)) <= 0)
        refuse(group.path + "/" + column.name, "is stored with another type or other filters");
}

void check_lists(Datasets& datasets, const RaggedGroup& ragged) {
    const auto elements = static_cast<std::int64_t>(product(shape_of(datasets[element_dimension])));
    for (const auto& column : ragged.columns) {
        std::vector<std::size_t> expected{static_cast<std::size_t>(elements)};
        if (column.has_width_dimension()) expected.push_back(column.width);
        check_shape(datasets, ragged.path, column.name, expected);
        check_width(ragged.path, column);
    }
    const auto offset = read_index(datasets, ragged, "offset");
    const auto count = read_index(datasets, ragged, "count");
    for (std::size_t row = 0; row < count.size(); ++row) {
        const bool is_missing = offset[row] == absent_envelopes && count[row] == absent_envelopes;
        if (!is_missing && (offset[row] < 0 || count[row] < 0 || offset[row] > elements ||
                            count[row] > elements - offset[row]))
            refuse(ragged.path + "/count", "says that list " + std::to_string(row) + " has " +
                                               std::to_string(count[row]) + " elements from " +
                                               std::to_string(offset[row]) + " on, of " +
                                               std::to_string(elements));
    }
}

std::vector<ScaleName> GroupScales::of(hid_t dataset) {
    std::vector<ScaleName> scales(shape_of(dataset).size());
    if (scales.empty() || H5Aexists(dataset, list_name) <= 0) return scales;
    const ScaleLists lists(dataset, scales.size());
    for (std::size_t axis = 0; axis < scales.size(); ++axis) {
        const auto* reference = lists.reference(axis);
        if (!reference) continue;
        const auto known = examined_.find(*reference);
        if (known == examined_.end()) {
            const hid_t id = H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, reference);
            const Handle scale(id, H5Oclose,
                               id < 0 ? "open a dimension scale of " + name_of(dataset) : "");
            scales[axis] = examined_[*reference] = examined(scale);
        } else {
            scales[axis] = known->second;
        }
    }
    return scales;
}

ScaleName GroupScales::examined(hid_t scale) const {
    H5O_info_t info;
    need(H5Oget_info2(scale, &info, H5O_INFO_BASIC), "examine a scale");
    const auto name = names_.find(info.addr);
    if (name == names_.end()) return {};
    return {name->second, text_attribute(scale, "NAME").starts_with(bare_mark)};
}

bool is_scale(hid_t dataset) {
    return text_attribute(dataset, "CLASS") == "DIMENSION_SCALE";
}

}  // namespace lightsweep::engine::hdf5

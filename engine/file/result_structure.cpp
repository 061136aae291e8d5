#include "engine/file/result_structure.hpp"

#include <hdf5_hl.h>

#include <algorithm>
#include <cstdio>

#include "engine/journal/codec.hpp"

namespace lightsweep::engine::hdf5 {
namespace {

constexpr int deflate_level = 1;
constexpr std::size_t largest_ragged_chunk = 65536;
// HDF5 reads whole chunks, and accepts none of 4 GiB.
constexpr std::size_t largest_ragged_chunk_bytes = std::size_t{4} << 20;

Handle create_dataset(hid_t group, const std::string& name, hid_t type,
                      const std::vector<hsize_t>& shape, hid_t creation = H5P_DEFAULT) {
    const Handle space = simple_space(shape);
    return {H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT),
            H5Dclose, "create dataset " + name};
}

void describe(hid_t dataset, const std::string& units, const std::string& long_name) {
    if (!units.empty()) write_attribute(dataset, "units", units);
    if (!long_name.empty()) write_attribute(dataset, "long_name", long_name);
}

Handle write_coordinate(hid_t group, const Coordinate& coordinate) {
    const auto write = [&](hid_t file, hid_t memory, const void* values) {
        Handle dataset = create_dataset(group, coordinate.name, file, {coordinate.size()});
        write_all(dataset, memory, values, coordinate.name);
        describe(dataset, coordinate.units, coordinate.long_name);
        return dataset;
    };
    if (const auto* text = std::get_if<std::vector<std::string>>(&coordinate.values)) {
        const Handle type = string_type();
        std::vector<const char*> pointers;
        for (const auto& label : *text) pointers.push_back(label.c_str());
        return write(type, type, pointers.data());
    }
    if (const auto* reals = std::get_if<std::vector<double>>(&coordinate.values))
        return write(H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, reals->data());
    return write(H5T_STD_I64LE, H5T_NATIVE_INT64,
                 std::get<std::vector<std::int64_t>>(coordinate.values).data());
}

std::vector<Handle> write_axes(hid_t group, const std::vector<Axis>& axes) {
    std::vector<Handle> scales;
    for (const auto& axis : axes) {
        scales.push_back(write_coordinate(group, axis.index));
        need(H5DSset_scale(scales.back(), axis.index.name.c_str()),
             "make a dimension of " + axis.index.name);
        for (const auto& coordinate : axis.auxiliary) {
            const Handle dataset = write_coordinate(group, coordinate);
            need(H5DSattach_scale(dataset, scales.back(), 0), "attach " + axis.index.name);
        }
    }
    return scales;
}

// A dimension without values, as netCDF-4 writes it: readers show its length only.
Handle bare_dimension(hid_t group, const std::string& name, hsize_t length) {
    if (H5Lexists(group, name.c_str(), H5P_DEFAULT) > 0)
        return {H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose, "open " + name};
    Handle scale = create_dataset(group, name, H5T_IEEE_F32BE, {length});
    char text[80];
    std::snprintf(text, sizeof text, "This is a netCDF dimension but not a netCDF variable.%10llu",
                  static_cast<unsigned long long>(length));
    need(H5DSset_scale(scale, text), "make a dimension of " + name);
    return scale;
}

std::string auxiliary_names(const std::vector<Axis>& axes) {
    std::string names;
    for (const auto& axis : axes)
        for (const auto& coordinate : axis.auxiliary)
            names += (names.empty() ? "" : " ") + coordinate.name;
    return names;
}

template <class T>
void write_list(hid_t object, const std::string& name, hid_t file, hid_t memory,
                const std::vector<T>& values, bool scalar) {
    const Handle space =
        simple_space(scalar ? std::vector<hsize_t>{} : std::vector<hsize_t>{values.size()});
    const Handle attribute(H5Acreate2(object, name.c_str(), file, space, H5P_DEFAULT, H5P_DEFAULT),
                           H5Aclose, "create attribute " + name);
    need(H5Awrite(attribute, memory, values.data()), "write attribute " + name);
}

void write_flags(hid_t dataset, const Column& column) {
    std::vector<int> codes;
    std::string meanings;
    for (const auto& [code, meaning] : column.flags) {
        codes.push_back(code);
        meanings += (meanings.empty() ? "" : " ") + meaning;
    }
    write_list(dataset, "flag_values", file_type(column.type), H5T_NATIVE_INT, codes, false);
    write_attribute(dataset, "flag_meanings", meanings);
}

std::vector<std::byte> fill_element(const Column& column) {
    Column one = column;
    one.width = 1;
    return filled(one, 1);
}

// Readers show elements equal to _FillValue as missing, and convert integers to doubles for that. A
// fill value that is one of the codes carries information, and 64-bit words do not fit into a
// double: both have no _FillValue.
bool blanks_out_fill(const Column& column) {
    if (column.type == ElementType::u64) return false;
    return std::ranges::none_of(column.flags, [&](const auto& flag) {
        return static_cast<double>(flag.first) == column.fill;
    });
}

void describe_column(hid_t dataset, const Column& column, const std::vector<Axis>& axes) {
    describe(dataset, column.units, column.long_name);
    if (blanks_out_fill(column))
        write_list(dataset, "_FillValue", file_type(column.type), memory_type(column.type),
                   fill_element(column), true);
    if (!column.flags.empty()) write_flags(dataset, column);
    const std::string coordinates = auxiliary_names(axes);
    if (!coordinates.empty()) write_attribute(dataset, "coordinates", coordinates);
}

// Filters and fill value. An empty `chunk` means storage in one piece without filters.
Handle creation_properties(const Column& column, const std::vector<hsize_t>& chunk) {
    Handle properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "make a property list");
    const auto fill = fill_element(column);
    need(H5Pset_fill_value(properties, memory_type(column.type), fill.data()), "set a fill value");
    need(H5Pset_alloc_time(properties, chunk.empty() ? H5D_ALLOC_TIME_LATE : H5D_ALLOC_TIME_INCR),
         "set the allocation time");
    if (chunk.empty()) return properties;
    need(H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data()), "set a chunk");
    if (size_of(column.type) > 1) need(H5Pset_shuffle(properties), "set the shuffle filter");
    need(H5Pset_deflate(properties, deflate_level), "set the deflate filter");
    return properties;
}

Handle create_column(hid_t group, const Column& column, std::vector<hsize_t> shape,
                     std::vector<hsize_t> chunk) {
    if (column.has_width_dimension()) {
        shape.push_back(column.width);
        if (!chunk.empty() || shape.size() == 1) chunk.push_back(column.width);
    }
    const Handle properties = creation_properties(column, chunk);
    return create_dataset(group, column.name, file_type(column.type), shape, properties);
}

void attach(hid_t dataset, const std::vector<Handle>& scales, const std::string& name) {
    for (std::size_t axis = 0; axis < scales.size(); ++axis)
        need(H5DSattach_scale(dataset, scales[axis], static_cast<unsigned>(axis)),
             "attach a dimension to " + name);
}

void attach_width(hid_t group, hid_t dataset, const Column& column, std::size_t rank) {
    if (!column.has_width_dimension()) return;
    const Handle scale = bare_dimension(group, column.width_name, column.width);
    need(H5DSattach_scale(dataset, scale, static_cast<unsigned>(rank)),
         "attach a dimension to " + column.name);
}

// The group at the path, which is created with its parents if it does not exist.
Handle open_or_create(hid_t file, const std::string& path) {
    if (const std::size_t slash = path.rfind('/'); slash != std::string::npos)
        open_or_create(file, path.substr(0, slash));
    if (H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0)
        return {H5Gopen2(file, path.c_str(), H5P_DEFAULT), H5Gclose, "open group " + path};
    const Handle order(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, "make a property list");
    // Readers list the columns in the order of the layout.
    need(H5Pset_link_creation_order(order, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED),
         "keep the order of columns");
    return {H5Gcreate2(file, path.c_str(), H5P_DEFAULT, order, H5P_DEFAULT), H5Gclose,
            "create group " + path};
}

Handle make_group(hid_t file, const std::string& path, const Attributes& attributes) {
    Handle group = open_or_create(file, path);
    write_attributes(group, attributes);
    return group;
}

Handle create_index(const OpenGroup& open, const RaggedGroup& group, const std::string& name) {
    Handle dataset = create_dataset(open.group, name, H5T_STD_I64LE, extents(group.shape()));
    describe(dataset, "1",
             name == "offset" ? "first element of the list, -1 if missing"
                              : "elements of the list, -1 if missing");
    const std::string coordinates = auxiliary_names(group.axes);
    if (!coordinates.empty()) write_attribute(dataset, "coordinates", coordinates);
    attach(dataset, open.scales, name);
    return dataset;
}

}  // namespace

std::size_t ragged_chunk(std::size_t n_elements, const Column& column) {
    const std::size_t fitting =
        std::max<std::size_t>(1, largest_ragged_chunk_bytes / column.point_bytes());
    return std::min({n_elements, fitting, largest_ragged_chunk});
}

OpenGroup create_group(hid_t file, const ArrayGroup& group) {
    OpenGroup open{make_group(file, group.path, group.attributes), {}, {}, {}, {}};
    open.scales = write_axes(open.group, group.axes);
    for (const auto& column : group.columns) {
        open.columns.push_back(
            create_column(open.group, column, extents(group.shape()), extents(group.chunk)));
        describe_column(open.columns.back(), column, group.axes);
        attach(open.columns.back(), open.scales, column.name);
        attach_width(open.group, open.columns.back(), column, group.axes.size());
    }
    return open;
}

OpenGroup create_group(hid_t file, const RaggedGroup& group, std::size_t n_elements) {
    OpenGroup open{make_group(file, group.path, group.attributes), {}, {}, {}, {}};
    open.scales = write_axes(open.group, group.axes);
    open.offset = create_index(open, group, "offset");
    open.count = create_index(open, group, "count");
    const Handle element = bare_dimension(open.group, element_dimension, n_elements);
    for (const auto& column : group.columns) {
        const std::vector<hsize_t> chunk =
            n_elements > 0 ? std::vector<hsize_t>{ragged_chunk(n_elements, column)}
                           : std::vector<hsize_t>{};
        open.columns.push_back(create_column(open.group, column, {n_elements}, chunk));
        describe_column(open.columns.back(), column, {});
        need(H5DSattach_scale(open.columns.back(), element, 0), "attach a dimension");
        attach_width(open.group, open.columns.back(), column, 1);
    }
    return open;
}

void write_attribute(hid_t object, const std::string& name, const Attribute& value) {
    if (const auto* text = std::get_if<std::string>(&value)) {
        const Handle type = string_type();
        write_list(object, name, type, type, std::vector<const char*>{text->c_str()}, true);
    } else if (const auto* real = std::get_if<double>(&value)) {
        write_list(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, std::vector{*real}, true);
    } else {
        write_list(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64,
                   std::vector{std::get<std::int64_t>(value)}, true);
    }
}

void write_attributes(hid_t object, const Attributes& attributes) {
    for (const auto& [name, value] : attributes) write_attribute(object, name, value);
}

}  // namespace lightsweep::engine::hdf5

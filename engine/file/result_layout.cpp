#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "engine/file/result_checks.hpp"
#include "engine/file/result_state.hpp"
#include "engine/file/result_structure.hpp"

namespace lightsweep::engine::hdf5 {
namespace {

std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> result;
    for (std::string word; in >> word;) result.push_back(word);
    return result;
}

/// The type as which a column is read. Floating-point numbers of any size and byte order become
/// doubles; other integers than a result has would be read as another kind of column.
ElementType element_type(hid_t dataset) {
    const Handle type(H5Dget_type(dataset), H5Tclose, "examine a type");
    const auto kind = H5Tget_class(type);
    if (kind == H5T_FLOAT) return ElementType::f64;
    for (const auto known : {ElementType::i32, ElementType::i8, ElementType::u64})
        if (kind == H5T_INTEGER && H5Tget_size(type) == size_of(known) &&
            H5Tget_sign(type) == H5Tget_sign(file_type(known)))
            return known;
    refuse(name_of(dataset), "does not hold numbers of a type that results have");
}

std::vector<std::string> read_strings(hid_t dataset, std::size_t n) {
    const Handle type = string_type();
    const Handle space(H5Dget_space(dataset), H5Sclose, "examine a coordinate");
    // HDF5 converts in a buffer, which it clears before every read: its own has one megabyte.
    const Handle transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose, "make a transfer list");
    need(H5Pset_buffer(transfer, std::size_t{1} << 16, nullptr, nullptr), "set a buffer");
    std::vector<char*> pointers(n);
    need(H5Dread(dataset, type, H5S_ALL, H5S_ALL, transfer, pointers.data()), "read strings");
    std::vector<std::string> result;
    for (const char* text : pointers) result.emplace_back(text ? text : "");
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
    return result;
}

Coordinate read_coordinate(hid_t dataset, const std::string& name) {
    const Handle type(H5Dget_type(dataset), H5Tclose, "examine " + name);
    const std::size_t n = product(shape_of(dataset));
    check_storage(dataset, name_of(dataset));
    const auto stored = static_cast<double>(H5Dget_storage_size(dataset));
    if (n == 0 || stored == 0) refuse(name_of(dataset), "has no values");
    constexpr double most_compressed = 1032;  // by deflate
    if (static_cast<double>(n) > most_compressed * stored)
        refuse(name_of(dataset), "has " + std::to_string(n) + " values, more than its " +
                                     std::to_string(static_cast<std::int64_t>(stored)) +
                                     " stored bytes can hold");
    Coordinate result{
        name, text_attribute(dataset, "units"), text_attribute(dataset, "long_name"), {}};
    const auto read = [&](auto values, hid_t memory) {
        read_all(dataset, memory, values.data(), name);
        result.values = std::move(values);
    };
    if (H5Tget_class(type) == H5T_STRING)
        result.values = read_strings(dataset, n);
    else if (H5Tget_class(type) == H5T_FLOAT)
        read(std::vector<double>(n), H5T_NATIVE_DOUBLE);
    else
        read(std::vector<std::int64_t>(n), H5T_NATIVE_INT64);
    return result;
}

/// Parameters of an axis: others must be able to compute with them.
Coordinate finite(Coordinate coordinate) {
    const auto* numbers = std::get_if<std::vector<double>>(&coordinate.values);
    if (numbers && !std::ranges::all_of(*numbers, [](double x) { return std::isfinite(x); }))
        refuse(coordinate.name, "has a value that is not finite");
    return coordinate;
}

double read_fill(hid_t dataset) {
    const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "examine a dataset");
    double fill = 0;
    need(H5Pget_fill_value(properties, H5T_NATIVE_DOUBLE, &fill), "read a fill value");
    return fill;
}

std::vector<std::pair<int, std::string>> read_flags(hid_t dataset) {
    const auto meanings = words(text_attribute(dataset, "flag_meanings"));
    if (meanings.empty() && H5Aexists(dataset, "flag_values") <= 0) return {};
    const Handle attribute(H5Aopen(dataset, "flag_values", H5P_DEFAULT), H5Aclose, "open flags");
    const Handle space(H5Aget_space(attribute), H5Sclose, "examine flags");
    std::vector<int> codes(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
    if (codes.size() != meanings.size())
        refuse(name_of(dataset), "has " + std::to_string(codes.size()) + " flag_values and " +
                                     std::to_string(meanings.size()) + " flag_meanings");
    need(H5Aread(attribute, H5T_NATIVE_INT, codes.data()), "read flags");
    std::vector<std::pair<int, std::string>> flags;
    for (std::size_t i = 0; i < codes.size(); ++i) flags.emplace_back(codes[i], meanings[i]);
    return flags;
}

Column read_column(hid_t dataset, const std::string& name, GroupScales& group) {
    Column column;
    column.name = name;
    column.units = text_attribute(dataset, "units");
    column.long_name = text_attribute(dataset, "long_name");
    column.type = element_type(dataset);
    column.fill = read_fill(dataset);
    column.flags = read_flags(dataset);
    const auto scales = group.of(dataset);
    if (!scales.empty() && scales.back().bare && scales.back().name != element_dimension) {
        column.width_name = scales.back().name;
        column.width = shape_of(dataset).back();
    }
    return column;
}

herr_t remember_link(hid_t, const char* name, const H5L_info_t*, void* names) {
    static_cast<std::vector<std::string>*>(names)->push_back(name);
    return 0;
}

std::vector<std::string> children(hid_t group) {
    const Handle properties(H5Gget_create_plist(group), H5Pclose, "examine a group");
    unsigned order = 0;
    H5Pget_link_creation_order(properties, &order);
    std::vector<std::string> names;
    hsize_t position = 0;
    need(H5Literate(group, order & H5P_CRT_ORDER_INDEXED ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME,
                    H5_ITER_INC, &position, remember_link, &names),
         "list a group");
    return names;
}

// Reads the objects of one group and classifies them.
class GroupReader {
  public:
    GroupReader(hid_t group, std::string path, bool sealed)
        : group_(group), datasets_(group), path_(std::move(path)), sealed_(sealed) {}

    // Adds the group's objects to the layout; returns the names of its subgroups.
    std::vector<std::string> read_into(Layout& layout) {
        std::vector<std::string> subgroups, datasets;
        for (const auto& name : children(group_)) {
            check_link(group_, path_, name);
            H5O_info_t info;
            need(H5Oget_info_by_name2(group_, name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT),
                 "examine " + name);
            (info.type == H5O_TYPE_GROUP ? subgroups : datasets).push_back(name);
            scales_.add(info.addr, name);
        }
        if (!datasets.empty()) read_datasets(datasets, layout);
        return subgroups;
    }

  private:
    void read_datasets(const std::vector<std::string>& names, Layout& layout) {
        const std::set<std::string> all(names.begin(), names.end());
        const bool ragged = is_ragged(all);
        std::vector<std::string> columns;
        std::set<std::string> auxiliary;
        for (const auto& name : names) {
            const hid_t dataset = datasets_[name];
            if (!sealed_) check_chunks(dataset, path_ + "/" + name);
            for (const auto& word : words(text_attribute(dataset, "coordinates")))
                auxiliary.insert(word);
            const bool index =
                ragged && (name == "offset" || name == "count" || name == element_dimension);
            if (!index && !is_scale(dataset)) columns.push_back(name);
        }
        std::erase_if(columns, [&](const auto& name) { return auxiliary.contains(name); });
        if (columns.empty()) return;
        const auto axes = read_axes(ragged ? "offset" : columns.front(), names, auxiliary);
        if (ragged) {
            layout.ragged.push_back({path_, axes, read_columns(columns), read_attributes(group_)});
            check_lists(datasets_, layout.ragged.back());
        } else {
            layout.arrays.push_back(
                {path_, axes, read_columns(columns), {}, read_attributes(group_)});
            check_columns(datasets_, path_, axes, layout.arrays.back().columns);
            layout.arrays.back().chunk = read_chunk(columns.front(), axes);
        }
    }

    bool is_ragged(const std::set<std::string>& names) const {
        std::string missing;
        for (const char* name : {"offset", "count", element_dimension})
            if (!names.contains(name))
                missing += (missing.empty() ? "" : " and ") + std::string(name);
        if (missing == "offset" || missing == "count") refuse(path_ + "/" + missing, "is missing");
        return missing.empty();
    }

    std::vector<Column> read_columns(const std::vector<std::string>& names) {
        std::vector<Column> columns;
        for (const auto& name : names)
            columns.push_back(read_column(datasets_[name], name, scales_));
        for (const auto& name : names) check_storage(datasets_[name], path_ + "/" + name);
        return columns;
    }

    std::vector<Axis> read_axes(const std::string& column, const std::vector<std::string>& names,
                                const std::set<std::string>& auxiliary) {
        std::vector<Axis> axes;
        for (const auto& scale : scales_.of(datasets_[column]))
            if (!scale.bare && !scale.name.empty())
                axes.push_back({finite(read_coordinate(datasets_[scale.name], scale.name)), {}});
        for (const auto& name : names) {
            if (!auxiliary.contains(name)) continue;
            const auto scales = scales_.of(datasets_[name]);
            for (auto& axis : axes)
                if (!scales.empty() && scales[0].name == axis.index.name)
                    axis.auxiliary.push_back(read_coordinate(datasets_[name], name));
        }
        for (const auto& axis : axes) check_auxiliary(path_, axis);
        return axes;
    }

    // Data in one piece, as another program may have stored it, is one chunk.
    std::vector<std::size_t> read_chunk(const std::string& column, const std::vector<Axis>& axes) {
        const hid_t dataset = datasets_[column];
        const Handle properties(H5Dget_create_plist(dataset), H5Pclose, "examine a dataset");
        auto chunk = extents(shape_of(dataset));
        if (H5Pget_layout(properties) == H5D_CHUNKED)
            H5Pget_chunk(properties, static_cast<int>(chunk.size()), chunk.data());
        return {chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(axes.size())};
    }

    hid_t group_;
    Datasets datasets_;
    GroupScales scales_;
    std::string path_;
    bool sealed_;
};

constexpr std::ptrdiff_t most_nested = 16;  // a result has groups of groups of columns

void read_tree(hid_t parent, const std::string& name, const std::string& path, bool sealed,
               std::set<haddr_t>& visited, Layout& layout) {
    const Handle group(H5Gopen2(parent, name.c_str(), H5P_DEFAULT), H5Gclose, "open group " + path);
    check_visit(group, path, visited);
    if (std::ranges::count(path, '/') >= most_nested) refuse(path, "is nested too deep");
    for (const auto& child : GroupReader(group, path, sealed).read_into(layout))
        read_tree(group, child, path.empty() ? child : path + "/" + child, sealed, visited, layout);
}

}  // namespace

void read_groups(hid_t file, bool sealed, Layout& layout) {
    std::set<haddr_t> visited;
    read_tree(file, "/", "", sealed, visited, layout);
}

}  // namespace lightsweep::engine::hdf5

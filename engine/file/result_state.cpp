#include "engine/file/result_state.hpp"

#include <algorithm>

namespace lightsweep::engine::hdf5 {
namespace {

std::string read_text(hid_t attribute, hid_t stored) {
    if (H5Tis_variable_str(stored) > 0) {
        const Handle type = string_type();
        char* text = nullptr;
        need(H5Aread(attribute, type, &text), "read an attribute");
        std::string result = text ? text : "";
        H5free_memory(text);
        return result;
    }
    std::string text(H5Tget_size(stored), '\0');
    need(H5Aread(attribute, stored, text.data()), "read an attribute");
    return text.substr(0, text.find('\0'));
}

template <class T>
T read_number(hid_t attribute, hid_t type) {
    T value{};
    need(H5Aread(attribute, type, &value), "read an attribute");
    return value;
}

herr_t remember_name(hid_t, const char* name, const H5A_info_t*, void* names) {
    static_cast<std::vector<std::string>*>(names)->push_back(name);
    return 0;
}

}  // namespace

bool read_attribute(hid_t object, const std::string& name, Attribute& value) {
    if (H5Aexists(object, name.c_str()) <= 0) return false;
    const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "open " + name);
    const Handle space(H5Aget_space(attribute), H5Sclose, "examine " + name);
    const Handle type(H5Aget_type(attribute), H5Tclose, "examine " + name);
    if (H5Sget_simple_extent_npoints(space) != 1) return false;
    switch (H5Tget_class(type)) {
        case H5T_STRING:
            value = read_text(attribute, type);
            // HDF5 searches the file for an object's name: only where it is shown.
            if (holds_controls(std::get<std::string>(value))) refuse_controls(name_of(object));
            return true;
        case H5T_FLOAT:
            value = read_number<double>(attribute, H5T_NATIVE_DOUBLE);
            return true;
        case H5T_INTEGER:
            value = read_number<std::int64_t>(attribute, H5T_NATIVE_INT64);
            return true;
        default:
            return false;
    }
}

std::string text_attribute(hid_t object, const std::string& name) {
    Attribute value;
    if (!read_attribute(object, name, value)) return "";
    const auto* text = std::get_if<std::string>(&value);
    return text ? *text : "";
}

Attributes read_attributes(hid_t object) {
    std::vector<std::string> names;
    hsize_t position = 0;
    need(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &position, remember_name, &names),
         "list attributes");
    Attributes attributes;
    for (const auto& name : names) {
        Attribute value;
        if (read_attribute(object, name, value)) attributes[name] = value;
    }
    return attributes;
}

Handle open_dataset(hid_t file, const std::string& group, const std::string& name) {
    const std::string path = "/" + group + "/" + name;
    return {H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose, "open dataset " + path};
}

std::vector<std::size_t> shape_of(hid_t dataset) {
    const Handle space(H5Dget_space(dataset), H5Sclose, "examine a dataset");
    std::vector<hsize_t> extent(
        static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
    H5Sget_simple_extent_dims(space, extent.data(), nullptr);
    return {extent.begin(), extent.end()};
}

hid_t Datasets::operator[](const std::string& name) {
    auto& dataset = open_[name];
    if (dataset >= 0) return dataset;
    const hid_t id = H5Dopen2(group_, name.c_str(), H5P_DEFAULT);
    dataset = {id, H5Dclose, id < 0 ? "open dataset " + name_of(group_) + "/" + name : ""};
    return dataset;
}

std::string shape_text(const std::vector<std::size_t>& shape) {
    std::string text;
    for (const std::size_t extent : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return "(" + text + ")";
}

void refuse(const std::string& place, const std::string& what) {
    throw IoError(place + " " + what +
                  ": another program has altered the file; restore a copy, or compute the sweep "
                  "again under another name (-o)");
}

bool holds_controls(const std::string& text) {
    return std::ranges::any_of(text, [](unsigned char c) {
        return (c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
    });
}

void refuse_controls(const std::string& place) {
    refuse(place, "has a name or a text with control characters");
}

std::string name_of(hid_t object) {
    std::string name(4096, '\0');
    const auto length = H5Iget_name(object, name.data(), name.size());
    return name.substr(0, static_cast<std::size_t>(std::max<ssize_t>(0, length)));
}

}  // namespace lightsweep::engine::hdf5

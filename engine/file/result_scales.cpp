#include "engine/file/result_scales.hpp"

#include <string_view>

#include "engine/file/result_state.hpp"

namespace lightsweep::engine::hdf5 {
namespace {

constexpr const char* list_name = "DIMENSION_LIST";
constexpr std::string_view bare_mark = "This is a netCDF dimension but not a netCDF variable";

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

    // The scale of a dimension, or nothing.
    Handle open(hid_t dataset, std::size_t axis) const {
        if (lists_[axis].len == 0) return {};
        return {H5Rdereference2(dataset, H5P_DEFAULT, H5R_OBJECT, lists_[axis].p), H5Oclose,
                "open a dimension scale of " + name_of(dataset)};
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

std::vector<ScaleName> scales_of(hid_t dataset, const NamesByAddress& names) {
    std::vector<ScaleName> scales(shape_of(dataset).size());
    if (scales.empty() || H5Aexists(dataset, list_name) <= 0) return scales;
    const ScaleLists lists(dataset, scales.size());
    for (std::size_t axis = 0; axis < scales.size(); ++axis) {
        const Handle scale = lists.open(dataset, axis);
        if (scale < 0) continue;
        H5O_info_t info;
        need(H5Oget_info(scale, &info), "examine a scale");
        const auto name = names.find(info.addr);
        if (name == names.end()) continue;
        scales[axis] = {name->second, text_attribute(scale, "NAME").starts_with(bare_mark)};
    }
    return scales;
}

bool is_scale(hid_t dataset) {
    return text_attribute(dataset, "CLASS") == "DIMENSION_SCALE";
}

}  // namespace lightsweep::engine::hdf5

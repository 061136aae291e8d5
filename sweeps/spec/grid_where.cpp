#include <algorithm>
#include <array>

#include "sweeps/spec/grid.hpp"

namespace lightsweep::sweeps {
namespace {

using Role = WhereSlot::Role;

WhereSlot slot_of(const GridSpec& grid, const std::string& name) {
    WhereSlot slot;
    if (name == "collective") slot.role = Role::collective;
    if (grid.find(name) == nullptr && name == "primitive") slot.role = Role::primitive;
    if (grid.find(name) == nullptr && name == "algorithm") slot.role = Role::algorithm;
    if (slot.role != Role::value) return slot;
    if (const auto dimension = grid.dimension_of(name)) {
        const auto& axes = grid.dimensions[*dimension].axes;
        const auto axis = std::find_if(axes.begin(), axes.end(),
                                       [&](const AxisValues& a) { return a.key == name; });
        slot.dimension = *dimension;
        slot.axis = static_cast<std::size_t>(axis - axes.begin());
    } else if (const AxisValues* constant = grid.find(name)) {
        slot.known = true;
        if (is_numeric(constant->kind)) slot.number = constant->numbers.front();
        if (!is_numeric(constant->kind)) slot.label = constant->labels.front();
    }
    return slot;
}

Operand collective_part(Role role, std::string_view collective) {
    if (collective.empty()) return {};
    const std::size_t slash = collective.find('/');
    if (role == Role::primitive) return {true, 0.0, collective.substr(0, slash)};
    if (role == Role::collective) return {true, 0.0, collective};
    const bool none = slash == std::string_view::npos;
    return {true, 0.0, none ? std::string_view() : collective.substr(slash + 1)};
}

Operand operand_of(const GridSpec& grid, const WhereSlot& slot,
                   std::span<const std::size_t> indices) {
    if (slot.role != Role::value) return collective_part(slot.role, grid.collective(indices));
    if (slot.dimension == open_index) return {slot.known, slot.number, slot.label};
    const std::size_t i = indices[slot.dimension];
    if (i == open_index) return {};
    const AxisValues& axis = grid.dimensions[slot.dimension].axes[slot.axis];
    if (is_numeric(axis.kind)) return {true, axis.numbers[i], {}};
    return {true, 0.0, axis.labels[i]};
}

}  // namespace

void GridSpec::bind_where() {
    where_slots.clear();
    if (!where) return;
    for (const std::string& key : where->variables()) where_slots.push_back(slot_of(*this, key));
}

Verdict GridSpec::verdict(std::span<const std::size_t> indices) const {
    if (!where) return Verdict::yes;
    std::array<Operand, Filter::max_variables> operands;
    for (std::size_t v = 0; v < where_slots.size(); ++v) {
        operands[v] = operand_of(*this, where_slots[v], indices);
    }
    return where->evaluate(std::span(operands.data(), where_slots.size()));
}

bool GridSpec::selected(std::span<const std::size_t> indices) const {
    return verdict(indices) != Verdict::no;
}

}  // namespace lightsweep::sweeps

// Conditions of a grid: reading them, and their verdict at a point.
#include <algorithm>
#include <array>

#include "sweeps/spec/grid_reader.hpp"

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
        const auto axis =
            std::ranges::find_if(axes, [&](const AxisValues& a) { return a.key == name; });
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

using Type = Value::Type;

/// All given keys, including faulty ones, because one wrong value must not make its name unknown.
std::vector<Filter::Name> legal_names(const Value& merged, const Vocabulary& vocabulary) {
    std::vector<Filter::Name> names = {
        {"collective", Kind::text}, {"primitive", Kind::text}, {"algorithm", Kind::text}};
    for (const Member& member : merged.members) {
        const KeyEntry* key = vocabulary.key(member.key);
        const bool present =
            std::ranges::any_of(names, [&](const Filter::Name& n) { return n.name == member.key; });
        if (key != nullptr && !present) names.push_back({key->name, key->kind});
    }
    return names;
}

Filter::Compiled compiled(const Value& text, const std::vector<Filter::Name>& names) {
    if (!text.is(Type::text))
        return {std::nullopt, "is no text", "for example where = \"nodes <= 64\""};
    if (text.text.find('\0') != std::string::npos)
        return {std::nullopt, "has a zero character", "remove \\u0000"};
    return Filter::compile(text.text, names);
}

/// Compiles each condition of a list separately first, so that a fault quotes only its own text.
bool check_each(const Value& where, const std::vector<Value>& texts,
                const std::vector<Filter::Name>& names, const ReadContext& context) {
    bool sound = true;
    for (const Value& text : texts) {
        const Filter::Compiled one = compiled(text, names);
        if (one.filter) continue;
        sound = false;
        context.faults.add(text.place, where.path, text.quoted(), one.problem, one.remedy);
    }
    return sound;
}

std::string conjunction(const std::vector<Value>& texts) {
    if (texts.size() == 1) return texts.front().text;
    std::string all;
    for (const Value& text : texts) {
        if (!all.empty()) all += " and ";
        all.append("(").append(text.text).append(")");
    }
    return all;
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

void read_where(GridSpec& grid, const Value& merged, const ReadContext& context) {
    const Value* where = merged.find("where");
    if (where == nullptr) return;
    const std::vector<Value> texts = where->is(Type::text) ? std::vector{*where} : where->items;
    if (texts.empty()) {
        where->refuse("is no condition", "for example where = \"nodes <= 64\"", context.faults);
        return;
    }
    const std::vector<Filter::Name> names = legal_names(merged, context.vocabulary);
    if (!check_each(*where, texts, names, context)) return;
    Filter::Compiled compiled = Filter::compile(conjunction(texts), names);
    if (!compiled.filter) where->refuse(compiled.problem, compiled.remedy, context.faults);
    grid.where = std::move(compiled.filter);
    grid.bind_where();
}

}  // namespace lightsweep::sweeps

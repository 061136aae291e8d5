// Reads `groups`: { size = 8, stride = 1 }, or a list of lists of nodes.
#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

constexpr const char* example = "{ size = 8, stride = 1 }, or lists of nodes: [[0, 1], [2, 3]]";

std::vector<std::int64_t> members_of(const Value& group, Faults& faults) {
    auto read = read_scalar(group, {Kind::tuple, Domain::whole, {}, "[0, 1, 2, 3]"});
    if (read.scalar) return std::move(read.scalar->tuple);
    group.refuse(read.problem, read.remedy, faults);
    return {};
}

}  // namespace

Groups spread_groups(Value& table, Faults& faults) {
    Groups groups;
    const Value* given = table.find("groups");
    if (!given) return groups;
    if (given->is(Type::list) && !given->items.empty()) {
        for (const Value& group : given->items) groups.lists.push_back(members_of(group, faults));
        auto as_text = text_value(json_of(*given), given->place);
        as_text.path = given->path;
        table.set("groups", std::move(as_text));
        return groups;
    }
    if (!given->is(Type::table)) {
        given->refuse("is no groups of nodes", example, faults);
        return groups;
    }
    const Value copy = *given;
    table.erase("groups");
    if (!copy.find("size")) copy.refuse("has no size", example, faults);
    for (const Member& member : copy.members) {
        Value value = member.value;
        value.path = copy.path + "." + member.key;
        if (member.key != "size" && member.key != "stride")
            value.refuse("unknown key of groups", "size and stride", faults);
        else
            table.set("group_" + member.key, std::move(value));
    }
    return groups;
}

Value read_groups(Value grid, GridSpec& out, const ReadContext& context) {
    out.group_lists = spread_groups(grid, context.faults).lists;
    if (const Value* stride = grid.find("group_stride"); stride && !grid.find("group_size"))
        stride->refuse("is that of groups whose size is not given", example, context.faults);
    return grid;
}

}  // namespace lightsweep::sweeps

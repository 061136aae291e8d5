#include "sweeps/spec/grid_reader.hpp"

#include <algorithm>
#include <cmath>

#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

constexpr const char* pool_example = "for example pool = [\"ring\", \"circulant(1,9)\"]";
constexpr const char* switching_example =
    "\"whole\", \"links\", or for a pool of two [[0, 1], [0.5, 0]]";

/// Schedulers of the sweep that list the key under `axes` or `needs`.
std::vector<std::string> schedulers_with(const std::string& key,
                                         std::vector<std::string> SchedulerEntry::*list,
                                         const ReadContext& context) {
    std::vector<std::string> names;
    for (const auto& name : context.schedulers) {
        const auto* entry = context.vocabulary.scheduler(name, context.rules);
        if (entry && contains(entry->*list, key)) names.push_back(name);
    }
    return names;
}

/// Whether some known scheduler reads the key; adds a fault if none does.
bool is_read(const Value& value, const std::string& key, const ReadContext& context) {
    const auto& all = context.vocabulary.schedulers;
    const bool any = std::ranges::any_of(
        all, [&](const SchedulerEntry& entry) { return contains(entry.axes, key); });
    if (!any) value.refuse("no scheduler of this build reads it", "remove it", context.faults);
    return any;
}

void read_members(const Value& pool, GridSpec& out, const ReadContext& context) {
    if (!pool.is(Type::list) || pool.items.empty()) {
        pool.refuse(pool.is(Type::list) ? "is empty" : "is no list", pool_example, context.faults);
        return;
    }
    for (const Value& item : pool.items) {
        if (!item.is(Type::text) || item.text.empty()) {
            item.refuse("is no name of a topology", pool_example, context.faults);
            continue;
        }
        const auto same = std::ranges::find_if(
            out.pool, [&](const PoolMember& m) { return m.text == item.text; });
        if (same != out.pool.end())
            item.refuse("repeats " + same->path, "remove it", context.faults);
        out.pool.push_back({item.text, item.place, item.path});
    }
}

/// One number of the matrix, or nothing and a fault.
std::optional<double> factor(const Value& value, bool diagonal, Faults& faults) {
    const bool number = value.is(Type::integer) || value.is(Type::real);
    const double factor = value.is(Type::integer) ? static_cast<double>(value.integer) : value.real;
    if (number && std::isfinite(factor) && (diagonal ? factor == 0 : factor >= 0)) return factor;
    value.refuse(diagonal ? "must be 0: a base that is kept is free"
                          : "must be a number >= 0, a multiple of reconfiguration_delay",
                 switching_example, faults);
    return std::nullopt;
}

void read_matrix(const Value& rows, GridSpec& out, const ReadContext& context) {
    const std::size_t n = out.pool.size();
    const bool square =
        rows.items.size() == n && std::ranges::all_of(rows.items, [n](const Value& row) {
            return row.is(Type::list) && row.items.size() == n;
        });
    if (!square) {
        rows.refuse("must have " + std::to_string(n) + " rows of " + std::to_string(n) +
                        " factors, in the order of pool",
                    switching_example, context.faults);
        return;
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k)
            if (const auto one = factor(rows.items[i].items[k], i == k, context.faults))
                out.switching.factors.push_back(*one);
}

void read_switching(const Value& value, GridSpec& out, const ReadContext& context) {
    if (!is_read(value, "switching", context)) return;
    out.switching.place = value.place;
    out.switching.path = value.path;
    if (value.is(Type::list)) {
        out.switching.word = "pairs";
        read_matrix(value, out, context);
    } else if (value.is(Type::text) && (value.text == "whole" || value.text == "links")) {
        out.switching.word = value.text;
    } else {
        value.refuse("is no price of a change", switching_example, context.faults);
    }
    if (out.switching.word == "whole") return;
    for (const auto& name : schedulers_with("pool", &SchedulerEntry::axes, context)) {
        if (contains(context.vocabulary.scheduler(name, context.rules)->axes, "switching"))
            continue;
        value.refuse(name + " pays one delay for every change",
                     "remove switching, or the scheduler", context.faults);
    }
}

}  // namespace

void read_pool(const Value& grid, GridSpec& out, const ReadContext& context) {
    const Value* pool = grid.find("pool");
    const auto who = schedulers_with("pool", &SchedulerEntry::needs, context);
    if (pool == nullptr && !who.empty())
        context.faults.add(grid.place, grid.path.empty() ? "pool" : grid.path + ".pool", "",
                           "is missing; read by " + join(who), pool_example);
    if (pool != nullptr && is_read(*pool, "pool", context)) read_members(*pool, out, context);
    const Value* switching = grid.find("switching");
    if (switching == nullptr) return;
    if (pool == nullptr)
        switching->refuse("is the price of changes within a pool, and there is none", pool_example,
                          context.faults);
    else
        read_switching(*switching, out, context);
}

}  // namespace lightsweep::sweeps

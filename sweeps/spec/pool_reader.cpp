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
    if (!any) add_fault(context, value, "no scheduler of this build reads it", "remove it");
    return any;
}

void read_members(const Value& pool, GridSpec& out, const ReadContext& context) {
    if (!pool.is(Type::list) || pool.items.empty()) {
        add_fault(context, pool, pool.is(Type::list) ? "is empty" : "is no list", pool_example);
        return;
    }
    for (std::size_t i = 0; i < pool.items.size(); ++i) {
        const Value& item = pool.items[i];
        const std::string path = pool.path + "[" + std::to_string(i) + "]";
        if (!item.is(Type::text) || item.text.empty()) {
            context.faults.add(item.place, path, item.quoted(), "is no name of a topology",
                               pool_example);
            continue;
        }
        const auto same = std::ranges::find_if(
            out.pool, [&](const PoolMember& m) { return m.text == item.text; });
        if (same != out.pool.end())
            context.faults.add(item.place, path, item.quoted(), "repeats " + same->path,
                               "remove it");
        out.pool.push_back({item.text, item.place, path});
    }
}

/// One number of the matrix, or nothing and a fault.
std::optional<double> factor(const Value& value, bool diagonal, const std::string& path,
                             const ReadContext& context) {
    const bool number = value.is(Type::integer) || value.is(Type::real);
    const double factor = value.is(Type::integer) ? static_cast<double>(value.integer) : value.real;
    if (number && std::isfinite(factor) && (diagonal ? factor == 0 : factor >= 0)) return factor;
    context.faults.add(value.place, path, value.quoted(),
                       diagonal ? "must be 0: a base that is kept is free"
                                : "must be a number >= 0, a multiple of reconfiguration_delay",
                       switching_example);
    return std::nullopt;
}

void read_matrix(const Value& rows, GridSpec& out, const ReadContext& context) {
    const std::size_t n = out.pool.size();
    const bool square =
        rows.items.size() == n && std::ranges::all_of(rows.items, [n](const Value& row) {
            return row.is(Type::list) && row.items.size() == n;
        });
    if (!square) {
        add_fault(context, rows,
                  "must have " + std::to_string(n) + " rows of " + std::to_string(n) +
                      " factors, in the order of pool",
                  switching_example);
        return;
    }
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k) {
            const std::string path =
                rows.path + "[" + std::to_string(i) + "][" + std::to_string(k) + "]";
            if (const auto one = factor(rows.items[i].items[k], i == k, path, context))
                out.switching.factors.push_back(*one);
        }
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
        add_fault(context, value, "is no price of a change", switching_example);
    }
    if (out.switching.word == "whole") return;
    for (const auto& name : schedulers_with("pool", &SchedulerEntry::axes, context)) {
        if (contains(context.vocabulary.scheduler(name, context.rules)->axes, "switching"))
            continue;
        add_fault(context, value, name + " pays one delay for every change",
                  "remove switching, or the scheduler");
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
        add_fault(context, *switching, "is the price of changes within a pool, and there is none",
                  pool_example);
    else
        read_switching(*switching, out, context);
}

}  // namespace lightsweep::sweeps

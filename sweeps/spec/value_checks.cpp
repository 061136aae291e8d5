#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/sweep_spec.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

constexpr std::size_t most_refusals = 20;
constexpr std::int64_t widest_search = 70'000;

using Indices = std::vector<std::size_t>;

/// Accepted node counts near n: "8, 16, ..."; empty if there are none.
std::string accepted_nearby(const Refusal& refuse, const std::string& name, std::int64_t n) {
    std::string out;
    for (std::int64_t m = n - 1; m >= std::max<std::int64_t>(1, n - widest_search); --m) {
        if (refuse(name, m)) continue;
        out = std::to_string(m) + ", ";
        break;
    }
    const std::int64_t last = n < widest_search ? 2 * n + 1 : n + widest_search;
    for (std::int64_t m = n + 1; m <= last; ++m) {
        if (!refuse(name, m)) return out + std::to_string(m) + ", ...";
    }
    return out.empty() ? "" : out + "...";
}

class ValueChecker {
  public:
    ValueChecker(const GridSpec& grid, const Value& merged, const ReadContext& context)
        : grid_(grid), merged_(merged), context_(context) {}

    void run() {
        check_points();
        const auto collective = [&](const Indices& at) { return sized_collective(at); };
        check_refusals({"collective", "primitive", "algorithm", "nodes", "dims", "group_size"},
                       grid_.members_key(), context_.vocabulary.refuse_collective, collective);
        const auto topology = [&](const Indices& at) {
            const AxisValues* axis = grid_.find("topology");
            return axis == nullptr ? "" : axis->labels[grid_.value_index("topology", at)];
        };
        check_refusals({"topology", "nodes"}, "nodes", context_.vocabulary.refuse_topology,
                       topology);
        check_extents();
        check_where();
    }

  private:
    void check_points() {
        const std::uint64_t points = grid_.points();
        if (points <= max_grid_points) return;
        const bool huge = points == std::numeric_limits<std::uint64_t>::max();
        std::vector<std::string> sizes;
        for (const GridDimension& dimension : grid_.dimensions) {
            sizes.push_back(dimension.name + " x " + std::to_string(dimension.size()));
        }
        context_.faults.add(merged_.place, merged_.path, "",
                            "has " +
                                (huge ? "more than 10^19" : with_thousands_separators(points)) +
                                " points: " + join(sizes),
                            "at most " + with_thousands_separators(max_grid_points) +
                                ": shorten an axis or use several sweeps");
    }

    bool fits_somewhere(const std::vector<std::string>& keys, const Refusal& refuse,
                        const std::function<std::string(const Indices&)>& name_at) const {
        bool found = false;
        for_each_combination(grid_, keys, [&](const Indices& at) {
            const std::string name = name_at(at);
            found = !name.empty() && !refuse(name, grid_.members(at));
            return !found;
        });
        return found;
    }

    /// sizes: the key that says how many nodes there are.
    void check_refusals(const std::vector<std::string>& keys, const std::string& sizes,
                        const Refusal& refuse,
                        const std::function<std::string(const Indices&)>& name_at) {
        const AxisValues* nodes = grid_.find(sizes);
        if (!refuse || nodes == nullptr) return;
        std::set<std::pair<std::size_t, std::string>> reported;
        // Where all schedulers are compared, one that does not fit is not applicable instead of a
        // fault.
        if (context_.vocabulary.rules_called(grid_.rules).compares_everything &&
            (context_.scalars_only || fits_somewhere(keys, refuse, name_at)))
            return;
        for_each_combination(grid_, keys, [&](const Indices& at) {
            const std::string name = name_at(at);
            if (name.empty() || carries_bytes(name) || name == "edges") return true;
            const std::size_t i = grid_.value_index(sizes, at);
            if (!nodes->sound(i)) return true;
            const auto n =
                sizes == "nodes" ? static_cast<std::int64_t>(nodes->numbers[i]) : grid_.members(at);
            const std::optional<std::string> reason = refuse(name, n);
            if (!reason || grid_.verdict(at) == Verdict::no) return true;
            if (!reported.emplace(i, *reason).second) return true;
            nodes->refuse(i, *reason, context_.scalars_only ? "" : accepted_nearby(refuse, name, n),
                          context_.faults);
            return reported.size() < most_refusals;
        });
    }

    /// The collective with sizes that fit; other sizes are a fault of dims.
    std::string sized_collective(const Indices& at) const {
        const std::string name(grid_.collective(at));
        const AxisValues* dims = grid_.find("dims");
        if (!dims || !context_.vocabulary.on_dims) return name;
        const auto& sizes = dims->tuples[grid_.value_index("dims", at)];
        const double n = grid_.find("nodes")->numbers[grid_.value_index("nodes", at)];
        return extent_of(sizes) == n ? context_.vocabulary.on_dims(name, sizes) : name;
    }

    static double extent_of(const std::vector<std::int64_t>& sizes) {
        double extent = 1.0;
        for (const std::int64_t size : sizes) extent *= static_cast<double>(size);
        return extent;
    }

    /// Checks the product of dims: [8, 16] means 128 nodes.
    void check_extents() {
        const AxisValues* nodes = grid_.find("nodes");
        const AxisValues* dims = grid_.find("dims");
        if (nodes == nullptr || dims == nullptr) return;
        std::size_t n_faults = 0;
        for_each_combination(grid_, {"dims", "nodes"}, [&](const Indices& at) {
            const std::size_t d = grid_.value_index("dims", at);
            if (!dims->sound(d) || !nodes->sound(grid_.value_index("nodes", at))) return true;
            const double n = nodes->numbers[grid_.value_index("nodes", at)];
            const double extent = extent_of(dims->tuples[d]);
            if (extent == n || grid_.verdict(at) == Verdict::no) return true;
            dims->refuse(d, "has " + format_exact(extent) + " nodes, not " + format_exact(n),
                         context_.scalars_only ? "nodes is the product of dims"
                                               : "zip = [\"dims\", \"nodes\"] pairs them",
                         context_.faults);
            return ++n_faults < most_refusals;
        });
    }

    /// Whether an axis has faulty values, which the condition may have been about.
    bool has_faults() const {
        for (const GridDimension& dimension : grid_.dimensions)
            for (const AxisValues& axis : dimension.axes)
                if (axis.faulty) return true;
        return false;
    }

    /// Reports misspelt texts in a condition, which would otherwise leave an empty grid silently.
    void check_where() {
        if (!grid_.where || has_faults()) return;
        std::vector<std::string> keys = grid_.where->variables();
        keys.insert(keys.end(), {"collective", "primitive", "algorithm"});
        bool any = false;
        std::uint64_t visited = 0;
        for_each_combination(grid_, keys, [&](const Indices& at) {
            any = grid_.applicable(at) && grid_.verdict(at) != Verdict::no;
            return ++visited < most_combinations && !any;
        });
        const Value* where = merged_.find("where");
        if (any || visited == most_combinations || where == nullptr) return;
        where->refuse("no point of the grid satisfies it", "check texts and units",
                      context_.faults);
    }

    const GridSpec& grid_;
    const Value& merged_;
    const ReadContext& context_;
};

}  // namespace

void check_values(const GridSpec& grid, const Value& merged, const ReadContext& context) {
    ValueChecker(grid, merged, context).run();
}

}  // namespace lightsweep::sweeps

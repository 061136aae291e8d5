#include <algorithm>
#include <set>
#include <tuple>

#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

/// Position of a key in the canonical order.
std::size_t rank_of(const std::string& key, const Vocabulary& vocabulary) {
    const KeyEntry* entry = vocabulary.key(key);
    return entry == nullptr ? vocabulary.keys.size()
                            : static_cast<std::size_t>(entry - vocabulary.keys.data());
}

/// `zip` as lists of keys: one list, or a list of lists.
std::vector<Value> zip_groups(const Value& zip) {
    const bool nested = !zip.items.empty() && zip.items.front().is(Type::list);
    return nested ? zip.items : std::vector<Value>{zip};
}

class DimensionBuilder {
  public:
    DimensionBuilder(GridSpec& grid, Axes axes, const Value& merged, const ReadContext& context)
        : grid_(grid), axes_(std::move(axes)), merged_(merged), context_(context) {}

    void run() {
        join_collective();
        if (const Value* zip = merged_.find("zip")) read_zip(*zip);
        zip_presets();
        for (auto& [key, axis] : axes_) {
            if (axis.listed) {
                add_dimension({std::move(axis)});
            } else {
                grid_.constants.emplace(key, std::move(axis));
            }
        }
        for (const GridDimension& dimension : grid_.dimensions) check_repeats(dimension);
        split_collective();
        sort_dimensions();
        fill_pairs();
    }

  private:
    void fault(const AxisValues& axis, std::size_t i, std::string problem, std::string remedy) {
        axis.refuse(i, std::move(problem), std::move(remedy), context_.faults);
    }

    /// Joins a constant primitive with a constant or default algorithm into a constant collective.
    void join_collective() {
        const auto primitive = axes_.find("primitive");
        const auto algorithm = axes_.find("algorithm");
        if (primitive == axes_.end() || primitive->second.listed) return;
        const bool has_algorithm = merged_.find("algorithm") != nullptr;
        if (has_algorithm && (algorithm == axes_.end() || algorithm->second.listed)) return;
        AxisValues joined = primitive->second;
        joined.key = "collective";
        std::string& name = joined.labels.front();
        if (has_algorithm) name += "/" + algorithm->second.labels.front();
        const auto known = context_.vocabulary.resolve_collective(name);
        if (!known) {
            refuse_joined(primitive->second, name, has_algorithm);
            return;
        }
        name = *known;
        axes_.erase("primitive");
        axes_.erase("algorithm");
        axes_.emplace("collective", std::move(joined));
    }

    void refuse_joined(const AxisValues& primitive, const std::string& name, bool has_algorithm) {
        if (!has_algorithm) {
            fault(primitive, 0, "needs an algorithm", "for example algorithm = \"ring\"");
        } else {
            fault(primitive, 0, name + " is not known",
                  suggest(name, names_of(context_.vocabulary.collectives)));
        }
    }

    void read_zip(const Value& zip) {
        if (!zip.is(Type::list) || zip.items.empty()) {
            zip.refuse("is no list of keys", "for example zip = [\"planes\", \"plane_bandwidth\"]",
                       context_.faults);
            return;
        }
        for (const Value& group : zip_groups(zip)) read_group(zip, group);
    }

    void read_group(const Value& zip, const Value& group) {
        std::vector<std::string> keys;
        for (const Value& item : group.items) {
            if (!check_zipped(zip, item, keys)) return;
            keys.push_back(item.text);
        }
        if (keys.size() < 2) {
            zip_fault(zip, group, "needs at least two keys", "remove it or name another axis");
            return;
        }
        take_group(zip, group, keys);
    }

    bool check_zipped(const Value& zip, const Value& item, const std::vector<std::string>& keys) {
        const bool named = item.is(Type::text) && merged_.find(item.text) != nullptr;
        if (!named) {
            std::vector<std::string> known;
            for (const auto& [key, axis] : axes_) known.push_back(key);
            zip_fault(zip, item, "is no axis of this grid", suggest(item.quoted(), known));
            return false;
        }
        // An axis that is given but absent was reported already, or is zipped.
        const auto axis = axes_.find(item.text);
        if (axis == axes_.end() || std::ranges::find(keys, item.text) != keys.end()) {
            if (zipped_.contains(item.text) || axis != axes_.end()) {
                zip_fault(zip, item, "is zipped twice", "name it once");
            }
            return false;
        }
        if (axis->second.listed) return true;
        zip_fault(zip, item, "has one value only", "only lists and ranges are zipped");
        return false;
    }

    /// A preset key varies together with the keys that it stands for.
    void zip_presets() {
        for (const auto& preset : context_.vocabulary.presets) {
            const auto axis = axes_.find(preset.key);
            const bool alone = axis != axes_.end() && axis->second.listed;
            if (alone) join(with_presets({preset.key}, context_.vocabulary));
        }
    }

    void zip_fault(const Value& zip, const Value& at, std::string problem, std::string remedy) {
        context_.faults.add(at.place, zip.path, at.quoted(), std::move(problem), std::move(remedy));
    }

    void take_group(const Value& zip, const Value& group, std::vector<std::string> keys) {
        sort_keys(keys);
        const std::size_t length = axes_.at(keys.front()).size();
        std::string lengths;
        bool equal = true;
        for (const std::string& key : keys) {
            const std::size_t size = axes_.at(key).size();
            equal &= size == length;
            lengths += (lengths.empty() ? "" : ", ") + key + " has " + std::to_string(size);
        }
        if (equal) return join(with_presets(keys, context_.vocabulary));
        for (const std::string& key : with_presets(keys, context_.vocabulary)) take(key);
        zip_fault(zip, group, "the axes differ in length: " + lengths,
                  "zipped axes need equally many values");
    }

    void sort_keys(std::vector<std::string>& keys) const {
        std::ranges::sort(keys, [&](const std::string& a, const std::string& b) {
            return rank_of(a, context_.vocabulary) < rank_of(b, context_.vocabulary);
        });
    }

    /// The axis of a key that is not yet in another dimension, if there is one.
    std::optional<AxisValues> take(const std::string& key) {
        zipped_.insert(key);
        const auto axis = axes_.find(key);
        if (axis == axes_.end()) return std::nullopt;
        return std::move(axes_.extract(axis).mapped());
    }

    /// Joins axes of equal length into one dimension.
    void join(std::vector<std::string> keys) {
        sort_keys(keys);
        std::vector<AxisValues> axes;
        for (const std::string& key : keys)
            if (auto axis = take(key)) axes.push_back(std::move(*axis));
        add_dimension(std::move(axes));
    }

    void add_dimension(std::vector<AxisValues> axes) {
        GridDimension dimension;
        dimension.structural = false;
        for (const AxisValues& axis : axes) {
            dimension.name += (dimension.name.empty() ? "" : "_") + axis.key;
            dimension.structural |= context_.vocabulary.key(axis.key)->structural;
        }
        // A described model has many keys; the first one names the dimension.
        constexpr std::size_t longest_name = 64;
        if (dimension.name.size() > longest_name) dimension.name = axes.front().key + "_number";
        dimension.axes = std::move(axes);
        grid_.dimensions.push_back(std::move(dimension));
    }

    /// One value of a dimension over all its axes, for comparison.
    static std::string fingerprint(const GridDimension& dimension, std::size_t i) {
        std::string out;
        for (const AxisValues& axis : dimension.axes) {
            out += (is_numeric(axis.kind) ? format_exact(axis.numbers[i]) : axis.labels[i]) + "\n";
        }
        return out;
    }

    static bool sound(const GridDimension& dimension, std::size_t i) {
        return std::ranges::all_of(dimension.axes,
                                   [i](const AxisValues& axis) { return axis.sound(i); });
    }

    void check_repeats(const GridDimension& dimension) {
        std::map<std::string, std::size_t> seen;
        const AxisValues& axis = dimension.axes.front();
        // Ranges grow strictly, so only lists can repeat a value.
        if (axis.lines.empty()) return;
        for (std::size_t i = 0; i < dimension.size(); ++i) {
            if (!sound(dimension, i)) continue;
            const auto [first, is_new] = seen.emplace(fingerprint(dimension, i), i);
            if (!is_new) fault(axis, i, "repeats " + axis.name(first->second), "remove it");
        }
    }

    /// Splits a list of collectives into two dimensions if both primitive and algorithm vary,
    /// unless it has a sequence, which has several of both.
    void split_collective() {
        const auto found = std::ranges::find_if(
            grid_.dimensions,
            [](const GridDimension& dimension) { return dimension.name == "collective"; });
        if (found == grid_.dimensions.end()) return;
        const AxisValues whole = found->axes.front();
        for (const std::string& label : whole.labels)
            if (label.find('+') != std::string::npos) return;
        AxisValues primitive = part_of(whole, "primitive");
        AxisValues algorithm = part_of(whole, "algorithm");
        if (primitive.size() < 2 || algorithm.size() < 2) return;
        allowed_.insert(whole.labels.begin(), whole.labels.end());
        grid_.dimensions.erase(found);
        add_dimension({std::move(primitive)});
        add_dimension({std::move(algorithm)});
    }

    static AxisValues part_of(const AxisValues& whole, const std::string& key) {
        AxisValues part = whole;
        part.key = key;
        part.labels.clear();
        part.lines.clear();
        for (const std::string& label : whole.labels) {
            if (label.empty()) continue;
            const std::size_t slash = std::min(label.find('/'), label.size());
            const std::string text = key == "primitive"
                                         ? label.substr(0, slash)
                                         : label.substr(std::min(slash + 1, label.size()));
            if (std::ranges::find(part.labels, text) == part.labels.end()) {
                part.labels.push_back(text);
            }
        }
        return part;
    }

    void sort_dimensions() {
        const auto order = [&](const GridDimension& dimension) {
            return std::tuple(!dimension.structural,
                              rank_of(dimension.axes.front().key, context_.vocabulary));
        };
        std::ranges::stable_sort(grid_.dimensions,
                                 [&](const auto& a, const auto& b) { return order(a) < order(b); });
    }

    void fill_pairs() {
        const AxisValues* primitive = grid_.find("primitive");
        const AxisValues* algorithm = grid_.find("algorithm");
        if (primitive == nullptr || algorithm == nullptr) return;
        bool any = false;
        for (const std::string& p : primitive->labels) {
            for (const std::string& a : algorithm->labels) {
                const auto name = context_.vocabulary.resolve_collective(p + "/" + a);
                const bool legal = name && (allowed_.empty() || allowed_.contains(*name));
                grid_.pairs.push_back(legal ? *name : "");
                any |= legal;
            }
        }
        if (primitive->faulty || algorithm->faulty) return;
        if (!any) fault(*algorithm, 0, "no primitive here has it", "see lightsweep list");
    }

    GridSpec& grid_;
    Axes axes_;
    const Value& merged_;
    const ReadContext& context_;
    std::set<std::string> zipped_;
    std::set<std::string> allowed_;
};

}  // namespace

void build_dimensions(GridSpec& grid, Axes axes, const Value& merged, const ReadContext& context) {
    DimensionBuilder(grid, std::move(axes), merged, context).run();
}

}  // namespace lightsweep::sweeps

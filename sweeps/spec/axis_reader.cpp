#include "sweeps/spec/axis_reader.hpp"

#include <algorithm>
#include <limits>

#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

std::vector<std::string> part_names(const Vocabulary& vocabulary, bool primitive) {
    std::vector<std::string> parts;
    for (const NameEntry& entry : vocabulary.collectives) {
        const std::size_t slash = entry.name.find('/');
        if (slash == std::string::npos) continue;
        parts.push_back(primitive ? entry.name.substr(0, slash) : entry.name.substr(slash + 1));
    }
    std::ranges::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
}

std::optional<std::string> resolve_algorithm(const Vocabulary& vocabulary,
                                             const std::string& text) {
    const auto alias = vocabulary.algorithm_aliases.find(text);
    return alias == vocabulary.algorithm_aliases.end() ? text : alias->second;
}

/// Registry names of the vocabulary behind the texts of one key.
class ValueNames {
  public:
    ValueNames(const std::string& key, const Vocabulary& vocabulary)
        : key_(key), vocabulary_(vocabulary) {
        if (key == "primitive") known_ = part_names(vocabulary, true);
        if (key == "algorithm") known_ = part_names(vocabulary, false);
    }

    /// The registry name, the text itself for keys without names, or a problem.
    ReadScalar resolve(Scalar scalar) const {
        std::optional<std::string> name = look_up(scalar.label);
        if (!name) return refusal(scalar.label);
        scalar.label = *name;
        return {std::move(scalar), "", ""};
    }

  private:
    ReadScalar refusal(const std::string& text) const {
        const auto algorithms = vocabulary_.all_algorithms(text + "/*");
        if (key_ != "collective" || algorithms.empty())
            return {std::nullopt, "is not known", suggest(text, all_known())};
        return {std::nullopt, "names no algorithm",
                "for example \"" + algorithms.front() + "\", or \"" + text + "/*\" for all"};
    }

    std::vector<std::string> all_known() const {
        if (key_ == "topology") return names_of(vocabulary_.topologies);
        if (key_ != "collective") return known_;
        auto names = names_of(vocabulary_.collectives);
        names.push_back("custom");
        return names;
    }

    std::optional<std::string> look_up(const std::string& text) const {
        if (key_ == "collective") return vocabulary_.resolve_collective(text);
        if (key_ == "topology") return vocabulary_.resolve_topology(text);
        if (key_ != "primitive" && key_ != "algorithm") return text;
        const auto name = key_ == "primitive" ? text : resolve_algorithm(vocabulary_, text);
        if (std::ranges::find(known_, *name) != known_.end()) return name;
        return key_ == "algorithm" && is_sized(*name) ? name : std::nullopt;
    }

    /// Whether it is an algorithm with sizes of some primitive: "bucket-2d(8x16)".
    bool is_sized(const std::string& algorithm) const {
        const auto primitives = part_names(vocabulary_, true);
        return std::ranges::any_of(primitives, [&](const std::string& one) {
            return vocabulary_.resolve_collective(one + "/" + algorithm).has_value();
        });
    }

    std::string key_;
    const Vocabulary& vocabulary_;
    std::vector<std::string> known_;  // parts of collectives
};

void append(AxisValues& axis, Scalar scalar) {
    if (is_numeric(axis.kind)) {
        axis.numbers.push_back(scalar.number);
    } else {
        axis.labels.push_back(std::move(scalar.label));
    }
    if (axis.kind == Kind::tuple) axis.tuples.push_back(std::move(scalar.tuple));
}

ScalarRule rule_of(const KeyEntry& key, const ReadContext& context) {
    return {key.kind, key.domain, key.words, key.example, !context.scalars_only};
}

bool append_scalar(AxisValues& axis, const Value& value, const KeyEntry& key,
                   const ValueNames& names, const ReadContext& context) {
    ReadScalar read = read_scalar(value, rule_of(key, context));
    if (read.scalar && key.kind == Kind::text) read = names.resolve(std::move(*read.scalar));
    if (!read.scalar) {
        value.refuse(read.problem, read.remedy, context.faults);
        return false;
    }
    append(axis, std::move(*read.scalar));
    return true;
}

bool append_list(AxisValues& axis, const Value& value, const KeyEntry& key, const ValueNames& names,
                 const ReadContext& context) {
    bool any = false;
    if (value.items.empty())
        value.refuse("is an empty list", "at least one value is needed", context.faults);
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        const bool sound = append_scalar(axis, value.items[i], key, names, context);
        // An entry all the same: the other values keep their index and their partners under zip.
        if (!sound) append(axis, {std::numeric_limits<double>::quiet_NaN(), "", {}});
        axis.lines.push_back(value.items[i].place.line);
        axis.faulty |= !sound;
        any |= sound;
    }
    return any;
}

bool append_range(AxisValues& axis, const Value& value, const KeyEntry& key,
                  const ReadContext& context) {
    if (!is_numeric(key.kind) || key.kind == Kind::flag) {
        value.refuse("has no ranges", "a list, for example [" + key.example + "]", context.faults);
        return false;
    }
    const std::optional<std::vector<double>> numbers = read_range(value, key, context);
    if (!numbers) return false;
    axis.numbers = *numbers;
    return true;
}

/// Whether the value is a list of values. Tuples are lists themselves: a list of tuples is an axis,
/// a list of integers one value.
bool is_list(const Value& value, const KeyEntry& key) {
    if (!value.is(Type::list)) return false;
    if (key.kind != Kind::tuple) return true;
    return !value.items.empty() && !value.items.front().is(Type::integer);
}

bool read_values(AxisValues& axis, const Value& value, const KeyEntry& key,
                 const ReadContext& context) {
    const ValueNames names(key.name, context.vocabulary);
    axis.listed = is_list(value, key) || value.is(Type::table);
    if (axis.listed && context.scalars_only) {
        value.refuse("one value is needed, not " + std::string(value.type_name()),
                     "for example " + key.example, context.faults);
        return false;
    }
    if (value.is(Type::table)) return append_range(axis, value, key, context);
    if (axis.listed) return append_list(axis, value, key, names, context);
    return append_scalar(axis, value, key, names, context);
}

/// The value with "allreduce/*" replaced by all algorithms; each has the place of that text.
Value with_algorithms(const Value& value, const Vocabulary& vocabulary) {
    const bool one = value.is(Type::text) && !vocabulary.all_algorithms(value.text).empty();
    if (!one && !value.is(Type::list)) return value;
    Value result = value;
    if (one) result.type = Type::list;
    result.items.clear();
    for (const Value& item : one ? std::vector{value} : value.items) {
        const auto names = vocabulary.all_algorithms(item.text);
        if (!item.is(Type::text) || names.empty()) result.items.push_back(item);
        for (const auto& name : names) {
            result.items.push_back(item);
            result.items.back().text = name;
        }
    }
    result.rename(value.path);
    return result;
}

}  // namespace

std::optional<AxisValues> read_axis(const Value& given, const KeyEntry& key,
                                    const ReadContext& context) {
    const Value value =
        key.name == "collective" ? with_algorithms(given, context.vocabulary) : given;
    AxisValues axis;
    axis.key = key.name;
    axis.kind = key.kind;
    axis.line = value.place.line;
    axis.source = value.place.source;
    axis.path = value.path;
    if (!read_values(axis, value, key, context)) return std::nullopt;
    return axis;
}

}  // namespace lightsweep::sweeps

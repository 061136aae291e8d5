#include "sweeps/spec/documents/scalar_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

constexpr std::int64_t largest_integer = std::int64_t{1} << 53;
constexpr std::size_t longest_tuple = 65536;

ReadScalar refused(std::string problem, std::string remedy) {
    return {std::nullopt, std::move(problem), std::move(remedy)};
}

/// An example of a legal value.
std::string example_text(const ScalarRule& rule) {
    if (rule.example.empty() && !rule.words.empty()) return "one of " + join(rule.words);
    return "for example " +
           (rule.example.empty() ? std::string(texts_of(rule.kind).example) : rule.example);
}

ReadScalar wrong_type(const Value& value, const ScalarRule& rule) {
    std::string problem(value.type_name());
    problem.append(" where ").append(texts_of(rule.kind).needed).append(" is needed");
    return refused(std::move(problem), example_text(rule));
}

ReadScalar checked_number(double number, const ScalarRule& rule) {
    if (!std::isfinite(number)) return refused("is not a finite number", example_text(rule));
    if (!in_domain(number, rule.domain)) {
        return refused("must be " + std::string(domain_text(rule.domain)), example_text(rule));
    }
    if (std::fabs(number) > static_cast<double>(largest_integer)) {
        return refused("is above 2^53 = 9,007,199,254,740,992", "a smaller value");
    }
    // Adding 0 turns -0 into 0, so that both are the same value of an axis.
    return {Scalar{number + 0.0, "", {}}, "", ""};
}

ReadScalar without_unit(const ScalarRule& rule) {
    return refused("has no unit", "give one, " + example_text(rule));
}

/// A number without a unit, in SI units.
ReadScalar read_bare_number(const Value& value, const ScalarRule& rule) {
    if (value.is(Type::integer) &&
        (value.integer > largest_integer || value.integer < -largest_integer))
        return refused("is above 2^53 = 9,007,199,254,740,992", "a smaller value");
    const auto read = checked_number(
        value.is(Type::integer) ? static_cast<double>(value.integer) : value.real, rule);
    const bool has_units =
        rule.kind == Kind::bytes || rule.kind == Kind::seconds || rule.kind == Kind::rate;
    const bool lacks_unit = rule.needs_unit && has_units && read.scalar && read.scalar->number != 0;
    return lacks_unit ? without_unit(rule) : read;
}

ReadScalar read_number(const Value& value, const ScalarRule& rule) {
    if (value.is(Type::integer) || value.is(Type::real)) return read_bare_number(value, rule);
    if (!value.is(Type::text)) return wrong_type(value, rule);
    // A word in the place of a number, which stands for 0.
    if (std::ranges::find(rule.words, value.text) != rule.words.end())
        return {Scalar{0, value.text, {}}, "", ""};
    const ParsedQuantity parsed = parse_quantity(value.text, rule.kind);
    if (!parsed.value) return refused(parsed.problem, parsed.remedy);
    // A quoted number is a mistake: "800" would be 800 bytes per second instead of 800Gbps.
    const bool has_unit = value.text.find_first_of("BbsmhiG") != std::string::npos;
    if (rule.kind != Kind::count && !has_unit && *parsed.value != 0)
        return rule.needs_unit
                   ? without_unit(rule)
                   : refused("has no unit", rule.example + ", or the SI number without quotes");
    return checked_number(*parsed.value, rule);
}

ReadScalar read_flag(const Value& value, const ScalarRule& rule) {
    if (value.is(Type::boolean)) return {Scalar{value.boolean ? 1.0 : 0.0, "", {}}, "", ""};
    if (value.is(Type::text) && (value.text == "true" || value.text == "false")) {
        return {Scalar{value.text == "true" ? 1.0 : 0.0, "", {}}, "", ""};
    }
    return wrong_type(value, rule);
}

ReadScalar read_text(const Value& value, const ScalarRule& rule) {
    // A word may be a number: hops = 2.
    if (value.is(Type::integer))
        if (const auto number = std::to_string(value.integer); contains(rule.words, number))
            return {Scalar{0.0, number, {}}, "", ""};
    if (!value.is(Type::text)) return wrong_type(value, rule);
    if (value.text.empty()) return refused("is empty", example_text(rule));
    // Other programs end a text at a zero byte, so the name in the file would be a different one.
    if (value.text.find('\0') != std::string::npos)
        return refused("has a zero character", "remove \\u0000");
    const auto& words = rule.words;
    if (!words.empty() && std::ranges::find(words, value.text) == words.end()) {
        return refused("is not known", suggest(value.text, words));
    }
    return {Scalar{0.0, value.text, {}}, "", ""};
}

/// Reads "8x16" as {8, 16}; empty for any other text.
std::vector<std::int64_t> split_extents(const std::string& text) {
    std::vector<std::int64_t> extents;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int64_t extent = 0;
        const auto [next, error] = std::from_chars(at, end, extent);
        if (error != std::errc() || (next != end && *next != 'x')) return {};
        extents.push_back(extent);
        at = next == end ? end : next + 1;
        if (next != end && at == end) return {};
    }
    return extents;
}

ReadScalar checked_tuple(std::vector<std::int64_t> numbers, const ScalarRule& rule) {
    Scalar out;
    for (const std::int64_t number : numbers) {
        const ReadScalar one = checked_number(static_cast<double>(number), rule);
        if (!one.scalar) return one;
        if (!out.label.empty()) out.label += 'x';
        out.label += std::to_string(number);
    }
    out.tuple = std::move(numbers);
    return {std::move(out), "", ""};
}

ReadScalar read_tuple(const Value& value, const ScalarRule& rule) {
    if (value.is(Type::text)) {
        std::vector<std::int64_t> extents = split_extents(value.text);
        if (extents.empty()) return refused("is not a list of integers", example_text(rule));
        return checked_tuple(std::move(extents), rule);
    }
    if (!value.is(Type::list)) return wrong_type(value, rule);
    if (value.items.empty()) return refused("is an empty list", example_text(rule));
    if (value.items.size() > longest_tuple)
        return refused("is too long", "at most 65,536 integers");
    std::vector<std::int64_t> numbers;
    for (const Value& item : value.items) {
        if (!item.is(Type::integer))
            return refused("is not a list of integers", example_text(rule));
        numbers.push_back(item.integer);
    }
    return checked_tuple(std::move(numbers), rule);
}

}  // namespace

ReadScalar read_scalar(const Value& value, const ScalarRule& rule) {
    switch (rule.kind) {
        case Kind::text:
            return read_text(value, rule);
        case Kind::flag:
            return read_flag(value, rule);
        case Kind::tuple:
            return read_tuple(value, rule);
        default:
            return read_number(value, rule);
    }
}

}  // namespace lightsweep::sweeps

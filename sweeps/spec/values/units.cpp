#include "sweeps/spec/values/units.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sweeps/spec/values/number_text.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

/// A unit is 10^exponent times an exact factor (powers of two, 60, 3600, 1/8).
struct Unit {
    std::string_view name;
    Kind kind;
    int exponent;
    double factor;
};

constexpr double kibi = 1024.0;
constexpr double mebi = kibi * kibi;
constexpr double gibi = mebi * kibi;
constexpr double tebi = gibi * kibi;
constexpr double bit = 0.125;

constexpr Unit units[] = {
    {"B", Kind::bytes, 0, 1},          {"kB", Kind::bytes, 3, 1},
    {"KB", Kind::bytes, 3, 1},         {"MB", Kind::bytes, 6, 1},
    {"GB", Kind::bytes, 9, 1},         {"TB", Kind::bytes, 12, 1},
    {"KiB", Kind::bytes, 0, kibi},     {"MiB", Kind::bytes, 0, mebi},
    {"GiB", Kind::bytes, 0, gibi},     {"TiB", Kind::bytes, 0, tebi},
    {"ps", Kind::seconds, -12, 1},     {"ns", Kind::seconds, -9, 1},
    {"us", Kind::seconds, -6, 1},      {"\u00b5s", Kind::seconds, -6, 1},
    {"\u03bcs", Kind::seconds, -6, 1}, {"ms", Kind::seconds, -3, 1},
    {"s", Kind::seconds, 0, 1},        {"min", Kind::seconds, 0, 60},
    {"h", Kind::seconds, 0, 3600},     {"bps", Kind::rate, 0, bit},
    {"kbps", Kind::rate, 3, bit},      {"Kbps", Kind::rate, 3, bit},
    {"Mbps", Kind::rate, 6, bit},      {"Gbps", Kind::rate, 9, bit},
    {"Tbps", Kind::rate, 12, bit},     {"bit/s", Kind::rate, 0, bit},
    {"kbit/s", Kind::rate, 3, bit},    {"Mbit/s", Kind::rate, 6, bit},
    {"Gbit/s", Kind::rate, 9, bit},    {"Tbit/s", Kind::rate, 12, bit},
    {"B/s", Kind::rate, 0, 1},         {"kB/s", Kind::rate, 3, 1},
    {"KB/s", Kind::rate, 3, 1},        {"MB/s", Kind::rate, 6, 1},
    {"GB/s", Kind::rate, 9, 1},        {"TB/s", Kind::rate, 12, 1},
    {"KiB/s", Kind::rate, 0, kibi},    {"MiB/s", Kind::rate, 0, mebi},
    {"GiB/s", Kind::rate, 0, gibi},    {"TiB/s", Kind::rate, 0, tebi},
};

const Unit* find_unit(std::string_view name) {
    const auto* found =
        std::ranges::find_if(units, [&](const Unit& unit) { return unit.name == name; });
    return found == std::end(units) ? nullptr : found;
}

constexpr KindTexts kinds[] = {{"count", "an integer", "8", "1"},
                               {"bytes", "a quantity in bytes", "\"8MiB\"", "B"},
                               {"seconds", "a quantity in seconds", "\"100ns\"", "s"},
                               {"bytes/s", "a quantity in bytes/s", "\"800Gbps\"", "B/s"},
                               {"text", "a text", "\"a text\"", "1"},
                               {"flag", "true or false", "true", "1"},
                               {"tuple", "a list of integers", "[8, 16]", "1"}};

std::string example_of(Kind kind) {
    if (kind == Kind::count) return "64";
    std::string example(texts_of(kind).example);
    std::erase(example, '"');
    return example;
}

ParsedQuantity failed(std::string problem, std::string remedy) {
    return {std::nullopt, std::move(problem), std::move(remedy)};
}

ParsedQuantity no_number(Kind kind) {
    return failed("not a number with a unit", "for example " + example_of(kind));
}

/// Whether a rate in bytes ("GBps") would be read as one in bits: the case of the b decides, unless
/// "bit" is written.
bool contradicts(std::string_view name, const Unit& unit) {
    if (unit.kind != Kind::rate) return false;
    const bool bits = name.find("it") != std::string_view::npos || name.find('B') == name.npos;
    return bits != (unit.name.find('B') == unit.name.npos);
}

ParsedQuantity unknown_unit(const std::string& name, Kind kind) {
    if (name.find("..") != name.npos)
        return failed("is no single value",
                      "a range is { from = \"1MiB\", to = \"1GiB\", step = \"x2\" }");
    const bool any = kind == Kind::text;
    std::vector<std::string> candidates;
    for (const Unit& unit : units) {
        if ((any || unit.kind == kind) && !contradicts(name, unit))
            candidates.emplace_back(unit.name);
    }
    std::vector<std::string> longer;
    for (const auto& unit : candidates)
        if (unit.starts_with(name)) longer.push_back(unit);
    if (longer.size() > 1)
        return failed("unknown unit '" + name + "'", "did you mean one of " + join(longer));
    if (candidates.empty()) return failed("has a unit '" + name + "'", "a plain number is needed");
    return failed("unknown unit '" + name + "'", suggest(name, candidates));
}

ParsedQuantity scaled(const NumberText& number, const Unit& unit) {
    const std::optional<double> decimal = number.scaled(unit.exponent);
    if (!decimal || !std::isfinite(*decimal * unit.factor)) {
        return failed("is too large for a double", "a finite number is needed");
    }
    return {*decimal * unit.factor, "", ""};
}

}  // namespace

bool is_numeric(Kind kind) {
    return kind != Kind::text && kind != Kind::tuple;
}

const KindTexts& texts_of(Kind kind) {
    return kinds[static_cast<std::size_t>(kind)];
}

std::string ParsedQuantity::message(std::string_view text) const {
    if (value) return "";
    std::string out = "'";
    out.append(text).append("': ").append(problem);
    if (!remedy.empty()) out.append("; ").append(remedy);
    return out;
}

ParsedQuantity parse_quantity(std::string_view text, Kind kind) {
    const std::optional<NumberText> number = split_number(text);
    if (!number) return no_number(kind);
    if (number->unit.empty()) return scaled(*number, {"", kind, 0, 1.0});
    const Unit* unit = find_unit(number->unit);
    if (unit == nullptr) return unknown_unit(number->unit, kind);
    if (unit->kind != kind) {
        return failed(
            number->unit + " is a unit of " + std::string(texts_of(unit->kind).name),
            std::string(texts_of(kind).name) + " expected, for example " + example_of(kind));
    }
    return scaled(*number, *unit);
}

FreeQuantity parse_free_quantity(std::string_view text) {
    const std::optional<NumberText> number = split_number(text);
    if (!number) return {no_number(Kind::count), std::nullopt};
    if (number->unit.empty()) return {scaled(*number, {"", Kind::count, 0, 1.0}), std::nullopt};
    const Unit* unit = find_unit(number->unit);
    if (unit == nullptr) return {unknown_unit(number->unit, Kind::text), std::nullopt};
    return {scaled(*number, *unit), unit->kind};
}

}  // namespace lightsweep::sweeps

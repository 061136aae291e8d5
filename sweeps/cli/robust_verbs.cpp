// robust and lookup: choices for parameters that are not known exactly.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/read/quantity_text.hpp"
#include "analysis/reports/grid_reports.hpp"
#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/verbs.hpp"

namespace lightsweep::sweeps {

namespace {

double read_value(const std::string& flag, const std::string& text, Kind kind) {
    const auto parsed = parse_quantity(text, kind);
    if (parsed.value && *parsed.value >= 0) return *parsed.value;
    throw engine::BadInput(flag + " " + text + ": " +
                           (parsed.value ? "must be >= 0" : parsed.problem) + "; e.g. " + flag +
                           (kind == Kind::seconds ? " 1us..100us" : " 1KiB..1GiB"));
}

/// "1us..100us".
std::pair<double, double> read_interval(const std::string& flag, const std::string& text,
                                        Kind kind) {
    const auto dots = text.find("..");
    if (dots == std::string::npos)
        throw engine::BadInput(flag + " " + text + ": is no interval; e.g. " + flag +
                               (kind == Kind::seconds ? " 1us..100us" : " 1KiB..1GiB"));
    const double from = read_value(flag, text.substr(0, dots), kind),
                 to = read_value(flag, text.substr(dots + 2), kind);
    if (from < to) return {from, to};
    throw engine::BadInput(flag + " " + text + ": the first value must be below the second");
}

/// "0.1:1us,0.5:10us,0.9:50us".
analysis::UncertainDelay read_quantiles(const std::string& text) {
    analysis::UncertainDelay delay;
    for (const auto& part : split_at_commas(text)) {
        const auto colon = part.find(':');
        const auto share = parse_quantity(part.substr(0, colon), Kind::count).value;
        const bool rises = share && *share >= 0 && *share <= 1 &&
                           (delay.shares.empty() || *share > delay.shares.back());
        if (colon == std::string::npos || !rises)
            throw engine::BadInput("--quantiles " + part +
                                   ": give shares between 0 and 1 that rise, with their delays, "
                                   "e.g. --quantiles 0.1:1us,0.5:10us,0.9:50us");
        delay.shares.push_back(*share);
        delay.values.push_back(read_value("--quantiles", part.substr(colon + 1), Kind::seconds));
        if (delay.values.size() > 1 && delay.values.back() < delay.values[delay.values.size() - 2])
            throw engine::BadInput("--quantiles " + part +
                                   ": its delay is below that of a smaller share");
    }
    return delay;
}

analysis::UncertainDelay read_delay(const RobustArguments& arguments) {
    if (arguments.delay.empty() == arguments.quantiles.empty())
        throw engine::BadInput(
            "robust: give either --delay 1us..100us or --quantiles 0.1:1us,0.5:10us,0.9:50us");
    if (!arguments.quantiles.empty()) return read_quantiles(arguments.quantiles);
    const auto [from, to] = read_interval("--delay", arguments.delay, Kind::seconds);
    return {{from, to}};
}

/// Edges of so many cells at equal ratios.
std::vector<double> edges_of(const std::string& flag, const std::string& text, Kind kind,
                             std::int64_t cells) {
    const auto [from, to] = read_interval(flag, text, kind);
    if (from == 0)
        throw engine::BadInput(flag + " " + text +
                               ": cells at equal ratios need a first value > 0");
    std::vector<double> edges;
    for (std::int64_t i = 0; i <= cells; ++i)
        edges.push_back(i == cells ? to
                                   : from * std::pow(to / from, static_cast<double>(i) /
                                                                    static_cast<double>(cells)));
    return edges;
}

/// The schedules that some cell names, in the order of their numbers; cells are renumbered.
std::vector<std::size_t> number_schedules(std::vector<std::size_t>& cells) {
    std::vector<std::size_t> used;
    for (auto& cell : cells) {
        auto found = std::ranges::find(used, cell);
        if (found == used.end()) found = used.insert(used.end(), cell);
        cell = static_cast<std::size_t>(found - used.begin());
    }
    return used;
}

using Json = nlohmann::ordered_json;

/// {"grid", "place", "delay_edges" [s], "message_edges" [B], "schedules": [{"number", "name",
/// "n_steps", "hops", "transmission", "reconfigurations"}], "cells": rows over the messages of
/// numbers, "error_bounds": the same, as ratios less 1, "without_list": names}.
Json lookup_json(analysis::NamedLookup lookup) {
    auto& table = lookup.table;
    Json schedules = Json::array(), cells = Json::array(), bounds = Json::array();
    for (const std::size_t one : number_schedules(table.schedule)) {
        const auto& cost = lookup.costs[one];
        schedules.push_back({{"number", schedules.size()},
                             {"name", lookup.names[one]},
                             {"n_steps", cost.steps},
                             {"hops", cost.hops},
                             {"transmission", cost.transmission},
                             {"reconfigurations", cost.reconfigurations}});
    }
    const auto width = static_cast<std::ptrdiff_t>(table.delays.size() - 1);
    for (auto row = table.schedule.begin(); row != table.schedule.end(); row += width)
        cells.push_back(std::vector(row, row + width));
    for (auto row = table.bound.begin(); row != table.bound.end(); row += width)
        bounds.push_back(std::vector(row, row + width));
    return {{"grid", lookup.grid},         {"place", lookup.place},
            {"delay_edges", table.delays}, {"message_edges", table.messages},
            {"schedules", schedules},      {"cells", cells},
            {"error_bounds", bounds},      {"without_list", lookup.unlisted}};
}

/// The numbers of a list, or of a list of lists, as C writes them.
std::string in_braces(const Json& list) {
    std::string text;
    for (const auto& one : list)
        text += (text.empty() ? "{" : ", ") + (one.is_array() ? in_braces(one)
                                               : one.is_number_float()
                                                   ? analysis::exact(one.get<double>())
                                                   : one.dump());
    return text + "}";
}

void print_header(const Json& json, std::ostream& out) {
    const auto rows = std::to_string(json["cells"].size()),
               columns = std::to_string(json["cells"][0].size());
    out << "/* Schedules of " << json["place"].get<std::string>()
        << " by delay [s] and message [B]. Written by lightsweep lookup.\n";
    for (const auto& one : json["schedules"])
        out << "   " << one["number"] << ": " << one["name"].get<std::string>() << ", "
            << analysis::readable(one["reconfigurations"], "1") << " reconfigurations\n";
    out << "*/\n#ifndef LIGHTSWEEP_LOOKUP_H\n#define LIGHTSWEEP_LOOKUP_H\n"
        << "enum { LIGHTSWEEP_MESSAGES = " << rows << ", LIGHTSWEEP_DELAYS = " << columns << " };\n"
        << "static const double lightsweep_delay_edges[LIGHTSWEEP_DELAYS + 1] = "
        << in_braces(json["delay_edges"]) << ";\n"
        << "static const double lightsweep_message_edges[LIGHTSWEEP_MESSAGES + 1] = "
        << in_braces(json["message_edges"]) << ";\n"
        << "static const int lightsweep_cells[LIGHTSWEEP_MESSAGES][LIGHTSWEEP_DELAYS] = "
        << in_braces(json["cells"]) << ";\n"
        << "/* At most this share slower than the best schedule of the list, anywhere in the cell. "
           "*/\n"
        << "static const double lightsweep_error_bounds[LIGHTSWEEP_MESSAGES][LIGHTSWEEP_DELAYS] = "
        << in_braces(json["error_bounds"]) << ";\n"
        << "/* The number of the schedule, or -1 outside the table; *bound, if given, its error "
           "bound. */\n"
           "static inline int lightsweep_lookup(double delay, double message, double *bound) {\n"
           "    int m = 0, d = 0;\n"
           "    if (!(message >= lightsweep_message_edges[0] && message <= "
           "lightsweep_message_edges[LIGHTSWEEP_MESSAGES])) return -1;\n"
           "    if (!(delay >= lightsweep_delay_edges[0] && delay <= "
           "lightsweep_delay_edges[LIGHTSWEEP_DELAYS])) return -1;\n"
           "    while (m + 1 < LIGHTSWEEP_MESSAGES && message >= lightsweep_message_edges[m + 1]) "
           "++m;\n"
           "    while (d + 1 < LIGHTSWEEP_DELAYS && delay >= lightsweep_delay_edges[d + 1]) ++d;\n"
           "    if (bound) *bound = lightsweep_error_bounds[m][d];\n"
           "    return lightsweep_cells[m][d];\n"
           "}\n#endif\n";
}

}  // namespace

int robust_verb(const WinnersArguments& chosen, const RobustArguments& arguments) {
    const auto delay = read_delay(arguments);
    analysis::report_robust(open_announced(chosen.file), comparison_of(chosen), delay, std::cout);
    return engine::exit_complete;
}

int lookup_verb(const WinnersArguments& chosen, const RobustArguments& arguments) {
    const auto cells = read_whole("--cells", arguments.cells.empty() ? "16" : arguments.cells, 1,
                                  1000, "1 to 1000");
    auto delays = edges_of("--delay", arguments.delay, Kind::seconds, cells);
    auto messages = edges_of("--message", arguments.message, Kind::bytes, cells);
    const auto json =
        lookup_json(analysis::make_lookup(open_announced(chosen.file), comparison_of(chosen),
                                          std::move(delays), std::move(messages)));
    if (arguments.header)
        print_header(json, std::cout);
    else
        std::cout << json.dump(2) << '\n';
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps

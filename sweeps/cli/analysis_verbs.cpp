// Verbs on finished result files: thin wrappers of analysis.
#include <iostream>
#include <limits>

#include "analysis/reports/claim_report.hpp"
#include "analysis/reports/claim_scoreboard.hpp"
#include "analysis/reports/critical_report.hpp"
#include "analysis/reports/regime_report.hpp"
#include "analysis/reports/table_report.hpp"
#include "analysis/reports/winner_report.hpp"
#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/scoreboard_json.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

namespace {

/// "message=8MiB" as a condition with its number in SI.
analysis::RowCondition read_condition(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw engine::BadInput("--where " + text + ": write key=value, e.g. --where message=8MiB");
    analysis::RowCondition condition{text.substr(0, equals), text.substr(equals + 1), {}};
    condition.number = parse_free_quantity(condition.text).parsed.value;
    return condition;
}

std::vector<std::string> split_at_commas(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        if (comma > from) parts.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return parts;
}

analysis::TableFormat read_format(const TableArguments& arguments) {
    using analysis::TableFormat;
    const std::string name = arguments.csv ? "csv" : arguments.format;
    if (name.empty() || name == "text") return TableFormat::text;
    if (name == "csv") return TableFormat::csv;
    if (name == "markdown") return TableFormat::markdown;
    throw engine::BadInput("--format " + name + ": give text, csv or markdown");
}

/// Opens a file, and notes on standard error if it does not hold the whole sweep.
engine::ResultFile open_announced(const std::string& path) {
    require_file(path);
    engine::ResultFile file(path);
    if (file.attribute("complete", "1") != "0") return file;
    const std::string shard = file.attribute("shard");
    std::cerr << "lightsweep: " << path << ": is incomplete: " << file.attribute("missing_tasks")
              << " of " << file.attribute("tasks") << " tasks are missing; "
              << (shard.empty() ? "finish it with run --resume"
                                : "it is part " + shard + ", merge it with the others")
              << '\n';
    return file;
}

}  // namespace

int table_verb(const TableArguments& arguments) {
    analysis::TableOptions options;
    options.group = arguments.group;
    options.columns = split_at_commas(arguments.columns);
    for (const auto& text : arguments.where) options.where.push_back(read_condition(text));
    if (!arguments.limit.empty())
        options.limit = static_cast<std::size_t>(
            read_whole("--limit", arguments.limit, 0, std::numeric_limits<std::int64_t>::max(),
                       "a number of rows, or 0 for all of them"));
    options.format = read_format(arguments);
    options.rows = split_at_commas(arguments.rows);
    options.across = split_at_commas(arguments.across);
    analysis::report_table(open_announced(arguments.file), options, std::cout);
    return engine::exit_complete;
}

int winners_verb(const std::string& file, const std::string& grid, bool all) {
    analysis::report_winners(open_announced(file), {grid, all}, std::cout);
    return engine::exit_complete;
}

int critical_verb(const std::string& file, const std::string& grid, CriticalOver over) {
    const auto result = open_announced(file);
    if (over == CriticalOver::nature)
        analysis::report_critical(result, grid, std::cout);
    else
        analysis::report_regimes(
            result, grid,
            over == CriticalOver::delay ? analysis::Growing::delay : analysis::Growing::message,
            std::cout);
    return engine::exit_complete;
}

int claims_verb(const ClaimsArguments& arguments) {
    if (arguments.files.size() == 1 && !arguments.json) {
        const bool agree =
            analysis::report_claims(open_announced(arguments.files.front()), std::cout);
        return agree ? engine::exit_complete : engine::exit_check_differs;
    }
    std::vector<engine::ResultFile> files;
    for (const auto& file : arguments.files) files.push_back(open_announced(file));
    const auto board = analysis::score_claims(files);
    if (arguments.json)
        std::cout << scoreboard_json(board);
    else
        analysis::print_scoreboard(board, std::cout);
    return board.different() == 0 ? engine::exit_complete : engine::exit_check_differs;
}

}  // namespace lightsweep::sweeps

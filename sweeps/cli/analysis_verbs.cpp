// Verbs on finished result files: thin wrappers of analysis.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "analysis/reports/claim_report.hpp"
#include "analysis/reports/claim_scoreboard.hpp"
#include "analysis/reports/gap_report.hpp"
#include "analysis/reports/grid_reports.hpp"
#include "analysis/reports/table_report.hpp"
#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
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

analysis::TableFormat read_format(const TableArguments& arguments) {
    using analysis::TableFormat;
    const std::string name = arguments.csv ? "csv" : arguments.format;
    if (name.empty() || name == "text") return TableFormat::text;
    if (name == "csv") return TableFormat::csv;
    if (name == "markdown") return TableFormat::markdown;
    throw engine::BadInput("--format " + name + ": give text, csv or markdown");
}

using Json = nlohmann::ordered_json;

Json json_of(const analysis::Finding& finding) {
    Json json{{"place", finding.place},
              {"item", finding.item},
              {"value", finding.value},
              {"text", finding.print(finding.value)}};
    if (!finding.mark.empty()) json["mark"] = finding.mark;
    if (finding.reference) {
        json["reference"] = finding.reference->value;
        json["tolerance"] = finding.reference->tolerance;
        json["agrees"] = finding.agrees();
    }
    return json;
}

Json json_of(const analysis::ScoredClaim& scored) {
    Json numbers = Json::array();
    for (const auto& finding : scored.judgement.findings) numbers.push_back(json_of(finding));
    return {{"claim", analysis::number_of(*scored.claim)},
            {"says", scored.claim->statement},
            {"paper_number", scored.claim->paper.number},
            {"paper_place", scored.claim->paper.place},
            {"numbers", numbers},
            {"verdict", analysis::to_text(scored.judgement.verdict)},
            {"parameters_inferred", scored.claim->inferred},
            {"recorded", analysis::to_text(scored.claim->recorded)},
            {"reading", scored.claim->criterion},
            {"needs", scored.claim->needs},
            {"file", scored.file},
            {"differs", scored.differs()}};
}

void add_to(Json& totals, const analysis::PaperScore& score) {
    const auto add = [&](const char* key, std::size_t count) {
        totals[key] = totals.value(key, std::size_t{0}) + count;
    };
    add("claims", score.claims.size());
    for (const auto verdict : analysis::all_verdicts)
        add(analysis::to_text(verdict), score.count(verdict));
    add("different", score.different());
}

/// {"papers": [{"paper", "claims": [{"claim", "says", "numbers": [...], "verdict",
/// "parameters_inferred", "recorded", "reading", "needs", "file", "differs"}],
/// "totals": {verdict: count}}], "totals": {...}, "parameters_inferred": count,
/// "left_out": [...]}, indented, with a newline at the end. Numbers are as stored; infinite and
/// missing ones are null, and their text says which of the two.
std::string scoreboard_json(const analysis::Scoreboard& board) {
    Json papers = Json::array(), sum = Json::object();
    for (const auto& score : board.papers) {
        Json claims = Json::array(), totals = Json::object();
        for (const auto& one : score.claims) claims.push_back(json_of(one));
        add_to(totals, score);
        add_to(sum, score);
        papers.push_back({{"paper", score.paper->rules}, {"claims", claims}, {"totals", totals}});
    }
    const Json json{{"papers", papers},
                    {"totals", sum},
                    {"parameters_inferred", board.inferred()},
                    {"left_out", board.left_out}};
    return json.dump(2) + '\n';
}

/// {"gaps": [{"grid", "scheduler", "bound", "left_out", "parts": [{"key", "value", "points",
/// "median", "p90", "worst", "within_5_percent", "within_10_percent"}]}]}; shares are of 1, and
/// "key" is empty for all points.
std::string gaps_json(const std::vector<analysis::SchedulerGaps>& all) {
    Json tables = Json::array();
    for (const auto& one : all) {
        Json parts = Json::array();
        for (const auto& gap : one.gaps)
            parts.push_back({{"key", gap.key},
                             {"value", gap.value},
                             {"points", gap.points},
                             {"median", gap.median},
                             {"p90", gap.p90},
                             {"worst", gap.worst},
                             {"within_5_percent", gap.within_5},
                             {"within_10_percent", gap.within_10}});
        tables.push_back({{"grid", one.grid},
                          {"scheduler", one.scheduler},
                          {"bound", one.bound},
                          {"left_out", one.left_out},
                          {"parts", parts}});
    }
    return Json{{"gaps", tables}}.dump(2) + '\n';
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

analysis::ComparisonOptions comparison_of(const WinnersArguments& arguments) {
    analysis::ComparisonOptions options{arguments.grid, arguments.all,
                                        split_at_commas(arguments.best_over)};
    for (const auto& text : arguments.where) options.where.push_back(read_condition(text));
    const char* refused = std::getenv("NO_COLOR");
    options.colour = isatty(STDOUT_FILENO) != 0 && (refused == nullptr || *refused == '\0');
    return options;
}

int winners_verb(const WinnersArguments& arguments) {
    analysis::report_winners(open_announced(arguments.file), comparison_of(arguments), std::cout);
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

int gap_verb(const std::string& file, const std::string& grid, bool json) {
    const auto result = open_announced(file);
    if (json)
        std::cout << gaps_json(analysis::gaps_of(result, grid));
    else
        analysis::report_gaps(result, grid, std::cout);
    return engine::exit_complete;
}

int errata_verb(const std::string& paper) {
    analysis::print_errata(paper, std::cout);
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

#include "sweeps/rows/group_columns.hpp"

#include <algorithm>
#include <limits>

#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/rows/result_columns.hpp"
#include "sweeps/rows/topology_names.hpp"

namespace lightsweep::sweeps {

namespace {

using engine::Column;
using engine::ElementType;

}  // namespace

namespace {

/// Adds the columns with the names of a decision's states.
void add_names(const solvers::SchedulerRow& scheduler, std::vector<Column>& columns) {
    if (!names_topologies(scheduler)) return;
    columns.push_back({"topologies",
                       "1",
                       "UTF-8 text, 8 bytes a word, zeros behind: names of the topologies in the "
                       "decision, in the order of first use, separated by \"; \"; \" ...\" where "
                       "more do not fit",
                       ElementType::u64,
                       0,
                       {},
                       name_words,
                       "text_word"});
}

/// Codes of the candidates.
Column candidate_column(const char* name, const std::vector<Candidate>& all, const char* meaning) {
    std::vector<std::pair<int, std::string>> codes;
    for (const auto& one : all) codes.emplace_back(static_cast<int>(codes.size()), one.name);
    return {name, "1", meaning, ElementType::i32, -1, std::move(codes), 1, {}};
}

constexpr const char* universal_bound =
    "no scheduler is faster, compared or not: the laws of kernels/cost/common_bounds.hpp";
constexpr const char* compared_bound =
    "least of the proven lower bounds of those compared; missing if one of them failed";

}  // namespace

std::vector<Column> portfolio_columns(const std::vector<Candidate>& all) {
    const auto number = [](const char* name, const char* meaning) {
        return Column{name, "1", meaning, ElementType::f64, no_value, {}, 1, {}};
    };
    return {candidate_column("winner", all,
                             "whose schedule it is; of equal ones the simplest scheduler's"),
            number("n_steps", "multiplies per_step_latency"),
            number("hops", "multiplies per_hop_latency"),
            number("volume", "multiplies message / bandwidth: transmission"),
            number("congestion", "multiplies message / bandwidth: congestion"),
            number("reconfigurations", "multiplies reconfiguration_delay")};
}

std::vector<Column> best_columns(const std::vector<Candidate>& all, bool universal) {
    const auto number = [](const char* name, const char* unit, const char* meaning) {
        return Column{name, unit, meaning, ElementType::f64, no_value, {}, 1, {}};
    };
    const bool against_fixed = std::any_of(all.begin(), all.end(), [](const Candidate& one) {
        return one.scheduler->traits.stays || one.scheduler->traits.always_changes;
    });
    std::vector<Column> columns{
        candidate_column("winner", all, "who is fastest; on ties the simplest"),
        number("completion_time", "s", "time of the winner"),
        number("margin_to_second", "1", "time of the best other time over the winner's"),
        number("margin_to_static", "1",
               "time of the best plan that stays on its base (also the neighbour schedules of WDM "
               "rings) over the "
               "winner's"),
        number("margin_to_every_step", "1", "time of the best every-step plan over the winner's"),
        number("lower_bound", "s", universal ? universal_bound : compared_bound),
        status_column(),
        reason_column()};
    if (!against_fixed)
        std::erase_if(columns, [](const Column& one) {
            return one.name == "margin_to_static" || one.name == "margin_to_every_step";
        });
    return columns;
}

Column unlisted_column(const std::vector<Candidate>& all) {
    return candidate_column("candidate", all,
                            "applies there, and its schedules are in no list: it has none, or too "
                            "many; it may be faster than all schedules of /envelopes");
}

Column selected_column() {
    return {"selected",
            "1",
            "whether the point is part of the sweep; times follow from /envelopes",
            ElementType::i8,
            -1,
            {{-1, "missing"}, {0, "no"}, {1, "yes"}},
            1,
            {}};
}

std::vector<Column> decision_columns(std::size_t words, const solvers::SchedulerRow& scheduler) {
    std::vector<Column> columns{
        Column{"decision",
               "1",
               std::string(scheduler.traits.states) + "; 0 also without a plan",
               ElementType::u64,
               0,
               {},
               words,
               "word"},
        status_column()};
    add_names(scheduler, columns);
    return columns;
}

engine::Attributes decision_attributes(const GridSpec& grid,
                                       const solvers::SchedulerRow& scheduler) {
    const auto& traits = scheduler.traits;
    engine::Attributes result{{"state_kind", std::string(traits.state_kind)}};
    if (traits.ring()) return result;  // one number without states
    const auto collectives = grid.collectives();
    const bool open = traits.chooses_algorithm &&
                      std::any_of(collectives.begin(), collectives.end(),
                                  [](const std::string& name) { return name.ends_with("/any"); });
    result["bits_per_step"] = std::int64_t{traits.decision_bits};
    result["entries"] = std::string(open ? "algorithm-then-steps" : "per-step");
    return result;
}

std::vector<Column> envelope_columns(std::size_t words, const solvers::SchedulerRow& scheduler) {
    const auto number = [](const char* name, const char* meaning) {
        return Column{name, "1", meaning, ElementType::f64, no_value, {}, 1, {}};
    };
    std::vector<Column> columns{
        number("n_steps", "multiplies per_step_latency"),
        number("hops", "multiplies per_hop_latency"),
        number("volume", "multiplies message / bandwidth: transmission"),
        number("congestion", "multiplies message / bandwidth: congestion"),
        number("reconfigurations", "multiplies reconfiguration_delay"),
        number("break_large_message",
               "delay over message / bandwidth below which this schedule or one with more "
               "reconfigurations is best when latencies vanish; 0: never"),
        number("break_small_message",
               "delay over per_hop_latency below which this schedule or one with more "
               "reconfigurations is best when the message vanishes; 0: never"),
        Column{"decision",
               "1",
               std::string(scheduler.traits.states),
               ElementType::u64,
               0,
               {},
               words,
               "word"}};
    add_names(scheduler, columns);
    return columns;
}

std::vector<Column> step_columns() {
    const auto place = [](const char* name, const char* meaning) {
        return Column{name, "1", meaning, ElementType::i32, -1, {}, 1, {}};
    };
    const auto number = [](const char* name, const char* meaning) {
        return Column{name, "1", meaning, ElementType::f64, no_value, {}, 1, {}};
    };
    return {place("schedule", "its place in the structure's list of /envelopes, from 0"),
            place("n_steps", "equal steps, one after the other; the schedule's in their order"),
            place("state",
                  "in force: 0 the base, the others in the order of the decision; on WDM rings the "
                  "stage, from 0"),
            number("startups", "of each of these steps: multiplies per_step_latency"),
            number("hops", "of each: multiplies per_hop_latency"),
            number("transmission", "of each, with congestion: multiplies message / bandwidth"),
            number("reconfigurations",
                   "charged before each: multiplies reconfiguration_delay; a schedule's sums are "
                   "its row of /envelopes")};
}

std::vector<Column> region_columns() {
    const auto place = [](const char* name, const char* meaning) {
        return Column{name, "1", meaning, ElementType::i32, -1, {}, 1, {}};
    };
    const auto number = [](const char* name, const char* meaning) {
        return Column{name, "1", meaning, ElementType::f64, no_value, {}, 1, {}};
    };
    return {place("below",
                  "schedule, by its place in the list of /envelopes, that is best at "
                  "smaller delays; on a boundary at one message size, at larger messages"),
            place("above", "schedule that is best at larger delays; at smaller messages"),
            number("from_message", "message / bandwidth over per_hop_latency where it begins"),
            number("to_message", "message / bandwidth over per_hop_latency where it ends"),
            number("from_delay", "delay over per_hop_latency where it begins"),
            number("to_delay", "delay over per_hop_latency where it ends"),
            number("delay_per_hop", "critical delay: this times per_hop_latency, plus"),
            number("delay_per_message",
                   "this times message / bandwidth; missing on a boundary at one message size")};
}

std::vector<Column> study_columns(const Study& study) {
    auto columns = study.columns;
    columns.push_back(status_column());
    columns.push_back(reason_column());
    return columns;
}

}  // namespace lightsweep::sweeps

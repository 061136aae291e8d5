#include "sweeps/rows/result_columns.hpp"

#include <algorithm>

#include "sweeps/rows/topology_names.hpp"

namespace lightsweep::sweeps {

namespace {

using engine::Column;

/// Adds the columns with the names of a decision's states.
void add_names(const solvers::SchedulerRow& scheduler, std::vector<Column>& columns) {
    if (!names_topologies(scheduler)) return;
    columns.push_back(
        words_column("topologies",
                     "UTF-8 text, 8 bytes a word, zeros behind: names of the topologies in the "
                     "decision, in the order of first use, separated by \"; \"; \" ...\" where "
                     "more do not fit",
                     name_words, "text_word"));
}

/// A factor of the linear cost of a schedule, or another plain number.
Column factor_of(const char* name, const char* meaning) {
    return number_column(name, "1", meaning);
}

/// Codes of the candidates.
Column candidate_column(const char* name, const std::vector<Candidate>& all, const char* meaning) {
    std::vector<std::pair<int, std::string>> codes;
    for (const auto& one : all) codes.emplace_back(static_cast<int>(codes.size()), one.name);
    return code_column(name, meaning, std::move(codes), -1, engine::ElementType::i32);
}

constexpr const char* universal_bound =
    "no scheduler is faster, compared or not: the laws of kernels/cost/common_bounds.hpp";
constexpr const char* compared_bound =
    "least of the proven lower bounds of those compared; missing if one of them failed";

}  // namespace

std::vector<Column> portfolio_columns(const std::vector<Candidate>& all) {
    return {candidate_column("winner", all,
                             "whose schedule it is; of equal ones the simplest scheduler's"),
            factor_of("n_steps", "multiplies per_step_latency"),
            factor_of("hops", "multiplies per_hop_latency"),
            factor_of("volume", "multiplies message / bandwidth: transmission"),
            factor_of("congestion", "multiplies message / bandwidth: congestion"),
            factor_of("reconfigurations", "multiplies reconfiguration_delay")};
}

std::vector<Column> best_columns(const std::vector<Candidate>& all, bool universal) {
    const bool against_fixed = std::ranges::any_of(all, [](const Candidate& one) {
        return one.scheduler->traits.stays || one.scheduler->traits.always_changes;
    });
    std::vector<Column> columns{
        candidate_column("winner", all, "who is fastest; on ties the simplest"),
        number_column("completion_time", "s", "time of the winner"),
        number_column("margin_to_second", "1", "time of the best other time over the winner's"),
        number_column(
            "margin_to_static", "1",
            "time of the best plan that stays on its base (also the neighbour schedules of WDM "
            "rings) over the "
            "winner's"),
        number_column("margin_to_every_step", "1",
                      "time of the best every-step plan over the winner's"),
        number_column("lower_bound", "s", universal ? universal_bound : compared_bound),
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
    return code_column("selected",
                       "whether the point is part of the sweep; times follow from /envelopes",
                       {{-1, "missing"}, {0, "no"}, {1, "yes"}});
}

std::vector<Column> decision_columns(std::size_t words, const solvers::SchedulerRow& scheduler) {
    std::vector<Column> columns{
        words_column("decision", std::string(scheduler.traits.states) + "; 0 also without a plan",
                     words, "word"),
        status_column()};
    add_names(scheduler, columns);
    return columns;
}

engine::Attributes decision_attributes(const GridSpec& grid,
                                       const solvers::SchedulerRow& scheduler) {
    const auto& traits = scheduler.traits;
    engine::Attributes result{{"state_kind", std::string(traits.state_kind)}};
    if (traits.ring() || traits.lists_plans) return result;  // one number without states
    const auto collectives = grid.collectives();
    const bool open =
        traits.chooses_algorithm && std::ranges::any_of(collectives, [](const std::string& name) {
            return name.ends_with("/any");
        });
    result["bits_per_step"] = std::int64_t{traits.decision_bits};
    result["entries"] = std::string(open ? "algorithm-then-steps" : "per-step");
    return result;
}

std::vector<Column> envelope_columns(std::size_t words, const solvers::SchedulerRow& scheduler) {
    std::vector<Column> columns{
        factor_of("n_steps", "multiplies per_step_latency"),
        factor_of("hops", "multiplies per_hop_latency"),
        factor_of("volume", "multiplies message / bandwidth: transmission"),
        factor_of("congestion", "multiplies message / bandwidth: congestion"),
        factor_of("reconfigurations", "multiplies reconfiguration_delay"),
        factor_of("break_large_message",
                  "delay over message / bandwidth below which this schedule or one with more "
                  "reconfigurations is best when latencies vanish; 0: never"),
        factor_of("break_small_message",
                  "delay over per_hop_latency below which this schedule or one with more "
                  "reconfigurations is best when the message vanishes; 0: never"),
        words_column("decision", std::string(scheduler.traits.states), words, "word")};
    add_names(scheduler, columns);
    return columns;
}

std::vector<Column> step_columns() {
    return {
        count_column("schedule", "its place in the structure's list of /envelopes, from 0"),
        count_column("n_steps", "equal steps, one after the other; the schedule's in their order"),
        count_column(
            "state",
            "in force: 0 the base, the others in the order of the decision; on WDM rings the "
            "stage, from 0"),
        factor_of("startups", "of each of these steps: multiplies per_step_latency"),
        factor_of("hops", "of each: multiplies per_hop_latency"),
        factor_of("transmission", "of each, with congestion: multiplies message / bandwidth"),
        factor_of("reconfigurations",
                  "charged before each: multiplies reconfiguration_delay; a schedule's sums are "
                  "its row of /envelopes")};
}

std::vector<Column> region_columns() {
    return {count_column("below",
                         "schedule, by its place in the list of /envelopes, that is best at "
                         "smaller delays; on a boundary at one message size, at larger messages"),
            count_column("above", "schedule that is best at larger delays; at smaller messages"),
            factor_of("from_message", "message / bandwidth over per_hop_latency where it begins"),
            factor_of("to_message", "message / bandwidth over per_hop_latency where it ends"),
            factor_of("from_delay", "delay over per_hop_latency where it begins"),
            factor_of("to_delay", "delay over per_hop_latency where it ends"),
            factor_of("delay_per_hop", "critical delay: this times per_hop_latency, plus"),
            factor_of("delay_per_message",
                      "this times message / bandwidth; missing on a boundary at one message size")};
}

std::vector<Column> search_columns() {
    return {count_column("character",
                         "code of a character of what the scheduler has found by searching, in "
                         "lines; none where the program's own table has it")};
}

std::vector<Column> study_columns(const Study& study) {
    auto columns = study.columns;
    columns.push_back(status_column());
    columns.push_back(reason_column());
    return columns;
}

}  // namespace lightsweep::sweeps

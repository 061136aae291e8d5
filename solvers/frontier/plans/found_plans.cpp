#include "solvers/frontier/plans/found_plans.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <utility>

#include "solvers/frontier/plans/mixed_lanes.hpp"

namespace lightsweep::solvers::frontier {

namespace {

constexpr int exact_digits = 17;

std::vector<std::string> fields_of(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);) parts.push_back(part);
    return parts;
}

std::vector<Node> numbers_of(const std::string& text, char at) {
    std::vector<Node> numbers;
    for (const auto& part : fields_of(text, at))
        numbers.push_back(static_cast<Node>(std::stol(part)));
    return numbers;
}

std::string joined(const std::vector<Node>& numbers) {
    std::string text;
    for (const Node one : numbers) text += (text.empty() ? "" : ",") + std::to_string(one);
    return text;
}

std::string joined(const MovementStep& move, const PlanStep& step, int digits) {
    auto text = std::to_string(step.topology) + ":" + joined(move.lanes);
    if (move.peers != move.lanes) text += ":" + joined(move.peers);
    char figures[64];
    std::snprintf(figures, sizeof figures, "=%g:%.*g", step.hops, digits, step.x);
    return step.hops > 0 ? text + figures : text;
}

/// Throws std::exception where the text is none for so many nodes.
FoundPlan read(const std::string& text, Node nodes) {
    const auto parts = fields_of(text, '|');
    const auto group = numbers_of(parts.at(1), ' ');
    if (group.size() != 3 || std::ranges::min(group) < 1 || std::ranges::max(group) > nodes ||
        std::int64_t{group[0]} * group[1] != nodes)
        throw std::invalid_argument("group");
    FoundPlan found{parts[0], {Group(group[0], group[1], group[2])}, {}};
    for (auto one : fields_of(parts.at(2), '/')) {
        const auto star = one.find('*');
        const int times = star == one.npos ? 1 : std::stoi(one);
        if (times < 1 || times > 4096) throw std::invalid_argument("times");
        if (star != one.npos) one = one.substr(star + 1);
        const auto sides = fields_of(one, '=');
        const auto fields = fields_of(sides.at(0), ':');
        const auto lanes = numbers_of(fields.at(1), ',');
        PlanStep step{0, 0, std::stoi(fields[0])};
        if (sides.size() > 1) {
            const auto figures = fields_of(sides[1], ':');
            step.hops = std::stod(figures.at(0));
            step.x = std::stod(figures.at(1));
        }
        for (int i = 0; i < times; ++i) {
            found.movement.steps.push_back(
                {lanes, fields.size() > 2 ? numbers_of(fields[2], ',') : lanes});
            found.steps.push_back(step);
        }
    }
    return found;
}

/// Whether step t has elements of the group, at most k lanes and peers, and the base's lanes where
/// it stands (`own`, in the base's own group).
bool step_fits(const FoundPlan& found, std::size_t t, std::size_t k, const std::vector<Node>& own,
               bool in_own_group) {
    const auto& step = found.movement.steps[t];
    for (const auto* list : {&step.lanes, &step.peers})
        if (list->empty() || std::ranges::min(*list) < 1 ||
            std::ranges::max(*list) >= found.movement.group.size() || list->size() > k)
            return false;
    const int before = t == 0 ? 0 : found.steps[t - 1].topology, now = found.steps[t].topology;
    if (now < before || now > before + 1) return false;
    if (now > 0) return now > before || step.lanes == found.movement.steps[t - 1].lanes;
    return in_own_group && std::ranges::all_of(step.lanes, [&](Node lane) {
               return std::ranges::count(step.lanes, lane) <= std::ranges::count(own, lane);
           });
}

/// Some lanes of the base send first; they stay, and others join them at one change.
bool mixes(const FoundPlan& found) {
    const auto& staying = found.movement.steps.front().lanes;
    const auto& all = found.movement.steps.back().lanes;
    return found.steps.front().topology == 0 && found.steps.back().topology == 1 &&
           all.size() > staying.size() &&
           std::ranges::equal(staying, std::span(all).first(staying.size()));
}

/// Whether the structure can do this; figures: every step has hops and x.
bool fits(const FoundPlan& found, const FrontierBase& base, const std::vector<Group>& groups,
          bool figures) {
    const auto name = found.movement.group.name();
    const bool in_own_group = name == translations(base).name();
    if (found.steps.empty() ||
        (!in_own_group && std::ranges::find(groups, name, &Group::name) == groups.end()))
        return false;
    const auto own = generators_of(base);
    for (std::size_t t = 0; t < found.steps.size(); ++t) {
        const auto& step = found.steps[t];
        if (!step_fits(found, t, std::size_t(base.lanes), own, in_own_group)) return false;
        if (figures && !(step.hops >= 1 && step.x > 0 && std::isfinite(step.hops + step.x)))
            return false;
    }
    if (found.family == "prefix" || found.family == "late groups") return mixes(found);
    return found.family == "together" ||
           (found.family == "static sets" && found.steps.back().topology == 0);
}

/// The plans of the lines that begin with this key.
template <typename Lines>
std::vector<FoundPlan> plans_in(const Lines& lines, const std::string& key,
                                const std::string& primitive, const FrontierBase& base) {
    std::vector<FoundPlan> all;
    std::vector<Group> groups;
    const auto begin = key + "|";
    for (const std::string_view line : lines) {
        if (!line.starts_with(begin)) continue;
        if (groups.empty()) groups = groups_of(base.nodes());
        try {
            auto found = read(std::string(line.substr(begin.size())), base.nodes());
            if (fits(found, base, groups, primitive == "alltoall")) all.push_back(std::move(found));
        } catch (const std::exception&) {  // no line of the table
        }
    }
    return all;
}

/// What this process keeps, by key.
class KeptLines {
  public:
    std::string find(const std::string& key) {
        const std::scoped_lock lock(guard_);
        const auto at = lines_.find(key);
        return at == lines_.end() ? "" : at->second;
    }
    void put(const std::string& key, const std::string& lines) {
        const std::scoped_lock lock(guard_);
        lines_[key] = lines;
    }

  private:
    std::mutex guard_;
    std::map<std::string, std::string> lines_;
};

KeptLines& kept() {
    static KeptLines all;
    return all;
}

/// Leaves out steps that move nothing.
void drop_idle_steps(FoundPlan& found) {
    for (std::size_t t = found.steps.size(); t-- > 0;) {
        if (found.steps[t].x > 0) continue;
        const auto at = static_cast<std::ptrdiff_t>(t);
        found.movement.steps.erase(found.movement.steps.begin() + at);
        found.steps.erase(found.steps.begin() + at);
    }
    int now = 0, before = 0;  // topologies without steps are left out too
    for (auto& step : found.steps) {
        if (step.topology != before) ++now;
        before = std::exchange(step.topology, now);
    }
}

/// Lines of what a search has found, or one that says that it has found nothing.
std::string lines_of(const SearchTask& task, std::vector<FrontierPlan> plans) {
    std::vector<std::string> all;
    for (const auto& plan : without_dominated(std::move(plans)))
        all.push_back(task.key() + "|" + found_plan(task.primitive, plan).line(exact_digits));
    // Plans may be equal without their idle steps, or no longer fit.
    std::set<std::string> seen;
    std::string lines;
    for (const auto& plan : plans_in(all, task.key(), task.primitive, task.base)) {
        const auto line = task.key() + "|" + plan.line(exact_digits) + "\n";
        if (seen.insert(line).second) lines += line;
    }
    return lines.empty() ? task.key() + "|\n" : lines;
}

}  // namespace

FoundPlan found_plan(const std::string& primitive, const FrontierPlan& plan) {
    FoundPlan found{plan.family, (*plan.moves)(), plan.steps};
    if (primitive == "alltoall")
        drop_idle_steps(found);
    else  // the heads are chosen again
        for (auto& step : found.steps) step.hops = 0;
    return found;
}

std::string FoundPlan::line(int digits) const {
    std::string text = family + "|" + movement.group.numbers() + "|", between;
    for (std::size_t t = 0; t < steps.size();) {
        const auto step = joined(movement.steps[t], steps[t], digits);
        std::size_t end = t + 1;
        while (end < steps.size() && joined(movement.steps[end], steps[end], digits) == step) ++end;
        text += between + (end - t > 1 ? std::to_string(end - t) + "*" : "") + step;
        between = "/";
        t = end;
    }
    return text;
}

FrontierPlan FoundPlan::exchange() const {
    const bool mixed = family == "prefix" || family == "late groups";
    FrontierPlan plan{family, in_words(family, movement, steps), steps,
                      mixed ? SetUp::at_start : SetUp::between_steps};
    plan.moves = moving([movement = movement] { return movement; });
    return plan;
}

std::string in_words(const std::string& family, const Movement& movement,
                     const std::vector<PlanStep>& steps) {
    std::vector<std::vector<Node>> lanes, peers;
    for (std::size_t t = 0; t < steps.size(); ++t) {
        peers.push_back(movement.steps[t].peers);
        if (steps[t].topology > std::ssize(lanes)) lanes.push_back(movement.steps[t].lanes);
    }
    if (family == "static sets") return listed(peers);
    const auto group = movement.group.name() + ": ";
    if (family == "together") {
        const auto first = std::ranges::count(steps, 0, &PlanStep::topology);
        return group + listed(lanes) +
               (first > 0 ? "; " + std::to_string(first) + " steps on the base first" : "");
    }
    const auto& staying = movement.steps.front().lanes;
    const auto& all = movement.steps.back().lanes;
    const auto text = group + in_words(staying, {all.begin() + std::ssize(staying), all.end()});
    return family == "late groups" ? text + "; peers " + listed(peers) : text;
}

std::string table_key(const FrontierBase& base) {
    constexpr const char* kinds[] = {"ring-uni", "ring", "torus2d"};
    return std::string(kinds[std::size_t(base.kind)]) + " " + std::to_string(base.rows) + " " +
           std::to_string(base.columns) + " " + std::to_string(base.lanes);
}

std::string SearchTask::key() const {
    return primitive + " " + table_key(base) + (base.stays ? " stays" : "") + ", " +
           std::to_string(std::llround(effort));
}

bool SearchTask::is_in_table() const {
    const bool gathers = primitive == "allgather";
    if (effort != (gathers ? effort_of_gathers(default_effort) : default_effort)) return false;
    const auto key = primitive + " " + table_key(base) + "|";
    return std::ranges::any_of(table_lines(),
                               [&](std::string_view line) { return line.starts_with(key); });
}

std::vector<FoundPlan> found_plans(const std::string& primitive, const FrontierBase& base,
                                   std::span<const std::string_view> lines) {
    return plans_in(lines, primitive + " " + table_key(base), primitive, base);
}

std::vector<FoundPlan> found_plans(const SearchTask& task,
                                   const std::function<std::vector<FrontierPlan>()>& search) {
    if (task.effort == 0 || task.is_in_table()) return found_plans(task.primitive, task.base);
    const auto read = [&](const std::string& text) {
        return plans_in(fields_of(text, '\n'), task.key(), task.primitive, task.base);
    };
    const auto known = kept_lines(task);
    auto plans = read(known);
    const auto lines = std::ranges::count(known, '\n');
    const bool is_readable = std::ssize(plans) == lines || known == task.key() + "|\n";
    if (!known.empty() && is_readable) return plans;
    const auto found = lines_of(task, search());
    kept().put(task.key(), found);
    return read(found);
}

std::string kept_lines(const SearchTask& task) {
    return kept().find(task.key());
}

void keep_lines(const std::string& lines) {
    std::map<std::string, std::string> by_key;
    for (const auto& line : fields_of(lines, '\n')) {
        auto& of_key = by_key[line.substr(0, line.find('|'))];
        const bool is_known = of_key.find(line + "\n") != of_key.npos;  // several problems have it
        if (!is_known) of_key += line + "\n";
    }
    for (const auto& [key, of_key] : by_key) kept().put(key, of_key);
}

}  // namespace lightsweep::solvers::frontier

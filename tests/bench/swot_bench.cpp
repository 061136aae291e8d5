// All points of SWOT's figures, equal ones solved once: how many are proven, the largest gap and
// the time per set and algorithm; fails if a value or bound contradicts the known ones. The
// transitions per point may be given as an argument.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "solvers/swot/swot.hpp"
#include "tests/swot_points.hpp"

namespace {

using namespace lightsweep;
namespace swot = solvers::swot;

struct Solved {
    swot::Solution solution;
    double seconds = 0;
};

Solved timed(const kernels::PlaneProblem& problem, const swot::Budget& budget) {
    const auto begin = std::chrono::steady_clock::now();
    Solved result{swot::solve(problem, budget), 0};
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    result.seconds = spent.count();
    return result;
}

/// Known value and proof per point, where there is one.
std::map<std::size_t, std::pair<double, bool>> known_points() {
    std::ifstream in(LIGHTSWEEP_SOURCE_DIR "/tests/vectors/swot_298.json");
    std::map<std::size_t, std::pair<double, bool>> known;
    for (const auto& point : nlohmann::json::parse(in)["points"])
        known[point["id"]] = {point["value_ms"].get<double>() * 1e-3, point["proven"]};
    return known;
}

/// Sums over the points of one set and algorithm.
struct Row {
    int points = 0, proven = 0, distinct = 0;
    double worst = 0, total = 0, seconds = 0, slowest = 0;

    void add(const Solved& solved, bool is_new) {
        const double gap = 1 - solved.solution.lower_bound / solved.solution.value;
        ++points;
        proven += solved.solution.proven ? 1 : 0;
        worst = std::max(worst, gap);
        total += gap;
        if (!is_new) return;
        ++distinct;
        seconds += solved.seconds;
        slowest = std::max(slowest, solved.seconds);
    }
    void print(const char* name) const {
        std::printf("%-22s %6d %8d %7d %10.4f %10.4f %8.2f %8.2f\n", name, points, distinct, proven,
                    100 * total / points, 100 * worst, seconds, slowest);
    }
};

/// What contradicts the known value, or nothing; says by how much an open value is worse.
bool contradicts(std::size_t id, const swot::Solution& found, double value, bool proven) {
    const double printed = 0.501e-9;
    if (found.lower_bound > value + printed) {
        std::printf("point %zu: bound %.9g s above the known value %.9g s\n", id, found.lower_bound,
                    value);
        return true;
    }
    if (found.value > value * (1 + 2.5e-6) + printed)
        std::printf("point %zu: value %.9g s, known %.9g s\n", id, found.value, value);
    else if (!proven && found.value < value - printed)
        std::printf("point %zu: value %.9g s, better than the known %.9g s\n", id, found.value,
                    value);
    return proven && found.proven && found.value > value * (1 + 2.5e-6) + printed;
}

}  // namespace

int main(int argc, char** argv) {
    swot::Budget budget;
    if (argc > 1) budget.transitions = std::atoll(argv[1]);
    const auto known = known_points();
    const auto points = tests::swot_points();
    std::map<tests::SwotKey, Solved> solved;
    std::map<std::string, Row> rows;
    Row all;
    bool wrong = points.size() != 298;
    for (std::size_t id = 0; id < points.size(); ++id) {
        const auto problem = tests::swot_problem(points[id]);
        const auto [entry, is_new] = solved.try_emplace(tests::swot_key(problem));
        if (is_new) entry->second = timed(problem, budget);
        const auto& found = entry->second.solution;
        const auto timeline = kernels::replay_planes(problem, found.schedule);
        wrong = wrong || !timeline.violation.empty() || timeline.end() > found.value * (1 + 1e-12);
        if (const auto one = known.find(id); one != known.end())
            wrong = contradicts(id, found, one->second.first, one->second.second) || wrong;
        if (is_new && !found.proven)
            std::printf("point %zu: %s n=%d k=%d %g MB, T %g ms: %.6f ms, open by %.4f %%\n", id,
                        points[id].algorithm.c_str(), points[id].nodes, points[id].planes,
                        points[id].megabytes, points[id].milliseconds, found.value * 1e3,
                        100 * (1 - found.lower_bound / found.value));
        rows[points[id].set + " " + points[id].algorithm].add(entry->second, is_new);
        all.add(entry->second, is_new);
    }
    std::printf("%-22s %6s %8s %7s %10s %10s %8s %8s\n", "set, algorithm", "points", "distinct",
                "proven", "mean gap %", "max gap %", "s", "max s");
    for (const auto& [name, row] : rows) row.print(name.c_str());
    all.print("all");
    return wrong ? 1 : 0;
}

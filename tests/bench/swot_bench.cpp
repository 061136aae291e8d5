// All points of SWOT's figures, equal ones solved once: on one thread, then on two with the same
// answers. How many are proven, mean and largest gap and seconds per set and algorithm; fails if a
// value or bound contradicts the known ones, or is not proven where it is known to be. The
// transitions per point may be given as an argument.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "kernels/parallel/for_each.hpp"
#include "solvers/swot/swot.hpp"
#include "tests/support/swot_points.hpp"

namespace {

using namespace lightsweep;
namespace swot = solvers::swot;

struct Solved {
    kernels::PlaneProblem problem;
    swot::Solution solution;
    double seconds = 0;
};
using Distinct = std::map<tests::SwotKey, Solved>;

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

Distinct distinct_of(const std::vector<tests::SwotPoint>& points) {
    Distinct distinct;
    for (const auto& point : points) {
        const auto problem = tests::swot_problem(point);
        distinct.try_emplace(tests::swot_key(problem), Solved{problem, {}, 0});
    }
    return distinct;
}

/// Solves all, each on one of `threads` threads, those of most planes first. Wall seconds.
double solve_all(Distinct& distinct, const swot::Budget& budget, int threads) {
    std::vector<Solved*> order;
    for (auto& [key, solved] : distinct) order.push_back(&solved);
    std::reverse(order.begin(), order.end());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        const kernels::parallel::Borrowing alone;
        for (std::size_t i = next++; i < order.size(); i = next++) {
            const double begin = now();
            order[i]->solution = swot::solve(order[i]->problem, budget);
            order[i]->seconds = now() - begin;
        }
    };
    const double begin = now();
    std::vector<std::thread> others;
    for (int t = 1; t < threads; ++t) others.emplace_back(work);
    work();
    for (auto& thread : others) thread.join();
    return now() - begin;
}

bool same(const Distinct& a, const Distinct& b) {
    return std::equal(a.begin(), a.end(), b.begin(), [](const auto& one, const auto& two) {
        const auto &x = one.second.solution, &y = two.second.solution;
        return x.value == y.value && x.lower_bound == y.lower_bound && x.effort == y.effort;
    });
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
    const bool worse = proven && found.value > value * (1 + 2.5e-6) + printed;
    if (proven && !found.proven) std::printf("point %zu: is not proven, and is known to be\n", id);
    return worse || (proven && !found.proven);
}

void print_open(std::size_t id, const tests::SwotPoint& point, const swot::Solution& found) {
    std::printf("point %zu: %s n=%d k=%d %g MB, T %g ms: %.6f ms, open by %.4f %%\n", id,
                point.algorithm.c_str(), point.nodes, point.planes, point.megabytes,
                point.milliseconds, found.value * 1e3, 100 * (1 - found.lower_bound / found.value));
}

}  // namespace

int main(int argc, char** argv) {
    swot::Budget budget;
    if (argc > 1) budget.transitions = std::atoll(argv[1]);
    const auto known = known_points();
    const auto points = tests::swot_points();
    auto solved = distinct_of(points), again = solved;
    const double alone = solve_all(solved, budget, 1), together = solve_all(again, budget, 2);
    std::map<std::string, Row> rows;
    Row all;
    bool wrong = points.size() != 298 || !same(solved, again);
    std::set<const Solved*> seen;
    for (std::size_t id = 0; id < points.size(); ++id) {
        const auto problem = tests::swot_problem(points[id]);
        const auto& one = solved.at(tests::swot_key(problem));
        const bool is_new = seen.insert(&one).second;
        const auto& found = one.solution;
        const auto timeline = kernels::replay_planes(problem, found.schedule);
        wrong = wrong || !timeline.violation.empty() || timeline.end() > found.value * (1 + 1e-12);
        if (const auto point = known.find(id); point != known.end())
            wrong = contradicts(id, found, point->second.first, point->second.second) || wrong;
        if (is_new && !found.proven) print_open(id, points[id], found);
        rows[points[id].set + " " + points[id].algorithm].add(one, is_new);
        all.add(one, is_new);
    }
    std::printf("%-22s %6s %8s %7s %10s %10s %8s %8s\n", "set, algorithm", "points", "distinct",
                "proven", "mean gap %", "max gap %", "s", "max s");
    for (const auto& [name, row] : rows) row.print(name.c_str());
    all.print("all");
    std::printf(
        "%zu distinct instances of 298 points: %.1f s on one thread, %.1f s on two; %d points "
        "proven, mean gap %.4f %%, worst %.4f %%\n",
        solved.size(), alone, together, all.proven, 100 * all.total / all.points, 100 * all.worst);
    return wrong ? 1 : 0;
}

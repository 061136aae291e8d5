// Claims 1, 2, 29, 43, 44 and 49 to 51: the schedules themselves.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "analysis/claims/bridge/bridge_decisions.hpp"
#include "analysis/claims/bridge/bridge_points.hpp"
#include "analysis/claims/claim.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::bridge_schedules {

using namespace bridge_points;

namespace {

constexpr const char* primitives[] = {"alltoall", "reduce-scatter", "allgather"};
constexpr double exact = 1e-12;

/// 100 -> "000100": a vector of zeros and ones, read as a decimal number.
std::string six_digits(double value) {
    return printed("%06.0f", value);
}

/// The recipe's vector on 64 nodes with so many reconfigurations, at the largest message.
std::string recipe_vector(const FigureData& data, const std::string& primitive,
                          int reconfigurations) {
    for (const auto& panel : data.panels) {
        const bool fits = panel.collective == primitive + "/bruck" && panel.nodes == 64 &&
                          panel.messages.front() >= 100 * mb &&
                          option_of(panel, recipe, "reconfigurations") == reconfigurations;
        const auto states = fits ? stored_states(panel, recipe) : States{};
        if (!states.empty()) return change_vector(states);
    }
    throw NotInFile{};
}

std::string row_name(const std::string& primitive, int reconfigurations) {
    return primitive + ", R = " + std::to_string(reconfigurations);
}

/// Hops and transmission (in shares m/2 over the bandwidth) of the best of some schedules.
struct Best {
    double hops = INFINITY, transmission = INFINITY;
};
Best best_of(const std::vector<ListedSchedule>& listed, double reconfigurations) {
    Best best;
    for (const auto& one : listed)
        if (one.cost.reconfigurations == reconfigurations) {
            best.hops = std::min(best.hops, one.cost.hops);
            best.transmission = std::min(best.transmission, 2 * one.cost.transmission);
        }
    return best;
}

/// First step away from the ring, over the schedules with so many reconfigurations: the latest.
std::size_t leaves_ring(const std::vector<ListedSchedule>& listed, double reconfigurations) {
    std::size_t latest = 0;
    for (const auto& one : listed)
        if (one.cost.reconfigurations == reconfigurations) {
            const auto away =
                std::ranges::find_if(one.states, [](int state) { return state != 0; });
            latest = std::max(latest, static_cast<std::size_t>(away - one.states.begin()));
        }
    return latest;
}

/// What figure 1 shows with so many reconfigurations, as findings and as a verdict.
bool compare(const std::vector<ListedSchedule>& exchange, const std::vector<ListedSchedule>& bruck,
             int r, Judgement& result) {
    constexpr double hops[2][3] = {{63, 32, 17}, {63, 14, 9}};
    constexpr double shares[2][3] = {{6, 5.031, 4.094}, {6, 3, 2.375}};
    const Best hd = best_of(exchange, r), mine = best_of(bruck, r);
    const std::string place = "R = " + std::to_string(r);
    const auto add = [&](const char* item, double value, Reference reference) {
        result.add(place, item, value, plain, reference);
    };
    add("hops, HD", hd.hops, rounded(hops[0][r], 2e-9));
    add("hops, Bruck", mine.hops, rounded(hops[1][r], 2e-9));
    add("shares, HD", hd.transmission, rounded(shares[0][r], 1e-3));
    add("shares, Bruck", mine.transmission, rounded(shares[1][r], 1e-3));
    if (r == 0) return hd.hops == mine.hops && same(hd.transmission, mine.transmission);
    const std::size_t steps = exchange.front().states.size();
    return leaves_ring(exchange, r) + static_cast<std::size_t>(r) == steps &&
           leaves_ring(bruck, r) < leaves_ring(exchange, r) && mine.hops < hd.hops &&
           mine.transmission < hd.transmission;
}

/// The schedules of halving-doubling and of Bruck for a reduce-scatter.
struct Lists {
    std::vector<ListedSchedule> exchange, bruck;
};
Lists lists_of(const FigureData& data, double nodes) {
    for (const auto* panel : plain_panels(data, "reduce-scatter")) {
        const auto* exchange = panel->nodes == nodes ? beside(data, *panel, "r-hd") : nullptr;
        if (!exchange) continue;
        Lists lists{listed_schedules(*exchange, "r-hd"), listed_schedules(*panel, "bridge")};
        if (!lists.exchange.empty() && !lists.bruck.empty()) return lists;
    }
    throw NotInFile{};
}

/// Whether some schedule of Bruck has no more hops, transmission and reconfigurations.
bool is_matched(const ListedSchedule& one, const std::vector<ListedSchedule>& bruck) {
    return std::ranges::any_of(bruck, [&](const ListedSchedule& other) {
        return other.cost.hops <= one.cost.hops &&
               other.cost.transmission <= one.cost.transmission * (1 + round_off) &&
               other.cost.reconfigurations <= one.cost.reconfigurations;
    });
}

/// Lengths of the runs of steps on one subring.
std::vector<int> segments(const ListedSchedule& one) {
    std::vector<int> lengths;
    for (std::size_t k = 0; k < one.states.size(); ++k)
        if (k > 0 && one.states[k] == one.states[k - 1])
            ++lengths.back();
        else
            lengths.push_back(1);
    return lengths;
}

/// The optimal schedules of a primitive by the number of nodes.
std::map<double, std::vector<ListedSchedule>> optima(const FigureData& data,
                                                     const std::string& primitive) {
    std::map<double, std::vector<ListedSchedule>> all;
    for (const auto& panel : data.panels) {
        if (panel.collective != primitive + "/bruck" || key_of(panel, "switch_ports") != 0 ||
            all.contains(panel.nodes))
            continue;
        if (auto listed = listed_schedules(panel, "bridge"); !listed.empty())
            all.emplace(panel.nodes, std::move(listed));
    }
    if (all.empty()) throw NotInFile{};
    return all;
}

}  // namespace

Judgement table_1(const FigureData& data) {
    constexpr double in_print[3][2] = {{100, 1010}, {1000, 10100}, {10, 101}};
    Judgement result{Verdict::reproduced};
    for (int r = 1; r <= 2; ++r)
        for (std::size_t p = 0; p < 3; ++p) {
            const double value = std::stod(recipe_vector(data, primitives[p], r));
            result.add(row_name(primitives[p], r), "x", value, six_digits,
                       Reference{in_print[p][r - 1], exact});
            if (value != in_print[p][r - 1]) result.verdict = Verdict::not_reproduced;
        }
    return result;
}

Judgement shifts_by_one(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (int r = 1; r <= 2; ++r) {
        const auto even = recipe_vector(data, "alltoall", r);
        for (std::size_t p = 1; p < 3; ++p) {
            const auto other = recipe_vector(data, primitives[p], r);
            const double wanted = p == 1 ? -1 : 1;
            for (std::size_t from = 0, to = 0; (from = even.find('1', from)) < even.size() &&
                                               (to = other.find('1', to)) < other.size();
                 ++from, ++to) {
                const double shift = static_cast<double>(to) - static_cast<double>(from);
                result.add(row_name(primitives[p], r), "from step " + std::to_string(from), shift,
                           plain, Reference{wanted, exact});
                if (shift != wanted) result.verdict = Verdict::not_reproduced;
            }
        }
    }
    return result;
}

Judgement order_of_figure_1(const FigureData& data) {
    const auto [exchange, bruck] = lists_of(data, 64);
    Judgement result;
    bool holds = true;
    for (int r = 0; r <= 2; ++r) holds = compare(exchange, bruck, r, result) && holds;
    result.verdict = verdict_if(holds);
    return result;
}

Judgement hops_of_figure_4(const FigureData& data) {
    const auto lists = lists_of(data, 16);
    const double exchange = best_of(lists.exchange, 1).hops, bruck = best_of(lists.bruck, 1).hops;
    return {verdict_if(exchange == 1 + 2 + 4 + 1 && bruck == 1 + 2 + 1 + 2),
            {{"16 nodes, R = 1, hops of all steps", "R-HD", exchange, plain, Reference{8, exact}},
             {"16 nodes, R = 1, hops of all steps", "BRIDGE", bruck, plain, Reference{6, exact}}}};
}

Judgement saves_no_less(const FigureData& data) {
    const auto lists = lists_of(data, 64);
    const auto matched = std::ranges::count_if(
        lists.exchange, [&](const auto& one) { return is_matched(one, lists.bruck); });
    const auto all = static_cast<double>(lists.exchange.size());
    // With one change the last step of R-HD is direct; BRIDGE's passes the rest of its subring.
    const double fewest = best_of(lists.bruck, 1).hops;
    double last = 0;
    for (const auto& one : lists.bruck)
        if (one.cost.reconfigurations == 1 && one.cost.hops == fewest)
            last = std::exp2(static_cast<double>(one.states.size()) - 1 - one.states.back());
    const std::string place = "64 nodes, ", step = place + "R = 1, hops of the last step";
    const bool all_matched = static_cast<double>(matched) == all;
    return {verdict_if(all_matched && last <= 1, all_matched),
            {{place + "all R, schedules", "R-HD", all, plain},
             {place + "all R, schedules", "BRIDGE, as good", static_cast<double>(matched), plain},
             {step, "R-HD", 1, plain},
             {step, "BRIDGE", last, plain}}};
}

Judgement balanced_segments(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (const auto& [nodes, listed] : optima(data, "alltoall")) {
        const auto unbalanced = std::ranges::count_if(listed, [](const auto& one) {
            const auto [low, high] = std::ranges::minmax(segments(one));
            return high > low + 1;
        });
        const std::string place = plain(nodes) + " nodes";
        result.add(place, "schedules", static_cast<double>(listed.size()), plain);
        result.add(place, "unbalanced", static_cast<double>(unbalanced), plain);
        if (unbalanced > 0) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

/// With so many reconfigurations and more, one schedule has the fewest hops and the least
/// transmission.
Judgement recipes_coincide(const FigureData& data) {
    Judgement result{Verdict::reproduced};
    for (const auto& [nodes, listed] : optima(data, "reduce-scatter")) {
        const double steps = std::log2(nodes);
        double from = 0;
        for (double r = 0; r < steps; ++r)
            if (std::ranges::count(listed, r,
                                   [](const auto& one) { return one.cost.reconfigurations; }) > 1)
                from = r + 1;
        result.add(plain(nodes) + " nodes", "alike from R", from, plain);
        const bool is_small = nodes <= 32;
        if (is_small ? from > 0 : from > steps - 2) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

Judgement gathers_are_reversed(const FigureData& data) {
    const auto gathers = optima(data, "allgather");
    Judgement result{Verdict::reproduced};
    for (const auto& [nodes, scatters] : optima(data, "reduce-scatter")) {
        const auto found = gathers.find(nodes);
        if (found == gathers.end()) continue;
        const auto reversed = std::ranges::count_if(scatters, [&](const auto& one) {
            auto wanted = segments(one);
            std::ranges::reverse(wanted);
            return std::ranges::any_of(found->second, [&](const auto& other) {
                return segments(other) == wanted && other.cost.hops == one.cost.hops &&
                       same(other.cost.transmission, one.cost.transmission);
            });
        });
        const std::string place = plain(nodes) + " nodes, schedules";
        result.add(place, "reduce-scatter", static_cast<double>(scatters.size()), plain);
        result.add(place, "reversed in the all-gather", static_cast<double>(reversed), plain);
        if (reversed != std::ssize(scatters)) result.verdict = Verdict::not_reproduced;
    }
    return result;
}

}  // namespace lightsweep::analysis::bridge_schedules

// Claim 10: when the ring algorithm is the best all-reduce on a static ring.
//
// A static time is linear in everything, so two messages give the message at which two algorithms
// cross, and the parts of one time the ratio of latencies at which they do without bytes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/claims/addanki/addanki_panels.hpp"
#include "analysis/read/quantity_text.hpp"

namespace lightsweep::analysis::addanki_model {

namespace {

using namespace addanki_figures;

constexpr const char* rivals[] = {"allreduce/halving-doubling-near", "allreduce/swing"};

std::string or_never(double value) {
    return std::isinf(value) ? "never" : readable(value, "1");
}

std::string decimal_bytes(double value) {
    if (std::isinf(value)) return "never";
    if (value == 0) return "always";
    return value < 1e6 ? readable(value / 1e3, "1") + " kB" : readable(value / 1e6, "1") + " MB";
}

/// Where `mine` falls below `other` if it starts `behind` by so much and gains `per_unit`.
double crossing(double behind, double per_unit) {
    if (behind <= 0) return 0;
    return per_unit > 0 ? behind / per_unit : std::numeric_limits<double>::infinity();
}

/// The panel of a collective without bytes at the same place in every other respect, or null.
const FigurePanel* without_bytes(const FigureData& data, const std::string& collective,
                                 const FigurePanel& like) {
    for (const auto& panel : data.panels)
        if (panel.collective == collective && panel.topology == like.topology &&
            panel.nodes == like.nodes && panel.messages == like.messages &&
            panel.per_step_latency == like.per_step_latency &&
            panel.per_hop_latency == like.per_hop_latency && panel.has("static"))
            return &panel;
    return nullptr;
}

/// One algorithm on the static ring, as straight lines.
struct Line {
    double steps, links;           ///< multiples of the two latencies
    double latency, per_byte = 0;  ///< [s], [s/B]; per_byte 0 if the file has one message

    explicit Line(const FigurePanel& panel) {
        const auto times = panel.read("static");
        steps = panel.read("static", "startup_time").front() / panel.per_step_latency;
        links = panel.read("static", "propagation_time").front() / panel.per_hop_latency;
        latency = times.front();
        if (panel.messages.size() > 1)
            per_byte = (times[panel.delays.size()] - latency) / panel.messages[1];
    }
};

/// The contest on one topology, over the per_hop_latency of the file.
struct RingContest {
    std::string topology;
    double largest = 0;
    bool wins_at_largest = false;
    std::vector<Finding> findings;

    void enter(const FigureData& data, const FigurePanel& ring, const Rows& rows) {
        bool wins = true;
        for (const char* name : rivals) {
            const auto* other = without_bytes(data, name, ring);
            wins = wins && other &&
                   ring.read("static").front() < other->read("static").front() * (1 - 1e-9);
        }
        if (ring.per_hop_latency >= largest) {
            largest = ring.per_hop_latency;
            wins_at_largest = wins;
        }
        const bool has_parts =
            ring.has("static", "startup_time") && ring.has("static", "propagation_time");
        // Ratios and links are the same everywhere; the message is wanted at equal latencies.
        if (has_parts && ring.per_hop_latency == ring.per_step_latency) compare(data, ring, rows);
    }

    void compare(const FigureData& data, const FigurePanel& ring, const Rows& rows) {
        const Line mine(ring);
        add(": links passed", "ring", mine.links, or_never, number_for(ring, "links passed", rows));
        for (const char* name : rivals) {
            const auto* other = without_bytes(data, name, ring);
            if (!other) continue;
            const Line line(*other);
            const auto title = short_name(*other);
            add(": links passed", title, line.links, or_never,
                number_for(*other, "links passed", rows));
            add(", ring wins from per hop / per step", title,
                crossing(mine.steps - line.steps, line.links - mine.links), or_never,
                number_for(*other, "ring wins from ratio", rows));
            if (mine.per_byte > 0)
                add(", ring wins from message", title,
                    crossing(mine.latency - line.latency, line.per_byte - mine.per_byte),
                    decimal_bytes,
                    has_the_fabric(*other) ? number_for(*other, "ring wins from message", rows)
                                           : Number{});
        }
    }

    void add(const char* what, const std::string& item, double value, std::string (*print)(double),
             Number reference) {
        findings.push_back({topology + what, item, value, print, reference});
    }
};

std::vector<RingContest> ring_contests(const FigureData& data, const Rows& rows) {
    std::vector<RingContest> contests;
    for (const auto& panel : data.panels) {
        const bool candidate = panel.collective == "allreduce/ring" && panel.messages.front() == 0;
        if (!candidate || !panel.has("static") || !without_bytes(data, rivals[1], panel)) continue;
        auto found = std::ranges::find_if(
            contests, [&](const RingContest& one) { return one.topology == panel.topology; });
        if (found == contests.end()) {
            contests.emplace_back();
            found = contests.end() - 1;
            found->topology = panel.topology;
        }
        found->enter(data, panel, rows);
    }
    return contests;
}

}  // namespace

Judgement ring_algorithm_without_bytes(const FigureData& data, const Rows& rows) {
    Judgement result;
    std::size_t wins = 0;
    const auto contests = ring_contests(data, rows);
    for (const auto& contest : contests) {
        wins += contest.wins_at_largest;
        result.findings.insert(result.findings.end(), contest.findings.begin(),
                               contest.findings.end());
    }
    if (contests.size() < 2) return result;  // one ring alone cannot tell a matter of reading
    result.verdict = verdict_of(wins, contests.size());
    return result;
}

}  // namespace lightsweep::analysis::addanki_model

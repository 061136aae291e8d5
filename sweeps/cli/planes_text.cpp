#include <algorithm>
#include <iomanip>
#include <map>
#include <optional>
#include <ostream>

#include "analysis/reports/wrapped_text.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/spec/values/units.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr int chart_width = 72;
constexpr std::size_t most_steps = 40;
constexpr char idle = '.', reconfiguring = 'R';

char mark_of(const kernels::PlaneEvent& event) {
    constexpr char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    return event.reconfigure ? reconfiguring : digits[event.step % (sizeof digits - 1)];
}

/// Numbers of the planes in order: "0 1 3"; of several permutations "shift +1: 0 1  shift +2: 3".
std::string planes_of(const Solution& s, std::size_t step) {
    const bool is_union = !s.collective.steps[step].other_peers.empty();
    std::map<std::string, std::vector<int>> numbers;
    for (const auto& group : s.planes->schedule.steps[step])
        if (group.bytes > 0)
            numbers[is_union ? peers_text(group.circuits[0]) : ""].push_back(
                s.plane_number(group.planes[0]));
    std::string text;
    for (auto& [peer, own] : numbers) {
        std::ranges::sort(own);
        text += (text.empty() ? "" : "  ") + peer + (is_union ? ":" : "");
        for (const int number : own) text += (text.empty() ? "" : " ") + std::to_string(number);
    }
    return text.empty() ? "-" : text;
}

/// "shift +4 on 0 1: 1.6 MB over 2 hops" per group.
std::string groups_of(const Solution& s, std::size_t step) {
    std::string text;
    for (const auto& group : s.planes->schedule.steps[step]) {
        const auto flow = kernels::flow_of_group(group.circuits, s.collective.steps[step],
                                                 s.structure->lanes, s.planes->problem.measure);
        text += (text.empty() ? "" : "; ") + kernels::topology_of_group(group.circuits).describe();
        text += " on";
        for (const int plane : group.planes) text += " " + std::to_string(plane);
        text += ": " + format_decimal_bytes(group.bytes) + " over " + std::to_string(flow.hops) +
                (flow.hops == 1 ? " hop" : " hops");
    }
    return text.empty() ? "-" : text;
}

/// "start  0: shift +1   1: its own first use", with planes that hold the same together.
void print_start(const Solution& s, std::ostream& out) {
    const auto& problem = s.planes->problem;
    std::vector<std::pair<std::string, std::string>> held;  // circuits, planes
    for (std::size_t j = 0; j < problem.planes.size(); ++j) {
        const auto& circuits = j < problem.held.size() ? problem.held[j] : std::nullopt;
        const auto text = circuits          ? peers_text(*circuits)
                          : problem.chooses ? "the circuits of its first step, set up for free"
                                            : "nothing";
        const auto number = std::to_string(s.plane_number(static_cast<int>(j)));
        const auto same =
            std::ranges::find(held, text, &std::pair<std::string, std::string>::first);
        if (same == held.end())
            held.emplace_back(text, number);
        else
            same->second += " " + number;
    }
    for (const auto& [circuits, planes] : held)
        out << "at the start plane" << (planes.find(' ') == std::string::npos ? " " : "s ")
            << planes << (planes.find(' ') == std::string::npos ? " holds " : " hold ") << circuits
            << '\n';
    out << '\n';
}

void print_plane_steps(const Solution& s, std::ostream& out) {
    out << " step  peers               bytes         end        time  "
        << (s.planes->over_relays() ? "circuits on planes\n" : "planes\n");
    const auto& run = *s.planes;
    for (std::size_t i = 0; i < run.problem.bytes.size() && i < most_steps; ++i) {
        const double begin = i == 0 ? 0.0 : run.timeline.step_ends[i - 1];
        out << std::setw(5) << i << "  " << std::left << std::setw(15)
            << (s.collective.steps[i].other_peers.empty()
                    ? peers_text(s.collective.steps[i].peer, 14)
                    : "several")
            << std::right << std::setw(10) << format_decimal_bytes(run.problem.bytes[i])
            << std::setw(12) << seconds_text(run.timeline.step_ends[i]) << std::setw(12)
            << seconds_text(run.timeline.step_ends[i] - begin) << "  ";
        analysis::print_paragraph(run.over_relays() ? groups_of(s, i) : planes_of(s, i), 58, out);
    }
    if (run.problem.bytes.size() > most_steps)
        out << "... " << run.problem.bytes.size() - most_steps
            << " more steps; --json prints all\n";
}

/// Draws an event with at least one character, if one is left.
void draw(const kernels::PlaneEvent& event, double whole, std::string& bar) {
    if (whole <= 0 || event.end <= event.start) return;
    const auto at = [whole](double t) { return static_cast<int>(t / whole * chart_width + 0.5); };
    const int first = std::min(at(event.start), chart_width - 1);
    const int last = std::min(std::max(at(event.end), first + 1), chart_width);
    for (int c = first; c < last; ++c)
        if (char& place = bar[c]; place == idle) place = mark_of(event);
}

void print_chart(const Solution& s, const std::vector<kernels::PlaneEvent>& events, double end,
                 std::ostream& out) {
    out << "\nplane  0" << std::setw(chart_width) << seconds_text(end) << '\n';
    for (std::size_t j = 0; j < s.structure->planes.numbers.size(); ++j) {
        std::string bar(chart_width, idle);
        for (const auto& event : events)
            if (event.plane == static_cast<int>(j)) draw(event, end, bar);
        out << std::setw(5) << s.plane_number(static_cast<int>(j)) << "  |" << bar << "|\n";
    }
    out << "\n0 .. 9 a .. z the step that is sent (again from 0 after z)   R reconfiguring   . "
           "idle\n";
}

/// Every slice that a plane holds, in the order of the planes' turns.
void print_turns(const Solution& s, std::ostream& out) {
    out << " slice  plane  peers               bytes       start         end\n";
    std::size_t printed = 0;
    for (const auto& event : s.particulars.events) {
        if (event.reconfigure) continue;
        if (++printed > most_steps) break;
        out << std::setw(6) << event.step << std::setw(7) << s.plane_number(event.plane) << "  "
            << std::left << std::setw(15) << peers_text(s.particulars.circuits[event.step], 14)
            << std::right << std::setw(10) << format_decimal_bytes(event.bytes) << std::setw(12)
            << seconds_text(event.start) << std::setw(12) << seconds_text(event.end) << '\n';
    }
    if (printed > most_steps) out << "... more slices; --json prints all\n";
}

}  // namespace

std::string peers_text(const kernels::Permutation& peer, std::size_t most) {
    auto text = peer.describe();
    if (text.starts_with("list of")) {
        text.clear();
        for (kernels::Node node = 0; node < peer.size() && text.size() <= most; ++node)
            if (peer(node) != node)
                text += (text.empty() ? "" : " ") + std::to_string(node) + ">" +
                        std::to_string(peer(node));
    }
    return text.size() <= most ? text : text.substr(0, most - 2) + "..";
}

void print_planes(const Solution& solution, std::ostream& out) {
    if (!solution.planes) {
        print_turns(solution, out);
        return print_chart(solution, solution.particulars.events, solution.row.completion[0], out);
    }
    print_start(solution, out);
    print_plane_steps(solution, out);
    print_chart(solution, solution.planes->timeline.events, solution.planes->timeline.end(), out);
}

}  // namespace lightsweep::sweeps

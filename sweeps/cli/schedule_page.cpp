// One schedule as an HTML page: the page of lightsweep-report with this schedule in it.
#include <algorithm>
#include <filesystem>

#include "engine/io/errors.hpp"
#include "kernels/collectives/free_orders.hpp"
#include "sweeps/cli/solution_output.hpp"
#include "sweeps/farm/fingerprint.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/rows/topology_names.hpp"
#include "sweeps/spec/text_file.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = OrderedJson;

/// Networks of more nodes are not drawn.
constexpr kernels::Node most_drawn = 256;

/// Senders and receivers one after the other: [from, to, from, to, ...].
Json pairs_of(const std::vector<kernels::Permutation>& peers) {
    Json pairs = Json::array();
    for (const auto& peer : peers)
        for (kernels::Node from = 0; !peer.is_label() && from < peer.size(); ++from)
            if (peer(from) != from) pairs.insert(pairs.end(), {from, peer(from)});
    return pairs;
}

/// The pairs of every step, and the links of every topology that stands, by its name.
void add_networks(const Solution& s, Json& view) {
    for (const auto& step : s.collective.steps) {
        auto peers = step.other_peers;
        peers.insert(peers.begin(), step.peer);
        if (s.collective.mirrored) peers.push_back(kernels::mirror_image(step.peer));
        view["steps"].push_back(pairs_of(peers));
    }
    for (const auto& event : s.timeline.events) {
        const auto& topology = s.schedule.topologies[event.topology];
        Json& links = view["topologies"][topology_name(topology, s.collective)];
        if (!links.is_null()) continue;
        links = Json::array();
        for (const auto& link : topology.links()) links.insert(links.end(), {link.from, link.to});
    }
}

/// Slices of planes that run on clocks of their own: the circuits of a slice are a step.
void add_slices(const Solution& s, Json& view) {
    const auto& events = s.particulars.events;
    for (std::size_t i = 0; i < events.size(); ++i) view["timeline"][i]["step"] = events[i].step;
    if (s.collective.n > most_drawn) return;
    for (const auto& circuits : s.particulars.circuits)
        view["steps"].push_back(pairs_of({circuits}));
}

/// A plan of the frontier, of which the costs of every step are known: the steps in time. Where
/// planes change while others send, every change shows the same part of its delay.
Json planned_steps(const Solution& s) {
    const auto& p = s.parameters;
    const auto runs = s.prepared->step_runs({s.row.decision.data(), 1});
    const auto sending = [&](const auto& run) {
        return run.startups * p.per_step_latency + run.hops * p.per_hop_latency +
               run.transmission * p.message_time();
    };
    double sent = 0, changing = 0;
    for (const auto& run : runs) {
        sent += static_cast<double>(run.steps) * sending(run);
        changing += static_cast<double>(run.steps) * run.reconfigurations * p.reconfiguration_delay;
    }
    const double shown =
        changing > 0 ? std::clamp((s.row.completion[0] - sent) / changing, 0.0, 1.0) : 0;
    Json steps = Json::array();
    double now = 0;
    for (const auto& run : runs)
        for (std::int64_t i = 0; i < run.steps; ++i) {
            const double start = now + shown * run.reconfigurations * p.reconfiguration_delay;
            now = start + sending(run);
            const auto number = std::to_string(run.topology);
            steps.push_back({{"step", steps.size()},
                             {"topology", s.structure->rings  ? "stage " + number
                                          : run.topology == 0 ? "base"
                                                              : "circuits " + number},
                             {"start", start},
                             {"end", now}});
        }
    return steps;
}

Json view_of(const Solution& s) {
    auto view = plan_head(s, "schedule");
    view["name"] = s.asked.scheduler;
    if (s.plan) {
        view["timeline"] = planned_steps(s);
        return view;
    }
    if (s.structure->rings) {
        view["plan"] = Json::parse(lightpath_plan_json(s));
        return view;
    }
    auto answer = Json::parse(timeline_json(s));
    const bool has_turns = answer.contains("turns");
    view["timeline"] = std::move(answer[has_turns ? "turns" : "timeline"]);
    if (view["timeline"].empty())
        throw engine::BadInput(
            "a formula, or a step in turns, has no schedule to draw; choose another scheduler");
    if (has_turns)
        add_slices(s, view);
    else if (s.collective.n <= most_drawn)
        add_networks(s, view);
    return view;
}

std::string read_template() {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    for (const char* place :
         {"../share/lightsweep/report/page.html", "../../../analysis/report/dist/page.html"}) {
        std::string problem;
        if (auto text = read_text_file((folder / place).string(), problem)) return *text;
    }
    throw engine::BadInput(
        "--html: the page is not built; run analysis/report/build.sh (npm and node 18 or later), "
        "or install lightsweep with npm at hand");
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

}  // namespace

std::string schedule_page(const Solution& s) {
    const auto view = view_of(s);
    auto page = read_template();
    const auto title = view["collective"].get<std::string>() + " by " + s.asked.scheduler;
    const auto none = Json::array();
    const Json description{{"title", title},
                           {"file", version_line()},
                           {"incomplete", ""},
                           {"provenance", none},
                           {"sweep", ""},
                           {"claims", none},
                           {"views", Json::array({view})},
                           {"blocks", none}};
    auto data = description.dump(-1, ' ', false, Json::error_handler_t::replace);
    replace_all(data, "<", "\\u003c");  // nothing in the data ends its script element
    const std::string mark = "<!-- lightsweep: data -->", name = "<!-- lightsweep: title -->";
    page.replace(page.find(mark), mark.size(),
                 R"(<script type="application/json" id="description">)" + data + "</script>");
    auto words = title;
    replace_all(words, "&", "&amp;");
    replace_all(words, "<", "&lt;");
    page.replace(page.find(name), name.size(), words);
    return page;
}

}  // namespace lightsweep::sweeps

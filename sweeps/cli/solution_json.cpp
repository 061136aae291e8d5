#include "sweeps/cli/solution_output.hpp"

#include <memory>
#include <optional>

#include "engine/io/errors.hpp"
#include "kernels/collectives/free_orders.hpp"
#include "kernels/parallel/for_each.hpp"
#include "kernels/routes/routed_flow.hpp"
#include "solvers/flow/topology_ways.hpp"
#include "sweeps/checks/grid_checks.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/rows/topology_names.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

using Json = OrderedJson;

/// "base" or "matching", with a number if there are several. If no state is a matching (rules =
/// common), the first is "base" and the others have their topology's name.
std::string name_of_state(const Solution& s, std::size_t choice) {
    const auto& schedule = s.schedule;
    const bool standing = s.matchings_stand;
    const auto& topology = schedule.topologies[choice];
    const bool lanes = standing && schedule.n_bases == schedule.topologies.size();
    if (lanes) return choice == 0 ? "base" : topology_name(topology, s.collective);
    if (choice < schedule.n_bases)
        return schedule.n_bases == 1 ? "base" : "base " + topology.describe();
    return standing ? topology.describe() : "matching";
}

/// Per step the planes that carry bytes, each with its share.
Json shares_of(const Solution& s) {
    Json steps = Json::array();
    for (std::size_t i = 0; i < s.planes->schedule.steps.size(); ++i) {
        kernels::parallel::checkpoint();
        Json shares = Json::array();
        for (const auto& group : s.planes->schedule.steps[i])
            if (group.bytes > 0) {
                Json& share = shares.emplace_back();  // a list in braces is copied three times
                share["plane"] = s.plane_number(group.planes[0]);
                share["bytes"] = group.bytes;
                if (!s.collective.steps[i].other_peers.empty())
                    share["peers"] = peers_text(group.circuits[0]);
            }
        steps.push_back(std::move(shares));
    }
    return steps;
}

/// Per step the groups of planes that send together: their circuits, hops and bytes.
Json groups_of(const Solution& s) {
    Json steps = Json::array();
    for (std::size_t i = 0; i < s.planes->schedule.steps.size(); ++i) {
        kernels::parallel::checkpoint();
        Json groups = Json::array();
        for (const auto& group : s.planes->schedule.steps[i]) {
            Json circuits = Json::array();
            for (const auto& one : group.circuits) circuits.push_back(one.describe());
            const auto flow = kernels::flow_of_group(group.circuits, s.collective.steps[i],
                                                     s.structure->lanes, s.planes->problem.measure);
            groups.push_back({{"planes", group.planes},
                              {"circuits", std::move(circuits)},
                              {"hops", flow.hops},
                              {"bytes", group.bytes}});
        }
        steps.push_back(std::move(groups));
    }
    return steps;
}

/// The permutation that the plane carries, or the step's peers over relays.
std::string peers_of(const Solution& s, const kernels::PlaneEvent& event) {
    if (!s.planes->over_relays())
        for (const auto& group : s.planes->schedule.steps[event.step])
            if (group.planes[0] == event.plane) return peers_text(group.circuits[0]);
    return s.collective.steps[event.step].describe_peers();
}

Json plane_events_of(const Solution& s) {
    Json events = Json::array();
    for (const auto& event : s.planes->timeline.events)
        events.push_back({{"plane", s.plane_number(event.plane)},
                          {"step", event.step},
                          {"peers", peers_of(s, event)},
                          {"reconfigure", event.reconfigure},
                          {"bytes", event.bytes},
                          {"start", event.start},
                          {"end", event.end}});
    return events;
}

/// The event that sets the base up again after the last step; null if there is none.
const kernels::Event* closing_reconfiguration(const kernels::Timeline& timeline) {
    if (timeline.events.empty()) return nullptr;
    const auto& last = timeline.events.back();
    return last.kind == kernels::Event::Kind::reconfiguration ? &last : nullptr;
}

/// Figures, of small matrices the matrix, and every turn of a plane that runs on its own clock.
void add_particulars(const Solution& s, Json& answer) {
    for (const auto& [name, value] : s.particulars.figures) {
        const auto dot = name.find('.');
        auto& place =
            dot == name.npos ? answer[name] : answer[name.substr(0, dot)][name.substr(dot + 1)];
        place = number_json(value);
    }
    if (!s.row.ways.empty()) {
        answer["partition"] = number_json(s.row.ways[0].partition);
        answer["merged"] = number_json(s.row.ways[0].merged);
        answer["way"] = solvers::way_names[s.row.is_partition(0)];
    }
    if (!s.structure->matrix) return;
    constexpr kernels::Node most_shown = 64;
    const auto& matrix = s.structure->matrix->matrix;
    if (s.structure->matrix->had_diagonal)
        answer["note"] = "bytes from a node to itself, on the matrix's diagonal, are ignored";
    for (kernels::Node i = 0; i < matrix.n && matrix.n <= most_shown; ++i)
        answer["matrix"].push_back(std::vector<std::int64_t>(
            matrix.bytes.begin() + static_cast<std::ptrdiff_t>(matrix.place(i, 0)),
            matrix.bytes.begin() + static_cast<std::ptrdiff_t>(matrix.place(i, 0)) + matrix.n));
    for (const auto& event : s.particulars.events)
        answer["turns"].push_back({{"plane", s.plane_number(event.plane)},
                                   {"peers", peers_text(s.particulars.circuits[event.step])},
                                   {"reconfigure", event.reconfigure},
                                   {"bytes", event.bytes},
                                   {"start", event.start},
                                   {"end", event.end}});
}

Json answer_of(const Solution& s) {
    Json answer{{"status", solvers::status_names[static_cast<std::size_t>(s.row.status[0])]},
                {"completion_time", number_json(s.row.completion[0])}};
    if (const auto& why = solvers::row_of(s.row.reason[0]); why.code != solvers::Reason::none) {
        answer["reason"] = why.word;
        answer["explanation"] = std::string(why.sentence) + "; " + std::string(why.remedy);
    }
    if (!s.note.empty()) answer["note"] = s.note;
    if (!s.has_plan()) return answer;
    if (!s.structure->collective.alternatives.empty() && !s.plan)
        answer["collective"] = s.collective.name();
    answer["breakdown"] = breakdown_json(s.row.breakdown(0));
    answer["n_reconfigurations"] = s.row.n_reconfigurations[0];
    answer["lower_bound"] = number_json(s.row.lower_bound[0]);
    if (s.row.status[0] != solvers::Status::formula) answer["gap"] = number_json(s.row.gap(0));
    add_particulars(s, answer);
    if (s.plan) {
        const auto& p = s.parameters;
        if (!s.structure->rings && s.structure->bounds)
            answer["lower_bound_groups"] = number_json(s.structure->bounds->on_switch_in_groups(
                {p.per_step_latency, p.per_hop_latency, p.message_time(),
                 p.reconfiguration_delay}));
        answer["family"] = s.plan->family;
        answer["n_steps"] = s.row.more_steps_of(0);
        answer["hops"] = s.plan->hops;
        answer["X"] = s.plan->x;
        answer["schedule"] = s.plan->text;
        return answer;
    }
    if (s.structure->rings) {
        answer["n_steps"] = s.row.more_steps_of(0);
        if (s.lightpaths) answer["schedule"] = s.lightpaths->form;
        return answer;
    }
    if (s.planes) {
        answer["schedule"] = s.planes->over_relays() ? groups_of(s) : shares_of(s);
        return answer;
    }
    if (s.on_planes) return answer;
    Json steps = Json::array();
    for (const std::size_t choice : s.schedule.choice) {
        kernels::parallel::checkpoint();
        steps.push_back(name_of_state(s, choice));
    }
    answer["schedule"] = std::move(steps);
    return answer;
}

}  // namespace

std::string solution_json(const Solution& solution) {
    return answer_of(solution).dump();
}

std::string study_json(const GridSpec& grid) {
    Faults faults;
    check_grid(grid, faults);
    if (!faults.empty()) throw std::invalid_argument(faults.line());
    const auto& study = find_study(grid.study);
    const auto row = study.row(grid.at({}), nullptr);
    Json answer{{"status", solvers::status_names[static_cast<std::size_t>(row.status)]}};
    for (std::size_t i = 0; i < row.values.size(); ++i)
        answer[study.columns[i].name] = number_json(row.values[i]);
    return answer.dump();
}

std::string error_json(const std::string& message) {
    return Json{{"status", "error"}, {"error", message}}.dump(-1, ' ', false,
                                                              Json::error_handler_t::replace);
}

namespace {

/// What a node sends to all of its peers, relative to the message.
double bytes_of(const kernels::Step& step) {
    double sum = 0;
    for (std::size_t i = 0; i < step.demand().size(); ++i) sum += step.share * step.weight(i);
    return sum;
}

}  // namespace

std::string timeline_json(const Solution& s) {
    Json answer = answer_of(s);
    if (s.planes) {
        answer["timeline"] = plane_events_of(s);
        return answer.dump(2);
    }
    Json steps = Json::array();
    const char* both_ways = s.collective.mirrored ? ", and back" : "";
    for (const auto& event : s.timeline.events) {
        if (event.kind != kernels::Event::Kind::step) continue;
        const auto sent = kernels::sent_during(event, s.schedule, s.collective);
        steps.push_back(
            {{"step", event.step},
             {"peers", sent.describe_peers() + both_ways},
             {"bytes", bytes_of(sent) * s.parameters.message},
             {"topology", topology_name(s.schedule.topologies[event.topology], s.collective)},
             {"start", event.start},
             {"end", event.end}});
    }
    if (const auto* event = closing_reconfiguration(s.timeline))
        steps.push_back({{"reconfigures_to",
                          topology_name(s.schedule.topologies[event->topology], s.collective)},
                         {"start", event->start},
                         {"end", event->end}});
    answer["timeline"] = std::move(steps);
    return answer.dump(2);
}

namespace {

using Event = kernels::Event;

/// The topologies with the rate of every link [B/s].
Json topologies_of(const Solution& s) {
    Json all = Json::array();
    for (const auto& topology : s.schedule.topologies) {
        Json links = Json::array();
        for (const auto& link : planned_links(s, topology))
            links.push_back({link.from, link.to, link.capacity * s.parameters.bandwidth});
        all.push_back({{"name", topology.describe()}, {"links", std::move(links)}});
    }
    return all;
}

Json reconfigurations_of(const kernels::Timeline& timeline) {
    Json all = Json::array();
    for (const auto& event : timeline.events)
        if (event.kind == Event::Kind::reconfiguration)
            all.push_back(
                {{"start", event.start},
                 {"end", event.end},
                 {&event == closing_reconfiguration(timeline) ? "after_step" : "before_step",
                  event.step},
                 {"topology", event.topology}});
    return all;
}

/// The permutations of a step, and those of the mirrored half.
std::vector<kernels::Permutation> peers_during(const Solution& s, const kernels::Step& sent) {
    auto peers = sent.other_peers;
    peers.insert(peers.begin(), sent.peer);
    if (s.collective.mirrored) peers.push_back(kernels::mirror_image(sent.peer));
    return peers;
}

/// Circuits of mirrored halves have both directions.
kernels::Topology both_ways(const Solution& s, const kernels::Topology& topology) {
    if (!s.collective.mirrored || topology.kind() != kernels::Topology::Kind::matching)
        return topology;
    return kernels::Topology::circuits(topology.size(), planned_links(s, topology),
                                       topology.describe());
}

using solvers::flow::StepWays;

/// Each permutation on the ring of its own port.
StepWays ways_on_ports(const kernels::Topology& topology, const kernels::Demand& demand,
                       const std::string& rule) {
    StepWays all;
    for (std::size_t i = 0; i < demand.size(); ++i) {
        const auto ring = kernels::Topology::matching(kernels::ring_of_port(topology, i));
        all.merge(solvers::flow::ways_of_step(ring, kernels::Demand(demand[i]), rule, 1));
    }
    return all;
}

/// The ways of every event; steps alike share theirs.
class ListedWays {
  public:
    ListedWays(const Solution& s, const std::string& rule) {
        for (const auto& event : s.timeline.events) {
            kernels::parallel::checkpoint();
            of_event_.push_back(event.kind == Event::Kind::step ? find(s, rule, event) : nullptr);
        }
    }
    Json json(std::size_t event, kernels::Node from, kernels::Node to) const {
        Json all = Json::array();
        for (const auto& path : of_event_[event]->at({from, to}))
            all.push_back({{"share", path.share}, {"path", path.nodes}});
        return all;
    }

  private:
    struct Known {
        std::size_t topology;
        std::vector<kernels::Permutation> peers;
        std::shared_ptr<const StepWays> ways;
    };
    std::shared_ptr<const StepWays> find(const Solution& s, const std::string& rule,
                                         const Event& event) {
        const auto sent = kernels::sent_during(event, s.schedule, s.collective);
        auto peers = peers_during(s, sent);
        for (const auto& one : known_)
            if (one.topology == event.topology && one.peers == peers) return one.ways;
        auto weights = sent.weights;
        if (!weights.empty()) weights.resize(peers.size(), 1.0);
        const kernels::Demand demand(peers[0], std::span(peers).subspan(1), weights);
        const auto& topology = s.schedule.topologies[event.topology];
        auto ways = std::make_shared<const StepWays>(
            has_ring_per_port(s) ? ways_on_ports(topology, demand, rule)
                                 : solvers::flow::ways_of_step(both_ways(s, topology), demand, rule,
                                                               1 / event.stretch));
        count(*ways);
        known_.push_back({event.topology, std::move(peers), ways});
        return ways;
    }
    void count(const StepWays& ways) {
        constexpr std::size_t most = 10'000'000;
        for (const auto& [pair, paths] : ways)
            for (const auto& path : paths) nodes_ += path.nodes.size();
        if (nodes_ > most)
            throw engine::BadInput("the ways of the plan have more than " + std::to_string(most) +
                                   " nodes; take fewer nodes, or one port without --ways");
    }

    std::vector<std::shared_ptr<const StepWays>> of_event_{};
    std::vector<Known> known_{};
    std::size_t nodes_ = 0;
};

Json sends_of(const Solution& s, kernels::Node node, const ListedWays* ways) {
    Json sends = Json::array();
    const auto& events = s.timeline.events;
    for (std::size_t e = 0; e < events.size(); ++e) {
        const auto& event = events[e];
        if (event.kind != Event::Kind::step) continue;
        const auto sent = kernels::sent_during(event, s.schedule, s.collective);
        const auto peers = peers_during(s, sent);
        for (std::size_t i = 0; i < peers.size(); ++i) {
            const kernels::Node to = peers[i](node);
            if (to == node) continue;
            sends.push_back({{"step", event.step},
                             {"to", to},
                             {"bytes", sent.share * sent.weight(i) * s.parameters.message},
                             {"start", event.start},
                             {"end", event.end}});
            if (ways) sends.back()["ways"] = ways->json(e, node, to);
        }
    }
    return sends;
}

}  // namespace

std::string execution_plan_json(const Solution& s, bool with_ways) {
    auto all = plan_head(s, "topologies");
    std::optional<ListedWays> ways;
    if (with_ways || has_ring_per_port(s))
        ways.emplace(s, all["hardware"]["ways"].get<std::string>());
    Json ranks = Json::array();
    for (kernels::Node node = 0; node < s.collective.n; ++node)
        ranks.push_back({{"rank", node}, {"sends", sends_of(s, node, ways ? &*ways : nullptr)}});
    all.update({{"message", s.parameters.message},
                {"topologies", topologies_of(s)},
                {"initial_topology", s.initial},
                {"controller", reconfigurations_of(s.timeline)},
                {"ranks", std::move(ranks)}});
    return all.dump(2);
}

}  // namespace lightsweep::sweeps

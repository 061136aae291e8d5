#include "sweeps/interchange/chakra_export.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "engine/io/errors.hpp"
#include "sweeps/interchange/astra_network.hpp"
#include "sweeps/interchange/goal_text.hpp"
#include "sweeps/interchange/plan_head.hpp"
#include "sweeps/interchange/plane_controller.hpp"
#include "sweeps/interchange/trace_simulation.hpp"
#include "sweeps/spec/documents/json_place.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t most_planes = 999, listed_in_full = 64;
constexpr double most_nodes = 5e7;

[[noreturn]] void refuse(const std::string& what) {
    throw engine::BadInput("chakra: " + what);
}

/// What a rank sends and receives in one step on one plane.
struct Exchange {
    const kernels::Stream *sent = nullptr, *received = nullptr;
};
using RankExchanges = std::map<std::pair<std::size_t, int>, Exchange>;

std::vector<RankExchanges> exchanges_of(const kernels::ExecutionPlan& plan) {
    std::vector<RankExchanges> all(plan.n);
    for (const auto& stream : plan.streams) {
        const std::pair at{stream.step, stream.way[0].plane};
        all[stream.origin][at].sent = &stream;
        all[stream.target()][at].received = &stream;
    }
    return all;
}

/// The nodes of one rank.
class RankNodes {
  public:
    RankNodes(const kernels::ExecutionPlan& plan, const std::vector<std::uint64_t>& delays,
              int rank, const RankExchanges& exchanges, std::vector<PlacedExchange>& placed)
        : plan_(plan),
          delays_(delays),
          rank_(rank),
          full_(exchanges.size() <= listed_in_full),
          setups_(plan.planes.size()) {
        for (const auto& [at, one] : exchanges) write(at.first, at.second, one, placed);
    }
    std::vector<TraceNode> take() { return std::move(nodes_); }

  private:
    struct Written {
        std::uint64_t id;
        int plane;
        std::ptrdiff_t step, after_step;
    };

    TraceNode& add(const std::string& name, TraceType type, std::vector<std::uint64_t> waits) {
        return nodes_.emplace_back(
            TraceNode{.id = nodes_.size(), .name = name, .type = type, .waits = std::move(waits)});
    }
    /// Exchanges up to the step, on one plane or (-1) on all: each one, or those that no other one
    /// waits for.
    std::vector<std::uint64_t> up_to(std::ptrdiff_t step, int plane) const {
        std::vector<std::uint64_t> ids;
        std::ptrdiff_t implied = -1;
        for (std::size_t i = written_.size(); i-- > 0;) {
            const auto& one = written_[i];
            if (!full_ && one.step <= implied) break;
            if (one.step > step || (plane >= 0 && one.plane != plane)) continue;
            ids.push_back(one.id);
            implied = std::max(implied, one.after_step);
        }
        return {ids.rbegin(), ids.rend()};
    }
    void add_setup(int plane) {
        auto& known = setups_[static_cast<std::size_t>(plane)];
        const auto& setup = plan_.planes[static_cast<std::size_t>(plane)].setups[known.size()];
        auto waits = up_to(setup.after_step, plane);
        if (!known.empty()) waits.push_back(known.back());
        auto& node = add("reconfigure_plane" + std::to_string(plane) + "_setup" +
                             std::to_string(known.size() + 1),
                         TraceType::computation, std::move(waits));
        node.micros = delays_[static_cast<std::size_t>(plane)];
        known.push_back(node.id);
    }
    void write(std::size_t step, int plane, const Exchange& one,
               std::vector<PlacedExchange>& placed) {
        const auto& group = plan_.groups[(one.sent ? one.sent : one.received)->group];
        const auto number = static_cast<std::size_t>(group.after_reconfiguration[0]);
        auto& setups = setups_[static_cast<std::size_t>(plane)];
        while (setups.size() < number) add_setup(plane);
        auto waits = up_to(group.after_step, -1);
        if (number > 0) waits.push_back(setups[number - 1]);
        const auto place = "step" + std::to_string(step) + "_plane" + std::to_string(plane);
        const auto tag = static_cast<std::int64_t>(1000 * step) + plane;
        for (const auto* stream : {one.sent, one.received}) {
            if (!stream) continue;
            const bool sends = stream == one.sent;
            auto& node = add((sends ? "send_" : "recv_") + place,
                             sends ? TraceType::send : TraceType::receive, waits);
            node.bytes = kernels::bytes_of(stream->send);
            node.source = stream->origin;
            node.target = stream->target();
            node.tag = tag;
            const int id = static_cast<int>(node.id);
            placed.push_back({plane, step, rank_, sends ? 0 : 1, id, id});
            written_.push_back(
                {node.id, plane, static_cast<std::ptrdiff_t>(step), group.after_step});
        }
    }

    const kernels::ExecutionPlan& plan_;
    const std::vector<std::uint64_t>& delays_;
    int rank_;
    bool full_;
    std::vector<TraceNode> nodes_{};
    std::vector<std::vector<std::uint64_t>> setups_;  ///< per plane the ids
    std::vector<Written> written_{};
};

/// A plane's delay in whole microseconds.
std::uint64_t micros_of(double seconds, bool round_up) {
    const double micros = seconds * 1e6, whole = std::round(micros);
    if (std::abs(micros - whole) <= 1e-9 * std::max(1.0, whole))
        return static_cast<std::uint64_t>(whole);
    if (!round_up)
        refuse("reconfiguration_delay = " + number_json(seconds).dump() +
               " s: is no whole number of microseconds; choose another one, or add --round-delay");
    return static_cast<std::uint64_t>(std::ceil(micros));
}

/// A time in ns, without the last digits of its conversion.
double nanoseconds(double seconds) {
    const double ns = seconds * 1e9, whole = std::round(ns);
    return std::abs(ns - whole) <= 1e-12 * whole ? whole : ns;
}

struct Traces {
    kernels::ExecutionPlan plan;
    std::vector<TraceFile> ranks;
    std::string controller;
    double latency, bandwidth;  ///< [ns], [B/s]
};

bool is_whole(double value) {
    return std::abs(value - std::round(value)) <= 1e-9 * std::max(1.0, std::abs(value));
}

/// How many units of time a nanosecond has, so that all parameters of LogGOPSim and all delays are
/// whole numbers: a power of ten up to 10^6, or the bytes that a link carries in it.
double units_per_ns(const Traces& traces) {
    std::vector<double> times{traces.latency, 1e9 / traces.bandwidth};
    for (const auto& rank : traces.ranks)
        for (const auto& node : rank.nodes)
            if (node.type == TraceType::computation)
                times.push_back(1e3 * static_cast<double>(node.micros));
    for (const double units : {1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, traces.bandwidth * 1e-9})
        if (is_whole(1e3 * units) &&
            std::ranges::all_of(times, [&](double time) { return is_whole(time * units); }))
            return units;
    throw engine::BadInput(
        "goal: bandwidth = " + number_json(traces.bandwidth).dump() +
        ": LogGOPSim takes whole numbers, and no unit of time makes the latency, the time of a "
        "byte and the delays whole; choose a bandwidth of whole MB/s, or other latencies");
}

Traces traces_of(const Solution& s, bool round_delay) {
    Traces traces{plan_on_planes(s, "chakra"), {}, {}, 0, 0};
    const auto& problem = s.planes->problem;
    const auto& planes = problem.planes;
    require_sound(s, traces.plan);
    if (traces.plan.buffers.size() > 1) refuse("a sequence: export one collective at a time");
    if (planes.size() > most_planes)
        refuse("planes = " + std::to_string(planes.size()) + ", at most 999");
    if (2.0 * static_cast<double>(traces.plan.streams.size()) > most_nodes)
        refuse("the traces have more than 5e7 nodes; choose fewer nodes or another algorithm");
    std::vector<std::uint64_t> delays;
    for (const auto& plane : planes) {
        if (plane.bandwidth != planes[0].bandwidth)
            refuse("planes of different bandwidth: ASTRA-sim's network has one; make them equal");
        delays.push_back(micros_of(plane.reconfiguration_delay, round_delay));
    }
    traces.bandwidth = planes[0].bandwidth;
    traces.latency = nanoseconds(problem.per_step_latency + problem.per_hop_latency);
    std::vector<PlacedExchange> placed;
    int rank = 0;
    for (const auto& exchanges : exchanges_of(traces.plan)) {
        TraceFile file;
        file.attributes = {{"schema", "1.0.2-chakra.0.0.4"},
                           {"collective", traces.plan.collective}};
        file.nodes = RankNodes(traces.plan, delays, rank++, exchanges, placed).take();
        traces.ranks.push_back(std::move(file));
    }
    traces.controller = controller_json(s, traces.plan, placed, false);
    return traces;
}

/// What ASTRA-sim calls the collectives that it knows.
struct AstraCollective {
    kernels::Primitive primitive;
    const char *name, *key;
    std::int64_t number;  ///< comm_type
};
constexpr AstraCollective astra_collectives[] = {
    {kernels::Primitive::all_reduce, "all_reduce", "all-reduce", 0},
    {kernels::Primitive::all_gather, "all_gather", "all-gather", 2},
    {kernels::Primitive::reduce_scatter, "reduce_scatter", "reduce-scatter", 7},
    {kernels::Primitive::all_to_all, "all_to_all", "all-to-all", 6}};

std::string system_json(const std::string& key) {
    return OrderedJson{{"scheduling-policy", "FIFO"},
                       {"preferred-dataset-splits", 1},
                       {"active-chunks-per-dimension", 1},
                       {"endpoint-delay", 0},
                       {key + "-implementation-custom", OrderedJson::array({"algorithm"})},
                       {"local-mem-bw", 1600},
                       {"boost-mode", 0}}
        .dump(2);
}

ChakraCheck carried_out(const std::vector<TraceFile>& algorithm, std::size_t workloads,
                        const std::vector<AstraDimension>& network) {
    ChakraCheck check;
    check.ranks = algorithm.size();
    for (const auto& rank : algorithm) check.nodes += rank.nodes.size();
    const auto& first = network.front();
    if (workloads != check.ranks || network.size() != 1 || first.topology != "FullyConnected" ||
        first.npus != static_cast<std::int64_t>(check.ranks)) {
        const auto ranks = std::to_string(check.ranks);
        check.faults.push_back(
            "algorithm has " + ranks + " ranks, workload " + std::to_string(workloads) +
            ", network.yml is to be one dimension, " + "FullyConnected, of " + ranks + " npus");
        return check;
    }
    auto run = run_traces(algorithm, first.latency, first.bandwidth * 1e-9);
    check.faults = std::move(run.faults);
    check.end = run.end;
    return check;
}

}  // namespace

ChakraExport export_chakra(const Solution& s, bool round_delay) {
    const auto traces = traces_of(s, round_delay);
    const auto primitive = s.planes->collective.primitive;
    const AstraCollective* known = nullptr;
    for (const auto& one : astra_collectives)
        if (one.primitive == primitive) known = &one;
    if (!known)
        refuse("collective = " + traces.plan.collective +
               ": ASTRA-sim has all-reduce, all-gather, reduce-scatter and all-to-all alone");
    auto bytes = static_cast<std::int64_t>(s.parameters.message);
    if (primitive == kernels::Primitive::all_gather) bytes /= traces.plan.n;
    ChakraExport out{{}, {}, nanoseconds(traces.plan.planned_end), 0};
    std::vector<TraceFile> read;
    std::size_t workloads = 0;
    for (std::size_t rank = 0; rank < traces.ranks.size(); ++rank) {
        const auto number = "." + std::to_string(rank) + ".et";
        out.files.emplace_back("algorithm" + number, written(traces.ranks[rank]));
        read.push_back(read_trace(out.files.back().second, out.files.back().first));
        TraceFile workload;
        workload.nodes.push_back({.id = rank,
                                  .name = known->name,
                                  .type = TraceType::collective,
                                  .kind = known->number,
                                  .bytes = bytes});
        out.files.emplace_back("workload" + number, written(workload));
        const auto again = read_trace(out.files.back().second, out.files.back().first).nodes;
        workloads += again.size() == 1 && again[0].kind == known->number && again[0].bytes == bytes;
    }
    const auto network = astra_network(traces.plan.n, traces.bandwidth, traces.latency);
    out.files.emplace_back("system.json", system_json(known->key));
    out.files.emplace_back("network.yml", network);
    out.files.emplace_back("remote_memory.json",
                           OrderedJson{{"memory-type", "NO_MEMORY_EXPANSION"}}.dump(2));
    out.files.emplace_back("algorithm.controller.json", traces.controller);
    auto check = carried_out(read, workloads, read_astra_network(network, "network.yml"));
    out.faults = std::move(check.faults);
    out.simulated_end = check.end;
    return out;
}

GoalExport export_goal(const Solution& s, bool round_delay) {
    const auto traces = traces_of(s, round_delay);
    const double units = units_per_ns(traces);
    const auto per_micro = std::llround(1e3 * units);
    std::ostringstream out;
    out << "num_ranks " << traces.plan.n << "\n";
    for (std::size_t rank = 0; rank < traces.ranks.size(); ++rank) {
        out << "\nrank " << rank << " {\n";
        for (const auto& node : traces.ranks[rank].nodes) {
            const auto label = "l" + std::to_string(node.id + 1);
            out << label << ": ";
            const bool sends = node.type == TraceType::send;
            if (node.type == TraceType::computation)
                out << "calc " << static_cast<std::int64_t>(node.micros) * per_micro << "\n";
            else
                out << (sends ? "send " : "recv ") << *node.bytes << (sends ? "b to " : "b from ")
                    << (sends ? *node.target : *node.source) << " tag " << *node.tag << " nic "
                    << *node.tag % 1000 << "\n";
            auto waits = node.waits;
            std::ranges::sort(waits);
            for (const auto id : waits) out << label << " requires l" << id + 1 << "\n";
        }
        out << "}\n";
    }
    GoalExport made{out.str(),
                    {},
                    1 / units,
                    std::llround(traces.latency * units),
                    std::llround(1e9 / traces.bandwidth * units)};
    const auto rate = traces.bandwidth * 1e-9;
    auto run = run_traces(read_goal(made.text, "the text", per_micro), traces.latency, rate);
    made.faults = std::move(run.faults);
    if (const auto end = run_traces(traces.ranks, traces.latency, rate).end; run.end != end)
        made.faults.push_back("ends at " + std::to_string(run.end) + " ns, its nodes at " +
                              std::to_string(end) + " ns");
    return made;
}

ChakraCheck check_chakra(const std::string& folder) {
    const auto network = folder + "/network.yml";
    return carried_out(read_traces(folder + "/algorithm"), read_traces(folder + "/workload").size(),
                       read_astra_network(file_text(network), network));
}

}  // namespace lightsweep::sweeps

#include "sweeps/points/grid_points.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

#include "engine/farm/stopping.hpp"
#include "kernels/collectives/bruck.hpp"
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/collectives/free_orders.hpp"
#include "kernels/collectives/transmitters.hpp"
#include "kernels/collectives/trees.hpp"
#include "kernels/parallel/for_each.hpp"
#include "kernels/planes/plane_collectives.hpp"
#include "kernels/routes/graph_paths.hpp"
#include "kernels/topologies/link_lists.hpp"
#include "kernels/topologies/topology_table.hpp"
#include "solvers/matrices/decompositions.hpp"
#include "solvers/pccl/bucket_shares.hpp"
#include "sweeps/spec/values/vocabulary.hpp"

namespace lightsweep::sweeps {

using kernels::Node;

kernels::Topology on_ports(const kernels::Topology& topology, Node degree) {
    if (degree == 0) return topology;
    if (degree < topology.degree()) throw NotApplicable{solvers::Reason::too_few_ports};
    return topology.on_ports(degree);
}

kernels::InitialPlanes initial_planes(const std::string& word) {
    using kernels::InitialPlanes;
    if (word == "cold") return InitialPlanes::cold;
    return word == "first" ? InitialPlanes::first : InitialPlanes::free;
}

namespace {

/// Costs of a step on a member of a pool, as the problem and its prepared scheduler keep them [B];
/// measured.
constexpr double pool_cost_bytes = 120;
constexpr double shift_flow_bytes = 320;  // measured, of a node

void leave_if_stopped() {
    if (engine::stop_requested()) throw engine::Abandoned{};
}

}  // namespace

GridPoints::Source::Source(const GridSpec& grid, const char* key) {
    const AxisValues* axis = grid.find(key);
    if (!axis) return;
    values_ = &axis->numbers;
    dimension_ = grid.dimension_of(key).value_or(open_index);
}

GridPoints::GridPoints(const GridSpec& grid)
    : grid_(&grid),
      message_(grid, "message"),
      item_(grid, "item"),
      bandwidth_(grid, "bandwidth"),
      link_rate_(grid, "link_rate"),
      plane_bandwidth_(grid, "plane_bandwidth"),
      planes_(grid, "planes"),
      per_step_(grid, "per_step_latency"),
      per_hop_(grid, "per_hop_latency"),
      hop_cost_(grid, "hop_cost"),
      delay_(grid, "reconfiguration_delay"),
      port_delay_(grid, "port_delay"),
      compute_time_(grid, "compute_time") {
    kernels::parallel::set_checkpoint(leave_if_stopped);
}

double GridPoints::number(const char* key, const Indices& indices, double otherwise) const {
    const AxisValues* axis = grid_->find(key);
    if (!axis) return otherwise;
    const std::size_t i = grid_->value_index(key, indices);
    return i == open_index ? otherwise : axis->numbers[i];
}

Node GridPoints::nodes(const Indices& indices) const {
    return static_cast<Node>(number("nodes", indices, 0));
}

Node GridPoints::members(const Indices& indices) const {
    return static_cast<Node>(grid_->members(indices));
}

Node GridPoints::ports(const Indices& indices) const {
    const double ports =
        grid_->find("radix") ? number("radix", indices, 2) - 1 : number("ports", indices, 1);
    constexpr double beyond_all_nodes = 1 << 30;
    return static_cast<Node>(std::min(ports, beyond_all_nodes));
}

std::string GridPoints::collective(const Indices& indices) const {
    std::string name(grid_->collective(indices));
    // Sizes of the fabric are not those of its groups.
    if (!grid_->groups(indices).given())
        name = kernels::on_dims(name, tuple_at(*grid_, "dims", indices));
    const double chunks = number("chunks", indices, 0);
    return chunks > 0 ? kernels::in_chunks(name, static_cast<std::int64_t>(chunks)) : name;
}

kernels::Collective GridPoints::make_collective(const Indices& indices, Node n) const {
    const std::string name = collective(indices);
    solvers::require_memory(solvers::problem_bytes(size(indices)), name);
    if (name == matrix_collective) return matrix_steps(indices);
    if (name != "custom") {
        const std::string word = text_at(*grid_, "order", indices, "");
        const auto order = word.empty() ? usual_order()
                                        : std::optional(word == "far" ? kernels::Order::far
                                                                      : kernels::Order::near);
        auto collective = kernels::build_collective(name, n, order, ports(indices));
        const auto volumes = text_at(*grid_, "volumes", indices, "exact");
        if (volumes == "bridge") collective = kernels::with_bridge_volumes(std::move(collective));
        if (volumes == "swot") collective = kernels::with_swot_volumes(std::move(collective));
        if (text_at(*grid_, "shares", indices, "equal") == "best")
            collective = solvers::pccl::with_best_shares(std::move(collective));
        collective = kernels::with_root(std::move(collective),
                                        static_cast<Node>(number("root", indices, 0)));
        if (number("mirrored", indices, 0) != 0)
            collective = kernels::with_mirrored_halves(std::move(collective));
        // The ports of the base's links also carry a step's own matching.
        collective.ports = static_cast<Node>(number("degree", indices, 0));
        return collective;
    }
    if (!grid_->parallel.empty()) return kernels::glued(entries(indices));
    return collective_of(grid_->steps, n);
}

std::vector<kernels::Collective> GridPoints::entries(const Indices& indices) const {
    std::vector<kernels::Collective> all;
    for (const auto& entry : grid_->parallel)
        all.push_back(collective_of(entry, nodes(indices), usual_order()));
    return all;
}

kernels::Collective GridPoints::on_fabric(const Indices& indices) const {
    auto collective = make_collective(indices, members(indices));
    const auto groups = grid_->groups(indices);
    if (!groups.given()) return collective;
    const Node n = nodes(indices);
    return kernels::in_groups(std::move(collective), lists_of(groups, n), n);
}

kernels::ReadMatrix GridPoints::matrix(const Indices& indices) const {
    const Node n = nodes(indices);
    if (grid_->find("matrix"))
        return matrix_of(grid_->matrices[grid_->value_index("matrix", indices)], n);
    kernels::MatrixGenerator generator;
    const auto kind = text_at(*grid_, "generator", indices, "uniform");
    const auto known = std::ranges::find(kernels::matrix_kinds, kind);
    generator.kind = kernels::MatrixGenerator::Kind(known - std::begin(kernels::matrix_kinds));
    generator.seed = static_cast<std::uint64_t>(number("generator_seed", indices, 0));
    generator.scale = static_cast<std::int64_t>(number("generator_scale", indices, 1 << 20));
    generator.skew = static_cast<int>(number("generator_skew", indices, 100));
    return {kernels::generate(generator, n)};
}

kernels::Collective GridPoints::matrix_steps(const Indices& indices) const {
    using namespace solvers::matrices;
    const auto bytes = matrix(indices).matrix;
    const auto cut = text_at(*grid_, "cut", indices, "shifts");
    auto slices = cut == "fewest"     ? cover_slices(bytes)
                  : cut == "birkhoff" ? birkhoff_slices(bytes)
                  : cut == "solstice" ? solstice_slices(bytes)
                                      : shift_slices(bytes);
    std::vector<kernels::Step> steps;
    for (auto& slice : slices)
        steps.push_back({kernels::Permutation::list(std::move(slice.to)), slice.bytes});
    if (steps.empty()) steps.push_back({kernels::Permutation::shift(bytes.n, 1), 0});
    auto collective = kernels::custom_collective(std::move(steps));
    collective.algorithm = matrix_collective;
    return collective;
}

std::shared_ptr<const solvers::MatrixTask> GridPoints::matrix_task(const Indices& indices) const {
    if (collective(indices) != matrix_collective) return nullptr;
    auto read = matrix(indices);
    solvers::MatrixTask task{std::move(read.matrix)};
    task.had_diagonal = read.had_diagonal;
    const auto word = text_at(*grid_, "permutations", indices, "best");
    const auto known = std::ranges::find(solvers::permutation_words, word);
    task.permutations =
        solvers::MatrixTask::Permutations(known - std::begin(solvers::permutation_words));
    task.hops = text_at(*grid_, "hops", indices, "1") == "2" ? 2 : 1;
    return std::make_shared<const solvers::MatrixTask>(std::move(task));
}

kernels::StepCosts GridPoints::make_costs(const Indices& indices,
                                          const kernels::Topology& base) const {
    return solvers::flow_costs(on_fabric(indices), base, {number("flow_gap", indices, 0)},
                               measure(indices));
}

namespace {

double n_steps_of(const TraceEntry& entry, Node n) {
    if (entry.collective == "custom") return static_cast<double>(entry.steps.size());
    return static_cast<double>(kernels::count_steps(entry.collective, entry.groups.members(n)));
}

double n_peers_of(const TraceEntry& entry) {
    double most = 1;
    for (const auto& step : entry.steps)
        most = std::max(most, 1 + static_cast<double>(step.other_peers.size()));
    for (const auto part : kernels::sequence_parts(entry.collective))
        if (const auto* row = kernels::find_collective(part).row)
            most = std::max<double>(most, row->facts.peers);
    return most;
}

}  // namespace

double GridPoints::n_steps(const Indices& indices) const {
    const auto name = collective(indices);
    auto most = static_cast<double>(grid_->steps.size());
    for (const auto& entry : grid_->parallel)
        most = std::max(most, n_steps_of(entry, nodes(indices)));
    if (name == "custom") return most;
    if (name == matrix_collective) return std::max(1, nodes(indices) - 1);
    return static_cast<double>(kernels::count_steps(name, members(indices), ports(indices)));
}

double GridPoints::n_rounds(const Indices& indices, double most) const {
    const auto name = collective(indices);
    const auto n = members(indices);
    const bool is_sized = name.find('(') != std::string::npos;
    if ((!is_sized && size(indices).peers <= most) || n == 0 || name.empty() ||
        name == matrix_collective || kernels::refuse_nodes(name, n))
        return GridPoints::n_steps(indices);
    const auto peers = static_cast<Node>(std::min<double>(most, n));
    const auto count = [&]() -> double {
        try {
            return static_cast<double>(
                kernels::in_rounds(make_collective(indices, n), peers).steps.size());
        } catch (const std::length_error&) {  // beyond --memory: the point will say so
            return GridPoints::n_steps(indices);
        }
    };
    if (name == "custom") return count();
    // Large grids ask for the same algorithms at every point.
    static std::mutex guard;
    static std::map<std::tuple<std::string, Node, Node, std::int64_t>, double> known;
    const auto variant = text_at(*grid_, "order", indices, "") +
                         (number("mirrored", indices, 0) != 0 ? " mirrored" : "");
    const std::tuple key{name + " " + variant, n, peers, std::int64_t{ports(indices)}};
    const std::scoped_lock lock(guard);
    const auto at = known.find(key);
    return at != known.end() ? at->second : known.try_emplace(key, count()).first->second;
}

double GridPoints::listed_bytes(const Indices& indices) const {
    const std::string name = text_at(*grid_, "topology", indices, "");
    const double n = nodes(indices);
    const bool is_list = std::ranges::any_of(kernels::topology_table(), [&](const auto& row) {
        return row.name == name && row.reads_degree;
    });
    const double links = is_list ? n * std::min(n, number("degree", indices, 0)) : 0;
    const std::string route = text_at(*grid_, "route", indices, "");
    const bool has_table =
        (route == "lex" || route == "ecmp" || is_list) && n <= kernels::GraphPaths::table_nodes;
    return links * kernels::link_bytes + (has_table ? n * n * sizeof(kernels::Node) : 0);
}

solvers::ProblemSize GridPoints::size(const Indices& indices) const {
    solvers::ProblemSize size;
    size.nodes = nodes(indices);
    if (const auto dims = tuple_at(*grid_, "dims", indices);
        text_at(*grid_, "topology", indices, "") == "wdm-torus" && !dims.empty())
        size.nodes = static_cast<double>(std::ranges::max(dims));
    size.steps = GridPoints::n_steps(indices);
    // A member of a pool has links of its own, and a cost for every step.
    size.listed = listed_bytes(indices) * (1 + static_cast<double>(grid_->pool.size())) +
                  pool_cost_bytes * size.steps * static_cast<double>(grid_->pool.size());
    size.peers = std::max<double>(1, ports(indices));
    size.planes = number("planes", indices, 1);
    const std::string name = collective(indices);
    for (const auto& step : grid_->steps)
        size.peers = std::max(size.peers, 1 + static_cast<double>(step.other_peers.size()));
    for (const auto part : kernels::sequence_parts(name)) {
        const auto* row = kernels::find_collective(part).row;
        if (!row) continue;
        size.peers = std::max<double>(size.peers, row->facts.peers);
        // Two lanes may hold the circuits of two steps that are no ring: walks to every node.
        if (row->facts.shifts && size.planes >= 2 && size.steps < size.nodes / 2)
            size.listed += shift_flow_bytes * size.nodes;
        if (row->facts.lists || grid_->groups(indices).given()) size.lists = size.steps;
        if (row->facts.free_order == kernels::FreeOrder::all_steps) size.matchings = size.steps;
    }
    if (grid_->parallel.empty()) return size;
    size.peers = 0;
    size.lists = size.steps;
    for (const auto& entry : grid_->parallel) size.peers += n_peers_of(entry);
    return size;
}

double GridPoints::bandwidth(const Indices& indices, const solvers::Problem& structure) const {
    if (bandwidth_) return bandwidth_.at(indices, 0);
    if (link_rate_) return link_rate_.at(indices, 0) * links_of(structure);
    return plane_bandwidth_.at(indices, 0) * planes_.at(indices, 1);
}

kernels::Parameters GridPoints::parameters(const Indices& indices,
                                           const solvers::Problem& structure) const {
    kernels::Parameters p{};
    p.per_step_latency = per_step_.at(indices, 0);
    p.per_hop_latency = per_hop_.at(indices, 0) * hop_cost_.at(indices, 1);
    p.reconfiguration_delay = own_delay(indices, structure).value_or(delay(indices));
    p.port_delay = port_delay_.at(indices, 0);
    p.compute_time = compute_time_.at(indices, 0);
    if (message_)
        p.message = message_.at(indices, 0);
    else if (item_)
        p.message = item_.at(indices, 0) * members(indices);
    else
        p.message = 1;  // the steps of a custom collective carry their bytes
    p.bandwidth = bandwidth(indices, structure);
    return p;
}

std::string text_at(const GridSpec& grid, const char* key, const Indices& indices,
                    const std::string& fallback) {
    const AxisValues* axis = grid.find(key);
    if (!axis) return fallback;
    const std::size_t i = grid.value_index(key, indices);
    return i == open_index ? fallback : axis->labels[i];
}

std::vector<std::int64_t> tuple_at(const GridSpec& grid, const char* key, const Indices& indices) {
    const AxisValues* axis = grid.find(key);
    if (!axis) return {};
    const std::size_t i = grid.value_index(key, indices);
    return i == open_index ? std::vector<std::int64_t>{} : axis->tuples[i];
}

kernels::GroupLists lists_of(const Groups& groups, Node n) {
    if (!groups.lists.empty()) return groups.lists;
    return kernels::even_groups(n, groups.size, groups.stride);
}

std::optional<kernels::GroupFault> fault_of(const Groups& groups, Node n) {
    if (!groups.given()) return std::nullopt;
    if (!groups.lists.empty()) return kernels::fault_of_groups(groups.lists, n);
    if (groups.size > n || groups.stride > n || n % (groups.size * groups.stride) != 0)
        return kernels::GroupFault{"groups of " + std::to_string(groups.size) +
                                       " nodes with stride " + std::to_string(groups.stride) +
                                       " do not cut " + std::to_string(n) + " nodes",
                                   "a size times a stride that divides the nodes, or lists"};
    return std::nullopt;
}

namespace {

/// The text again, with its lines where they were.
std::string text_of(const TextFile& file) {
    std::string text;
    int number = 1;
    for (const auto& line : file.lines) {
        for (; number < line.number; ++number) text += '\n';
        text += line.text + '\n';
        ++number;
    }
    return text;
}

}  // namespace

std::vector<kernels::Edge> edges_of(const TextFile& file, Node n) {
    return kernels::parse_edge_list(text_of(file), n, file.path);
}

kernels::ReadMatrix matrix_of(const TextFile& file, Node n) {
    try {
        return kernels::read_matrix(text_of(file), n);
    } catch (const std::invalid_argument& fault) {
        throw std::invalid_argument(file.path + ", " + fault.what());
    }
}

bool GridPoints::has_topology(const Indices& indices) const {
    try {
        make_topology(indices);
        return true;
    } catch (const NotApplicable&) {
        return false;
    } catch (const std::invalid_argument&) {
        return true;  // a fault of its own
    }
}

}  // namespace lightsweep::sweeps

#include "solvers/frontier/plans/movement.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include "kernels/execution/plan_pieces.hpp"
#include "solvers/frontier/plans/mixed_lanes.hpp"
#include "solvers/frontier/plans/movement_pieces.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using kernels::Buffer;
using kernels::ByteRange;
using kernels::ExecutionPlan;
using kernels::Permutation;
using Act = MovementStep::Kind;
using Elements = std::vector<Node>;

constexpr double most_streams = 2e6;

Permutation circuits_of(const Group& group, Node generator) {
    Elements to;
    for (Node node = 0; node < group.size(); ++node) to.push_back(group.multiply(node, generator));
    return Permutation::list(to);
}

/// Which planes send in a step, and which are set up before.
class PlaneTracks {
  public:
    PlaneTracks(const FrontierPlan& plan, const Movement& movement, const FrontierBase& base,
                double delay, ExecutionPlan& to)
        : plan_(plan), movement_(movement), delay_(delay), to_(to), held_(generators_of(base)) {
        for (const Node generator : held_)
            to_.planes.push_back({circuits_of(translations(base), generator), {}});
        ready_.assign(held_.size(), 0);
        // Lanes that send on the base before or while others are set up.
        if (plan.set_up != SetUp::between_steps && plan.steps[0].topology == 0)
            staying_ = matched(movement.steps[0].lanes);
        // With an odd number of lanes each way one lane of the first group waits.
        for (int plane = 0; plan.set_up == SetUp::in_turn && plane < int(held_.size()); ++plane)
            if (staying_.size() < held_.size() / 2 && !stays(plane)) staying_.push_back(plane);
    }

    /// The planes of step t by generator; the group with its start, after the step before.
    std::map<Node, std::vector<int>> begin(std::size_t t, kernels::GroupRun& group) {
        const auto& lanes = movement_.steps[t].lanes;
        const bool changed = t == 0 ? plan_.steps[0].topology != 0
                                    : plan_.steps[t].topology != plan_.steps[t - 1].topology;
        group.planes = changed ? set_up(t, lanes) : matched(lanes);
        std::map<Node, std::vector<int>> by_generator;
        for (const int plane : group.planes) {
            group.after_reconfiguration.push_back(
                static_cast<int>(to_.planes[std::size_t(plane)].setups.size()));
            by_generator[held_[std::size_t(plane)]].push_back(plane);
            group.planned_start = std::max(group.planned_start, ready_[std::size_t(plane)]);
        }
        return by_generator;
    }
    void end(double now) { ends_.push_back(now); }

  private:
    bool stays(int plane) const { return std::ranges::find(staying_, plane) != staying_.end(); }
    /// Planes that hold these circuits, each once.
    std::vector<int> matched(const Elements& lanes) const {
        std::vector<int> planes;
        for (const Node lane : lanes)
            for (int plane = 0; plane < int(held_.size()); ++plane)
                if (held_[std::size_t(plane)] == lane &&
                    std::ranges::find(planes, plane) == planes.end()) {
                    planes.push_back(plane);
                    break;
                }
        if (planes.size() < lanes.size())
            throw std::invalid_argument("execution plan: no plane holds what a step needs");
        std::ranges::sort(planes);
        return planes;
    }
    std::vector<int> set_up(std::size_t t, const Elements& lanes) {
        std::vector<int> planes, fresh;
        for (int plane = 0; plane < int(held_.size()); ++plane) planes.push_back(plane);
        const bool in_turn = plan_.set_up == SetUp::in_turn;
        const bool stay = plan_.set_up == SetUp::at_start || (in_turn && t % 2 == 1);
        for (const int plane : planes) {
            if (plan_.set_up == SetUp::between_steps || stays(plane) != stay)
                fresh.push_back(plane);
        }
        const std::ptrdiff_t after = plan_.set_up == SetUp::between_steps ? std::ptrdiff_t(t) - 1
                                     : in_turn                            ? std::ptrdiff_t(t) - 2
                                                                          : -1;
        // Those that stay come first in the list of lanes.
        const std::size_t kept = plan_.set_up == SetUp::at_start ? staying_.size() : 0;
        fresh.resize(std::min(fresh.size(), lanes.size() - kept));
        const double start = after < 0 ? 0 : ends_[std::size_t(after)];
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            const auto plane = std::size_t(fresh[i]);
            held_[plane] = lanes[kept + i];
            ready_[plane] = start + delay_;
            to_.planes[plane].setups.push_back(
                {circuits_of(movement_.group, held_[plane]), t, after, start, ready_[plane]});
        }
        if (kept > 0) fresh.insert(fresh.end(), staying_.begin(), staying_.end());
        std::ranges::sort(fresh);
        return fresh;
    }

    const FrontierPlan& plan_;
    const Movement& movement_;
    double delay_;
    ExecutionPlan& to_;
    Elements held_;
    std::vector<double> ready_, ends_{};
    std::vector<int> staying_{};
};

class Builder {
  public:
    Builder(const FrontierPlan& plan, const Movement& movement, const FrontierBase& base,
            kernels::Primitive primitive, const kernels::Parameters& p)
        : plan_(plan),
          movement_(movement),
          p_(p),
          n_(base.nodes()),
          out_{{}, {}, {primitive, "frontier", base.nodes(), {}, {}}},
          tracks_(plan, movement, base, p.reconfiguration_delay, out_.plan),
          pieces_(pieces_of(movement, plan, base.lanes)) {
        auto& problem = out_.problem;
        problem.planes =
            kernels::alike_planes(base.lanes, p.bandwidth / base.lanes, p.reconfiguration_delay);
        problem.bandwidth = p.bandwidth;
        problem.per_step_latency = p.per_step_latency;
        problem.per_hop_latency = p.per_hop_latency;
        for (const auto& track : out_.plan.planes) problem.held.push_back(track.held);
        out_.plan.collective = out_.promise.name();
        out_.plan.n = n_;
        out_.plan.message = kernels::whole_message(p.message);
        out_.plan.knows_blocks = out_.plan.together = true;
        stride_ = (out_.plan.message + n_ - 1) / n_;
        lay_out_buffers();
    }

    kernels::PlannedExecution take() {
        for (std::size_t t = 0; t < pieces_.size(); ++t) add_step(t);
        out_.plan.planned_end = now_;
        out_.plan.rounding_time =
            std::abs(now_ - plan_.time({p_.per_step_latency, p_.per_hop_latency, p_.message_time(),
                                        p_.reconfiguration_delay}));
        return std::move(out_);
    }

  private:
    void lay_out_buffers() {
        kernels::BufferSizes sizes{};
        const auto message = out_.plan.message;
        const bool moves = out_.promise.primitive == kernels::Primitive::all_to_all;
        std::size_t most_places = 0;
        for (const auto& step : pieces_)
            for (const auto& piece : step) {
                most_places = std::max(most_places, piece.peer);
                if (moves && place_.size() <= piece.place) place_.resize(piece.place + 1);
                if (moves) place_[piece.place] = cut(stride_, piece.end - piece.begin) + 2;
            }
        const auto size = [&](Buffer buffer) -> std::int64_t& {
            return sizes[std::size_t(buffer)];
        };
        size(Buffer::vector) = moves ? 0 : message;
        size(Buffer::scratch) = message * static_cast<std::int64_t>(most_places);
        size(Buffer::input) = moves ? message : 0;
        size(Buffer::output) = moves ? stride_ * n_ : 0;
        std::int64_t transit = 0;
        for (auto& one : place_) one = std::exchange(transit, transit + 2 * one);
        size(Buffer::transit) = transit;
        out_.plan.buffers.push_back(sizes);
        out_.plan.copies.resize(std::size_t(n_));
        for (Node rank = 0; moves && rank < n_; ++rank) {
            const auto [begin, bytes] = block(rank, n_);
            if (bytes > 0)
                out_.plan.copies[std::size_t(rank)].push_back(
                    {0, {Buffer::input, begin, bytes}, {Buffer::output, rank * bytes, bytes}});
        }
    }
    /// First byte and bytes of a block of the vector.
    std::pair<std::int64_t, std::int64_t> block(Node which, Node count) const {
        const auto begin = kernels::block_begin(out_.plan.message, count, which);
        return {begin, kernels::block_begin(out_.plan.message, count, which + 1) - begin};
    }
    static std::int64_t cut(std::int64_t bytes, double at) {
        return std::llround(at * static_cast<double>(bytes));
    }

    void add_step(std::size_t t) {
        kernels::GroupRun run{t, {}, {}, std::ptrdiff_t(t) - 1, now_, 0};
        const auto planes = tracks_.begin(t, run);
        streams_.clear();
        loads_.assign(1, 0);
        hops_ = 0;
        std::set<Node> peers;
        for (const auto& piece : pieces_[t]) {
            Node peer = 0;
            for (const Node g : piece.way) peer = movement_.group.multiply(peer, g);
            peers.insert(peer);
            for (Node owner = 0; owner < n_; ++owner) add_piece(t, piece, owner, planes);
        }
        const double sending =
            *std::ranges::max_element(loads_) * double(run_planes()) / p_.bandwidth;
        const double duration = p_.per_step_latency + double(hops_) * p_.per_hop_latency + sending;
        run.planned_end = now_ = run.planned_start + duration;
        tracks_.end(now_);
        out_.plan.groups.push_back(std::move(run));
        add_promise(peers, sending);
        for (auto& [key, stream] : streams_) out_.plan.streams.push_back(std::move(stream));
        if (double(out_.plan.streams.size()) > most_streams)
            throw std::invalid_argument("execution plan: more than 2e6 streams: take fewer nodes");
    }
    std::size_t run_planes() const { return out_.problem.planes.size(); }

    /// The circuits that a permutation of the step's peers takes.
    void add_promise(const std::set<Node>& peers, double sending) {
        kernels::Step step{Permutation::shift(n_, 0), 0};
        bool first = true;
        for (const Node peer : peers) {
            auto to = circuits_of(movement_.group, peer);
            if (std::exchange(first, false))
                step.peer = std::move(to);
            else
                step.other_peers.push_back(std::move(to));
        }
        step.share = sending / std::max(p_.message_time(), 1e-300);
        out_.problem.bytes.push_back(step.share * p_.message);
        out_.promise.steps.push_back(std::move(step));
    }

    Node place_of(Act kind, Node owner, Node offset) const {
        return movement_.group.multiply(
            owner, kind == Act::add ? movement_.group.inverse(offset) : offset);
    }

    void add_piece(std::size_t t, const Piece& piece, Node owner,
                   const std::map<Node, std::vector<int>>& planes) {
        const auto kind = movement_.steps[t].kind;
        ByteRange source, target;
        std::tie(source, target) =
            kind == Act::exchange ? moved(piece, owner) : summed(piece, owner);
        std::size_t copies = 1;
        for (const Node g : piece.way) copies = std::lcm(copies, planes.at(g).size());
        std::int64_t done = 0;
        for (std::size_t copy = 0; copy < copies; ++copy) {
            const auto until = cut(source.bytes, double(copy + 1) / double(copies));
            const auto bytes = until - done;
            if (bytes == 0) continue;
            hops_ = std::max(hops_, piece.way.size());
            Node node = place_of(kind, owner, piece.from);
            std::vector<kernels::RelayHop> way;
            std::vector<int> key{node};
            for (const Node g : piece.way) {
                const auto& of_g = planes.at(g);
                const int plane = of_g[copy % of_g.size()];
                add_load(plane, node, bytes);
                node = movement_.group.multiply(node, g);
                way.push_back({plane, node});
                key.push_back(plane);
            }
            auto [stream, is_new] = streams_.try_emplace(std::move(key));
            if (is_new)
                stream->second = {t,
                                  0,
                                  t,
                                  place_of(kind, owner, piece.from),
                                  std::move(way),
                                  {},
                                  {},
                                  kind == Act::add || kind == Act::whole || kind == Act::sum};
            stream->second.send.push_back({source.buffer, source.offset + done, bytes});
            stream->second.receive.push_back({target.buffer, target.offset + done, bytes});
            done = until;
        }
    }
    void add_load(int plane, Node node, std::int64_t bytes) {
        const auto at = std::size_t(plane) * std::size_t(n_) + std::size_t(node);
        if (loads_.size() <= at) loads_.resize(run_planes() * std::size_t(n_));
        loads_[at] += double(bytes);
    }
    /// Of a gather or a sum: where the piece of the owner's block lies at both ends.
    std::pair<ByteRange, ByteRange> summed(const Piece& piece, Node owner) const {
        const Node chunks = movement_.chunks > 0 ? movement_.chunks : n_;
        const auto [begin, bytes] = block(owner % chunks, chunks);
        const auto from = begin + cut(bytes, piece.begin);
        const ByteRange source{Buffer::vector, from, begin + cut(bytes, piece.end) - from};
        if (piece.peer == 0) return {source, source};
        const auto place = static_cast<std::int64_t>(piece.peer - 1) * out_.plan.message;
        return {source, {Buffer::scratch, from + place, source.bytes}};
    }
    /// Of an all-to-all: from the input, over places on the way, which change at every hop, to the
    /// output.
    std::pair<ByteRange, ByteRange> moved(const Piece& piece, Node owner) const {
        const Node to = movement_.group.multiply(owner, piece.block);
        const auto [begin, size] = block(to, n_);
        const auto from = cut(size, piece.begin), bytes = cut(size, piece.end) - from;
        const auto on_the_way = [&](std::size_t hop) {
            const auto half = cut(stride_, piece.end - piece.begin) + 2;
            return ByteRange{Buffer::transit, place_[piece.place] + (hop % 2 == 0 ? 0 : half),
                             bytes};
        };
        const ByteRange output{Buffer::output, owner * size + from, bytes};
        return {piece.from == 0             ? ByteRange{Buffer::input, begin + from, bytes}
                : piece.from == piece.block ? output
                                            : on_the_way(piece.hop),
                piece.to == piece.block ? output : on_the_way(piece.hop + 1)};
    }

    const FrontierPlan& plan_;
    const Movement& movement_;
    const kernels::Parameters& p_;
    Node n_;
    kernels::PlannedExecution out_;
    PlaneTracks tracks_;
    std::vector<std::vector<Piece>> pieces_;
    std::int64_t stride_ = 0;
    std::vector<std::int64_t> place_{};  ///< of every piece in transit
    std::map<std::vector<int>, kernels::Stream> streams_{};
    std::vector<double> loads_{0};
    std::size_t hops_ = 0;  ///< of the step, with its loads
    double now_ = 0;
};

}  // namespace

kernels::PlannedExecution carry_out(const FrontierPlan& plan, const FrontierBase& base,
                                    kernels::Primitive primitive,
                                    const kernels::Parameters& parameters) {
    if (!plan.moves)
        throw std::invalid_argument("execution plan: the family \"" + plan.family +
                                    "\" has none; its steps are known by hops and bytes alone");
    const auto movement = (*plan.moves)();
    return Builder(plan, movement, base, primitive, parameters).take();
}

}  // namespace lightsweep::solvers::frontier

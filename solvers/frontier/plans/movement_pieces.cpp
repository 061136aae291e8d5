#include "solvers/frontier/plans/movement_pieces.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "solvers/frontier/plans/shares.hpp"
#include "solvers/milp/linear_program.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Act = MovementStep::Kind;
using Offers = std::vector<Offer>;
using Elements = std::vector<Node>;

constexpr double within = 1e-6;  ///< tolerance of the linear programs, in x

/// What gets a part of the block in one step, and the offers that bring it there.
struct Wanted {
    Node to;
    double begin, share;                                ///< of the block
    std::vector<std::pair<Node, const Offer*>> ways{};  ///< where it comes from
};

/// Shares of all ways, so that the busiest circuit carries as little as it can; x of the step for
/// one block per node.
double shared(const std::vector<Wanted>& all, std::vector<std::vector<double>>& shares) {
    milp::LinearProgram program;
    const int top = program.add_column(1, 0, milp::unbounded);
    std::map<int, int> loads;
    std::vector<std::vector<int>> columns;
    for (const auto& one : all) {
        const int whole = program.add_row(1, 1);
        columns.emplace_back();
        for (const auto& [from, offer] : one.ways) {
            columns.back().push_back(program.add_column(0, 0, milp::unbounded));
            program.set(whole, columns.back().back(), 1);
            for (const auto& use : offer->uses) {
                const auto [row, is_new] = loads.try_emplace(use.resource, 0);
                if (is_new) {
                    row->second = program.add_row(-milp::unbounded, 0);
                    program.set(row->second, top, -1);
                }
                program.set(row->second, columns.back().back(), use.load * one.share);
            }
        }
    }
    const auto solution = milp::solve_relaxation(program);
    if (solution.outcome != milp::Outcome::optimal) return milp::unbounded;
    for (const auto& of_one : columns) {
        shares.emplace_back();
        for (const int column : of_one)
            shares.back().push_back(solution.x[static_cast<std::size_t>(column)]);
    }
    return solution.x[static_cast<std::size_t>(top)];
}

/// Calls use(way, begin, end) for every way with a share; the shares fill begin .. begin + whole.
template <typename Use>
void cut(const std::vector<double>& shares, double begin, double whole, const Use& use) {
    double sum = 0, all = 0;
    for (const double share : shares) all += share > within ? share : 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] <= within) continue;
        const double from = begin + whole * (sum / all);
        sum += shares[i];
        use(i, from, begin + whole * (sum / all));
    }
}

class Pieces {
  public:
    Pieces(const Movement& movement, const FrontierPlan& plan, Node lanes)
        : movement_(movement), group_(movement.group), plan_(plan), all_(movement.steps.size()) {
        if (plan.steps.size() != movement.steps.size())
            throw std::invalid_argument(
                "execution plan: the movement has other steps than the plan");
        for (const auto& step : movement.steps) {
            figures_.push_back({0, 0});
            offers_.push_back(over_lanes(group_, step, lanes, figures_.back().hops, group_.size()));
        }
    }
    std::vector<PlanStep> figures() {
        gather_and_add();
        return figures_;
    }
    std::vector<std::vector<Piece>> take() {
        if (movement_.steps.empty()) return {};
        if (movement_.steps[0].kind == Act::exchange)
            exchange();
        else
            gather_and_add();
        return std::move(all_);
    }

  private:
    void require(double x, double stated, const std::string& where) const {
        if (x > stated + within)
            throw std::invalid_argument("execution plan: " + plan_.family + " " + plan_.text +
                                        " carries " + std::to_string(x) + " m/b" + where +
                                        ", not " + std::to_string(stated));
    }

    // ---- steps one by one
    // ------------------------------------------------------------------------

    void gather_and_add() {
        start();
        for (std::size_t t = 0; t < all_.size(); ++t)
            if (movement_.steps[t].kind != Act::add) figures_[t].x = add_step(t);
        start();
        for (auto t = all_.size(); t-- > 0;)
            if (movement_.steps[t].kind == Act::add) figures_[t].x = add_step(t);
        double x = 0;
        for (const auto& step : figures_) x += step.x;
        require(x, plan_.x(), "");
    }
    void start() {
        known_.assign(movement_.parts.size(), std::vector<char>(std::size_t(group_.size())));
        for (auto& part : known_) part[0] = 1;
    }
    /// x of the step.
    double add_step(std::size_t t) {
        const auto& step = movement_.steps[t];
        const auto wanted = !step.sends.empty()       ? sent_in(t)
                            : step.kind == Act::whole ? peers_of(t)
                                                      : reached_in(t);
        std::vector<std::vector<double>> shares;
        const double chunks = movement_.chunks > 0 ? movement_.chunks : group_.size();
        const double x = shared(wanted, shares) * group_.size() / chunks;
        if (shares.size() < wanted.size()) require(milp::unbounded, 0, " in some step");
        if (plan_.set_up != SetUp::between_steps)
            require(x, plan_.steps[t].x, " in step " + std::to_string(t));
        std::map<std::pair<Node, double>, std::size_t> arrived;  // sums by receiver and part
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const auto& one = wanted[i];
            cut(shares[i], one.begin, one.share, [&](std::size_t way, double begin, double end) {
                const auto& [from, offer] = one.ways[way];
                all_[t].push_back({from, one.to, begin, end, offer->way});
                auto& piece = all_[t].back();
                if (step.kind == Act::whole) piece.peer = i + 1;
                if (step.kind == Act::sum) piece.peer = ++arrived[{one.to, one.begin}];
                if (step.kind == Act::add) {
                    std::swap(piece.from, piece.to);
                    piece.peer = arrived[{piece.to, one.begin}]++;
                }
            });
        }
        return x;
    }
    /// Over all ways from one offset to the other.
    std::vector<Wanted> sent_in(std::size_t t) const {
        std::vector<Wanted> all;
        double begin = 0;
        for (std::size_t part = 0; part < movement_.parts.size(); begin += movement_.parts[part++])
            for (const auto& [from, to] : movement_.steps[t].sends[part]) {
                all.push_back({to, begin, movement_.parts[part]});
                for (const auto& offer : offers_[t])
                    if (group_.multiply(from, offer.element) == to)
                        all.back().ways.emplace_back(from, &offer);
            }
        return all;
    }
    std::vector<Wanted> peers_of(std::size_t t) const {
        std::vector<Wanted> all;
        const auto add = [&](const Elements& peers, double begin, double share) {
            for (const Node peer : peers) {
                all.push_back({peer, begin, share});
                for (const auto& offer : offers_[t])
                    if (offer.element == peer) all.back().ways.emplace_back(0, &offer);
            }
        };
        const auto& step = movement_.steps[t];
        if (step.fresh.empty()) add(step.peers, 0, 1);
        double begin = 0;
        for (std::size_t part = 0; part < step.fresh.size(); begin += movement_.parts[part++])
            add(step.fresh[part], begin, movement_.parts[part]);
        return all;
    }
    std::vector<Wanted> reached_in(std::size_t t) {
        const auto& step = movement_.steps[t];
        std::vector<Wanted> all;
        double begin = 0;
        for (std::size_t part = 0; part < known_.size(); begin += movement_.parts[part++]) {
            auto& known = known_[part];
            for (const Node to : step.fresh[part]) {
                all.push_back({to, begin, movement_.parts[part]});
                for (const auto& offer : offers_[t]) {
                    const Node back = group_.inverse(offer.element);
                    const Node from = step.kind == Act::add ? group_.multiply(back, to)
                                                            : group_.multiply(to, back);
                    if (known[std::size_t(from)]) all.back().ways.emplace_back(from, &offer);
                }
            }
            for (const Node to : step.fresh[part]) known[std::size_t(to)] = 1;
        }
        return all;
    }

    // ---- all-to-alls
    // -----------------------------------------------------------------------------

    void exchange() {
        std::vector<double> most;
        for (const auto& step : plan_.steps) most.push_back(step.x + within / 10);
        flow_ = balanced_flow(group_, offers_, most);
        if (flow_.x.empty()) require(milp::unbounded, plan_.x(), "");
        into_.assign(all_.size(), std::vector<std::vector<Flow::Arc*>>(std::size_t(group_.size())));
        for (auto& arc : flow_.arcs) into_[arc.step][std::size_t(arc.to)].push_back(&arc);
        for (Node block = 1; block < group_.size(); ++block) {
            std::vector<std::vector<const Flow::Arc*>> ways;
            const auto shares = ways_to(block, ways);
            cut(shares, 0, 1, [&](std::size_t way, double begin, double end) {
                std::size_t hop = 0;
                for (const auto* arc : ways[way])
                    all_[arc->step].push_back(
                        {arc->from, arc->to, begin, end, arc->offer->way, block, n_places_, hop++});
                ++n_places_;
            });
        }
    }
    /// Takes the block's ways out of the flow, from its target back, the widest first.
    std::vector<double> ways_to(Node block, std::vector<std::vector<const Flow::Arc*>>& ways) {
        std::vector<double> shares;
        for (double left = 1; left > within;) {
            std::vector<Flow::Arc*> way;
            double share = left;
            Node at = block;
            for (auto t = all_.size(); t-- > 0;) {
                auto* arc =
                    *std::ranges::max_element(into_[t][std::size_t(at)], {}, &Flow::Arc::amount);
                share = std::min(share, arc->amount);
                way.push_back(arc);
                at = arc->from;
            }
            if (share <= within / 100) break;
            left -= share;
            shares.push_back(share);
            ways.emplace_back();
            for (auto arc = way.rbegin(); arc != way.rend(); ++arc) {
                (*arc)->amount -= share;
                if ((*arc)->offer) ways.back().push_back(*arc);
            }
        }
        return shares;
    }

    const Movement& movement_;
    const Group& group_;
    const FrontierPlan& plan_;
    std::vector<Offers> offers_{};
    std::vector<std::vector<Piece>> all_;
    std::vector<PlanStep> figures_{};
    std::vector<std::vector<char>> known_{};  ///< per part: offsets that have it
    Flow flow_{};
    std::vector<std::vector<std::vector<Flow::Arc*>>> into_{};
    std::size_t n_places_ = 0;
};

}  // namespace

std::vector<std::vector<Piece>> pieces_of(const Movement& movement, const FrontierPlan& plan,
                                          Node lanes) {
    return Pieces(movement, plan, lanes).take();
}

std::vector<PlanStep> figures_of(const Movement& gather, Node lanes) {
    const FrontierPlan any{"", "",
                           std::vector<PlanStep>(gather.steps.size(), {0, milp::unbounded})};
    return Pieces(gather, any, lanes).figures();
}

}  // namespace lightsweep::solvers::frontier

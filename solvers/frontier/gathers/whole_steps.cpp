#include "solvers/frontier/gathers/whole_steps.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/frontier/gathers/windows.hpp"

namespace lightsweep::solvers::frontier {

namespace {

using Kind = FrontierBase::Kind;
using Digits = std::vector<Node>;

/// The loads of one dimension, in vectors times links.
struct LineLoads {
    double forth = 0, back = 0, either = 0;

    /// Links to an offset in a dimension of so many nodes.
    Node carry(Node offset, Node nodes, bool both_ways, double vectors) {
        const Node ahead = (offset % nodes + nodes) % nodes;
        const bool turned = both_ways && 2 * ahead > nodes;
        const Node links = turned ? nodes - ahead : ahead;
        (both_ways && 2 * ahead == nodes ? either : turned ? back : forth) += vectors * links;
        return links;
    }
    /// Of the busier way; what is half way round goes either way, in any shares.
    double busier() const { return std::max({2 * forth, 2 * back, forth + back + either}); }
};

/// The windows are chosen from the last step back, the narrowest first.
class CutWindows {
  public:
    CutWindows(const FrontierBase& base, Node columns, Node rows, Node span)
        : base_(base), span_(span) {
        const auto least = kernels::ceil_log(std::int64_t{columns} * rows, base.lanes + 1);
        for (auto steps = least; steps <= least + 1; ++steps) {
            left_ = most_steps_tried;
            narrow(window(columns), window(rows), steps);
        }
    }
    std::vector<Whole> take() { return std::move(found_); }

  private:
    static constexpr int most_steps_tried = 100'000;

    CutWindow window(Node size) const {
        const Node back = base_.kind == Kind::ring_uni ? 0 : (size - 1) / 2;
        return {back, size - 1 - back, {}};
    }
    /// Sizes of the window before: all, or few of many.
    std::vector<Node> sizes_before(Node size) const {
        const Node least = std::max<Node>(1, (size + base_.lanes) / (base_.lanes + 1));
        std::vector<Node> sizes;
        for (Node one = least; one <= size;
             one += one < least + 4 ? 1 : std::max<Node>(1, (size - least) / 48))
            sizes.push_back(one);
        if (sizes.back() != size) sizes.push_back(size);
        return sizes;
    }
    void narrow(const CutWindow& x, const CutWindow& y, std::int64_t steps) {
        if (x.size() * y.size() == 1) return keep();
        if (std::pow(base_.lanes + 1, steps) < x.size() * y.size()) return;
        for (const Node columns : sizes_before(x.size()))
            for (const Node rows : sizes_before(y.size())) {
                auto before_x = window(columns), before_y = window(rows);
                if (columns * rows == x.size() * y.size() || left_ == 0) continue;
                auto parts_x = parts_of(x, before_x), parts_y = parts_of(y, before_y);
                if ((std::ssize(parts_x) + 1) * (std::ssize(parts_y) + 1) > base_.lanes + 1)
                    continue;
                --left_;
                parts_x.push_back(own_part(x, before_x));
                parts_y.push_back(own_part(y, before_y));
                const auto all = received(parts_x, parts_y);
                backwards_.push_back({over_base(base_, all), x.size() * y.size(),
                                      sender(all, columns * rows, x.size() * y.size())});
                narrow(before_x, before_y, steps - 1);
                backwards_.pop_back();
            }
    }
    /// The step of a movement if every sum is a peer's whole vector.
    std::optional<MovementStep> sender(const std::vector<Received>& all, Node before,
                                       Node after) const {
        if (std::ssize(all) != after / before - 1 || after % before != 0) return std::nullopt;
        const auto in_parts = [](const Received& one) { return one.vectors > 1; };
        if (std::ranges::any_of(all, in_parts)) return std::nullopt;
        return sent_over_base(base_, all);
    }
    /// From the nodes ahead or behind along one dimension, and along both.
    std::vector<Received> received(const std::vector<WindowPart>& x,
                                   const std::vector<WindowPart>& y) const {
        std::vector<Received> all;
        for (const auto& one : x)
            for (const auto& other : y)
                if (one.peer != 0 || other.peer != 0)
                    all.push_back({one.peer * span_, other.peer,
                                   double(one.sums.size() * other.sums.size())});
        return all;
    }
    void keep() {
        Whole found{{}, "windows of ", std::vector<MovementStep>{}};
        Digits sizes;
        for (auto step = backwards_.rbegin(); step != backwards_.rend(); ++step) {
            found.steps.push_back(step->figures);
            sizes.push_back(step->size);
            if (!step->sender)
                found.moves.reset();
            else if (found.moves)
                found.moves->push_back(*step->sender);
        }
        found.text += listed(sizes);
        const auto sums = [](const Whole& one) {
            PlanStep all{0, 0};
            for (const auto& step : one.steps) all = {all.hops + step.hops, all.x + step.x};
            return all;
        };
        const auto no_worse = [&sums](const Whole& a, const Whole& b) {
            return a.steps.size() == b.steps.size() && sums(a).hops <= sums(b).hops &&
                   sums(a).x <= sums(b).x && (a.moves || !b.moves);
        };
        for (const auto& one : found_)
            if (no_worse(one, found)) return;
        std::erase_if(found_, [&](const Whole& one) { return no_worse(found, one); });
        found_.push_back(std::move(found));
    }

    struct Step {
        PlanStep figures;
        Node size;
        std::optional<MovementStep> sender;
    };
    const FrontierBase& base_;
    Node span_;
    int left_ = 0;
    std::vector<Step> backwards_{};
    std::vector<Whole> found_{};
};

}  // namespace

PlanStep over_base(const FrontierBase& base, const std::vector<Received>& all) {
    const bool one_way = base.kind == Kind::ring_uni;
    PlanStep step{0, 0};
    LineLoads x, y;
    for (const auto& one : all)
        step.hops =
            std::max<double>(step.hops, x.carry(one.x, base.columns, !one_way, one.vectors) +
                                            y.carry(one.y, base.rows, true, one.vectors));
    step.x = one_way                    ? x.forth
             : base.kind == Kind::torus ? 2 * std::max(x.busier(), y.busier())
                                        : x.busier();
    return step;
}

std::vector<Node> peers_at(const std::vector<Received>& offsets, Node rows, Node columns) {
    std::vector<Node> peers;
    for (const auto& one : offsets)
        peers.push_back((one.y + rows) % rows * columns + (one.x + columns) % columns);
    return peers;
}

MovementStep sent_over_base(const FrontierBase& base, const std::vector<Received>& all) {
    return {generators_of(base), peers_at(all, base.rows, base.columns), MovementStep::Kind::whole};
}

std::vector<Whole> cut_windows(const FrontierBase& base, Node columns, Node rows, Node span) {
    return CutWindows(base, columns, rows, span).take();
}

}  // namespace lightsweep::solvers::frontier

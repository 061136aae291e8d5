#include "kernels/matrices/matchings.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace lightsweep::kernels {

PairSet::PairSet(Node n)
    : words_((static_cast<std::size_t>(n) + 63) / 64),
      bits_(words_ * static_cast<std::size_t>(n)) {}

void PairSet::set(Node row, Node column, bool allowed) {
    auto& word =
        bits_[static_cast<std::size_t>(row) * words_ + static_cast<std::size_t>(column) / 64];
    const auto bit = std::uint64_t{1} << (column % 64);
    word = allowed ? word | bit : word & ~bit;
}

GrowingMatching::GrowingMatching(Node n)
    : column_(static_cast<std::size_t>(n), -1),
      row_(static_cast<std::size_t>(n), -1),
      seen_((static_cast<std::size_t>(n) + 63) / 64) {}

void GrowingMatching::drop(Node row) {
    if (column_[row] >= 0) row_[column_[row]] = -1;
    column_[row] = -1;
}

bool GrowingMatching::complete(const PairSet& allowed) {
    for (Node row = 0; row < static_cast<Node>(column_.size()); ++row) {
        if (column_[row] >= 0) continue;
        std::ranges::fill(seen_, 0);
        if (!augment(row, allowed)) return false;
    }
    return true;
}

bool GrowingMatching::augment(Node row, const PairSet& allowed) {
    const auto pairs = allowed.row(row);
    for (std::size_t w = 0; w < pairs.size(); ++w)
        while (const std::uint64_t open = pairs[w] & ~seen_[w]) {
            seen_[w] |= open & -open;
            const auto column = static_cast<Node>(w * 64 + std::countr_zero(open));
            if (row_[column] >= 0 && !augment(row_[column], allowed)) continue;
            row_[column] = row;
            column_[row] = column;
            return true;
        }
    return false;
}

namespace {

/// Prices of rows and columns whose sum is at least every weight, and a matching of pairs where
/// both are equal.
class PricedMatching {
  public:
    PricedMatching(Node n, std::span<const std::int64_t> weights,
                   std::vector<std::int64_t>& of_columns)
        : n_(n),
          weights_(weights),
          of_row_(n),
          of_column_(of_columns),
          column_(n, -1),
          row_(n, -1),
          slack_(n),
          through_(n),
          reached_(n) {}

    std::vector<Node> run() {
        set_first_prices();
        for (Node row = 0; row < n_; ++row)
            if (column_[row] < 0) augment(row);
        return std::move(column_);
    }

  private:
    std::int64_t weight(Node row, Node column) const {
        return weights_[static_cast<std::size_t>(row) * n_ + column];
    }

    void match(Node row, Node column) {
        column_[row] = column;
        row_[column] = row;
    }

    /// Columns without prices pay for their heaviest row, rows for what is left, and tight pairs
    /// are matched.
    void set_first_prices() {
        if (of_column_.empty()) {
            of_column_.resize(slack_.size());
            for (Node row = 0; row < n_; ++row)
                for (Node column = 0; column < n_; ++column)
                    of_column_[column] = std::max(of_column_[column], weight(row, column));
        }
        for (Node row = 0; row < n_; ++row) {
            of_row_[row] = std::numeric_limits<std::int64_t>::min();
            for (Node column = 0; column < n_; ++column)
                of_row_[row] = std::max(of_row_[row], weight(row, column) - of_column_[column]);
            for (Node column = 0; column < n_ && column_[row] < 0; ++column)
                if (row_[column] < 0 && of_row_[row] == weight(row, column) - of_column_[column])
                    match(row, column);
        }
    }

    /// The shortest path from a free row to a free column, in the order of slacks (Dijkstra).
    void augment(Node root) {
        std::ranges::fill(slack_, std::numeric_limits<std::int64_t>::max());
        std::ranges::fill(reached_, 0);
        order_.clear();
        std::int64_t length = 0;
        Node row = root, end = -1;
        while (end < 0) {
            const Node next = relax(row, length);
            length = slack_[next];
            reached_[next] = 1;
            order_.push_back(next);
            row = row_[next];
            if (row < 0) end = next;
        }
        move_prices(root, length);
        for (Node column = end; column >= 0;) {
            const Node from = through_[column], before = column_[from];
            match(from, column);
            column = from == root ? -1 : before;
        }
    }

    /// Shortens slacks through a row at this distance; the nearest column that is not reached.
    Node relax(Node row, std::int64_t length) {
        Node next = -1;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        const std::int64_t offset = length + of_row_[row];
        for (Node column = 0; column < n_; ++column) {
            if (reached_[column]) continue;
            const std::int64_t slack = offset + of_column_[column] - weight(row, column);
            if (slack < slack_[column]) {
                slack_[column] = slack;
                through_[column] = row;
            }
            const bool ends = slack_[column] == least && row_[column] < 0;  // the shorter search
            if (slack_[column] < least || ends) {
                least = slack_[column];
                next = column;
            }
        }
        return next;
    }

    void move_prices(Node root, std::int64_t length) {
        of_row_[root] -= length;
        for (const Node column : order_) {
            const std::int64_t change = length - slack_[column];
            of_column_[column] += change;
            if (row_[column] >= 0) of_row_[row_[column]] -= change;
        }
    }

    Node n_;
    std::span<const std::int64_t> weights_;
    std::vector<std::int64_t> of_row_;
    std::vector<std::int64_t>& of_column_;
    std::vector<Node> column_, row_;
    std::vector<std::int64_t> slack_;
    std::vector<Node> through_, order_;
    std::vector<char> reached_;
};

}  // namespace

std::vector<Node> heaviest_matching(Node n, std::span<const std::int64_t> weights,
                                    std::vector<std::int64_t>& prices) {
    return PricedMatching(n, weights, prices).run();
}

namespace {

/// By value, which the compiler turns into vectors.
std::int32_t largest_of(const std::vector<std::int32_t>& values) {
    auto largest = std::numeric_limits<std::int32_t>::min();
    for (const auto value : values) largest = std::max(largest, value);
    return largest;
}

}  // namespace

std::vector<Node> auctioned_matching(Node n, std::span<const std::int32_t> weights,
                                     std::vector<std::int32_t>& prices) {
    prices.resize(static_cast<std::size_t>(n));
    const auto lowest = std::ranges::min(prices);
    for (auto& price : prices) price -= lowest;
    std::vector<Node> column(static_cast<std::size_t>(n), -1), owner(column), bidders;
    for (Node row = n; row-- > 0;) bidders.push_back(row);
    std::vector<std::int32_t> gain(static_cast<std::size_t>(n));
    while (!bidders.empty()) {
        const Node row = bidders.back();
        bidders.pop_back();
        const auto* weight = weights.data() + static_cast<std::size_t>(row) * n;
        for (Node j = 0; j < n; ++j) gain[j] = weight[j] - prices[j];
        const auto best = largest_of(gain);
        const auto wanted = static_cast<Node>(std::ranges::find(gain, best) - gain.begin());
        gain[wanted] = std::numeric_limits<std::int32_t>::min();
        const auto second = n > 1 ? largest_of(gain) : best;
        prices[wanted] += best - second + auction_step;
        if (owner[wanted] >= 0) bidders.push_back(owner[wanted]);
        owner[wanted] = row;
        column[row] = wanted;
    }
    return column;
}

}  // namespace lightsweep::kernels

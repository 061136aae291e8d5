#include "solvers/matrices/decompositions.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include "kernels/matrices/matchings.hpp"

namespace lightsweep::solvers::matrices {

using kernels::GrowingMatching;
using kernels::PairSet;

ByteMatrix stuffed(const ByteMatrix& matrix) {
    ByteMatrix full = matrix;
    const auto lines = kernels::lines_of(matrix);
    const auto most = kernels::busiest_line(matrix);
    std::vector<std::int64_t> room;
    for (const auto& line : lines) room.push_back(most - line.sum);
    for (const bool raises_zeros : {false, true})
        for (Node i = 0; i < matrix.n; ++i)
            for (Node j = 0; j < matrix.n; ++j) {
                if ((matrix.at(i, j) == 0) != raises_zeros) continue;
                const auto add = std::min(room[i], room[matrix.n + j]);
                full.at(i, j) += add;
                room[i] -= add;
                room[matrix.n + j] -= add;
            }
    return full;
}

Slices shift_slices(const ByteMatrix& matrix, bool keeps_empty) {
    Slices slices;
    for (Node shift = 1; shift < matrix.n; ++shift) {
        Slice slice{std::vector<Node>(static_cast<std::size_t>(matrix.n)), 0};
        for (Node i = 0; i < matrix.n; ++i) {
            slice.to[i] = (i + shift) % matrix.n;
            slice.bytes = std::max(slice.bytes, static_cast<double>(matrix.at(i, slice.to[i])));
        }
        if (keeps_empty || slice.bytes > 0) slices.push_back(std::move(slice));
    }
    return slices;
}

namespace {

/// A matrix from which matchings are taken among the entries of at least a threshold.
class Threshold {
  public:
    explicit Threshold(ByteMatrix matrix) : rest_(std::move(matrix)), allowed_(rest_.n) {}

    const ByteMatrix& rest() const { return rest_; }
    const PairSet& allowed() const { return allowed_; }

    void set(std::int64_t least) {
        least_ = least;
        for (Node i = 0; i < rest_.n; ++i)
            for (Node j = 0; j < rest_.n; ++j) allowed_.set(i, j, rest_.at(i, j) >= least);
    }

    /// Takes a complete matching for its smallest entry; pairs below the threshold leave it.
    Slice take(GrowingMatching& matching) {
        Slice slice{matching.columns(), 0};
        auto least = std::numeric_limits<std::int64_t>::max();
        for (Node i = 0; i < rest_.n; ++i) least = std::min(least, rest_.at(i, slice.to[i]));
        for (Node i = 0; i < rest_.n; ++i) {
            const Node j = slice.to[i];
            rest_.at(i, j) -= least;
            if (rest_.at(i, j) >= least_) continue;
            allowed_.set(i, j, false);
            matching.drop(i);
        }
        slice.bytes = static_cast<double>(least);
        return slice;
    }

  private:
    ByteMatrix rest_;
    PairSet allowed_;
    std::int64_t least_ = 1;
};

}  // namespace

Slices solstice_slices(const ByteMatrix& matrix) {
    Slices slices;
    Threshold from(stuffed(matrix));
    if (from.rest().largest() == 0) return slices;
    GrowingMatching matching(matrix.n);
    auto least = static_cast<std::int64_t>(
        std::bit_floor(static_cast<std::uint64_t>(from.rest().largest())));
    for (from.set(least); least > 0;) {
        if (matching.complete(from.allowed()))
            slices.push_back(from.take(matching));
        else if ((least /= 2) > 0)
            from.set(least);
    }
    return slices;
}

namespace {

/// The largest threshold, among the entries up to `most`, that leaves a complete matching.
std::int64_t widest_threshold(Threshold& from, std::int64_t most) {
    std::vector<std::int64_t> values;
    for (const auto bytes : from.rest().bytes)
        if (bytes > 0 && bytes <= most) values.push_back(bytes);
    std::ranges::sort(values);
    const auto repeated = std::ranges::unique(values);
    values.erase(repeated.begin(), repeated.end());
    std::size_t low = 0, high = values.size();  // values[low] has one: the lines are equal
    while (high - low > 1) {
        const std::size_t middle = (low + high) / 2;
        from.set(values[middle]);
        GrowingMatching matching(from.rest().n);
        (matching.complete(from.allowed()) ? low : high) = middle;
    }
    return values[low];
}

}  // namespace

Slices birkhoff_slices(const ByteMatrix& matrix, std::size_t most) {
    Slices slices;
    Threshold from(stuffed(matrix));
    // Taking a matching never raises the threshold of the next one.
    auto threshold = from.rest().largest();
    for (auto left = kernels::busiest_line(matrix); left > 0 && slices.size() < most;) {
        threshold = widest_threshold(from, threshold);
        from.set(threshold);
        GrowingMatching matching(matrix.n);
        matching.complete(from.allowed());
        slices.push_back(from.take(matching));
        left -= static_cast<std::int64_t>(slices.back().bytes);
    }
    return slices;
}

namespace {

/// What a matching sends of a matrix in a slice of so many bytes: pairs without bytes are left
/// out, and the slice ends with its last byte.
Slice taken(ByteMatrix& rest, std::vector<Node> to, std::int64_t bytes) {
    Slice slice{std::move(to), 0};
    for (Node i = 0; i < rest.n; ++i) {
        if (slice.to[i] < 0) continue;
        auto& left = rest.at(i, slice.to[i]);
        const auto sent = std::min(left, bytes);
        left -= sent;
        if (sent == 0) slice.to[i] = -1;
        slice.bytes = std::max(slice.bytes, static_cast<double>(sent));
    }
    return slice;
}

/// Weights by bytes, with a prize for every one of the fullest lines that a pair is on.
std::vector<std::int64_t> cover_weights(const ByteMatrix& rest) {
    const auto lines = kernels::lines_of(rest);
    const auto fullest = kernels::fullest_line(rest);
    const auto prize = 4 * rest.total() + 1;
    std::vector<std::int64_t> weights(rest.bytes.size());
    for (Node i = 0; i < rest.n; ++i)
        for (Node j = 0; j < rest.n; ++j)
            if (rest.at(i, j) > 0)
                weights[rest.place(i, j)] = rest.at(i, j) + prize * (lines[i].entries == fullest) +
                                            prize * (lines[rest.n + j].entries == fullest);
    return weights;
}

void cover(ByteMatrix& rest, Slices& slices) {
    std::vector<std::int64_t> prices;
    while (rest.largest() > 0) {
        slices.push_back(taken(rest,
                               kernels::heaviest_matching(rest.n, cover_weights(rest), prices),
                               std::numeric_limits<std::int64_t>::max()));
        if (rest.n <= exhaustive_nodes) prices.clear();  // nothing to save there
    }
}

}  // namespace

Slices cover_slices(const ByteMatrix& matrix) {
    Slices slices;
    ByteMatrix rest = matrix;
    cover(rest, slices);
    return slices;
}

std::vector<PrefixAndCover> prefixes_and_covers(const ByteMatrix& matrix) {
    const bool all = matrix.n <= exhaustive_nodes;
    const auto fullest = static_cast<std::size_t>(kernels::fullest_line(matrix));
    const auto exact =
        birkhoff_slices(matrix, all ? std::numeric_limits<std::size_t>::max() : 2 * fullest);
    std::vector<PrefixAndCover> found;
    Slices begun;
    ByteMatrix rest = matrix;
    for (std::size_t prefix = 0, next = 0; prefix <= exact.size(); ++prefix) {
        if (prefix > 0)
            begun.push_back(taken(rest, exact[prefix - 1].to,
                                  static_cast<std::int64_t>(exact[prefix - 1].bytes)));
        if (prefix < next) continue;
        next = all ? prefix + 1 : prefix + prefix / 2 + 1;
        found.push_back({prefix, begun});
        ByteMatrix left = rest;
        cover(left, found.back().slices);
        found.back().slices = merged(std::move(found.back().slices));
    }
    return found;
}

namespace {

/// The best duration so far, and its matching.
struct Trial {
    double score = -1;
    std::int64_t duration = 0;
    std::vector<Node> to;
};

class Eclipse {
  public:
    Eclipse(const ByteMatrix& matrix, double delta)
        : rest_(matrix),
          delta_(delta),
          weights_(matrix.bytes.size()),
          scaled_(matrix.bytes.size()) {}

    EclipseSlices run() {
        EclipseSlices found;
        for (double first = -1; rest_.largest() > 0;) {
            const bool is_small = static_cast<double>(rest_.largest()) <= delta_;
            if (first >= 0 && is_small && !tries_all()) {
                cover(rest_, found.slices);
                break;
            }
            const auto best = best_trial();
            if (first < 0) found.first_score = first = best.score;
            last_ = best.duration;
            found.slices.push_back(taken(rest_, best.to, best.duration));
        }
        found.slices = merged(std::move(found.slices));
        return found;
    }

  private:
    bool tries_all() const { return rest_.n <= exhaustive_nodes; }

    /// On equal quotients the larger duration.
    Trial best_trial() {
        Trial best;
        const auto tried = tries_all() || last_ == 0 ? first_durations() : later_durations();
        for (const auto duration : tried) {
            auto to = matching_for(duration);
            double sum = 0;
            for (Node i = 0; i < rest_.n; ++i)
                sum += static_cast<double>(std::min(duration, rest_.at(i, to[i])));
            const double score = sum / (static_cast<double>(duration) + delta_);
            if (score > best.score) best = {score, duration, std::move(to)};
        }
        return best;
    }

    std::vector<Node> matching_for(std::int64_t duration) {
        if (tries_all()) {
            std::ranges::transform(rest_.bytes, weights_.begin(),
                                   [&](std::int64_t bytes) { return std::min(duration, bytes); });
            std::vector<std::int64_t> none;
            return kernels::heaviest_matching(rest_.n, weights_, none);
        }
        const double unit = kernels::auction_scale / static_cast<double>(duration);
        std::ranges::transform(rest_.bytes, scaled_.begin(), [&](std::int64_t bytes) {
            return static_cast<std::int32_t>(unit * static_cast<double>(std::min(duration, bytes)));
        });
        return kernels::auctioned_matching(rest_.n, scaled_, prices_);
    }

    /// All entries, descending; of large matrices quantiles.
    std::vector<std::int64_t> first_durations() const {
        std::vector<std::int64_t> values;
        for (const auto bytes : rest_.bytes)
            if (bytes > 0) values.push_back(bytes);
        std::ranges::sort(values, std::greater());
        const auto repeated = std::ranges::unique(values);
        values.erase(repeated.begin(), repeated.end());
        constexpr std::size_t quantiles = 10;
        if (tries_all() || values.size() <= quantiles) return values;
        std::vector<std::int64_t> some;
        for (std::size_t q = 0; q <= quantiles; ++q)
            some.push_back(values[q * (values.size() - 1) / quantiles]);
        return some;
    }

    /// The last duration, every second time also one that is longer or shorter in turn: each the
    /// next entry not below.
    std::vector<std::int64_t> later_durations() {
        std::vector<std::int64_t> some;
        const auto most = rest_.largest();
        ++turn_;
        std::vector<std::int64_t> all{last_};
        if (turn_ % 2 == 0) all.push_back(turn_ % 4 == 0 ? last_ + last_ / 2 : last_ - last_ / 3);
        for (const auto wanted : all) {
            auto least = most;
            for (const auto bytes : rest_.bytes)
                if (bytes >= wanted && bytes > 0) least = std::min(least, bytes);
            if (some.empty() || some.back() != least) some.push_back(least);
        }
        std::ranges::sort(some, std::greater());
        return some;
    }

    ByteMatrix rest_;
    double delta_;
    std::vector<std::int64_t> weights_;
    std::vector<std::int32_t> scaled_, prices_;
    std::int64_t last_ = 0;
    int turn_ = 0;
};

}  // namespace

EclipseSlices eclipse_slices(const ByteMatrix& matrix, double delta) {
    return Eclipse(matrix, delta).run();
}

}  // namespace lightsweep::solvers::matrices

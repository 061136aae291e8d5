#include "kernels/cost/first_sends.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <tuple>

namespace lightsweep::kernels {

namespace {

/// Words of bits that all calls may join.
constexpr std::int64_t most_work = std::int64_t{1} << 21;

std::int64_t count(const std::vector<std::uint64_t>& bits) {
    std::int64_t ones = 0;
    for (const auto word : bits) ones += std::popcount(word);
    return ones;
}

}  // namespace

FirstSends::FirstSends(const std::vector<Node>& dims, std::int64_t sends, std::int64_t radius)
    : rows_(dims[0]), columns_(dims[1]), sends_(sends), radius_(radius) {
    at_source_ = ball(0, 0, radius + 1);
    for (Node row = 0; row < rows_; ++row)
        for (Node column = 0; column < columns_; ++column) {
            const bool mirrored =
                2 * row > rows_ || 2 * column > columns_ || (rows_ == columns_ && row > column);
            if (const Node far = length(row, column); far > 1)
                receivers_.push_back({row, column, static_cast<std::size_t>(far - 1), mirrored});
        }
    std::ranges::stable_sort(
        receivers_, {}, [](const Receiver& one) { return std::tuple(one.extra, one.mirrored); });
}

std::optional<std::int64_t> FirstSends::nearby(std::size_t extra) {
    while (most_.size() <= extra) {
        most_.push_back(most_.empty() ? count(at_source_) : most_.back());
        extend(0, most_.size() - 1, sends_, at_source_);
        if (work_ > most_work) return {};
    }
    return most_[extra];
}

Node FirstSends::length(Node row, Node column) const {
    return std::min(row, rows_ - row) + std::min(column, columns_ - column);
}

FirstSends::Bits FirstSends::ball(Node row, Node column, std::int64_t radius) const {
    Bits bits((static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_) + 63) / 64);
    for (Node r = 0; r < rows_; ++r)
        for (Node c = 0; c < columns_; ++c)
            if (length((r - row + rows_) % rows_, (c - column + columns_) % columns_) <= radius) {
                const auto at = static_cast<std::size_t>(r * columns_ + c);
                bits[at / 64] |= std::uint64_t{1} << (at % 64);
            }
    return bits;
}

const FirstSends::Bits& FirstSends::near(Receiver& receiver) {
    if (receiver.near.empty()) receiver.near = ball(receiver.row, receiver.column, radius_);
    return receiver.near;
}

void FirstSends::extend(std::size_t from, std::size_t extra, std::int64_t sends,
                        const Bits& covered) {
    work_ += std::ssize(covered);
    const auto now = count(covered);
    most_.back() = std::max(most_.back(), now);
    const bool is_first = sends == sends_;
    if (sends == 0 || (!is_first && now + most_[extra] - most_[0] <= most_.back())) return;
    // Of sets that symmetries map onto each other, one is tried: its nearest receiver comes first.
    Bits more(covered.size());
    for (std::size_t i = from; i < receivers_.size() && receivers_[i].extra <= extra; ++i) {
        if (is_first && receivers_[i].mirrored) continue;
        if (work_ > most_work) return;
        std::ranges::transform(covered, near(receivers_[i]), more.begin(), std::bit_or<>());
        extend(i + 1, extra - receivers_[i].extra, sends - 1, more);
    }
}

}  // namespace lightsweep::kernels

#include "kernels/execution/symbolic_buffer.hpp"

#include <algorithm>

namespace lightsweep::kernels {

RankSet RankSet::all(Node n) {
    RankSet set(n, 0);
    for (Node rank = 1; rank < n; ++rank) set = set.united(RankSet(n, rank));
    return set;
}

bool RankSet::meets(const RankSet& other) const {
    for (std::size_t w = 0; w < std::min(words_.size(), other.words_.size()); ++w)
        if (words_[w] & other.words_[w]) return true;
    return false;
}

RankSet RankSet::united(const RankSet& other) const {
    RankSet both = *this;
    both.words_.resize(std::max(words_.size(), other.words_.size()), 0);
    for (std::size_t w = 0; w < other.words_.size(); ++w) both.words_[w] |= other.words_[w];
    return both;
}

/// No run goes across `offset` afterwards.
void SymbolicBuffer::split_at(std::int64_t offset) {
    auto run = runs_.upper_bound(offset);
    if (run == runs_.begin()) return;
    --run;
    if (run->first == offset || run->second.end <= offset) return;
    Run tail = run->second;
    tail.symbols.origin += offset - run->first;
    run->second.end = offset;
    runs_.emplace(offset, std::move(tail));
}

void SymbolicBuffer::write(std::int64_t offset, std::int64_t bytes, const Symbols& symbols) {
    if (bytes == 0) return;
    split_at(offset);
    split_at(offset + bytes);
    runs_.erase(runs_.lower_bound(offset), runs_.lower_bound(offset + bytes));
    runs_.emplace(offset, Run{offset + bytes, symbols});
}

std::string SymbolicBuffer::add(std::int64_t offset, std::int64_t bytes, const Symbols& symbols) {
    split_at(offset);
    split_at(offset + bytes);
    std::int64_t at = offset;
    for (auto run = runs_.lower_bound(offset); at < offset + bytes; ++run) {
        if (run == runs_.end() || run->first != at)
            return "adds to byte " + std::to_string(at) + ", which holds nothing";
        auto& held = run->second.symbols;
        if (held.origin != symbols.origin + at - offset)
            return "adds byte " + std::to_string(symbols.origin + at - offset) + " to byte " +
                   std::to_string(held.origin);
        if (held.contributors.meets(symbols.contributors))
            return "adds a contribution to byte " + std::to_string(at) + " a second time";
        held.contributors = held.contributors.united(symbols.contributors);
        at = run->second.end;
    }
    return {};
}

bool SymbolicBuffer::read(std::int64_t offset, std::int64_t bytes,
                          std::vector<SymbolPiece>& stream) const {
    const std::int64_t end = offset + bytes;
    auto run = runs_.upper_bound(offset);
    if (run != runs_.begin()) --run;
    for (std::int64_t at = offset; at < end; ++run) {
        if (run == runs_.end() || run->first > at || run->second.end <= at) return false;
        const std::int64_t stop = std::min(end, run->second.end);
        stream.push_back({stop - at, run->second.symbols});
        stream.back().symbols.origin += at - run->first;
        at = stop;
    }
    return true;
}

}  // namespace lightsweep::kernels

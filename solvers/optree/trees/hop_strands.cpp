#include "solvers/optree/trees/hop_assignment.hpp"

#include <numeric>

namespace lightsweep::solvers::optree {

namespace {

constexpr int attempts = 24;
constexpr std::int64_t largest_ring = 2048;

class Strands {
  public:
    Strands(std::int64_t n, std::int64_t wavelengths, const std::vector<std::int32_t>& hops,
            int attempt)
        : n_(n),
          hops_(hops),
          attempt_(attempt),
          random_(static_cast<std::uint64_t>(attempt) + 1),
          free_at_(static_cast<std::size_t>(wavelengths)),
          deadline_(static_cast<std::size_t>(wavelengths), n),
          tables_(hops.size(), std::vector<std::int16_t>(static_cast<std::size_t>(n), -1)) {
        cross_the_cut();
    }
    std::optional<StrandTables> lay() {
        for (std::int64_t v = 0; v < n_; ++v)
            for (std::size_t i = 0; i < hops_.size(); ++i)
                if (!launch(v, i)) return {};
        return tables_;
    }

  private:
    /// Strands 0, 1, .. carry the arcs over the cut.
    void cross_the_cut() {
        std::size_t strand = 0;
        for (std::size_t i = 0; i < hops_.size(); ++i)
            for (std::int64_t j = 1; j < hops_[i]; ++j, ++strand) {
                free_at_[strand] = hops_[i] - j;
                deadline_[strand] = n_ - j;
                tables_[i][n_ - j] = static_cast<std::int16_t>(strand);
            }
    }
    bool launch(std::int64_t v, std::size_t hop) {
        auto& wavelength = tables_[hop][v];
        if (wavelength >= 0) return free_at_[wavelength] <= v;
        const auto strand = choose(v, hops_[hop]);
        if (strand == free_at_.size()) return false;
        free_at_[strand] = v + hops_[hop];
        wavelength = static_cast<std::int16_t>(strand);
        return true;
    }
    /// A free strand that lands in time; the number of strands if none does.
    std::size_t choose(std::int64_t v, std::int64_t hop) {
        auto best = free_at_.size();
        std::int64_t best_rank = 0;
        for (std::size_t s = 0; s < free_at_.size(); ++s) {
            const auto room = deadline_[s] - v - hop;
            if (free_at_[s] > v || room < 0) continue;
            const auto rank = rank_of(room, hop);
            if (best != free_at_.size() && rank >= best_rank) continue;
            best = s;
            best_rank = rank;
        }
        return best;
    }
    /// Rank (lower is better): leftover room modulo the hop, then tight or loose, then chance.
    std::int64_t rank_of(std::int64_t room, std::int64_t hop) {
        random_ = random_ * 6364136223846793005u + 1442695040888963407u;
        const auto chance = static_cast<std::int64_t>(random_ >> 48);
        const auto slack = attempt_ % 2 ? room : n_ - room;
        const auto odd = attempt_ % 4 < 2 ? room % hop : 0;
        return ((odd << 20) + (attempt_ % 6 < 4 ? slack : 0)) * (1 << 16) + chance;
    }

    std::int64_t n_;
    const std::vector<std::int32_t>& hops_;
    int attempt_;
    std::uint64_t random_;
    std::vector<std::int64_t> free_at_, deadline_;
    StrandTables tables_;
};

}  // namespace

std::optional<StrandTables> lay_strands(std::int64_t n, std::int64_t wavelengths,
                                        const std::vector<std::int32_t>& hops) {
    const auto wire = std::accumulate(hops.begin(), hops.end(), std::int64_t{0});
    if (n > largest_ring || wire > wavelengths) return {};
    for (const auto hop : hops)
        if (2 * hop > n) return {};
    for (int attempt = 0; attempt < attempts; ++attempt)
        if (auto found = Strands(n, wavelengths, hops, attempt).lay()) return found;
    return {};
}

}  // namespace lightsweep::solvers::optree

#include "analysis/swot_claims.hpp"

#include <algorithm>

namespace lightsweep::analysis {

const std::vector<Claim>& swot_claims() {
    static const std::vector<Claim> claims = [] {
        std::vector<Claim> all;
        for (const auto& part : {swot_examples::claims(), swot_reductions::claims(),
                                 swot_algorithms::claims(), swot_trends::claims()})
            all.insert(all.end(), part.begin(), part.end());
        std::stable_sort(all.begin(), all.end(),
                         [](const Claim& a, const Claim& b) { return a.number < b.number; });
        return all;
    }();
    return claims;
}

}  // namespace lightsweep::analysis

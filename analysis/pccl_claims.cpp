#include "analysis/pccl_claims.hpp"

#include <algorithm>

namespace lightsweep::analysis {

const std::vector<Claim>& pccl_claims() {
    static const std::vector<Claim> claims = [] {
        std::vector<Claim> all;
        for (const auto& part :
             {pccl_scatter::claims(), pccl_congestion::claims(), pccl_system::claims()})
            all.insert(all.end(), part.begin(), part.end());
        std::sort(all.begin(), all.end(),
                  [](const Claim& a, const Claim& b) { return a.number < b.number; });
        return all;
    }();
    return claims;
}

}  // namespace lightsweep::analysis

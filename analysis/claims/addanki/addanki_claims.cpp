#include "analysis/claims/addanki/addanki_claims.hpp"

namespace lightsweep::analysis {

namespace {

constexpr Claim claims[] = {
#include "analysis/claims/addanki/addanki_claims.inc"
};

constexpr Judge judges[] = {
    {1, addanki_model::matched_topology_is_ideal},
    {2, addanki_figures::gain_over_every_step},
    {3, addanki_figures::gain_over_static},
    {4, addanki_figures::gain_over_static_grows_with_message},
    {5, addanki_figures::transitional_regime},
    {6, addanki_figures::full_vector_regime},
    {7, addanki_figures::never_below_one},
    {8, addanki_model::program_equals_recurrence},
    {9, addanki_model::relaxation_is_integral},
    {10, addanki_model::ring_algorithm_without_bytes},
    {11, addanki_model::coprime_rings},
    {12, addanki_model::concatenation},
};

constexpr auto judged = with_judges(claims, judges);

}  // namespace

std::span<const Claim> addanki_claims() {
    return judged;
}

}  // namespace lightsweep::analysis

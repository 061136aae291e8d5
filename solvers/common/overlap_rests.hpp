#pragma once
// What the rest of a schedule of groups is expected to take (overlap_search.hpp): the ranking of
// labels, no bound, but for `ideal`.

#include "solvers/common/overlap_labels.hpp"

namespace lightsweep::solvers::common {

/// A topology of GroupRates per step.
using Guide = std::vector<std::size_t>;

struct OverlapPoint {
    double per_step, per_hop, message_time, delay;  ///< [s]
};

/// Over loaded steps by their place in a list; the sums are of a step and all after it [s].
class OverlapRests {
  public:
    /// The arguments must outlive it. loaded: steps in which somebody sends.
    OverlapRests(const GroupRates& rates, const OverlapPoint& point,
                 const std::vector<Guide>& guides, const std::vector<std::size_t>& loaded);

    /// Full bandwidth, one hop, no reconfiguration: a lower bound.
    double ideal(std::size_t at) const { return ideal_[at]; }
    /// The least over: planes one by one, as many per step as it takes to keep all of them busy;
    /// and along every guide, where a change costs what its planes could have sent meanwhile.
    double expected(const Label& label, std::size_t at) const;

  private:
    double time_on(std::size_t topology, std::size_t step) const;
    double one_by_one(std::size_t step) const;
    double change_time(const Guide& guide, std::size_t at) const;
    double debts(const Label& label, const std::vector<PlaneSet::Id>& wanted) const;
    double work(std::size_t step) const {
        return rates_.structure().collective.steps[step].share * p_.message_time;
    }

    const GroupRates& rates_;
    const OverlapPoint& p_;
    const std::vector<Guide>& guides_;
    const std::vector<std::size_t>& loaded_;
    std::size_t n_;
    std::vector<double> ideal_, singly_;
    std::vector<std::vector<double>> along_;  ///< per guide
};

}  // namespace lightsweep::solvers::common

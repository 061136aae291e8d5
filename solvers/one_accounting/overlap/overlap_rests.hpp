#pragma once
// Estimates of the time that the rest of a group schedule takes (overlap_search.hpp). They rank
// labels and are no bounds, except `ideal`.

#include "solvers/one_accounting/overlap/overlap_labels.hpp"

namespace lightsweep::solvers::one_accounting {

/// A guide: per step the index of a topology of GroupRates.
using Guide = std::vector<std::size_t>;

struct OverlapPoint {
    double per_step, per_hop, message_time, delay;  ///< [s]
};

/// Estimates for the loaded steps, indexed by their place in a list. Sums run over a step and all
/// later ones [s].
class OverlapRests {
  public:
    /// Keeps references: the arguments must outlive this object. loaded: the steps in which some
    /// node sends.
    OverlapRests(const GroupRates& rates, const OverlapPoint& point,
                 const std::vector<Guide>& guides, const std::vector<std::size_t>& loaded);

    /// Lower bound of the rest: full bandwidth, one hop, no reconfiguration.
    double ideal(std::size_t at) const { return ideal_[at]; }
    /// The smallest of several estimates: planes change one by one, with as many planes per step as
    /// keep all of them busy; and along every guide, where a change costs the sending time that its
    /// planes lose.
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

}  // namespace lightsweep::solvers::one_accounting

#pragma once
// Max-min fair rates of flows on links, kept up to date while flows begin and end.
//
// All rates rise together until some link is full. The flows on full links keep their rate, the
// others go on rising. Under weighted sharing a flow rises in proportion to its weight. Links that
// are full within 1e-12 of the lowest level are full together. Only flows that share links with a
// change, directly or through others, get new rates. Cost: links of these flows times rounds.
//
// Limit case: one flow per link has the capacity of its slowest link.

#include <cstddef>
#include <vector>

namespace lightsweep::sweeps::simulation {

using Link = int;

class FairShares {
  public:
    /// Capacities [B/s], each > 0.
    explicit FairShares(std::vector<double> capacities);

    /// A flow begins on these links, at least one; its number is 0 or more and not in use.
    void begin(int flow, std::vector<Link> links, double weight = 1);
    void end(int flow);
    /// Computes rates again; returns the flows, in ascending order, that may have a new one.
    const std::vector<int>& settle();
    /// As settle() left it [B/s].
    double rate(int flow) const { return flows_[static_cast<std::size_t>(flow)].rate; }

  private:
    struct Flow {
        std::vector<Link> links;
        double weight = 0, rate = 0;
        bool settled = true, reached = false;
    };
    struct LinkState {
        double capacity;
        std::vector<int> flows{};
        double free = 0, weights = 0;  ///< capacity and weights of the flows that still rise
        int rising = 0;                ///< number of these flows
        bool reached = false;
    };
    void touch(const Flow& flow);
    void reach_all();
    double lowest_level() const;
    void fill_links_at(double level);
    Flow& at(int flow) { return flows_[static_cast<std::size_t>(flow)]; }

    std::vector<LinkState> links_;
    std::vector<Flow> flows_{};
    std::vector<Link> touched_{};   ///< links of changes, then all links of the component
    std::vector<int> component_{};  ///< flows that get new rates
    std::vector<Link> settling_{};  ///< scratch of fill_links_at
    std::vector<double> newly_{};   ///< weights that stopped rising, by link
};

}  // namespace lightsweep::sweeps::simulation

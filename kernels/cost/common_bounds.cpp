#include "kernels/cost/common_bounds.hpp"

#include <limits>
#include <stdexcept>
#include <string>

#include "kernels/cost/exchange_bounds.hpp"
#include "kernels/cost/gather_bounds.hpp"

namespace lightsweep::kernels {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
const std::vector<BoundCost> nothing_to_do{};

void check(Primitive primitive, Node n, Node lanes) {
    if (primitive >= Primitive::custom)  // and the rooted ones
        throw std::invalid_argument(std::string("common bounds: ") + name_of(primitive) +
                                    " is none of reduce-scatter, allgather, allreduce, alltoall");
    if (n < 1 || n > Node{1} << 30 || lanes < 1)
        throw std::invalid_argument("common bounds: nodes = " + std::to_string(n) + ", lanes = " +
                                    std::to_string(lanes) + ": give 1 to 2^30, and 1 or more");
}

Gathering gathering_of(Primitive primitive) {
    if (primitive == Primitive::all_reduce) return Gathering::all_reduce;
    return primitive == Primitive::all_gather ? Gathering::all_gather : Gathering::reduce_scatter;
}

}  // namespace

CommonBounds::CommonBounds(Primitive primitive, Node n, Node lanes, const PathLengths& base)
    : n_(n), lanes_(lanes), any_(&nothing_to_do), base_(any_), sync_(any_) {
    check(primitive, n, lanes);
    if (n == 1) return;
    const auto keep = [this](const auto& bounds) {
        any_ = &bounds.any();
        base_ = &bounds.on_base();
        sync_ = &bounds.together();
    };
    if (primitive == Primitive::all_to_all)
        keep(*(exchange_ = std::make_shared<ExchangeBounds>(n, lanes, base)));
    else
        keep(*(gather_ = std::make_shared<GatherBounds>(gathering_of(primitive), n, lanes, base)));
}

double CommonBounds::any(const BoundParameters& p) const {
    return least_time(*any_, p, n_);
}
double CommonBounds::on_base(const BoundParameters& p) const {
    return least_time(*base_, p, n_);
}
double CommonBounds::sync(const BoundParameters& p) const {
    return least_time(*sync_, p, n_);
}

double CommonBounds::one_by_one(const BoundParameters& p, double best) const {
    return exchange_ ? exchange_->one_by_one(p, best) : gather_->one_by_one(p, best, false);
}

double CommonBounds::reconfigured(const BoundParameters& p) const {
    if (n_ == 1) return 0;
    return lanes_ == 1 ? any(p) + p.delay : one_by_one(p, infinite);
}

double CommonBounds::on_switch(const BoundParameters& p) const {
    if (n_ == 1 || lanes_ == 1) return sync(p);
    return one_by_one(p, on_base(p));
}

double CommonBounds::on_switch_in_groups(const BoundParameters& p) const {
    if (n_ == 1 || lanes_ == 1) return sync(p);
    if (exchange_)
        return exchange_->one_by_one(
            p, least_time_in_groups(*base_, p, n_, exchange_->paths_with_loads(p)));
    return gather_->one_by_one(p, least_time_in_groups(*base_, p, n_, 0), true);
}

double CommonBounds::on_wdm_ring(const BoundParameters& p) const {
    if (n_ == 1) return 0;
    return std::min(on_base(p), exchange_ ? exchange_->leaving_ring(p) : any(p) + p.delay);
}

}  // namespace lightsweep::kernels

#include "kernels/cost/common_bounds.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "kernels/cost/exchange_bounds.hpp"
#include "kernels/cost/gather_bounds.hpp"

namespace lightsweep::kernels {

namespace {

const std::vector<BoundCost> nothing_to_do{};

void check(Primitive primitive, Node n, Node lanes) {
    if (primitive >= Primitive::custom)  // and the rooted ones
        throw std::invalid_argument(std::string("common bounds: ") + name_of(primitive) +
                                    " is none of reduce-scatter, allgather, allreduce, alltoall");
    if (n < 1 || n > Node{1} << 30 || lanes < 1)
        throw std::invalid_argument("common bounds: nodes = " + std::to_string(n) + ", lanes = " +
                                    std::to_string(lanes) + ": give 1 to 2^30, and 1 or more");
}

}  // namespace

struct CommonBounds::Prepared {
    std::optional<const GatherBounds> gather;  ///< one of the two is set if n > 1
    std::optional<const ExchangeBounds> exchange;
    const std::vector<BoundCost>*any = &nothing_to_do, *base = any, *sync = any;

    Prepared(Primitive primitive, std::int64_t n, std::int64_t lanes, const PathLengths& lengths) {
        if (n == 1) return;
        if (primitive == Primitive::all_to_all)
            keep(exchange.emplace(n, lanes, lengths));
        else
            keep(gather.emplace(primitive, n, lanes, lengths));
    }
    void keep(const auto& bounds) {
        any = &bounds.any();
        base = &bounds.on_base();
        sync = &bounds.together();
    }
};

CommonBounds::CommonBounds(Primitive primitive, Node n, Node lanes, const PathLengths& base)
    : primitive_(primitive), n_(n), lanes_(lanes), lengths_(base) {
    check(primitive, n, lanes);
    if (primitive == Primitive::all_to_all)
        gather_ = std::make_unique<const CommonBounds>(Primitive::all_gather, n, lanes, base);
}

const CommonBounds::Prepared& CommonBounds::prepared() const {
    std::call_once(once_, [this] {
        prepared_ = std::make_shared<const Prepared>(primitive_, n_, lanes_, lengths_);
    });
    return *prepared_;
}

const std::vector<BoundCost>& CommonBounds::sync_costs() const {
    return *prepared().sync;
}
double CommonBounds::any(const BoundParameters& p) const {
    return least_time(*prepared().any, p, n_);
}
double CommonBounds::on_base(const BoundParameters& p) const {
    return least_time(*prepared().base, p, n_);
}
double CommonBounds::sync(const BoundParameters& p) const {
    return least_time(*prepared().sync, p, n_);
}

double CommonBounds::one_by_one(const BoundParameters& p, double best) const {
    const auto& [gather, exchange, any, base, sync] = prepared();
    return exchange ? exchange->one_by_one(p, best, false) : gather->one_by_one(p, best, false);
}

double CommonBounds::reconfigured(const BoundParameters& p) const {
    if (n_ == 1) return 0;
    return lanes_ == 1 ? any(p) + p.delay : one_by_one(p, unknown_bound);
}

double CommonBounds::on_switch(const BoundParameters& p, double most) const {
    const double own = n_ == 1 || lanes_ == 1 ? sync(p) : one_by_one(p, std::min(most, on_base(p)));
    return gather_ ? std::max(own, gather_->on_switch(p, most)) : own;
}

double CommonBounds::on_switch_in_groups(const BoundParameters& p, double most) const {
    if (n_ == 1 || lanes_ == 1) return on_switch(p, most);
    const auto& [gather, exchange, any, base, sync] = prepared();
    const auto staying = [&](double other) {
        return std::min(most, least_time_in_groups(*base, p, n_, other));
    };
    if (gather) return gather->one_by_one(p, staying(0), true);
    const double own = exchange->one_by_one(p, staying(exchange->paths_with_loads(p)), true);
    return std::max(own, gather_->on_switch_in_groups(p, most));
}

double CommonBounds::on_wdm_ring(const BoundParameters& p) const {
    if (n_ == 1) return 0;
    const auto& exchange = prepared().exchange;
    return std::min(on_base(p), exchange ? exchange->leaving_ring(p) : any(p) + p.delay);
}

}  // namespace lightsweep::kernels

#include <cmath>
#include <map>
#include <set>

#include "kernels/execution/step_payload.hpp"
#include "sweeps/interchange/playable_plan.hpp"

namespace lightsweep::sweeps {

namespace {

using engine::Operation;
using kernels::Node;

/// Where the bytes of every item lie, at its sender and at its receiver.
class ItemPlaces {
  public:
    ItemPlaces(const kernels::ExecutionPlan& plan, std::int64_t parts, bool moves)
        : m_(plan.message), n_(plan.n), parts_(parts), moves_(moves) {}

    std::int64_t count() const { return moves_ ? parts_ * n_ * n_ : parts_ * n_; }
    kernels::ByteRange sent(std::int64_t item) const {
        const auto block = moves_ ? item % (parts_ * n_) : item;
        const auto begin = kernels::block_begin(m_, parts_ * n_, block);
        return {moves_ ? kernels::Buffer::input : kernels::Buffer::vector, begin,
                kernels::block_begin(m_, parts_ * n_, block + 1) - begin};
    }
    /// Of an all-to-all: item (owner n + receiver) parts + part goes to the owner's place.
    kernels::ByteRange received(std::int64_t item) const {
        auto range = sent(item);
        if (!moves_) return range;
        const auto owner = item / (parts_ * n_), to = item / parts_ % n_;
        const auto first = kernels::block_begin(m_, n_, to);
        range.buffer = kernels::Buffer::output;
        range.offset += owner * (kernels::block_begin(m_, n_, to + 1) - first) - first;
        return range;
    }
    void size_buffers(kernels::ExecutionPlan& plan) const {
        auto& sizes = plan.buffers.emplace_back();
        if (!moves_) {
            sizes[static_cast<std::size_t>(kernels::Buffer::vector)] = m_;
            return;
        }
        sizes[static_cast<std::size_t>(kernels::Buffer::input)] = m_;
        sizes[static_cast<std::size_t>(kernels::Buffer::output)] = (m_ + n_ - 1) / n_ * n_;
        for (std::int64_t part = 0; part < parts_; ++part)
            for (Node rank = 0; rank < n_; ++rank) {
                const auto item = (std::int64_t{rank} * n_ + rank) * parts_ + part;
                if (sent(item).bytes > 0)
                    plan.copies[static_cast<std::size_t>(rank)].push_back(
                        {0, sent(item), received(item)});
            }
    }

  private:
    std::int64_t m_, n_, parts_;
    bool moves_;
};

class LightpathReader {
  public:
    explicit LightpathReader(const JsonPlace& file) : file_(file) {}

    PlayablePlan read() {
        auto& plan = playable_.plan;
        plan.collective = file_.at("collective").text();
        plan.n = static_cast<Node>(file_.at("n").whole(1, 65536));
        plan.knows_blocks = true;
        plan.copies.resize(static_cast<std::size_t>(plan.n));
        playable_.parts = parts_of(plan.collective, 0);
        if (playable_.parts.size() != 1)
            file_.at("collective").refuse("is no single collective", "\"allgather\"");
        const auto message = file_.at("message");
        const double bytes = message.number(0);
        if (bytes > most_played_bytes || bytes != std::floor(bytes))
            message.refuse("is no whole number of bytes up to 1 GiB",
                           "plan a whole message, without packets and items of part bytes");
        plan.message = static_cast<std::int64_t>(bytes);
        // The items that a node of an all-to-all owns have a receiver each.
        const bool moves = playable_.parts[0].operation == Operation::all_to_all;
        const auto owned = file_.at("items_per_node");
        const auto parts = owned.whole(1, 1 << 20) / (moves ? plan.n : 1);
        if (moves && owned.whole(1) != parts * plan.n)
            owned.refuse("is no multiple of n", "a part for every receiver");
        const ItemPlaces places(plan, parts, moves);
        places.size_buffers(plan);
        read_setups();
        read_sends(places.count());
        for (const auto& rank : file_.at("ranks").items()) read_receives(rank, places);
        for (const auto& [path, place] : sends_)
            if (!received_.contains(path))
                place.refuse("sends what nobody receives", "add it to the receiver");
        require_playable(playable_);
        return std::move(playable_);
    }

  private:
    using Path = std::tuple<std::int64_t, Node, std::int64_t, Node>;  ///< step, from, item, to

    Node rank_at(const JsonPlace& place, const char* key) const {
        return static_cast<Node>(place.at(key).whole(0, playable_.plan.n - 1));
    }
    static std::int64_t step_of(const JsonPlace& place) {
        return place.at("step").whole(0, 1 << 20);
    }
    void read_setups() {
        auto& setups = playable_.plan.planes.emplace_back().setups;
        for (const auto& setup : file_.at("controller").items()) {
            const auto step = setup.at("for_step").whole(0, 1 << 20);
            setups.push_back({kernels::Permutation::shift(playable_.plan.n, 0),
                              static_cast<std::size_t>(step), step - 1, setup.at("start").number(0),
                              setup.at("end").number(0)});
        }
    }
    void read_sends(std::int64_t items) {
        for (const auto& rank : file_.at("ranks").items())
            for (const auto& one : rank.at("sends").items())
                sends_.emplace(Path{step_of(one), rank_at(rank, "rank"),
                                    one.at("item").whole(0, items - 1), rank_at(one, "to")},
                               one);
    }
    void read_receives(const JsonPlace& rank, const ItemPlaces& places) {
        auto& plan = playable_.plan;
        const auto& setups = plan.planes[0].setups;
        const Node me = rank_at(rank, "rank");
        const bool tapped = file_.at("tapped").flag();
        for (const auto& one : rank.at("receives").items()) {
            const auto step = step_of(one);
            const auto from = rank_at(one, "from");
            const auto item = one.at("item").whole(0, places.count() - 1);
            // A tapped lightpath may end farther on.
            const auto sent = sends_.lower_bound({step, from, item, tapped ? 0 : me});
            if (sent == sends_.end() || sent->first > Path{step, from, item, tapped ? plan.n : me})
                one.refuse("receives what nobody sends", "remove it");
            received_.emplace(step, from, item, me);
            const auto before = std::ranges::count_if(setups, [&](const auto& setup) {
                return static_cast<std::int64_t>(setup.for_step) <= step;
            });
            if (places.sent(item).bytes == 0) continue;
            plan.groups.push_back(
                {static_cast<std::size_t>(step), {0}, {static_cast<int>(before)}, step - 1, 0, 0});
            plan.streams.push_back({static_cast<std::size_t>(step),
                                    0,
                                    plan.groups.size() - 1,
                                    from,
                                    {{0, me}},
                                    {places.sent(item)},
                                    {places.received(item)},
                                    one.at("reduce").flag()});
        }
    }

    const JsonPlace& file_;
    PlayablePlan playable_{};
    std::map<Path, JsonPlace> sends_{};
    std::set<Path> received_{};
};

}  // namespace

PlayablePlan playable_lightpaths(const JsonPlace& file) {
    return LightpathReader(file).read();
}

}  // namespace lightsweep::sweeps

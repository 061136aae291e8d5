#include <map>
#include <tuple>

#include "sweeps/simulation/plan_reader.hpp"

namespace lightsweep::sweeps::simulation {

namespace {

/// Plans of lightpaths on a WDM ring or torus. A link is one wavelength on the fibre from a rank to
/// the next one; a lightpath is one hop that holds its wavelength on all segments that it crosses.
/// It sends all its items of a step one after the other.
class LightpathPlan : public PlanReader {
  public:
    using PlanReader::PlanReader;
    System read() {
        read_head();
        for (const char* key : {"bandwidth", "per_hop_latency", "planes"})
            if (plan_.at("hardware").has(key))
                plan_.at("hardware")
                    .at(key)
                    .refuse("is not known to plans of lightpaths",
                            "remove it; item_time and per_step_latency "
                            "are what they read");
        read_shape();
        s_.exclusive = true;
        s_.planes = {-1};
        setups_of_.emplace_back();
        light_at_start();
        for (const auto& setup : plan_.at("controller").items()) {
            std::vector<Circuit> circuits;
            for (const auto& one : setup.at("circuits").items())
                for (const auto& segment :
                     segments(path_of(one, rank_at(one, "source"), rank_at(one, "destination"))))
                    circuits.push_back(segment);
            add_setup(setup, whole(setup.at("for_step"), 0, most_steps), std::move(circuits));
        }
        read_sends();
        check_receives();
        wait_step_by_step();
        return std::move(s_);
    }

  private:
    struct Path {
        Rank source, target;
        bool clockwise;
        int wavelength;
        auto operator<=>(const Path&) const = default;
    };
    /// Step, receiver, sender, direction, wavelength and item of what one rank expects.
    using Receive = std::tuple<int, Rank, Rank, bool, int, std::int64_t>;

    // ---- the rings -----------------------------------------------------------------------------
    void read_shape() {
        wavelengths_ = whole(plan_.at("wavelengths"), 1, most_ranks);
        rate_ = plan_.at("item_bytes").number(0) /
                plan_.at("hardware").at("item_time").number(least_rate);
        rate_ = std::max(rate_, least_rate);
        columns_ = n_;
        if (!plan_.has("problem") || !plan_.at("problem").has("dims")) return;
        const auto dims = plan_.at("problem").at("dims");
        const auto sizes = dims.wholes(1, n_);
        if (sizes.size() != 2 || sizes[0] * sizes[1] != n_)
            dims.refuse("is no torus of n ranks", "give rows and columns");
        columns_ = static_cast<Rank>(sizes[1]);
    }
    Rank rank_at(const JsonPlace& object, const char* key) const {
        return whole(object.at(key), 0, n_ - 1);
    }
    Path path_of(const JsonPlace& object, Rank source, Rank target) const {
        const auto direction = object.at("direction").text();
        if (direction != "clockwise" && direction != "counterclockwise")
            object.at("direction").refuse("is no direction", "clockwise or counterclockwise");
        if (source == target ||
            (source / columns_ != target / columns_ && source % columns_ != target % columns_))
            object.refuse("joins no two ranks of one ring",
                          "choose ranks of one row or of one column");
        return {source, target, direction == "clockwise",
                whole(object.at("wavelength"), 0, wavelengths_ - 1)};
    }
    bool along_row(const Path& path) const {
        return path.source / columns_ == path.target / columns_;
    }
    /// The next rank of the path's ring in its direction.
    Rank next(const Path& path, Rank at) const {
        const Rank stride = along_row(path) ? 1 : columns_;
        const Rank length = along_row(path) ? columns_ : n_ / columns_;
        const Rank place = at / stride % length;
        const Rank moved = (place + (path.clockwise ? 1 : length - 1)) % length;
        return at + (moved - place) * stride;
    }
    /// Its wavelength on all segments between its ends; each leads to the lightpath's number.
    std::vector<Circuit> segments(const Path& path) {
        const auto number =
            static_cast<Rank>(numbers_.emplace(path, numbers_.size()).first->second);
        std::vector<Circuit> all;
        for (Rank at = path.source; at != path.target; at = next(path, at)) {
            const auto [known, is_new] = links_.emplace(
                std::tuple(at, along_row(path), path.clockwise, path.wavelength), Link{-1});
            if (is_new)
                known->second =
                    s_.add_link(rate_, 0,
                                "wavelength " + std::to_string(path.wavelength) + ", rank " +
                                    std::to_string(at) + " to " + std::to_string(next(path, at)));
            all.push_back({known->second, number});
        }
        return all;
    }
    void light_at_start() {
        if (plan_.at("lit_at_start").text() == "nothing") return;
        if (static_cast<double>(n_) * wavelengths_ > most_links)
            plan_.at("n").refuse("ranks times wavelengths are above 5e7",
                                 "simulate a smaller plan");
        for (Rank r = 0; n_ > 1 && r < n_; ++r)
            for (const bool clockwise : {true, false})
                for (int w = 0; w < wavelengths_; ++w) {
                    const Rank row = r / columns_ * columns_, place = r % columns_;
                    const Rank to = row + (place + (clockwise ? 1 : columns_ - 1)) % columns_;
                    for (const auto& segment : segments({r, to, clockwise, w}))
                        s_.standing.push_back(segment);
                }
    }

    // ---- transfers -----------------------------------------------------------------------------
    void read_sends() {
        const double item_bytes = plan_.at("item_bytes").number(0);
        std::map<std::pair<int, Path>, std::size_t> known;
        for (const auto& one : plan_.at("ranks").items()) {
            const Rank rank = rank_at(one, "rank");
            for (const auto& send : one.at("sends").items()) {
                const int step = whole(send.at("step"), 0, most_steps);
                const auto path = path_of(send, rank, rank_at(send, "to"));
                plan_step(step, send.at("end").number(0));
                const auto [at, is_new] = known.emplace(std::pair(step, path), s_.transfers.size());
                if (is_new) add_transfer(step, path);
                auto& transfer = s_.transfers[at->second];
                const auto item = send.at("item").whole(0, std::int64_t{1} << 62U);
                transfer.ways[0].bytes += item_bytes;
                transfer.reads.push_back({0, item, item + 1});
                for (const Rank tap : transfer.taps)
                    sent_.emplace_back(step, tap, rank, path.clockwise, path.wavelength, item);
                sent_.emplace_back(step, path.target, rank, path.clockwise, path.wavelength, item);
            }
        }
        for (auto& transfer : s_.transfers) transfer.writes = transfer.reads;
    }
    void add_transfer(int step, const Path& path) {
        auto held = segments(path);
        Way way{{held.front()}, 0};
        way.segments.assign(held.begin() + 1, held.end());
        s_.transfers.push_back({step, -1, path.source, path.target, {std::move(way)}});
        if (!plan_.at("tapped").flag()) return;
        for (Rank at = next(path, path.source); at != path.target; at = next(path, at))
            s_.transfers.back().taps.push_back(at);
    }
    /// What the ranks expect must be what they are sent.
    void check_receives() {
        std::vector<Receive> expected, differ;
        for (const auto& one : plan_.at("ranks").items()) {
            const Rank rank = rank_at(one, "rank");
            for (const auto& receive : one.at("receives").items()) {
                const Rank from = rank_at(receive, "from");
                const auto path = path_of(receive, from, rank);
                expected.emplace_back(whole(receive.at("step"), 0, most_steps), rank, from,
                                      path.clockwise, path.wavelength, receive.at("item").whole(0));
            }
        }
        std::ranges::sort(expected);
        std::ranges::sort(sent_);
        std::ranges::set_symmetric_difference(sent_, expected, std::back_inserter(differ));
        std::set<int> steps;
        for (const auto& one : differ)
            if (const int step = std::get<0>(one); steps.insert(step).second)
                s_.faults.push_back({wrong_receiver, -1, step, 0});
    }

    int wavelengths_ = 1;
    double rate_ = 0;   ///< of a wavelength [B/s]
    Rank columns_ = 0;  ///< ranks in a row; n on a ring
    std::map<std::tuple<Rank, bool, bool, int>, Link> links_{};
    std::map<Path, std::size_t> numbers_{};
    std::vector<Receive> sent_{};
};

}  // namespace

System read_lightpath_plan(const JsonPlace& plan, const PlanOptions& options) {
    return LightpathPlan(plan, options).read();
}

}  // namespace lightsweep::sweeps::simulation

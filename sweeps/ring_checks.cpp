// What rules = optree ask of a grid: rings of wavelengths, a collective whose algorithm is open,
// the rate of one wavelength.
#include <algorithm>

#include "sweeps/grid_checks.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr double most_wavelengths = 32767, most_stages = 1024;

bool is_rings(const std::string& topology) {
    return topology == "wdm-ring" || topology == "wdm-torus";
}

class RingsCheck {
  public:
    RingsCheck(const GridSpec& grid, Faults& faults)
        : grid_(grid), faults_(faults), is_ours_(grid.rules == "optree") {}

    void run() {
        each("topology", [&](const AxisValues& axis, std::size_t i) {
            const bool common = grid_.rules == "common" && axis.labels[i] == "wdm-ring";
            if (!common && is_rings(axis.labels[i]) != is_ours_) report_topology(axis, i);
        });
        check_at_most("wavelengths", most_wavelengths);
        if (!is_ours_) return refuse_keys({"stages", "items_per_node", "standing", "conversion"});
        check_collectives();
        check_dims();
        check_at_most("stages", most_stages);
        check_conversion();
        check_bandwidths();
        if (!grid_.pool.empty())
            faults_.add(grid_.pool[0].place, grid_.pool[0].path, grid_.pool[0].text,
                        "rules = optree know no pool", "remove it");
    }

  private:
    template <typename Look>
    void each(const char* key, const Look& look) {
        const AxisValues* axis = grid_.find(key);
        for (std::size_t i = 0; axis != nullptr && i < axis->size(); ++i) look(*axis, i);
    }

    void report(const AxisValues& axis, std::size_t i, const std::string& problem,
                const std::string& remedy) {
        faults_.add(axis.place(i), axis.name(i), axis.text(i), problem, remedy);
    }

    void report_topology(const AxisValues& axis, std::size_t i) {
        if (is_ours_)
            report(axis, i, "has no wavelengths, on which rules = optree schedule",
                   "wdm-ring or wdm-torus");
        else
            report(axis, i, "is known under rules = optree alone", "rules = \"optree\"");
    }

    void refuse_keys(const std::vector<std::string>& keys) {
        for (const auto& key : keys)
            if (const AxisValues* axis = grid_.find(key))
                report(*axis, 0, "is known under rules = optree alone",
                       "rules = \"optree\", or remove it");
    }

    void check_collectives() {
        const char* key = grid_.find("collective") ? "collective" : "algorithm";
        each(key, [&](const AxisValues& axis, std::size_t i) {
            const auto& name = axis.labels[i];
            const bool open = std::string_view(key) == "algorithm"
                                  ? name == "any"
                                  : name == "allgather/any" || name == "reduce-scatter/any" ||
                                        name == "allreduce/any";
            if (!open)
                report(axis, i,
                       "is no collective whose algorithm the schedulers of rules = optree choose",
                       "allgather/any, reduce-scatter/any or allreduce/any");
        });
    }

    void check_dims() {
        const AxisValues* topology = grid_.find("topology");
        const AxisValues* dims = grid_.find("dims");
        if (topology == nullptr) return;
        const auto& names = topology->labels;
        const auto tori = std::find(names.begin(), names.end(), "wdm-torus");
        if (tori == names.end() && dims)
            return report(*dims, 0, "is read by wdm-torus alone", "remove it");
        if (tori != names.end() && !dims)
            return report(*topology, static_cast<std::size_t>(tori - names.begin()),
                          "needs its rows and columns", "for example dims = [32, 32]");
        each("dims", [&](const AxisValues& axis, std::size_t i) {
            if (axis.tuples[i].size() != 2)
                report(axis, i, "is not rows and columns", "for example [32, 32]");
        });
    }

    void check_at_most(const char* key, double most) {
        each(key, [&](const AxisValues& axis, std::size_t i) {
            if (axis.numbers[i] > most)
                report(axis, i, "is too large",
                       "at most " + std::to_string(static_cast<std::int64_t>(most)));
        });
    }

    void check_conversion() {
        const AxisValues* conversion = grid_.find("conversion");
        const auto converts = [](const std::string& word) { return word != "none"; };
        if (conversion != nullptr &&
            std::any_of(conversion->labels.begin(), conversion->labels.end(), converts))
            return;
        for (const char* key : {"flit", "cycle"})
            if (const AxisValues* axis = grid_.find(key))
                report(*axis, 0, "means nothing where nothing is converted",
                       "conversion = \"pipelined\" or \"per-flit\", or remove it");
    }

    void check_bandwidths() {
        for (const char* key : {"bandwidth", "link_rate", "plane_bandwidth"})
            if (const AxisValues* axis = grid_.find(key))
                report(*axis, 0, "is no rate that rules = optree charge",
                       "wavelength_bandwidth, the rate of one wavelength");
    }

    const GridSpec& grid_;
    Faults& faults_;
    bool is_ours_;
};

}  // namespace

void check_rings(const GridSpec& grid, Faults& faults) {
    RingsCheck(grid, faults).run();
}

}  // namespace lightsweep::sweeps

#include <iomanip>
#include <iostream>

#include "engine/errors.hpp"
#include "kernels/collective_algorithms.hpp"
#include "kernels/switch_technology.hpp"
#include "solvers/registry.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/domain_vocabulary.hpp"
#include "sweeps/spec/units.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

void print_row(const std::string& name, const std::string& text, const std::string& detail) {
    std::cout << "  " << std::left << std::setw(36) << name << text << '\n';
    if (!detail.empty()) std::cout << "  " << std::setw(36) << "" << detail << '\n';
}

/// Options and keys beyond those of all.
std::string details_under_common(const solvers::SchedulerRow& row) {
    std::string detail;
    const auto add = [&](const std::string& text) {
        detail += (detail.empty() ? "" : "; ") + text;
    };
    if (row.traits.chooses_algorithm) add("collective = primitive/any, or one");
    if (row.reads_delay && !row.traits.restores && !row.traits.is_formula)
        add("restore_not_supported with restore = true");
    for (const auto& option : row.options)
        add("option " + std::string(option.name) + ": " + std::string(option.summary));
    return detail;
}

void list_schedulers() {
    std::cout << "schedulers\n";
    for (const auto& row : solvers::scheduler_table()) {
        std::string detail = std::string(row.paper) + "; any collective, any base topology";
        if (row.traits.unions == solvers::Unions::none)
            detail = std::string(row.paper) + "; one peer per node and step, any base topology";
        if (row.traits.on_rings != solvers::OnRings::no)
            detail = std::string(row.paper) + "; rules = optree: " + std::string(row.traits.takes);
        if (row.traits.reads_subrings)
            detail = std::string(row.paper) + "; " + std::string(row.traits.takes) +
                     "; initial = base | free, restore, switch_ports";
        if (row.traits.on_planes)
            detail = std::string(row.paper) + "; rules swot; " + std::string(row.traits.takes) +
                     "; planes, initial = free | first | cold, plane_speeds, plane_delays";
        if (row.traits.reads_pool)
            detail += row.traits.needs_pool ? "; needs pool" : "; pool, if one is given";
        if (row.traits.reads_pool_size) detail += " and pool_size";
        if (row.traits.takes_transmitters && row.traits.unions == solvers::Unions::none)
            detail += "; with transmitters (rules pccl) several peers";
        if (row.traits.reads_port_delay) detail += "; needs port_delay";
        if (row.traits.needs_compute_time) detail += "; needs compute_time";
        for (const auto& option : row.options)
            detail += "; option " + std::string(option.name) + ": " + std::string(option.summary);
        print_row(std::string(row.name), std::string(row.summary), detail);
    }
    std::cout
        << "schedulers under rules = common (topology = ring-uni | ring | torus2d with planes; "
           "wdm-ring with wavelengths)\n";
    for (const auto& row : solvers::scheduler_table("common")) {
        const auto why = row.traits.never;
        if (why == solvers::Reason::none)
            print_row(std::string(row.name), std::string(row.summary), details_under_common(row));
        else
            print_row(std::string(row.name),
                      "not applicable (" +
                          std::string(solvers::reason_names[static_cast<std::size_t>(why)]) + ")",
                      std::string(solvers::explanation_of(why)));
    }
}

/// How the sizes of an algorithm on a lattice are given.
std::string sizes_of(const kernels::LatticeForm& lattice) {
    const bool is_plane = lattice.dimensions == 2;
    return std::string(lattice.powers_of_two ? "" : ", or any with its sizes") +
           "; sizes by dims = " + (is_plane ? "[4, 16]" : "[2, 4, 8]") + " or behind the name, " +
           (is_plane ? "-2d(4x16)" : "-3d(2x4x8)");
}

void list_collectives() {
    std::cout << "collectives\n";
    for (const auto& row : kernels::collective_table()) {
        std::string detail = row.square         ? "n the square of 3 or more"
                             : row.power_of_two ? "n a power of two"
                                                : "any n";
        if (row.ordered) detail += "; order = near | far, or the names ...-near and ...-far";
        if (row.lattice.dimensions > 0) detail += sizes_of(row.lattice);
        if (row.build_ported)
            detail += "; ports = k sends k shifts at once, " +
                      std::to_string(row.n_ported_steps(64, 3)) + " steps for 64 nodes with 3";
        print_row(std::string(row.name), std::string(row.summary), detail);
    }
    print_row("reduce-scatter/any",
              "whichever algorithm is fastest: pccl-portfolio, rules = optree",
              "also allgather, allreduce and alltoall; the order of ties is that of this list");
    print_row("one+another", "one after the other, each with the whole message",
              "for example allreduce/halving-doubling+alltoall/shift");
    print_row("custom",
              "steps = [{shift = 1, bytes = \"1MiB\"}, {xor = 4, ...}, {peer = [1, 0, 3, 2], ...}]",
              "or file = \"steps.toml\"");
}

void list_topologies() {
    std::cout << "topologies\n";
    for (const auto& entry : topology_table()) print_row(entry.name, entry.summary, "");
}

void list_technologies() {
    std::cout << "technologies\n";
    for (const auto& one : kernels::switch_technologies)
        print_row(std::string(one.name),
                  format_quantity(one.reconfiguration_delay, Kind::seconds) + ", " +
                      std::to_string(one.ports) + " ports: " + std::string(one.what),
                  "");
}

/// With every key, as one would write it.
void list_studies() {
    std::cout << "studies (study = \"...\" in a grid)\n";
    for (const auto& study : study_table()) {
        const auto& entry = study.entry;
        print_row(entry.name, entry.description,
                  entry.uses_schedulers ? "of the plans of every scheduler of the sweep" : "");
        for (const auto& key : entry.keys)
            print_row("  " + key.name + " = " + key.example, key.description, "");
    }
}

struct Listed {
    std::string_view name;
    void (*print)();
};
constexpr Listed all_lists[] = {{"schedulers", list_schedulers},
                                {"collectives", list_collectives},
                                {"topologies", list_topologies},
                                {"technologies", list_technologies},
                                {"studies", list_studies}};

}  // namespace

int list_verb(const std::string& what) {
    bool known = what.empty();
    std::string names;
    for (const auto& list : all_lists) {
        if (what.empty() || what == list.name) list.print();
        known = known || what == list.name;
        names += (names.empty() ? "" : ", ") + std::string(list.name);
    }
    if (known) return engine::exit_complete;
    throw engine::BadInput("list " + what + ": give one of " + names);
}

}  // namespace lightsweep::sweeps

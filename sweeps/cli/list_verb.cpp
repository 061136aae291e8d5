#include <iomanip>
#include <iostream>
#include <variant>

#include "analysis/reports/wrapped_text.hpp"
#include "engine/io/errors.hpp"
#include "kernels/collectives/collective_algorithms.hpp"
#include "kernels/cost/switch_technology.hpp"
#include "solvers/registry/registry.hpp"
#include "sweeps/cli/key_reference.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"
#include "sweeps/rules/rules.hpp"
#include "sweeps/spec/values/spelling.hpp"
#include "sweeps/spec/values/units.hpp"
#include "sweeps/studies/study.hpp"

namespace lightsweep::sweeps {

namespace {

/// Name and text, and further lines, within the width of a page.
void print_row(const std::string& name, const std::string& text, const std::string& detail) {
    constexpr int column = 30;
    std::string first = name;
    for (const auto& part : {text, detail})
        for (const auto& line : analysis::wrapped(part, analysis::page_width - column - 2)) {
            if (line.empty()) continue;
            const bool is_long = first.size() >= column;
            if (is_long) std::cout << "  " << first << '\n';
            std::cout << "  " << std::left << std::setw(column) << (is_long ? "" : first) << line
                      << '\n';
            first.clear();
        }
}

/// The rules that know a scheduler.
std::vector<std::string> rules_of(const solvers::SchedulerRow& row) {
    std::vector<std::string> names;
    for (const Rules* rules : rules_table())
        if (rules->knows(row.traits)) names.emplace_back(rules->name);
    return names;
}

/// Collectives and keys of a scheduler on a base topology, in addition to those of all schedulers.
void add_base_details(const solvers::BaseTraits& base, std::vector<std::string>& details) {
    if (!base.reads_subrings) details.emplace_back("any collective, any base topology");
    if (base.reads_subrings) details.emplace_back("initial = base | free, restore, switch_ports");
    if (base.reads_pool)
        details.emplace_back(base.needs_pool ? "needs pool" : "pool, if one is given");
    if (base.reads_pool_size) details.emplace_back("needs pool_size");
    if (base.reads_port_delay) details.emplace_back("needs port_delay");
    if (base.needs_compute_time) details.emplace_back("needs compute_time");
}

/// Where it comes from, what it takes, what it reads beyond the keys that all do, its options.
std::string details_of(const solvers::SchedulerRow& row) {
    const auto& traits = row.traits;
    std::vector<std::string> details{std::string(row.paper)};
    if (!traits.takes.empty()) details.emplace_back(traits.takes);
    if (const auto* base = std::get_if<solvers::BaseTraits>(&traits.hardware))
        add_base_details(*base, details);
    if (traits.planes())
        details.emplace_back("planes, initial = free | first | cold, plane_speeds, plane_delays");
    if (traits.chooses_algorithm) details.emplace_back("collective = primitive/any, or one");
    if (traits.lists_plans) details.emplace_back("collective = primitive/any");
    if (traits.shares_lanes() && row.reads_delay && !traits.restores && !traits.is_formula)
        details.emplace_back("not with restore = true");
    for (const auto& option : row.options)
        details.push_back("option " + std::string(option.name) + ": " +
                          std::string(option.summary));
    std::string text;
    for (const auto& one : details) text += (text.empty() ? "" : "; ") + one;
    return text;
}

void print_scheduler(const solvers::SchedulerRow& row) {
    const auto& why = solvers::row_of(row.traits.never);
    if (why.code == solvers::Reason::none)
        return print_row(std::string(row.name), std::string(row.summary), details_of(row));
    print_row(std::string(row.name), "not applicable (" + std::string(why.word) + ")",
              std::string(why.sentence) + "; " + std::string(why.remedy));
}

/// Schedulers by the rules that know them, in the order of ties.
void list_schedulers() {
    std::vector<std::string> before;
    for (const auto rows : solvers::scheduler_tables())
        for (const auto& row : rows) {
            const auto rules = rules_of(row);
            if (rules != before) std::cout << "schedulers of rules = " << join(rules) << '\n';
            before = rules;
            print_scheduler(row);
        }
}

/// The hardware that a scheduler needs, in a word.
std::string hardware_of(const solvers::SchedulerTraits& traits) {
    if (traits.ring()) return "WDM ring";
    if (traits.plane_scheduler()) return "planes";
    return "base";
}

/// One line per scheduler that has a place under these rules.
void list_schedulers_of(const std::string& name) {
    const Rules& rules = find_rules(name);
    std::cout << "schedulers of rules = " << name << "; `lightsweep list NAME` describes one\n";
    for (const auto& row : scheduler_table(name)) {
        if (!rules.knows(row.traits) || row.traits.never != solvers::Reason::none) continue;
        std::string head = std::string(row.name);
        head.resize(std::max<std::size_t>(head.size() + 2, 20), ' ');
        print_row(head + hardware_of(row.traits), std::string(row.summary), "");
    }
}

/// How the sizes of a lattice algorithm are written.
std::string sizes_of(const kernels::LatticeForm& lattice) {
    const bool is_plane = lattice.dimensions == 2;
    return std::string(lattice.powers_of_two ? "" : ", or any with its sizes") +
           "; sizes by dims = " + (is_plane ? "[4, 16]" : "[2, 4, 8]") + " or behind the name, " +
           (is_plane ? "-2d(4x16)" : "-3d(2x4x8)");
}

void print_collective(const kernels::CollectiveRow& row) {
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

void list_collectives() {
    std::cout << "collectives\n";
    for (const auto& row : kernels::collective_table()) print_collective(row);
    print_row("reduce-scatter/any",
              "whichever algorithm is fastest: pccl-portfolio, swot-portfolio, WDM rings",
              "also allgather, allreduce and alltoall; the order of ties is that of this list");
    print_row("one+another", "one after the other, each with the whole message",
              "for example allreduce/halving-doubling+alltoall/shift");
    print_row("custom",
              "steps = [{shift = 1, bytes = \"1MiB\"}, {xor = 4, ...}, {peer = [1, 0, 3, 2], ...}]",
              "or file = \"steps.toml\"");
    print_row(std::string(matrix_collective),
              "as many bytes between two nodes as matrix = \"traffic.csv\" says",
              "or generator = {kind = \"zipf\", seed = 1}; rules = swot, and static of common");
}

void list_topologies() {
    std::cout << "topologies\n";
    for (const auto& entry : topology_table()) print_row(entry.name, entry.summary, "");
}

/// The page of a scheduler, collective, topology or key; false if there is none of that name.
bool print_page(const std::string& name) {
    bool found = false;
    for (const auto rows : solvers::scheduler_tables())
        for (const auto& row : rows) {
            if (row.name != name) continue;
            std::cout << "scheduler of rules = " << join(rules_of(row)) << '\n';
            print_scheduler(row);
            found = true;
        }
    for (const auto& row : kernels::collective_table())
        if (row.name == name) print_collective(row), found = true;
    for (const auto& entry : topology_table())
        if (entry.name == name) print_row(entry.name, entry.summary, ""), found = true;
    return print_key_called(name, std::cout) || found;
}

/// Everything that print_page knows.
std::vector<std::string> names_with_a_page() {
    const auto& vocabulary = domain_vocabulary();
    std::vector<std::string> names = names_of(vocabulary.keys);
    for (const auto rows : solvers::scheduler_tables())
        for (const auto& row : rows) names.emplace_back(row.name);
    for (const auto& row : kernels::collective_table()) names.emplace_back(row.name);
    for (const auto& entry : topology_table()) names.push_back(entry.name);
    return names;
}

void list_technologies() {
    std::cout << "technologies\n";
    for (const auto& one : kernels::switch_technologies)
        print_row(std::string(one.name),
                  format_quantity(one.reconfiguration_delay, Kind::seconds) + ", " +
                      std::to_string(one.ports) + " ports: " + std::string(one.what),
                  "");
}

/// Lists the studies with every key, as written in a sweep.
void list_studies() {
    std::cout << "studies (study = \"...\" in a grid)\n";
    for (const auto& study : study_table()) {
        const auto& entry = study.entry;
        print_row(entry.name, entry.description,
                  entry.uses_schedulers ? "asked once per scheduler of the sweep" : "");
        for (const auto& key : entry.keys)
            print_row("  " + key.name + " = " + key.example, key.description, "");
    }
}

void list_keys() {
    print_keys(std::cout);
}

struct Listed {
    std::string_view name;
    void (*print)();
};
constexpr Listed all_lists[] = {
    {"schedulers", list_schedulers}, {"collectives", list_collectives},
    {"topologies", list_topologies}, {"technologies", list_technologies},
    {"studies", list_studies},       {"keys", list_keys}};

}  // namespace

int list_verb(const std::string& what, bool markdown, const std::string& rules) {
    if (markdown) {
        if (what != "keys")
            throw engine::BadInput("list --markdown: only `list keys` has such a form");
        print_keys_as_markdown(std::cout);
        return engine::exit_complete;
    }
    if (!rules.empty()) {
        const auto resolved = domain_vocabulary().resolve_rules(rules);
        if (what != "schedulers" || !resolved)
            throw engine::BadInput("list --rules " + rules +
                                   ": write list schedulers --rules NAME, "
                                   "one of " +
                                   join(names_of(domain_vocabulary().rules)));
        list_schedulers_of(*resolved);
        return engine::exit_complete;
    }
    bool known = what.empty();
    std::string names;
    for (const auto& list : all_lists) {
        if (what.empty() || what == list.name) list.print();
        known = known || what == list.name;
        names += (names.empty() ? "" : ", ") + std::string(list.name);
    }
    if (known || print_page(what)) return engine::exit_complete;
    auto pages = names_with_a_page();
    for (const auto& list : all_lists) pages.emplace_back(list.name);
    const auto meant = suggest(what, pages);
    throw engine::BadInput("list " + what + ": is not known (" +
                           (meant.starts_with("did you mean") ? meant + ", or " : "") + "one of " +
                           names + ", or the name of a scheduler, collective, topology or key)");
}

}  // namespace lightsweep::sweeps

#include "sweeps/spec/sweep_spec.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "sweeps/spec/documents/overrides.hpp"
#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/text_file.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Type = Value::Type;

/// Reads the tree of a sweep file; all faults go to the list.
class SweepReader {
  public:
    SweepReader(Value& root, const Vocabulary& vocabulary, std::string directory, Faults& faults)
        : root_(root), faults_(faults), context_{vocabulary,           faults, {},
                                                 std::move(directory), false,  {}} {}

    Sweep run() {
        check_names();
        sweep_.title = text("title");
        sweep_.rules = rules();
        sweep_.schedulers =
            names("schedulers", names_of(context_.vocabulary.schedulers), asks_for_plans());
        sweep_.columns = names("columns", context_.vocabulary.columns, false);
        sweep_.seed = seed();
        sweep_.schedules = flag("schedules");
        sweep_.envelopes = flag("envelopes");
        sweep_.results = root_.find("results") == nullptr || flag("results");
        context_.schedulers = sweep_.schedulers;
        context_.rules = sweep_.rules;
        // The scheduler `best` has the name of a top-level key; the key wins.
        sweep_.scheduler_options = read_tables(root_, context_, top_level_keys());
        read_grids();
        read_best();
        if (!sweep_.results && !sweep_.envelopes && !sweep_.best)
            root_.find("results")->refuse("leaves nothing to store",
                                          "envelopes = true, or a table [best]", faults_);
        return std::move(sweep_);
    }

  private:
    /// A key that stands in a grid instead is refused there.
    void missing(const std::string& key, std::string remedy) {
        const Value* grids = root_.find("grid");
        const auto gives = [&](const Value& table) { return table.find(key) != nullptr; };
        if (grids != nullptr && std::ranges::any_of(grids->items, gives)) return;
        faults_.add({}, key, "", "is missing", std::move(remedy));
    }

    void check_names() {
        std::vector<std::string> known = top_level_keys();
        const auto schedulers = names_of(context_.vocabulary.schedulers);
        known.insert(known.end(), schedulers.begin(), schedulers.end());
        for (const Member& member : root_.members) {
            if (std::ranges::find(known, member.key) != known.end()) continue;
            const bool of_grid = context_.vocabulary.key(member.key) != nullptr;
            member.value.refuse("unknown key",
                                of_grid ? "it belongs below [fabric] or [[grid]]"
                                        : context_.vocabulary.remedy_for(member.key, known),
                                faults_);
        }
    }

    std::optional<Scalar> scalar(const std::string& key, const ScalarRule& rule) {
        const Value* value = root_.find(key);
        if (value == nullptr) return std::nullopt;
        ReadScalar read = read_scalar(*value, rule);
        if (!read.scalar) value->refuse(read.problem, read.remedy, faults_);
        return std::move(read.scalar);
    }

    std::string text(const std::string& key) {
        const auto read = scalar(key, {Kind::text, Domain::any, {}, "\"a text\""});
        return read ? read->label : "";
    }

    bool flag(const std::string& key) {
        const auto read = scalar(key, {Kind::flag, Domain::any, {}, "true"});
        return read && read->number != 0.0;
    }

    std::uint64_t seed() {
        const auto read = scalar("seed", {Kind::count, Domain::whole, {}, "1"});
        return read ? static_cast<std::uint64_t>(read->number) : 0;
    }

    /// Whether some grid needs schedulers: a sweep of studies without schedulers needs neither
    /// schedulers nor rules.
    bool asks_for_plans() const {
        const Value* grids = root_.find("grid");
        if (grids == nullptr || !grids->is(Type::list) || grids->items.empty()) return true;
        return std::ranges::any_of(grids->items, [&](const Value& grid) {
            return !grid.is(Type::table) || sweeps::asks_for_plans(grid, context_.vocabulary);
        });
    }

    std::string rules() {
        const std::vector<std::string> known = names_of(context_.vocabulary.rules);
        if (root_.find("rules") == nullptr) {
            if (asks_for_plans())
                missing("rules",
                        "to compare schedulers or to plan hardware: rules = \"common\"; to "
                        "reproduce a paper: its own rules, one of " +
                            join(known));
            return "";
        }
        const std::string name = text("rules");
        const auto resolved = context_.vocabulary.resolve_rules(name);
        if (resolved || name.empty()) return resolved.value_or("");
        root_.find("rules")->refuse("is not known", suggest(name, known), faults_);
        return "";
    }

    std::vector<std::string> names(const std::string& key, const std::vector<std::string>& known,
                                   bool required) {
        const Value* list = root_.find(key);
        if (list == nullptr) {
            if (required) missing(key, "for example " + key + " = [\"" + known_name(known) + "\"]");
            return {};
        }
        // One name from the command line (--set schedulers=swot) is a list of one.
        std::vector<Value> items = list->items;
        if (list->is(Type::text)) (items = {*list}).front().rename(key + "[0]");
        if (key == "schedulers" && items.size() == 1 && items[0].text == "all")
            return context_.vocabulary.all_schedulers(
                sweep_.rules, [&](const std::string& name) { return has_key(name); });
        if (items.empty()) list->refuse("is no list of names", "one of " + join(known), faults_);
        std::vector<std::string> out;
        for (const Value& item : items) read_name(item, known, out);
        return out;
    }

    /// Whether every grid has the key, or [fabric] has it.
    bool has_key(const std::string& name) const {
        const auto gives = [&](const Value& table) {
            return table.find(name) != nullptr ||
                   (name == "collective" && table.find("primitive") != nullptr);
        };
        const Value *grids = root_.find("grid"), *fabric = root_.find("fabric");
        return (fabric && gives(*fabric)) ||
               (grids != nullptr && std::ranges::all_of(grids->items, gives));
    }

    static std::string known_name(const std::vector<std::string>& known) {
        return known.empty() ? "..." : known.front();
    }

    void read_name(const Value& item, const std::vector<std::string>& known,
                   std::vector<std::string>& out) {
        if (item.is(Type::text) && is_program(item.text)) return read_program(item, out);
        const ReadScalar read = read_scalar(item, {Kind::text, Domain::any, known, ""});
        if (item.is(Type::text) && item.text.find(',') != item.text.npos) {
            item.refuse("is one text", "a list is [\"static\", \"segments\"]", faults_);
        } else if (!read.scalar) {
            item.refuse(read.problem, read.remedy, faults_);
        } else if (std::ranges::find(out, item.text) != out.end()) {
            item.refuse("is named twice", "remove it", faults_);
        } else if (const auto misfit = context_.vocabulary.misfit(item.text, sweep_.rules)) {
            item.refuse(misfit->problem, misfit->remedy, faults_);
        } else {
            out.push_back(item.text);
        }
    }

    void read_program(const Value& item, std::vector<std::string>& out) {
        try {
            const auto name = context_.vocabulary.name_of_program(item.text);
            const auto misfit = context_.vocabulary.misfit(name, sweep_.rules);
            if (misfit) return item.refuse(misfit->problem, misfit->remedy, faults_);
            if (std::ranges::find(out, name) != out.end())
                return item.refuse("is named twice", "remove it", faults_);
            out.push_back(name);
        } catch (const std::invalid_argument& fault) {
            item.refuse(fault.what(), "", faults_);
        }
    }

    /// Whether the defaults of the grids, if there are any, can be read.
    bool check_fabric(const Value* fabric) {
        if (fabric == nullptr) return true;
        if (!fabric->is(Type::table)) {
            fabric->refuse("is " + std::string(fabric->type_name()), "a table [fabric] is needed",
                           faults_);
            return false;
        }
        const Value* name = fabric->find("name");
        if (name != nullptr) name->refuse("grids have names", "remove it", faults_);
        return true;
    }

    void read_grids() {
        const Value *grids = root_.find("grid"), *defaults = root_.find("fabric");
        const bool are_complete = check_fabric(defaults);
        if (grids == nullptr || !grids->is(Type::list) || grids->items.empty()) {
            faults_.add(grids == nullptr ? Place{} : grids->place, "grid", "", "no [[grid]] blocks",
                        "at least one [[grid]] is needed");
            return;
        }
        for (const Value& grid : grids->items) {
            if (!grid.is(Type::table)) {
                grid.refuse("is no table", "[[grid]] is needed", faults_);
                continue;
            }
            const std::string name = grid_name(grid);
            if (!are_complete) continue;
            const std::string path = name.empty() ? grid.path : "grid." + name;
            auto read = grid.find("study") == nullptr
                            ? read_grid(merged_grid(grid, defaults, path), context_)
                            : read_study(grid, defaults, path, context_);
            if (read) sweep_.grids.push_back(std::move(*read));
        }
    }

    /// Names of grids become names of groups in the result file and parts of --set options.
    std::string grid_name(const Value& grid) {
        const Value* name = grid.find("name");
        if (name == nullptr) {
            faults_.add(grid.place, grid.path + ".name", "", "is missing", "name = \"ring\"");
            return "";
        }
        const bool is_text = name->is(Type::text) && !name->text.empty();
        const bool legal = is_text && std::ranges::all_of(name->text, [](char c) {
                               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                      (c >= '0' && c <= '9') || c == '-' || c == '_';
                           });
        if (!legal) {
            name->refuse("is no name", "letters, digits, - and _", faults_);
            return "";
        }
        if (!grid_names_.insert(name->text).second)
            name->refuse("is the name of another grid", "names must differ", faults_);
        return name->text;
    }

    void read_best() {
        const Value* best = root_.find("best");
        if (best == nullptr) return;
        sweep_.minimise = {"scheduler"};
        if (best->is(Type::table)) {
            sweep_.best = true;
            read_minimise(*best);
        } else {
            sweep_.best = flag("best");
        }
        if (!sweep_.best) sweep_.minimise.clear();
    }

    void read_minimise(const Value& best) {
        for (const Member& member : best.members) {
            if (member.key == "minimise") continue;
            member.value.refuse("unknown key", "did you mean minimise", faults_);
        }
        const Value* minimise = best.find("minimise");
        if (minimise == nullptr || minimise->items.empty()) {
            best.refuse("names no axes to minimise over",
                        "best = { minimise = [\"scheduler\", \"collective\"] }", faults_);
            return;
        }
        std::vector<std::string> known = names_of(context_.vocabulary.keys);
        known.insert(known.begin(), "scheduler");
        sweep_.minimise.clear();
        for (const Value& item : minimise->items) read_name(item, known, sweep_.minimise);
    }

    Value& root_;
    Faults& faults_;
    ReadContext context_;
    Sweep sweep_;
    std::set<std::string> grid_names_;
};

}  // namespace

Options Sweep::options_of(const GridSpec& grid, const std::string& scheduler) const {
    Options options;
    for (const auto* tables : {&grid.scheduler_options, &scheduler_options})
        if (const auto found = tables->find(scheduler); found != tables->end())
            options.insert(found->second.begin(), found->second.end());
    return options;
}

ReadResult read_sweep(std::string_view text, const Vocabulary& vocabulary,
                      const ReadOptions& options) {
    ReadResult result;
    std::optional<Value> root = parse_toml(text, "", result.faults);
    if (!root) return result;
    apply_overrides(*root, options.overrides, vocabulary, result.faults);
    root->rename("");
    Sweep sweep = SweepReader(*root, vocabulary, options.directory, result.faults).run();
    sweep.text = text;
    sweep.overrides = options.overrides;
    (result.faults.empty() ? result.sweep.emplace() : result.readable) = std::move(sweep);
    return result;
}

ReadResult read_sweep_file(const std::string& path, const Vocabulary& vocabulary,
                           std::vector<std::string> overrides) {
    ReadResult result;
    std::string problem;
    std::optional<std::string> text = read_text_file(path, problem);
    if (text && text->starts_with("\x89HDF")) {
        problem = "is a result file (HDF5)";
        text.reset();
    }
    if (!text) {
        result.faults.add({0, path}, "", "", problem, "the path of a sweep file is needed");
        return result;
    }
    const std::string directory = std::filesystem::path(path).parent_path().string();
    return read_sweep(*text, vocabulary, {directory, std::move(overrides)});
}

}  // namespace lightsweep::sweeps

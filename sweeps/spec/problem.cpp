#include "sweeps/spec/problem.hpp"

#include "sweeps/spec/documents/document.hpp"
#include "sweeps/spec/documents/overrides.hpp"
#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/grid_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

/// Separates an object's members that are not keys of a grid, and reads them.
class ProblemReader {
  public:
    ProblemReader(Value root, const Vocabulary& vocabulary, std::string directory)
        : root_(std::move(root)), context_{vocabulary,           faults_, {},
                                           std::move(directory), true,    {}} {
        problem_.text = json_of(root_);
    }

    ProblemResult run() {
        root_.rename("");
        // How often an imported problem occurs: for whoever adds up the answers.
        take("count", {Kind::count, Domain::natural, {}, "3"}, false);
        if (const Value* study = root_.find("study")) return read_study_point(*study);
        read_scheduler();
        read_rules();
        read_all_options();
        read_keys();
        if (faults_.empty()) return {std::move(problem_), "", ""};
        return {std::nullopt, faults_.line(), faults_.text()};
    }

  private:
    /// A question that needs no scheduler's results.
    ProblemResult read_study_point(const Value& study) {
        const auto* entry = context_.vocabulary.study(study.text);
        read_study_rules();
        if (entry && entry->uses_schedulers)
            faults_.add(study.place, "study", study.text, "is asked of a scheduler's results",
                        "a sweep file, with study = \"" + study.text + "\" in a grid");
        else if (auto grid = read_study(root_, nullptr, "", context_))
            problem_.grid = std::move(*grid);
        if (faults_.empty()) return {std::move(problem_), "", ""};
        return {std::nullopt, faults_.line(), faults_.text()};
    }

    /// Studies have the accounting that compares everything.
    void read_study_rules() {
        std::vector<std::string> known;
        for (const auto& rules : context_.vocabulary.rules)
            if (rules.compares_everything) known.push_back(rules.name);
        take("rules", {Kind::text, Domain::any, known, ""}, false);
    }

    std::optional<Scalar> take(const std::string& key, const ScalarRule& rule, bool required) {
        const Value* value = root_.find(key);
        if (value == nullptr) {
            if (required) faults_.add({}, key, "", "is missing", "one of " + join(rule.words));
            return std::nullopt;
        }
        ReadScalar read = read_scalar(*value, rule);
        if (!read.scalar && key == "scheduler" && value->quoted() == "best")
            faults_.add(value->place, key, "best", "is a key of sweep files, not a scheduler",
                        "one line per scheduler, or a sweep with best = true");
        else if (!read.scalar)
            value->refuse(read.problem, read.remedy, faults_);
        root_.erase(key);
        return std::move(read.scalar);
    }

    void read_scheduler() {
        auto known = names_of(context_.vocabulary.schedulers);
        if (auto* value = root_.find("scheduler"); value && is_program(value->text)) try {
                value->text = context_.vocabulary.name_of_program(value->text);
                known = {value->text};
            } catch (const std::invalid_argument& fault) {
                value->refuse(fault.what(), "", faults_);
                root_.erase("scheduler");
                return;
            }
        const auto read = take("scheduler", {Kind::text, Domain::any, known, ""}, true);
        if (!read) return;
        problem_.scheduler = read->label;
        context_.schedulers = {read->label};
    }

    void read_rules() {
        const std::vector<std::string> known = names_of(context_.vocabulary.rules);
        const auto read = take("rules", {Kind::text, Domain::any, known, ""}, true);
        if (read) problem_.rules = context_.vocabulary.resolve_rules(read->label).value_or("");
        context_.rules = problem_.rules;
        if (const auto misfit = context_.vocabulary.misfit(problem_.scheduler, problem_.rules))
            faults_.add({}, "scheduler", problem_.scheduler, misfit->problem, misfit->remedy);
    }

    /// Checks options of other schedulers too, because one object may serve several schedulers.
    void read_all_options() {
        for (auto& [scheduler, options] : read_tables(root_, context_)) {
            if (scheduler == problem_.scheduler) problem_.options = options;
            root_.erase(scheduler);
        }
    }

    void read_keys() {
        std::optional<GridSpec> grid = read_grid(merged_grid(root_, nullptr, ""), context_);
        if (!grid) return;
        problem_.point = grid->at({});
        problem_.steps = grid->steps;
        problem_.edges = grid->edges;
        problem_.grid = std::move(*grid);
    }

    Value root_;
    Faults faults_;
    ReadContext context_;
    SingleProblem problem_;
};

/// "swot.max_nodes" is stored below "swot"; a key given twice is a fault.
void put(Value& root, const std::string& key, Value value, Faults& faults) {
    const std::size_t dot = key.find('.');
    Value* target = &root;
    if (dot != std::string::npos) {
        const std::string table = key.substr(0, dot);
        if (root.find(table) == nullptr) {
            Value empty;
            empty.type = Value::Type::table;
            root.set(table, std::move(empty));
        }
        target = root.find(table);
    }
    const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
    if (target->find(name) != nullptr)
        faults.add({}, key, value.quoted(), "is given twice", "give it once");
    target->set(name, std::move(value));
}

}  // namespace

ProblemResult read_problem(std::string_view json, const Vocabulary& vocabulary,
                           const std::string& directory) {
    std::string error;
    std::optional<Value> root = parse_json(json, error);
    if (!root) return {std::nullopt, error, error};
    return ProblemReader(std::move(*root), vocabulary, directory).run();
}

ProblemResult problem_from_flags(std::span<const std::pair<std::string, std::string>> flags,
                                 const Vocabulary& vocabulary, const std::string& directory) {
    Value root;
    root.type = Value::Type::table;
    Faults faults;
    for (const auto& [key, text] : flags) {
        std::optional<Value> value = parse_assigned_value(text, key, faults);
        if (!value) continue;
        value->move_to({});
        put(root, key, std::move(*value), faults);
    }
    if (!faults.empty()) return {std::nullopt, faults.line(), faults.text()};
    return ProblemReader(std::move(root), vocabulary, directory).run();
}

}  // namespace lightsweep::sweeps

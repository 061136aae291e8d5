#include "sweeps/spec/axis_reader.hpp"

#include <algorithm>

#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Form = RangeRule::Form;

const std::vector<std::string>& range_words() {
    static const std::vector<std::string> words = {"from",       "to",    "step",
                                                   "per_decade", "count", "scale"};
    return words;
}

/// Reads one range; every member that is wrong becomes a fault of its own.
class RangeReader {
  public:
    RangeReader(const Value& table, const KeyEntry& key, const ReadContext& context)
        : table_(table), key_(key), context_(context) {}

    std::optional<RangeRule> run() {
        check_words();
        const std::optional<double> from = end("from");
        const std::optional<double> to = end("to");
        RangeRule rule;
        read_spacing(rule);
        if (!sound_) return std::nullopt;
        rule.from = *from;
        rule.to = *to;
        return rule;
    }

  private:
    void check_words() {
        for (const Member& member : table_.members) {
            if (contains(range_words(), member.key)) continue;
            fault(member.value, "unknown key of a range", suggest(member.key, range_words()));
            misspelt_ = true;
        }
    }

    std::optional<double> end(const std::string& word) {
        const Value* value = table_.find(word);
        if (value == nullptr) {
            missing(word, "needs both from and to");
            return std::nullopt;
        }
        return number(*value, {key_.kind, key_.domain, {}, key_.example, true});
    }

    std::optional<double> number(const Value& value, const ScalarRule& rule) {
        const ReadScalar read = read_scalar(value, rule);
        if (read.scalar) return read.scalar->number;
        fault(value, read.problem, read.remedy);
        return std::nullopt;
    }

    void read_spacing(RangeRule& rule) {
        const Value* step = table_.find("step");
        const Value* decade = table_.find("per_decade");
        const Value* count = table_.find("count");
        if ((step != nullptr) + (decade != nullptr) + (count != nullptr) != 1) {
            missing("", "needs exactly one of step, per_decade, count");
            return;
        }
        if (step != nullptr) read_step(rule, *step);
        if (decade != nullptr) {
            rule.form = Form::per_decade;
            rule.amount = number(*decade, natural()).value_or(0.0);
        }
        if (count != nullptr) rule.amount = number(*count, natural()).value_or(0.0);
        read_scale(rule, count != nullptr);
    }

    static ScalarRule natural() { return {Kind::count, Domain::natural, {}, "8"}; }

    void read_step(RangeRule& rule, const Value& step) {
        const std::string text = step.is(Value::Type::text) ? step.text : "";
        const bool factor = text.starts_with("x");
        if (!factor && !text.starts_with("+")) {
            fault(step, "is neither a factor nor an increment",
                  "step = \"x2\" or step = \"+" + increment_example() + "\"");
            return;
        }
        rule.form = factor ? Form::factor : Form::increment;
        const ParsedQuantity parsed = factor ? parse_quantity(text.substr(1), Kind::count)
                                             : parse_quantity(text.substr(1), key_.kind);
        if (!parsed.value) fault(step, parsed.problem, parsed.remedy);
        rule.amount = parsed.value.value_or(0.0);
    }

    std::string increment_example() const {
        std::string example = key_.example;
        std::erase(example, '"');
        return example;
    }

    void read_scale(RangeRule& rule, bool counted) {
        if (counted) rule.form = Form::linear;
        const Value* scale = table_.find("scale");
        if (scale == nullptr) return;
        const ReadScalar read =
            read_scalar(*scale, {Kind::text, Domain::any, {"linear", "log"}, ""});
        if (!counted) {
            fault(*scale, "belongs to count only", "remove it");
        } else if (!read.scalar) {
            fault(*scale, read.problem, read.remedy);
        } else if (read.scalar->label == "log") {
            rule.form = Form::log;
        }
    }

    void fault(const Value& value, std::string problem, std::string remedy) {
        sound_ = false;
        value.refuse(std::move(problem), std::move(remedy), context_.faults);
    }

    void missing(const std::string& word, std::string problem) {
        sound_ = false;
        if (misspelt_) return;  // which explains what is missing
        context_.faults.add(table_.place, table_.path + (word.empty() ? "" : "." + word), "",
                            std::move(problem),
                            "for example { from = " + key_.example + ", to = ..., step = \"x2\" }");
    }

    const Value& table_;
    const KeyEntry& key_;
    const ReadContext& context_;
    bool sound_ = true, misspelt_ = false;
};

}  // namespace

std::optional<std::vector<double>> read_range(const Value& table, const KeyEntry& key,
                                              const ReadContext& context) {
    const std::optional<RangeRule> rule = RangeReader(table, key, context).run();
    if (!rule) return std::nullopt;
    Range range = expand(*rule);
    if (range.values.empty()) {
        table.refuse(range.problem, range.remedy, context.faults);
        return std::nullopt;
    }
    const auto outside =
        std::ranges::find_if(range.values, [&](double v) { return !in_domain(v, key.domain); });
    if (outside == range.values.end()) return std::move(range.values);
    table.refuse("gives " + format_exact(*outside),
                 "values must be " + std::string(domain_text(key.domain)), context.faults);
    return std::nullopt;
}

}  // namespace lightsweep::sweeps

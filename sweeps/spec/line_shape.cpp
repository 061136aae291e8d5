#include "sweeps/spec/line_shape.hpp"

#include <algorithm>

#include "sweeps/spec/axis_reader.hpp"
#include "sweeps/spec/documents/document.hpp"
#include "sweeps/spec/documents/scalar_reader.hpp"

namespace lightsweep::sweeps {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Walks over the members of an object. What it takes for a value is one in every line that is
/// JSON; whether a line is JSON, the reader of problems has found out from the first of its shape.
class Cutter {
  public:
    explicit Cutter(std::string_view line) : line_(line) {}

    LineShape run() {
        bool more = skip('{');
        while (more) {
            const auto key = token();
            if (!key.starts_with('"') || !skip(':')) return {};
            const auto value = token();
            if (value.empty()) return {};
            (shape_.text += key) += ':';
            if (!take(key.substr(1, key.size() - 2), value)) return {};
            more = skip(',');
        }
        if (!skip('}') || at_ != line_.size()) return {};
        return std::move(shape_);
    }

  private:
    void skip_blanks() { at_ = std::min(line_.find_first_not_of(blanks, at_), line_.size()); }
    bool skip(char wanted) {
        skip_blanks();
        if (at_ == line_.size() || line_[at_] != wanted) return false;
        ++at_;
        skip_blanks();
        return true;
    }
    /// A text, a list or an object with all that is in it, or everything up to a comma or bracket.
    std::string_view token() {
        const std::size_t begin = at_;
        int depth = 0;
        for (bool quoted = false; at_ < line_.size(); ++at_) {
            const char c = line_[at_];
            if (c == '\\') ++at_;
            if (c == '"') quoted = !quoted;
            if (quoted) continue;
            if (depth == 0 && (c == ',' || c == ':' || c == '}' || blanks.find(c) != blanks.npos))
                break;
            depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        }
        at_ = std::min(at_, line_.size());
        return line_.substr(begin, at_ - begin);
    }
    /// False where lines of this text may differ in more than parameters.
    bool take(std::string_view name, std::string_view value) {
        if (name == "edges" || name == "file" || name == "matrix" || name.find('\\') != name.npos)
            return false;
        const auto& keys = standard_keys();
        const auto key = std::ranges::find(keys, name, &KeyEntry::name);
        if (key == keys.end() || key->structural || !is_numeric(key->kind)) {
            (shape_.text += value) += ',';
            return true;
        }
        for (const auto& [other, text] : shape_.values)
            if (other == &*key) return false;
        shape_.values.emplace_back(&*key, value);
        return true;
    }

    std::string_view line_;
    std::size_t at_ = 0;
    LineShape shape_;
};

}  // namespace

LineShape shape_of(std::string_view line) {
    return Cutter(line).run();
}

bool takes_values(const SingleProblem& problem, const LineShape& shape) {
    const auto& grid = problem.grid;
    return !shape.text.empty() && !is_program(problem.scheduler) && grid.dimensions.empty() &&
           std::ranges::all_of(shape.values, [&](const auto& value) {
               const auto axis = grid.constants.find(value.first->name);
               return axis != grid.constants.end() && axis->second.numbers.size() == 1;
           });
}

bool set_values(SingleProblem& problem, const LineShape& shape) {
    for (const auto& [key, text] : shape.values) {
        const auto value = parse_json_scalar(text);
        if (!value) return false;
        const auto read = read_scalar(*value, {key->kind, key->domain, key->words, key->example});
        if (!read.scalar) return false;
        problem.grid.constants.at(key->name).numbers[0] = read.scalar->number;
        problem.point.numbers[key->name] = read.scalar->number;
    }
    return true;
}

}  // namespace lightsweep::sweeps

#include <algorithm>
#include <utility>

#include "sweeps/spec/filters/filter.hpp"
#include "sweeps/spec/filters/filter_tokens.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using Op = Filter::Operator;
using Refused = RefusedFilter;
using Type = FilterToken::Type;

constexpr int max_depth = 100;

/// constant: the value of a number that is equal at all points.
struct Term {
    std::size_t at = 0;
    Meaning meaning;
    std::optional<double> constant;
};

class Parser {
  public:
    Parser(std::vector<FilterToken> tokens, std::span<const Filter::Name> names)
        : tokens_(std::move(tokens)), names_(names) {}

    void run() {
        const Term result = disjunction();
        require_truth(result, "the condition");
        if (current().type != Type::end) {
            throw Refused{"unexpected '" + current().text + "'", "and, or, or a closing )"};
        }
    }

    std::vector<std::string> variables;
    std::vector<Filter::Instruction> program;

  private:
    const FilterToken& current() const { return tokens_[at_]; }

    bool accept(Type type, std::string_view text) {
        if (current().type != type || current().text != text) return false;
        ++at_;
        return true;
    }

    Term emit(Filter::Instruction instruction, Meaning meaning) {
        if (program.size() == Filter::max_instructions) {
            throw Refused{"is too long", "split it, or list fewer cases"};
        }
        program.push_back(std::move(instruction));
        return {program.size() - 1, meaning, std::nullopt};
    }

    Term emit(Op op, const Term& a, const Term& b, Meaning meaning) {
        return emit({.op = op,
                     .left = a.at,
                     .right = b.at,
                     .is_text = a.meaning.sort == Meaning::Sort::text},
                    meaning);
    }

    static void require_truth(const Term& operand, const std::string& who) {
        if (operand.meaning.sort == Meaning::Sort::truth) return;
        throw Refused{who + " is no comparison", "for example nodes <= 64 and message >= 1MiB"};
    }

    static void require_number(const Term& operand, std::string_view op) {
        if (operand.meaning.sort == Meaning::Sort::number) return;
        throw Refused{"'" + std::string(op) + "' needs numbers on both sides",
                      "write a < b and b < c for chains, and quote texts"};
    }

    static void require_same_unit(const Meaning& a, const Meaning& b, std::string_view op) {
        if (same_unit(a, b)) return;
        throw Refused{"'" + std::string(op) + "' between " + unit_text(a) + " and " + unit_text(b),
                      "both sides need the same unit"};
    }

    Term disjunction() { return logical(Op::disjunction, "or", &Parser::conjunction); }
    Term conjunction() { return logical(Op::conjunction, "and", &Parser::negation); }

    Term logical(Op op, const std::string& word, Term (Parser::*operand)()) {
        Term left = (this->*operand)();
        while (accept(Type::name, word)) {
            const Term right = (this->*operand)();
            require_truth(left, "the left side of " + word);
            require_truth(right, "the right side of " + word);
            left = emit(op, left, right, meaning_of(Kind::flag));
        }
        return left;
    }

    Term negation() {
        if (!accept(Type::name, "not")) return comparison();
        const Depth depth(*this);
        const Term operand = negation();
        require_truth(operand, "what follows not");
        return emit(Op::inversion, operand, operand, meaning_of(Kind::flag));
    }

    std::optional<Op> comparison_operator() {
        static const std::pair<std::string_view, Op> operators[] = {
            {"==", Op::equal},      {"!=", Op::not_equal}, {"<", Op::less},
            {"<=", Op::less_equal}, {">", Op::greater},    {">=", Op::greater_equal}};
        for (const auto& [symbol, op] : operators) {
            if (accept(Type::symbol, symbol)) return op;
        }
        return std::nullopt;
    }

    Term comparison() {
        const Term left = sum();
        const std::string symbol = current().text;
        const std::optional<Op> op = comparison_operator();
        if (!op) return left;
        const Term right = sum();
        check_comparable(left, right, *op, symbol);
        return emit(*op, left, right, meaning_of(Kind::flag));
    }

    static void check_comparable(const Term& left, const Term& right, Op op,
                                 const std::string& symbol) {
        const bool text =
            left.meaning.sort == Meaning::Sort::text && right.meaning.sort == Meaning::Sort::text;
        if (text && (op == Op::equal || op == Op::not_equal)) return;
        if (text) throw Refused{"texts have no order", "only == and != compare texts"};
        require_number(left, symbol);
        require_number(right, symbol);
        require_same_unit(left.meaning, right.meaning, symbol);
    }

    Term sum() { return chain("+", Op::add, "-", Op::subtract, &Parser::product); }
    Term product() { return chain("*", Op::multiply, "/", Op::divide, &Parser::factor); }

    /// Operands joined by two operators of one rank.
    Term chain(std::string_view one, Op first, std::string_view other, Op second,
               Term (Parser::*operand)()) {
        Term left = (this->*operand)();
        while (true) {
            const std::string symbol = current().text;
            const bool is_first = accept(Type::symbol, one);
            if (!is_first && !accept(Type::symbol, other)) return left;
            const Op op = is_first ? first : second;
            const Term right = (this->*operand)();
            const Meaning meaning = meaning_of_both(left, right, op, symbol);
            const bool constant = left.constant && right.constant;
            const double value = constant ? arithmetic(op, *left.constant, *right.constant) : 0;
            left = emit(op, left, right, meaning);
            if (constant) left.constant = value;
        }
    }

    static Meaning meaning_of_both(const Term& left, const Term& right, Op op,
                                   const std::string& symbol) {
        require_number(left, symbol);
        require_number(right, symbol);
        if (op == Op::divide && right.constant == 0.0)
            throw Refused{"divides by zero", "another divisor"};
        if (op == Op::multiply || op == Op::divide)
            return product_of(left.meaning, right.meaning, op == Op::divide);
        require_same_unit(left.meaning, right.meaning, symbol);
        return left.meaning.bare ? right.meaning : left.meaning;
    }

    Term factor() {
        const Depth depth(*this);
        if (accept(Type::symbol, "-")) {
            const Term operand = factor();
            require_number(operand, "-");
            Term negated = emit(Op::negate, operand, operand, operand.meaning);
            if (operand.constant) negated.constant = -*operand.constant;
            return negated;
        }
        if (accept(Type::symbol, "(")) {
            const Term inner = disjunction();
            if (!accept(Type::symbol, ")")) throw Refused{"a ( is not closed", "add )"};
            return inner;
        }
        return leaf();
    }

    Term leaf() {
        const FilterToken token = current();
        if (token.type == Type::end) {
            throw Refused{"ends too early", "a name, a number or a text is needed"};
        }
        ++at_;
        if (token.type == Type::number) return number(token);
        if (token.type == Type::text)
            return emit({.op = Op::label, .label = token.text}, meaning_of(Kind::text));
        if (token.type == Type::name) return name(token.text);
        throw Refused{"unexpected '" + token.text + "'", "a name, a number or a text is needed"};
    }

    Term number(const FilterToken& token) {
        Meaning meaning = meaning_of(token.kind.value_or(Kind::count));
        meaning.bare = !token.kind;
        Term term = emit({.number = token.number}, meaning);
        term.constant = token.number;
        return term;
    }

    Term name(const std::string& text) {
        const auto found =
            std::ranges::find_if(names_, [&](const Filter::Name& n) { return n.name == text; });
        if (found == names_.end()) refuse_name(text);
        const Filter::Instruction variable{.op = Op::variable, .variable = variable_index(text)};
        if (found->kind != Kind::flag) return emit(variable, meaning_of(found->kind));
        // A flag means its comparison with 0, so that `mirrored and nodes > 4` is legal.
        const Term flag = emit(variable, {});
        const Term zero = emit({}, {});
        return emit(Op::not_equal, flag, zero, meaning_of(Kind::flag));
    }

    [[noreturn]] void refuse_name(const std::string& text) const {
        std::vector<std::string> known;
        for (const Filter::Name& name : names_) known.push_back(name.name);
        throw Refused{"unknown name '" + text + "'",
                      suggest(text, known) + "; texts are quoted: '" + text + "'"};
    }

    std::size_t variable_index(const std::string& text) {
        const auto found = std::ranges::find(variables, text);
        if (found != variables.end()) return static_cast<std::size_t>(found - variables.begin());
        if (variables.size() == Filter::max_variables) {
            throw Refused{"uses too many names", "at most 32"};
        }
        variables.push_back(text);
        return variables.size() - 1;
    }

    /// Limits nesting, so that no text can exhaust the stack.
    class Depth {
      public:
        explicit Depth(Parser& parser) : parser_(parser) {
            if (++parser_.depth_ > max_depth)
                throw Refused{"is nested too deeply", "at most 100 levels of (, - and not"};
        }
        ~Depth() { --parser_.depth_; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;

      private:
        Parser& parser_;
    };

    std::vector<FilterToken> tokens_;
    std::span<const Filter::Name> names_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

Filter::Compiled Filter::compile(std::string_view text, std::span<const Name> names) {
    try {
        Parser parser(tokenize_filter(text), names);
        parser.run();
        return {Filter(std::string(text), std::move(parser.variables), std::move(parser.program)),
                "", ""};
    } catch (const Refused& refused) {
        return {std::nullopt, refused.problem, refused.remedy};
    }
}

}  // namespace lightsweep::sweeps

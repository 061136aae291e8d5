#include "sweeps/spec/grid_reader.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "sweeps/spec/documents/scalar_reader.hpp"
#include "sweeps/spec/text_file.hpp"
#include "sweeps/spec/values/spelling.hpp"

namespace lightsweep::sweeps {
namespace {

using StepForm = CustomStep::Form;

const std::vector<std::string>& step_words() {
    static const std::vector<std::string> words = {"shift", "xor", "peer", "cfg", "bytes"};
    return words;
}

StepForm form_of(const std::string& word) {
    if (word == "shift") return StepForm::shift;
    if (word == "xor") return StepForm::xor_mask;
    return word == "peer" ? StepForm::peer : StepForm::label;
}

ScalarRule rule_of(const std::string& word, const ReadContext& context) {
    if (word == "bytes")
        return {Kind::bytes, Domain::non_negative, {}, "\"1MiB\"", !context.scalars_only};
    if (word == "peer") return {Kind::tuple, Domain::integer, {}, "[1, 0, 3, 2]"};
    if (word == "shift") return {Kind::count, Domain::integer, {}, "1"};
    return {Kind::count, Domain::whole, {}, "4"};
}

/// Whether the value is a default of [fabric], which a grid may leave unused.
bool is_default(const Value& value) {
    return value.path.starts_with("fabric.");
}

/// The fault of a peer list: a node named twice, or not a node (-1 means no transfer); empty if
/// there is none.
std::string peer_problem(const std::vector<std::int64_t>& peers) {
    std::vector<bool> taken(peers.size(), false);
    for (const std::int64_t peer : peers) {
        if (peer == -1) continue;
        if (peer < 0 || peer >= static_cast<std::int64_t>(peers.size())) {
            return "node " + std::to_string(peer) + " does not exist";
        }
        if (taken[peer]) {
            return "node " + std::to_string(peer) + " receives twice";
        }
        taken[peer] = true;
    }
    return "";
}

/// Reads one step.
class StepReader {
  public:
    StepReader(const Value& step, const ReadContext& context) : step_(step), context_(context) {}

    std::optional<CustomStep> run() {
        if (!step_.is(Value::Type::table)) {
            fault(step_, "is " + std::string(step_.type_name()), "{ shift = 1, bytes = \"1MiB\" }");
            return std::nullopt;
        }
        out_.line = step_.place.line;
        out_.source = step_.place.source;
        for (const Member& member : step_.members) read_member(member);
        if (n_forms_ != 1) {
            fault(step_, "needs exactly one of shift, xor, peer, cfg",
                  "for example { shift = 1, bytes = \"1MiB\" }");
        }
        if (step_.find("bytes") == nullptr) {
            fault(step_, "bytes are missing", "for example bytes = \"1MiB\"");
        }
        share_bytes();
        return sound_ ? std::optional(std::move(out_)) : std::nullopt;
    }

  private:
    void read_member(const Member& member) {
        if (!contains(step_words(), member.key)) {
            fault(member.value, "unknown key of a step", suggest(member.key, step_words()));
            return;
        }
        n_forms_ += member.key == "bytes" ? 0 : 1;
        if (!is_union(member)) return read_one(member, member.value);
        for (const Value& item : member.value.items) read_one(member, item);
    }

    /// shift = [1, -1], peer = [[1, 0], [1, -1]]: several peers at once.
    static bool is_union(const Member& member) {
        using Type = Value::Type;
        if (!member.value.is(Type::list) || member.value.items.empty()) return false;
        if (member.key == "peer") return member.value.items.front().is(Type::list);
        return true;
    }

    void read_one(const Member& member, const Value& value) {
        ReadScalar read = read_scalar(value, rule_of(member.key, context_));
        if (!read.scalar)
            fault(value, read.problem, read.remedy);
        else
            store(member, value.path, std::move(*read.scalar));
    }

    void store(const Member& member, const std::string& path, Scalar scalar) {
        if (member.key == "bytes") {
            bytes_.push_back(scalar.number);
            return;
        }
        CustomStep& one = is_begun_ ? out_.other_peers.emplace_back() : out_;
        is_begun_ = true;
        one.form = form_of(member.key);
        one.amount = static_cast<std::int64_t>(scalar.number);
        one.peers = std::move(scalar.tuple);
        const std::string problem = peer_problem(one.peers);
        if (problem.empty()) return;
        sound_ = false;
        context_.faults.add(member.value.place, path, member.value.quoted(), problem,
                            "a permutation of 0.., -1 = sends nothing");
    }

    /// One number of bytes holds for every peer.
    void share_bytes() {
        if (!sound_) return;
        const std::size_t peers = 1 + out_.other_peers.size();
        if (bytes_.size() == 1) bytes_.resize(peers, bytes_[0]);
        if (bytes_.size() != peers)
            return fault(step_,
                         "has " + std::to_string(bytes_.size()) + " numbers of bytes for " +
                             std::to_string(peers) + " peers",
                         "give one number, or one for every peer");
        out_.bytes = bytes_[0];
        for (std::size_t i = 1; i < peers; ++i) out_.other_peers[i - 1].bytes = bytes_[i];
    }

    void fault(const Value& value, std::string problem, std::string remedy) {
        sound_ = false;
        value.refuse(std::move(problem), std::move(remedy), context_.faults);
    }

    const Value& step_;
    const ReadContext& context_;
    CustomStep out_;
    std::vector<double> bytes_{};
    int n_forms_ = 0;
    bool sound_ = true, is_begun_ = false;
};

void read_list(const Value& steps, GridSpec& out, const ReadContext& context) {
    if (!steps.is(Value::Type::list) || steps.items.empty()) {
        steps.refuse(steps.is(Value::Type::list) ? "has no step" : "is no list of steps",
                     "for example steps = [{ shift = 1, bytes = \"1MiB\" }]", context.faults);
        return;
    }
    for (const Value& item : steps.items)
        if (auto step = StepReader(item, context).run()) out.steps.push_back(std::move(*step));
}

}  // namespace

std::optional<std::string> read_named_file(const Value& name, const ReadContext& context) {
    if (!name.is(Value::Type::text) || name.text.empty()) {
        name.refuse("is no file name", context.where_paths_start(), context.faults);
        return std::nullopt;
    }
    std::string problem;
    auto text = read_text_file(resolved_path(name.text, context.directory), problem);
    if (!text) name.refuse(problem, context.where_paths_start(), context.faults);
    return text;
}

namespace {

void read_file(const Value& file, GridSpec& out, const ReadContext& context) {
    const std::optional<std::string> text = read_named_file(file, context);
    if (!text) return;
    std::optional<Value> root = parse_toml(*text, file.text, context.faults);
    if (!root) return;
    for (const Member& member : root->members) {
        if (member.key == "steps") continue;
        member.value.refuse("unknown key", "only steps = [...] belongs here", context.faults);
    }
    const Value* steps = root->find("steps");
    if (steps == nullptr) {
        file.refuse("has no steps", "steps = [{ shift = 1, bytes = \"1MiB\" }]", context.faults);
        return;
    }
    read_list(*steps, out, context);
}

/// Why the step cannot run on n nodes; empty if it can.
std::string step_problem(const CustomStep& step, std::int64_t n) {
    for (const auto& other : step.other_peers)
        if (auto problem = step_problem(other, n); !problem.empty()) return problem;
    const auto length = static_cast<std::int64_t>(step.peers.size());
    if (step.form == StepForm::peer && length != n) {
        return "has " + std::to_string(length) + " peers for " + std::to_string(n) + " nodes";
    }
    if (step.form != StepForm::xor_mask || step.amount == 0) return "";
    const auto block =
        static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(step.amount))) * 2;
    if (n % block == 0) return "";
    return "xor = " + std::to_string(step.amount) + " needs a multiple of " +
           std::to_string(block) + " nodes, not " + std::to_string(n);
}

}  // namespace

void read_custom_steps(const Value& grid, bool custom, GridSpec& out, const ReadContext& context) {
    const Value* steps = grid.find("steps");
    const Value* file = grid.find("file");
    if (!custom) {
        for (const Value* value : {steps, file}) {
            if (value == nullptr || is_default(*value)) continue;
            value->refuse("belongs to collective = \"custom\"", "remove it", context.faults);
        }
        return;
    }
    if ((steps == nullptr) == (file == nullptr)) {
        context.faults.add(grid.place, grid.path, "",
                           "collective = \"custom\" needs either steps or file",
                           "for example steps = [{ shift = 1, bytes = \"1MiB\" }]");
        return;
    }
    if (steps != nullptr) read_list(*steps, out, context);
    if (file != nullptr) read_file(*file, out, context);
}

void read_edges(const Value& grid, bool needed, GridSpec& out, const ReadContext& context) {
    const Value* edges = grid.find("edges");
    if (edges == nullptr) {
        if (needed) {
            context.faults.add(grid.place, grid.path, "", "topology = \"edges\" needs a file",
                               "for example edges = \"fabric.txt\"");
        }
        return;
    }
    if (!needed) {
        if (is_default(*edges)) return;
        edges->refuse("belongs to topology = \"edges\"", "remove it", context.faults);
        return;
    }
    const std::optional<std::string> text = read_named_file(*edges, context);
    if (!text) return;
    out.edges = split_lines(resolved_path(edges->text, context.directory), *text);
    out.edges->place = edges->place;
    out.edges->key = edges->path;
}

void check_custom_steps(const GridSpec& grid, const ReadContext& context) {
    const AxisValues* nodes = grid.find(grid.members_key());
    if (nodes == nullptr || grid.steps.empty()) return;
    for (std::size_t i = 0; i < nodes->size(); ++i) {
        if (!nodes->sound(i)) continue;
        const auto n = is_numeric(nodes->kind) ? static_cast<std::int64_t>(nodes->numbers[i])
                                               : grid.members({});
        const auto bad = std::ranges::find_if(
            grid.steps, [&](const CustomStep& s) { return !step_problem(s, n).empty(); });
        if (bad == grid.steps.end()) continue;
        const auto at = std::to_string(bad - grid.steps.begin());
        nodes->refuse(i, "steps[" + at + "] " + step_problem(*bad, n), "nodes and steps must fit",
                      context.faults);
    }
}

}  // namespace lightsweep::sweeps

#include "sweeps/interchange/goal_text.hpp"

#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::int64_t most_goal_ranks = 4096;
constexpr std::size_t most_goal_nodes = 50'000'000;

class GoalReader {
  public:
    GoalReader(const std::string& text, std::string file, std::int64_t units_per_micro)
        : lines_(text), file_(std::move(file)), units_per_micro_(units_per_micro) {}

    std::vector<TraceFile> read() {
        for (std::string line; std::getline(lines_, line); ++number_) {
            std::istringstream words(line);
            words_.clear();
            for (std::string word; words >> word;) words_.push_back(word);
            if (!words_.empty()) take();
        }
        if (rank_ || begun_.size() != ranks_.size()) refuse("some ranks are not there, or open");
        return std::move(ranks_);
    }

  private:
    [[noreturn]] void refuse(const std::string& problem) const {
        std::string line;
        for (const auto& word : words_) line += (line.empty() ? "" : " ") + word.substr(0, 40);
        throw engine::BadInput(file_ + ": line " + std::to_string(number_) + ": " +
                               line.substr(0, 100) + ": " + problem + "; correct it");
    }
    bool is(std::size_t at, const char* word) const {
        return at < words_.size() && words_[at] == word;
    }
    std::int64_t whole(std::size_t at, std::int64_t least, std::int64_t most,
                       const char* unit = "") const {
        std::int64_t value = -1;
        const auto word = at < words_.size() ? words_[at] : "";
        const auto end = word.data() + word.size();
        const auto read = std::from_chars(word.data(), end, value);
        if (read.ec != std::errc() || std::string(read.ptr, end) != unit || value < least ||
            value > most)
            refuse("'" + word.substr(0, 40) + "' is no whole number from " + std::to_string(least) +
                   " to " + std::to_string(most) + (*unit ? ", with b for bytes" : ""));
        return value;
    }
    void take() {
        if (is(0, "num_ranks") && ranks_.empty())
            ranks_.resize(static_cast<std::size_t>(whole(1, 1, most_goal_ranks)));
        else if (is(0, "rank") && is(2, "{") && !rank_)
            begin_rank();
        else if (is(0, "}") && rank_)
            rank_ = nullptr;
        else if (rank_ && is(1, "requires"))
            known(0).waits.push_back(known(2).id);
        else if (rank_ && words_[0].ends_with(':'))
            add_node();
        else
            refuse("belongs nowhere here");
    }
    void begin_rank() {
        own_ = whole(1, 0, std::ssize(ranks_) - 1);
        if (!begun_.insert(own_).second) refuse("stands twice");
        rank_ = &ranks_[static_cast<std::size_t>(own_)];
        labels_.clear();
    }
    TraceNode& known(std::size_t at) {
        const auto found = labels_.find(at < words_.size() ? words_[at] : "");
        if (found == labels_.end()) refuse("a label is not there before");
        return rank_->nodes[found->second];
    }
    void add_node() {
        const auto label = words_[0].substr(0, words_[0].size() - 1);
        if (!labels_.emplace(label, rank_->nodes.size()).second) refuse("the label stands twice");
        if (++nodes_ > most_goal_nodes) refuse("is more than the 5e7 that are read");
        auto& node = rank_->nodes.emplace_back();
        node.id = rank_->nodes.size() - 1;
        node.name = label;
        if (is(1, "calc")) {
            node.type = TraceType::computation;
            const auto units = whole(2, 0, INT64_MAX);
            node.micros = static_cast<std::uint64_t>(units / units_per_micro_ +
                                                     (units % units_per_micro_ > 0));
            return;
        }
        const bool sends = is(1, "send");
        if ((!sends && !is(1, "recv")) || !is(3, sends ? "to" : "from") || !is(5, "tag"))
            refuse("is no calc T, send Nb to R tag T, or recv Nb from R tag T");
        node.type = sends ? TraceType::send : TraceType::receive;
        node.bytes = whole(2, 1, INT64_MAX, "b");
        (sends ? node.source : node.target) = own_;
        (sends ? node.target : node.source) = whole(4, 0, std::ssize(ranks_) - 1);
        node.tag = whole(6, 0, INT64_MAX);
    }

    std::istringstream lines_;
    std::string file_;
    std::int64_t units_per_micro_;
    std::int64_t number_ = 1, own_ = 0;
    std::size_t nodes_ = 0;
    std::vector<std::string> words_{};
    std::vector<TraceFile> ranks_{};
    std::set<std::int64_t> begun_{};
    TraceFile* rank_ = nullptr;
    std::map<std::string, std::size_t> labels_{};  ///< of this rank
};

}  // namespace

std::vector<TraceFile> read_goal(const std::string& text, const std::string& file,
                                 std::int64_t units_per_micro) {
    return GoalReader(text, file, units_per_micro).read();
}

}  // namespace lightsweep::sweeps

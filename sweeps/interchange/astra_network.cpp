#include "sweeps/interchange/astra_network.hpp"

#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr double most_npus = 1 << 20;
constexpr const char* yaml_blanks = " \t\r";

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(yaml_blanks);
    return first == text.npos ? "" : text.substr(first, text.find_last_not_of(yaml_blanks) - first + 1);
}

/// A file's lists of plain scalars by key.
class YamlLists {
  public:
    YamlLists(const std::string& text, std::string file) : file_(std::move(file)) {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            ++line_;
            if (const auto mark = line.find('#');
                mark == 0 || (mark != line.npos && line.find_last_of(yaml_blanks, mark - 1) == mark - 1))
                line.erase(mark);
            if (!trimmed(line).empty()) read(trimmed(line));
        }
        if (in_list_) refuse("the list of " + key_ + " does not end", "]");
    }
    const std::vector<std::string>& at(const std::string& key) const {
        const auto found = lists_.find(key);
        if (found == lists_.end()) throw engine::BadInput(file_ + ": " + key + ": is missing; add it");
        return found->second;
    }
    double number(const std::string& key, std::size_t i, double least, double most) const {
        const auto& text = at(key)[i];
        double value = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc() || end != text.data() + text.size() ||
            !(value >= least && value <= most))
            refuse(i, key, "is no number from " + text_of(least) + " to " + text_of(most), "1");
        return value;
    }
    [[noreturn]] void refuse(std::size_t i, const std::string& key, const std::string& problem,
                             const std::string& remedy) const {
        throw engine::BadInput(file_ + ": " + key + "[" + std::to_string(i) +
                               "] = " + at(key)[i].substr(0, 40) + ": " + problem +
                               "; for example " + remedy);
    }

  private:
    static std::string text_of(double value) {
        std::ostringstream out;
        out << value;
        return out.str();
    }
    [[noreturn]] void refuse(const std::string& problem, const std::string& remedy) const {
        throw engine::BadInput(file_ + ": line " + std::to_string(line_) + ": " + problem + "; " +
                               remedy);
    }
    void read(std::string line) {
        if (in_list_) return read_flow(line);
        if (line.starts_with("- ")) {
            if (key_.empty()) refuse("an entry without a key", "write key: [ ... ]");
            return add(trimmed(line.substr(2)));
        }
        const auto colon = line.find(':');
        if (colon == line.npos) refuse("is no key: value", "topology: [ Ring ]");
        key_ = trimmed(line.substr(0, colon));
        if (!lists_.emplace(key_, std::vector<std::string>{}).second)
            refuse(key_ + ": stands twice", "remove one");
        line = trimmed(line.substr(colon + 1));
        if (line.starts_with('[')) {
            in_list_ = true;
            return read_flow(line.substr(1));
        }
        if (!line.empty()) add(line);
    }
    void read_flow(const std::string& part) {
        const auto end = part.find(']');
        std::istringstream words(part.substr(0, end));
        for (std::string word; std::getline(words, word, ',');)
            if (!trimmed(word).empty()) add(trimmed(word));
        if (end == part.npos) return;
        in_list_ = false;
        if (!trimmed(part.substr(end + 1)).empty())
            refuse("text behind the list of " + key_, "remove it");
    }
    void add(const std::string& word) {
        if (std::string("&*!|>{}[]'\"@`%?-").find(word[0]) != word.npos)
            refuse(word.substr(0, 40) + " is no plain value (anchors, tags, quotes and further "
                                        "documents are not read)",
                   "write plain words and numbers");
        lists_[key_].push_back(word);
    }

    std::string file_, key_;
    int line_ = 0;
    bool in_list_ = false;
    std::map<std::string, std::vector<std::string>> lists_;
};

}  // namespace

std::vector<AstraDimension> read_astra_network(const std::string& text, const std::string& file,
                                               double gigabyte) {
    const YamlLists lists(text, file);
    const auto& names = lists.at("topology");
    for (const char* key : {"npus_count", "bandwidth", "latency"})
        if (lists.at(key).size() != names.size())
            throw engine::BadInput(file + ": " + key + ": has " +
                                   std::to_string(lists.at(key).size()) + " entries, topology " +
                                   std::to_string(names.size()) + "; give one per dimension");
    std::vector<AstraDimension> all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] != "Ring" && names[i] != "FullyConnected" && names[i] != "Switch")
            lists.refuse(i, "topology", "is none of Ring, FullyConnected, Switch", "Ring");
        const double npus = lists.number("npus_count", i, 2, most_npus);
        if (npus != std::floor(npus)) lists.refuse(i, "npus_count", "is no whole number", "8");
        all.push_back({names[i], static_cast<std::int64_t>(npus),
                       lists.number("bandwidth", i, 1e-9, 1e9) * gigabyte,
                       lists.number("latency", i, 0, 1e12)});
    }
    if (all.empty()) throw engine::BadInput(file + ": topology: is empty; write [ Ring ]");
    return all;
}

std::string astra_network(std::int64_t npus, double bandwidth, double latency) {
    std::ostringstream out;
    out.precision(17);
    out << "topology: [ FullyConnected ]\nnpus_count: [ " << npus << " ]\nbandwidth: [ "
        << bandwidth / astra_gigabyte << " ]  # 2^30 B/s\nlatency: [ " << latency << " ]  # ns\n";
    return out.str();
}

}  // namespace lightsweep::sweeps

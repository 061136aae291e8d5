#include "sweeps/interchange/astra_network.hpp"

#include <charconv>
#include <cmath>
#include <iomanip>
#include <map>
#include <regex>
#include <sstream>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::int64_t most_npus = 1 << 20;
constexpr std::size_t largest_network = 1 << 20;  // [B]
constexpr std::size_t most_characters = 1000;  ///< of a line: std::regex calls itself per character

using YamlLists = std::map<std::string, std::vector<std::string>>;

/// The plain words of a list, or of its part on one line; false where there is anything else.
bool append_words(const std::string& text, std::vector<std::string>& words) {
    static const std::regex plain(R"(\s*([-\w.+]+)\s*)");
    std::istringstream parts(text);
    std::smatch word;
    for (std::string part; std::getline(parts, part, ',');) {
        if (part.find_first_not_of(" \t\r") == part.npos) continue;
        if (part.size() > 100 || !std::regex_match(part, word, plain)) return false;
        words.push_back(word[1]);
    }
    return true;
}

/// key: word, key: [ words ] over one or more lines, and key: with lines "- word" below.
YamlLists read_lists(const std::string& text, const std::string& file) {
    static const std::regex comment(R"((^|\s)#.*)"), entry(R"(\s*-\s+(.*))"),
        pair(R"(\s*(\w+)\s*:(.*))");
    if (text.size() > largest_network)
        throw engine::BadInput(file + ": has " + std::to_string(text.size()) +
                               " bytes, a network has at most 1 MiB; give its four lists alone");
    YamlLists lists;
    std::string key, line;
    bool in_flow = false;
    int number = 0;
    const auto require = [&](bool is_right) {
        if (!is_right)
            throw engine::BadInput(file + ": line " + std::to_string(number) +
                                   ": is no list of plain words (no anchors, tags, quotes or "
                                   "further documents); write key: [ word, ... ]");
    };
    std::istringstream lines(text);
    for (std::smatch found; std::getline(lines, line);) {
        ++number;
        if (line.size() > most_characters)
            throw engine::BadInput(file + ": line " + std::to_string(number) + " has " +
                                   std::to_string(line.size()) + " characters; break it: at most " +
                                   std::to_string(most_characters) + " are read");
        std::string rest = std::regex_replace(line, comment, "");
        if (rest.find_first_not_of(" \t\r") == rest.npos) continue;
        if (!in_flow && std::regex_match(line = rest, found, entry)) {
            require(!key.empty());
            rest = found[1];
        } else if (!in_flow) {
            require(std::regex_match(line, found, pair));
            key = found[1], rest = found[2];
            if (!lists.emplace(key, std::vector<std::string>{}).second)
                throw engine::BadInput(file + ": line " + std::to_string(number) + ": key " + key +
                                       " is given twice; remove one");
            const auto first = rest.find_first_not_of(" \t");
            in_flow = first != rest.npos && rest[first] == '[';
            if (in_flow) rest.erase(0, first + 1);
        }
        if (const auto end = rest.find(']'); in_flow && end != rest.npos) {
            require(rest.find_first_not_of(" \t\r", end + 1) == rest.npos);
            rest.erase(end);
            in_flow = false;
        }
        require(append_words(rest, lists[key]));
    }
    require(!in_flow);
    return lists;
}

}  // namespace

std::vector<AstraDimension> read_astra_network(const std::string& text, const std::string& file,
                                               double gigabyte) {
    auto lists = read_lists(text, file);
    const auto size = lists["topology"].size();
    for (const char* key : {"topology", "npus_count", "bandwidth", "latency"})
        if (lists[key].empty() || lists[key].size() != size)
            throw engine::BadInput(file + ": " + key + ": has " +
                                   std::to_string(lists[key].size()) + " entries, topology " +
                                   std::to_string(size) + "; give one per dimension");
    const auto number = [&](const char* key, std::size_t i, double least, double most,
                            bool is_whole = false) {
        const auto& word = lists[key][i];
        double value = NAN;
        const auto end = std::from_chars(word.data(), word.data() + word.size(), value);
        if (end.ptr != word.data() + word.size() || !(value >= least && value <= most) ||
            (is_whole && value != std::floor(value))) {
            std::ostringstream range;
            range << (is_whole ? "is no whole number from " : "is no number from ") << least
                  << " to " << std::setprecision(9) << most;
            throw engine::BadInput(file + ": " + key + "[" + std::to_string(i) + "] = " + word +
                                   ": " + range.str() + "; correct it");
        }
        return value;
    };
    std::vector<AstraDimension> all;
    for (std::size_t i = 0; i < size; ++i) {
        const auto& name = lists["topology"][i];
        if (name != "Ring" && name != "FullyConnected" && name != "Switch")
            throw engine::BadInput(file + ": topology[" + std::to_string(i) + "] = " + name +
                                   ": is none of Ring, FullyConnected, Switch; choose one");
        all.push_back({name, static_cast<std::int64_t>(number("npus_count", i, 2, most_npus, true)),
                       number("bandwidth", i, 1e-9, 1e9) * gigabyte,
                       number("latency", i, 0, 1e12)});
    }
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

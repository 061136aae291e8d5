#pragma once
// Problems given to `lightsweep eval`, one per line, and what it answers.

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/errors/outcomes.hpp"

namespace lightsweep::tests {

inline std::vector<nlohmann::json> answers(const std::vector<std::string>& problems) {
    const ScratchFolder folder;
    std::string text;
    for (const auto& one : problems) text += one + "\n";
    write_text(folder / "in.json", text);
    std::istringstream lines(run_program(0, {"eval", folder / "in.json"}).output);
    std::vector<nlohmann::json> found;
    for (std::string line; std::getline(lines, line);) found.push_back(nlohmann::json::parse(line));
    BOOST_TEST_REQUIRE(found.size() == problems.size());
    return found;
}

/// An error that holds all these words.
inline void expect_error(const nlohmann::json& answer, const std::vector<std::string>& words) {
    BOOST_TEST_REQUIRE(answer["status"] == "error", answer.dump());
    const std::string text = answer["error"];
    for (const auto& word : words)
        BOOST_TEST(text.find(word) != std::string::npos, text << " lacks " << word);
}

}  // namespace lightsweep::tests

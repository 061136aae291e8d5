#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/solution_json.hpp"
#include "sweeps/cli/verbs.hpp"
#include "sweeps/problem/domain_vocabulary.hpp"

namespace lightsweep::sweeps {

namespace {

std::string folder_of(const std::string& file) {
    const std::size_t slash = file.rfind('/');
    return slash == std::string::npos ? "" : file.substr(0, slash);
}

/// Text of a problem without its parameters. Empty where it names a file, which may change.
std::string structure_text(const std::string& line) {
    auto problem = nlohmann::json::parse(line, nullptr, false);
    if (!problem.is_object() || problem.contains("edges") || problem.contains("file")) return "";
    for (const auto& key : standard_keys())
        if (!key.structural) problem.erase(key.name);
    return problem.dump();
}

std::string answer(const std::string& line, const std::string& folder, KnownStructures& known) {
    const auto read = read_problem(line, domain_vocabulary(), folder);
    if (!read.problem) return error_json(read.error);
    try {
        return solution_json(solve(*read.problem, &known, structure_text(line)));
    } catch (const std::exception& failure) {
        return error_json(failure.what());
    }
}

}  // namespace

int eval_verb(const std::string& file) {
    const bool from_terminal = file.empty() || file == "-";
    std::ifstream opened;
    if (!from_terminal) {
        require_file(file);
        opened.open(file);
    }
    std::istream& in = from_terminal ? std::cin : opened;
    const std::string folder = from_terminal ? "" : folder_of(file);
    std::string line;
    KnownStructures known;
    while (std::cout && std::getline(in, line)) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        // One answer per line, flushed at once, because other programs wait for it in a pipe.
        std::cout << answer(line, folder, known) << '\n' << std::flush;
    }
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps

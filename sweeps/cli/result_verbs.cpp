// Verbs on journals and result files: thin wrappers of the engine.
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "engine/farm/progress.hpp"
#include "engine/file/finalize.hpp"
#include "engine/io/errors.hpp"
#include "sweeps/cli/arguments.hpp"
#include "sweeps/cli/verbs.hpp"

namespace lightsweep::sweeps {

namespace {

using Digests = std::vector<engine::GroupDigest>;

int report(const engine::FinalizeReport& result) {
    std::cout << result.file << ": " << result.present << " of " << result.tasks << " tasks"
              << (result.complete ? ", complete" : "") << '\n';
    if (result.failed_points > 0) {
        std::cout << result.failed_points << " points failed; their status and reason say why\n";
        return engine::exit_failed_points;
    }
    return engine::exit_complete;
}

/// The digest of a group, or empty.
std::string find(const Digests& digests, const std::string& path) {
    const auto found =
        std::ranges::find_if(digests, [&](const auto& one) { return one.path == path; });
    return found == digests.end() ? "" : found->digest;
}

/// Groups of `a` that `b` does not have or has with other data.
std::vector<std::string> differences(const Digests& a, const Digests& b) {
    std::vector<std::string> groups;
    for (const auto& group : a)
        if (!group.path.empty() && find(b, group.path) != group.digest)
            groups.push_back(group.path);
    return groups;
}

/// Prints whether two files hold the same data, and otherwise where they differ.
bool compare(const std::string& a, const Digests& in_a, const std::string& b, const Digests& in_b) {
    const bool equal = find(in_a, "") == find(in_b, "");
    std::cout << (equal ? "equal    " : "differs  ") << a << "  " << b << '\n';
    auto groups = differences(in_a, in_b);
    for (auto& only_in_b : differences(in_b, in_a))
        if (std::ranges::find(groups, only_in_b) == groups.end())
            groups.push_back(std::move(only_in_b));
    for (const auto& group : groups) std::cout << "         " << group << '\n';
    return equal;
}

}  // namespace

int status_verb(const std::string& output) {
    refuse_folder(output);
    std::cout << engine::to_text(engine::status(output));
    return engine::exit_complete;
}

int finalize_verb(const std::string& output) {
    refuse_folder(output);
    engine::Progress progress(&std::cerr, engine::reaches_terminal());
    const auto written =
        engine::finalize(output, [&](const std::string& text) { progress.update(text); });
    progress.end_line();
    return report(written);
}

int merge_verb(const std::vector<std::string>& inputs, const std::string& output) {
    for (const auto& file : inputs) require_file(file);
    for (auto one = inputs.begin(); one != inputs.end(); ++one)
        if (std::any_of(inputs.begin(), one, [&](const std::string& other) {
                return std::filesystem::equivalent(other, *one);
            }))
            throw engine::BadInput(*one + ": is given twice; name every result once");
    const auto merged = engine::merge(inputs, output);
    for (const auto& gap : merged.missing)
        std::cout << gap.group << ": " << gap.missing << " of " << gap.of
                  << " tasks are in no input\n";
    const int code = report(merged.result);
    return merged.result.complete ? code : static_cast<int>(engine::exit_resumable);
}

int verify_verb(const std::vector<std::string>& files) {
    for (const auto& file : files) require_file(file);
    std::vector<Digests> digests;
    for (const auto& file : files) {
        digests.push_back(engine::verify(file));
        for (const auto& group : digests.back())
            std::cout << group.digest << "  " << file
                      << (group.path.empty() ? "" : ":" + group.path) << '\n';
    }
    bool equal = true;
    for (std::size_t i = 1; i < files.size(); ++i)
        equal &= compare(files[0], digests[0], files[i], digests[i]);
    return equal ? engine::exit_complete : engine::exit_check_differs;
}

}  // namespace lightsweep::sweeps

// Verbs on journals and result files: thin covers of the engine.
#include <iostream>

#include "engine/errors.hpp"
#include "engine/finalize.hpp"
#include "sweeps/cli/verbs.hpp"

namespace lightsweep::sweeps {

namespace {

int report(const engine::FinalizeReport& result) {
    std::cout << result.file << ": " << result.present << " of " << result.tasks << " tasks"
              << (result.complete ? ", complete" : "") << '\n';
    if (result.failed_points > 0) {
        std::cout << result.failed_points << " points failed; their status and reason say why\n";
        return engine::exit_failed_points;
    }
    return engine::exit_complete;
}

}  // namespace

int status_verb(const std::string& output) {
    std::cout << engine::to_text(engine::status(output));
    return engine::exit_complete;
}

int finalize_verb(const std::string& output) {
    return report(engine::finalize(output));
}

int merge_verb(const std::vector<std::string>& inputs, const std::string& output) {
    const auto merged = engine::merge(inputs, output);
    for (const auto& gap : merged.missing)
        std::cout << gap.group << ": " << gap.missing << " of " << gap.of
                  << " tasks are in no input\n";
    const int code = report(merged.result);
    return merged.result.complete ? code : static_cast<int>(engine::exit_resumable);
}

int verify_verb(const std::vector<std::string>& files) {
    for (const auto& file : files)
        for (const auto& group : engine::verify(file))
            std::cout << group.digest << "  " << file
                      << (group.path.empty() ? "" : ":" + group.path) << '\n';
    return engine::exit_complete;
}

}  // namespace lightsweep::sweeps

#pragma once
// Steps of a collective that another program described: who sends to whom, how many bytes. They
// become steps of collective = "custom", in TOML for sweep files and in JSON for `eval`.

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/permutations/permutation.hpp"

namespace lightsweep::sweeps {

struct ForeignTransfer {
    kernels::Node from, to;
    std::int64_t bytes;
    int channel = 0;
};

struct ForeignSteps {
    std::string collective;  ///< name in the other program
    kernels::Node n = 0;
    std::vector<std::vector<ForeignTransfer>> steps;
};

/// One step as the custom step of a sweep file: permutations with the same bytes per transfer. A
/// node with several targets has its transfers split by an edge colouring.
struct StepForm {
    std::vector<kernels::Permutation> peers;
    std::int64_t bytes;
};

/// uneven_max: a step whose transfers differ takes its largest; else it throws engine::BadInput
/// naming step and pair. `file` stands in messages.
std::vector<StepForm> forms_of(const ForeignSteps& foreign, bool uneven_max,
                               const std::string& file);

/// [[steps]] tables, the content of a file that the key `file` names.
std::string toml_of(const std::vector<StepForm>& steps);
/// The list `steps` of a JSON problem.
std::string json_of(const std::vector<StepForm>& steps);

}  // namespace lightsweep::sweeps

#include "sweeps/interchange/foreign_steps.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/io/errors.hpp"
#include "kernels/collectives/edge_colouring.hpp"

namespace lightsweep::sweeps {

namespace {

using Transfers = std::vector<ForeignTransfer>;

std::int64_t bytes_of(const Transfers& step, bool uneven_max, const std::string& where) {
    const auto by_bytes = [](const ForeignTransfer& a, const ForeignTransfer& b) {
        return a.bytes < b.bytes;
    };
    const auto [least, most] = std::ranges::minmax_element(step, by_bytes);
    if (least->bytes != most->bytes && !uneven_max)
        throw engine::BadInput(
            where + ": " + std::to_string(least->from) + " sends " + std::to_string(least->bytes) +
            " bytes to " + std::to_string(least->to) + ", others " + std::to_string(most->bytes) +
            "; steps carry equal bytes: give --uneven max to take the largest");
    return most->bytes;
}

void refuse_twice(Transfers step, const std::string& where) {
    const auto key = [](const ForeignTransfer& one) { return std::pair(one.from, one.to); };
    std::ranges::sort(step, {}, key);
    const auto twice = std::ranges::adjacent_find(step, {}, key);
    if (twice != step.end())
        throw engine::BadInput(where + ": the pair " + std::to_string(twice->from) + " to " +
                               std::to_string(twice->to) +
                               " stands twice (merged ports); give the pattern with one port");
}

StepForm form_of(const Transfers& step, kernels::Node n, std::int64_t bytes) {
    std::vector<kernels::Pair> pairs;
    for (const auto& one : step) pairs.push_back({one.from, one.to});
    const auto split = kernels::split_transfers(n, pairs, 1);
    std::vector<std::vector<kernels::Node>> lists(
        static_cast<std::size_t>(split.rounds),
        std::vector<kernels::Node>(static_cast<std::size_t>(n), -1));
    for (std::size_t i = 0; i < pairs.size(); ++i) lists[split.round[i]][step[i].from] = step[i].to;
    StepForm form{{}, bytes};
    for (auto& list : lists) form.peers.push_back(kernels::Permutation::list(std::move(list)));
    return form;
}

nlohmann::ordered_json peers_of(const kernels::Permutation& peer) {
    auto list = nlohmann::ordered_json::array();
    for (kernels::Node node = 0; node < peer.size(); ++node)
        list.push_back(peer(node) == node ? -1 : peer(node));
    return list;
}

/// {"shift": 1, "bytes": 8}: the form's key, its value, and the bytes.
nlohmann::ordered_json entry_of(const StepForm& step) {
    auto all = nlohmann::ordered_json::array();
    const auto add = [&](const char* key, const auto& value_of) -> nlohmann::ordered_json {
        for (const auto& peer : step.peers) all.push_back(value_of(peer));
        return {{key, all.size() == 1 ? all[0] : all}, {"bytes", step.bytes}};
    };
    if (std::ranges::all_of(step.peers, [](const auto& one) { return one.as_shift().has_value(); }))
        return add("shift", [](const auto& one) { return *one.as_shift(); });
    if (std::ranges::all_of(step.peers,
                            [](const auto& one) { return one.as_exclusive_or().has_value(); }))
        return add("xor", [](const auto& one) { return *one.as_exclusive_or(); });
    return add("peer", peers_of);
}

}  // namespace

std::vector<StepForm> forms_of(const ForeignSteps& foreign, bool uneven_max,
                               const std::string& file) {
    std::vector<StepForm> forms;
    for (std::size_t i = 0; i < foreign.steps.size(); ++i) {
        const auto where = file + ": step " + std::to_string(i + 1);
        Transfers step;
        for (const auto& one : foreign.steps[i])
            if (one.bytes > 0 && one.from != one.to) step.push_back(one);
        if (step.empty()) throw engine::BadInput(where + ": nobody sends; remove the step");
        refuse_twice(step, where);
        forms.push_back(form_of(step, foreign.n, bytes_of(step, uneven_max, where)));
    }
    return forms;
}

std::string toml_of(const std::vector<StepForm>& steps) {
    std::string text;
    for (const auto& step : steps) {
        text += "[[steps]]\n";
        const auto entry = entry_of(step);  // items() of a temporary outlives it
        for (const auto& [key, value] : entry.items()) text += key + " = " + value.dump() + "\n";
    }
    return text;
}

std::string json_of(const std::vector<StepForm>& steps) {
    auto all = nlohmann::ordered_json::array();
    for (const auto& step : steps) all.push_back(entry_of(step));
    return all.dump();
}

}  // namespace lightsweep::sweeps

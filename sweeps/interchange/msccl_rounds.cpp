#include "sweeps/interchange/msccl_rounds.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

class Rounds {
  public:
    explicit Rounds(const MscclProgram& program) : program_(program) {
        for (const auto& gpu : program.gpus) {
            first_.push_back(blocks_.size());
            for (const auto& block : gpu.blocks) {
                blocks_.push_back({.gpu = static_cast<int>(first_.size()) - 1, .block = &block});
                blocks_.back().announced.assign(block.steps.size(), -1);
            }
        }
    }

    /// Chunks by round, pair and channel.
    std::map<int, std::map<std::array<int, 3>, std::int64_t>> run() {
        for (bool moved = true; moved;) {
            moved = false;
            for (auto& one : blocks_)
                while (move(one)) moved = true;
        }
        return std::move(sent_);
    }

  private:
    struct Following {
        int gpu;
        const MscclBlock* block;
        std::size_t step = 0;
        int number = 0;
        std::vector<int> announced{};  ///< -1: not yet
    };

    bool move(Following& one) {
        if (one.step == one.block->steps.size()) return false;
        const auto& step = one.block->steps[one.step];
        int number = one.number;
        if (step.wait_block >= 0) {
            const auto& other = blocks_[first_[one.gpu] + step.wait_block];
            if (other.announced[step.wait_step] < 0) return false;
            number = std::max(number, other.announced[step.wait_step]);
        }
        const auto effect = effect_of(step.type);
        if (effect.receives) {
            auto& in = on_the_way_[{one.block->receive, one.gpu, one.block->channel}];
            if (in.empty()) return false;
            number = std::max(number, 1 + in.front());
            in.pop_front();
        }
        if (effect.sends) {
            sent_[number][{one.gpu, one.block->send, one.block->channel}] += step.count;
            on_the_way_[{one.gpu, one.block->send, one.block->channel}].push_back(number);
        }
        // A send that follows without a wait belongs to this round too; who waits for it, to the
        // next.
        one.number = number;
        one.announced[one.step++] = number + (effect.sends ? 1 : 0);
        return true;
    }

    const MscclProgram& program_;
    std::vector<Following> blocks_;
    std::vector<std::size_t> first_;
    std::map<std::array<int, 3>, std::deque<int>> on_the_way_;
    std::map<int, std::map<std::array<int, 3>, std::int64_t>> sent_;
};

}  // namespace

ForeignSteps rounds_of(const MscclProgram& program, std::int64_t chunk, bool by_channel) {
    ForeignSteps foreign{program.name, static_cast<kernels::Node>(program.gpus.size()), {}};
    for (const auto& [round, pairs] : Rounds(program).run()) {
        auto& step = foreign.steps.emplace_back();
        for (const auto& [way, chunks] : pairs) {
            const auto [from, to, channel] = way;
            if (!by_channel && !step.empty() && step.back().from == from && step.back().to == to)
                step.back().bytes += chunks * chunk;
            else
                step.push_back({from, to, chunks * chunk, channel});
        }
    }
    return foreign;
}

std::int64_t chunk_bytes(const MscclProgram& program, double message) {
    if (message == 0) return 1;
    const auto bytes = static_cast<std::int64_t>(message);
    if (bytes % program.chunks != 0)
        throw engine::BadInput("--message " + std::to_string(bytes) + ": is no multiple of " +
                               std::to_string(program.chunks) + " chunks; give such a size");
    return bytes / program.chunks;
}

}  // namespace lightsweep::sweeps

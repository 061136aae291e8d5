#include "sweeps/interchange/msccl_check.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <random>

#include "engine/io/errors.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::size_t most_faults = 20;
constexpr double most_clock_work = 4e9, most_clock_entries = 5e8;

/// Multisets of contributions by number; equal ones have equal numbers.
class Values {
  public:
    using Contents = std::vector<std::pair<std::int64_t, int>>;  ///< contribution, how often

    int number_of(Contents contents) {
        const auto [at, is_new] =
            numbers_.try_emplace(std::move(contents), static_cast<int>(all_.size()));
        if (is_new) all_.push_back(&at->first);
        return at->second;
    }
    int sum(int a, int b) {
        const auto [at, is_new] = sums_.try_emplace({a, b}, 0);
        if (is_new) {
            std::map<std::int64_t, int> added(all_[a]->begin(), all_[a]->end());
            for (const auto& [one, count] : *all_[b]) added[one] += count;
            at->second = number_of(Contents(added.begin(), added.end()));
        }
        return at->second;
    }
    /// "{(rank, chunk): count, ...}", shortened.
    std::string text(int value, std::int64_t chunks) const {
        if (value < 0) return "nothing";
        std::string out = "{";
        for (const auto& [one, count] : *all_[value]) {
            if (out.size() > 100) return out + ", ...}";
            out += (out.size() > 1 ? ", (" : "(") + std::to_string(one / chunks) + ", " +
                   std::to_string(one % chunks) + "): " + std::to_string(count);
        }
        return out + "}";
    }

  private:
    std::map<Contents, int> numbers_;
    std::vector<const Contents*> all_;
    std::map<std::pair<int, int>, int> sums_;
};

using Clock = std::vector<std::uint32_t>;
using Stamp = std::shared_ptr<const Clock>;

struct Message {
    int value;
    Stamp stamp;
};

/// A chunk in memory, and who touched it last.
struct Cell {
    int value = -1;
    std::size_t writer = SIZE_MAX;
    std::uint32_t written = 0;
    std::vector<std::pair<std::size_t, std::uint32_t>> reads;
};

struct Worker {
    int gpu;
    const MscclBlock* block;
    std::size_t step = 0;
    std::int64_t done = 0;
    bool waited = false;
    Clock clock;
    std::vector<Stamp> announced;  ///< per step; null: not yet
};

class Machine {
  public:
    Machine(const MscclProgram& program, std::int64_t slots, std::uint64_t seed)
        : program_(program), slots_(slots), random_(seed) {
        for (std::size_t g = 0; g < program.gpus.size(); ++g) start(static_cast<int>(g));
        double work = 0, kept = 0;
        for (const auto& worker : workers_)
            for (const auto& step : worker.block->steps) {
                work += static_cast<double>(step.count);
                kept += step.announces;
            }
        const auto size = static_cast<double>(workers_.size());
        orders_ = work * size <= most_clock_work && kept * size <= most_clock_entries;
        if (!orders_) verdict_.notes.push_back("is too large for the search for races");
        for (auto& worker : workers_) worker.clock.assign(orders_ ? workers_.size() : 0, 0);
    }

    MscclVerdict run() {
        std::vector<std::size_t> order(workers_.size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, random_);
        for (bool moved = true; moved;) {
            moved = false;
            for (const auto w : order)
                while (move(w)) moved = true;
        }
        const bool blocked = report_blocked();
        if (!blocked) compare();
        if (total_ > most_faults)
            verdict_.faults.push_back("and " + std::to_string(total_ - most_faults) +
                                      " more faults");
        return std::move(verdict_);
    }

  private:
    void start(int gpu) {
        const auto& own = program_.gpus[gpu];
        first_.push_back(workers_.size());
        for (const auto& block : own.blocks) {
            workers_.push_back({.gpu = gpu, .block = &block, .clock = {}, .announced = {}});
            workers_.back().announced.resize(block.steps.size());
        }
        auto& memory = memory_.emplace_back();
        for (std::size_t b = 0; b < 3; ++b) memory[b].resize(own.chunks[b]);
        // In place one buffer may stand for two.
        if (program_.in_place && program_.collective == "allreduce")
            memory[0].resize(std::max(own.chunks[0], own.chunks[1]));
        const auto inputs = program_.collective == "allgather" ? program_.part() : program_.chunks;
        for (std::int64_t c = 0; c < inputs; ++c) {
            const auto at = program_.resolved(gpu, {0, c});
            if (at.offset < static_cast<std::int64_t>(memory[at.buffer].size()))
                memory[at.buffer][at.offset].value =
                    values_.number_of({{gpu * program_.chunks + c, 1}});
        }
    }
    void fault(const std::string& text) {
        if (++total_ <= most_faults) verdict_.faults.push_back(text);
    }
    std::string name_of(const Worker& worker) const {
        const auto tb = static_cast<std::size_t>(&worker - workers_.data()) - first_[worker.gpu];
        return "gpu " + std::to_string(worker.gpu) + ", tb " + std::to_string(tb) + ", step " +
               std::to_string(worker.step);
    }
    std::string place_name(MscclPlace place, std::int64_t chunk) const {
        return std::string(1, "ios"[place.buffer]) + "[" + std::to_string(place.offset + chunk) +
               "]";
    }

    // ---- one move ------------------------------------------------------------------------------

    bool move(std::size_t w) {
        auto& worker = workers_[w];
        if (worker.step == worker.block->steps.size()) return false;
        const auto& step = worker.block->steps[worker.step];
        if (!worker.waited && !wait(worker, step)) return false;
        if (step.type != MscclType::nop) {
            if (!move_chunk(w, worker, step)) return false;
            ++verdict_.operations;
            if (++worker.done < step.count) return true;
            if (step.announces)
                worker.announced[worker.step] = std::make_shared<const Clock>(worker.clock);
        }
        ++worker.step;
        worker.done = 0;
        worker.waited = false;
        return true;
    }
    bool wait(Worker& worker, const MscclStep& step) {
        if (step.wait_block >= 0) {
            const auto& other = workers_[first_[worker.gpu] + step.wait_block];
            const auto& stamp = other.announced[step.wait_step];
            if (!stamp) return false;
            join(worker, stamp);
        }
        return worker.waited = true;
    }
    void join(Worker& worker, const Stamp& stamp) {
        if (!orders_) return;
        for (std::size_t i = 0; i < worker.clock.size(); ++i)
            worker.clock[i] = std::max(worker.clock[i], (*stamp)[i]);
    }
    bool move_chunk(std::size_t w, Worker& worker, const MscclStep& step) {
        const auto effect = effect_of(step.type);
        const auto& block = *worker.block;
        std::deque<Message>*in = nullptr, *out = nullptr;
        if (effect.receives) in = &connections_[{block.receive, worker.gpu, block.channel}];
        if (effect.sends) out = &connections_[{worker.gpu, block.send, block.channel}];
        if (in && in->empty()) return false;
        if (out && slots_ > 0 && static_cast<std::int64_t>(out->size()) >= slots_) return false;
        if (orders_) ++worker.clock[w];
        int value = -1;
        if (in) {
            value = in->front().value;
            join(worker, in->front().stamp);
            in->pop_front();
        }
        if (effect.reads_source) {
            const int own = read(w, worker, step.source);
            value = in ? added(own, value) : own;
        }
        if (effect.reads_target) value = added(read(w, worker, step.target), value);
        if (effect.writes) write(w, worker, step.target, value);
        if (out) out->push_back({value, std::make_shared<const Clock>(worker.clock)});
        return true;
    }
    int added(int a, int b) { return a < 0 || b < 0 ? -1 : values_.sum(a, b); }

    // ---- memory and order ----------------------------------------------------------------------

    Cell& cell_of(const Worker& worker, MscclPlace place) {
        const auto at = program_.resolved(worker.gpu, {place.buffer, place.offset + worker.done});
        return memory_[worker.gpu][at.buffer][at.offset];
    }
    bool is_ordered(const Worker& worker, std::size_t other, std::uint32_t tick) const {
        return other == SIZE_MAX || worker.clock[other] >= tick;
    }
    void race(const Worker& worker, MscclPlace place, std::size_t other, const char* what) {
        if (raced_) return;
        raced_ = true;  // one race explains those that follow from it
        fault(name_of(worker) + ": race on " + place_name(place, worker.done) + " with tb " +
              std::to_string(other - first_[worker.gpu]) + ", which " + what +
              " it; wait for that step");
    }
    int read(std::size_t w, Worker& worker, MscclPlace place) {
        auto& cell = cell_of(worker, place);
        if (cell.value < 0)
            fault(name_of(worker) + ": reads " + place_name(place, worker.done) +
                  ", which was never written");
        if (orders_) {
            if (!is_ordered(worker, cell.writer, cell.written))
                race(worker, place, cell.writer, "writes");
            const auto same =
                std::ranges::find(cell.reads, w, &std::pair<std::size_t, std::uint32_t>::first);
            if (same == cell.reads.end())
                cell.reads.emplace_back(w, worker.clock[w]);
            else
                same->second = worker.clock[w];
        }
        return cell.value;
    }
    void write(std::size_t w, Worker& worker, MscclPlace place, int value) {
        auto& cell = cell_of(worker, place);
        if (orders_) {
            if (!is_ordered(worker, cell.writer, cell.written))
                race(worker, place, cell.writer, "writes");
            for (const auto& [other, tick] : cell.reads)
                if (!is_ordered(worker, other, tick)) race(worker, place, other, "reads");
            cell.reads.clear();
            cell.writer = w;
            cell.written = worker.clock[w];
        }
        cell.value = value;
    }

    // ---- the end -------------------------------------------------------------------------------

    bool report_blocked() {
        bool blocked = false;
        for (const auto& worker : workers_) {
            if (worker.step == worker.block->steps.size()) continue;
            blocked = true;
            const auto& step = worker.block->steps[worker.step];
            std::string why = "for a chunk from gpu " + std::to_string(worker.block->receive);
            if (!worker.waited)
                why = "for tb " + std::to_string(step.wait_block) + " step " +
                      std::to_string(step.wait_step);
            else if (!effect_of(step.type).receives)
                why = "until gpu " + std::to_string(worker.block->send) + " receives";
            fault(name_of(worker) + ": blocked, waits " + why);
        }
        return blocked;
    }
    /// What a rank must hold in chunk c of its result.
    Values::Contents promise(int gpu, std::int64_t c) const {
        const auto n = static_cast<std::int64_t>(program_.gpus.size());
        const auto part = program_.part();
        if (program_.collective == "allgather") return {{c / part * program_.chunks + c % part, 1}};
        if (program_.collective == "alltoall")
            return {{c / part * program_.chunks + gpu * part + c % part, 1}};
        const auto mine = program_.collective == "reducescatter" ? gpu * part + c : c;
        Values::Contents all;
        for (std::int64_t rank = 0; rank < n; ++rank)
            all.emplace_back(rank * program_.chunks + mine, 1);
        return all;
    }
    void compare() {
        const std::vector<std::string> judged{"allreduce", "allgather", "alltoall",
                                              "reducescatter"};
        if (std::ranges::find(judged, program_.collective) == judged.end()) {
            verdict_.notes.push_back("coll = " + program_.collective +
                                     ": its result is not judged");
            return;
        }
        const auto results =
            program_.collective == "reducescatter" ? program_.part() : program_.chunks;
        std::vector<int> wanted(static_cast<std::size_t>(results));
        for (int gpu = 0; gpu < static_cast<int>(program_.gpus.size()); ++gpu)
            for (std::int64_t c = 0; c < results; ++c) {
                auto& one = wanted[c];
                if (gpu == 0 || program_.collective != "allreduce")
                    one = values_.number_of(promise(gpu, c));
                compare(gpu, c, one);
            }
        for (const auto& [connection, messages] : connections_)
            if (!messages.empty())
                fault("gpu " + std::to_string(connection[0]) + " to " +
                      std::to_string(connection[1]) + ": chunks are left in the connection");
    }
    void compare(int gpu, std::int64_t c, int wanted) {
        const auto at = program_.resolved(gpu, {1, c});
        const auto& cells = memory_[gpu][at.buffer];
        const int found =
            at.offset < static_cast<std::int64_t>(cells.size()) ? cells[at.offset].value : -1;
        if (found != wanted)
            fault("gpu " + std::to_string(gpu) + " chunk " + std::to_string(c) + " holds " +
                  values_.text(found, program_.chunks) + ", not " +
                  values_.text(wanted, program_.chunks));
    }

    const MscclProgram& program_;
    std::int64_t slots_;
    std::mt19937_64 random_;
    bool orders_ = true, raced_ = false;
    Values values_;
    std::vector<Worker> workers_;
    std::vector<std::size_t> first_;  ///< worker of each GPU's first thread block
    std::vector<std::array<std::vector<Cell>, 3>> memory_;
    std::map<std::array<int, 3>, std::deque<Message>> connections_;
    MscclVerdict verdict_;
    std::size_t total_ = 0;
};

}  // namespace

MscclVerdict run_msccl(const MscclProgram& program, std::int64_t slots, std::uint64_t seed) {
    return Machine(program, slots, seed).run();
}

MscclVerdict check_msccl(const MscclProgram& program) {
    auto verdict = run_msccl(program, 2);
    if (verdict.faults.empty() && !run_msccl(program, 1, 1).faults.empty())
        verdict.notes.push_back("blocks where a connection holds 1 chunk alone");
    return verdict;
}

MscclProgram right_msccl(const std::string& text, MscclDialect dialect, const std::string& file) {
    Faults faults;
    auto program = read_msccl(text, dialect, faults);
    if (!faults.empty()) throw engine::BadInput(faults.line());
    const auto verdict = check_msccl(program);
    if (!verdict.faults.empty()) throw engine::BadInput(file + ": " + verdict.faults.front());
    return program;
}

}  // namespace lightsweep::sweeps

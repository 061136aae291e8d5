#include "sweeps/interchange/msccl_xml.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>

#include "sweeps/interchange/xml_elements.hpp"

namespace lightsweep::sweeps {

namespace {

constexpr std::int64_t most_chunks = std::int64_t{1} << 24U;
constexpr std::int64_t most_ranks = 4096, most_chunks_of_all = 50'000'000;

std::string place_text(const char* kind, std::size_t number) {
    return std::string(kind) + " " + std::to_string(number);
}

class MscclReader {
  public:
    MscclReader(MscclDialect dialect, Faults& faults) : dialect_(dialect), faults_(faults) {}

    MscclProgram run(const XmlElement& algo) {
        if (algo.name != "algo") fault(algo, "", "the root is no algo", "<algo ...>");
        read_head(algo);
        if (ranks_ == 0) return {};  // what else is wrong may follow from it
        for (const auto& element : algo.children)
            if (element.name == "gpu") read_gpu(element);
        const auto n = static_cast<std::int64_t>(program_.gpus.size());
        if (n != ranks_)
            fault(algo, "ngpus = " + std::to_string(ranks_), "has " + std::to_string(n) + " gpus",
                  "one <gpu> per rank");
        std::int64_t all = program_.chunks * n;
        for (const auto& gpu : program_.gpus)
            all += std::accumulate(gpu.chunks.begin(), gpu.chunks.end(), std::int64_t{0});
        if (all > most_chunks_of_all)
            fault(algo, "nchunksperloop = " + std::to_string(program_.chunks),
                  "the gpus have " + std::to_string(all) + " chunks, at most 5e7",
                  "fewer chunks or gpus");
        if (n > 0 && shared_by_ranks() && program_.chunks % n != 0)
            fault(algo, "nchunksperloop = " + std::to_string(program_.chunks),
                  "is no multiple of ngpus", "a multiple of " + std::to_string(n));
        return std::move(program_);
    }

  private:
    bool is_rccl() const { return dialect_ == MscclDialect::rccl; }
    bool shared_by_ranks() const {
        return program_.collective == "allgather" || program_.collective == "reducescatter" ||
               program_.collective == "alltoall";
    }
    void fault(const XmlElement& at, const std::string& key, const std::string& problem,
               const std::string& remedy) {
        faults_.add({at.line, ""}, place_ + key, "", problem, remedy);
    }
    std::string text_of(const XmlElement& element, const char* name, bool required = true) {
        const auto* value = element.find(name);
        if (!value && required)
            fault(element, "", std::string(element.name) + " lacks " + name,
                  "add " + std::string(name) + "=\"...\"");
        return value ? shortened(std::string(*value), 255) : "";
    }
    std::int64_t whole(const XmlElement& element, const char* name, std::int64_t least,
                       std::int64_t most, std::int64_t absent, bool required = true) {
        const auto* value = element.find(name);
        if (!value) {
            text_of(element, name, required);
            return absent;
        }
        std::int64_t number = 0;
        const auto [end, error] =
            std::from_chars(value->data(), value->data() + value->size(), number);
        if (error == std::errc{} && end == value->data() + value->size() && number >= least &&
            number <= most)
            return number;
        fault(element, std::string(name) + " = " + shortened(std::string(*value), 40),
              "is no whole number from " + std::to_string(least) + " to " + std::to_string(most),
              number > most && most == most_msccl_count ? "cut the transfer"
                                                        : "a number in this range");
        return absent;
    }
    void read_head(const XmlElement& algo) {
        program_.name = text_of(algo, "name");
        if (program_.name.size() > 63) fault(algo, "name", "is longer than 63 bytes", "shorten it");
        const auto proto = text_of(algo, "proto");
        if (proto != "Simple" && proto != "LL" && proto != "LL128")
            fault(algo, "proto = " + shortened(proto, 40), "is not known", "Simple, LL or LL128");
        program_.channels = static_cast<int>(whole(algo, "nchannels", 1, 32, 1));
        program_.chunks = whole(algo, "nchunksperloop", 1, most_chunks, 1);
        ranks_ = whole(algo, "ngpus", 1, most_ranks, 0);
        program_.collective = text_of(algo, "coll");
        std::erase(program_.collective, '_');
        const std::vector<std::string> known{"allreduce", "allgather", "alltoall", "reducescatter",
                                             "reduce",    "broadcast", "custom"};
        if (std::ranges::find(known, program_.collective) == known.end())
            fault(algo, "coll = " + shortened(program_.collective, 40), "is not known",
                  "allreduce, allgather, reducescatter or alltoall");
        program_.in_place = whole(algo, "inplace", 0, 1, 0) == 1;
        whole(algo, "outofplace", 0, INT64_MAX, 0, is_rccl());
        const auto least = whole(algo, "minBytes", 0, INT64_MAX, 0, is_rccl());
        const auto most = whole(algo, "maxBytes", 0, INT64_MAX, INT64_MAX, is_rccl());
        if (least > most)
            fault(algo, "minBytes = " + std::to_string(least),
                  "is above maxBytes = " + std::to_string(most), "exchange the two");
    }
    void read_gpu(const XmlElement& element) {
        const auto number = program_.gpus.size();
        place_ = place_text("gpu", number) + ": ";
        const auto id = whole(element, "id", 0, most_ranks, 0);
        if (id != static_cast<std::int64_t>(number))
            fault(element, "id = " + std::to_string(id), "is out of order",
                  std::to_string(number) + " belongs here");
        MscclGpu gpu;
        const std::array names{"i_chunks", "o_chunks", "s_chunks"};
        for (std::size_t b = 0; b < names.size(); ++b)
            gpu.chunks[b] = whole(element, names[b], 0, most_chunks, 0);
        check_chunks(element, gpu);
        program_.gpus.push_back(gpu);
        for (const auto& child : element.children)
            if (child.name == "tb") read_block(child);
        place_ = place_text("gpu", number) + ": ";
        check_size(element, program_.gpus.back());
        place_.clear();
    }
    /// Input and output chunks, where a GPU has them, are the loop's, or a rank's part of it.
    void check_chunks(const XmlElement& element, const MscclGpu& gpu) {
        const auto part = program_.chunks / std::max<std::int64_t>(ranks_, 1);
        const std::array<std::int64_t, 2> wanted{
            program_.collective == "allgather" ? part : program_.chunks,
            program_.collective == "reducescatter" ? part : program_.chunks};
        for (std::size_t b = 0; b < 2; ++b)
            if (gpu.chunks[b] != 0 && gpu.chunks[b] != wanted[b] && program_.collective != "custom")
                fault(element,
                      (b == 0 ? "i_chunks = " : "o_chunks = ") + std::to_string(gpu.chunks[b]),
                      "does not fit nchunksperloop = " + std::to_string(program_.chunks),
                      "0 or " + std::to_string(wanted[b]));
    }
    void check_size(const XmlElement& element, const MscclGpu& gpu) {
        std::map<int, int> of_channel;
        std::map<std::tuple<bool, int, int>, int> users;
        std::size_t elements = 1;
        for (const auto& block : gpu.blocks) {
            elements += 1 + block.steps.size();
            ++of_channel[block.channel];
            if (block.send >= 0) ++users[{true, block.send, block.channel}];
            if (block.receive >= 0) ++users[{false, block.receive, block.channel}];
        }
        const auto limit = [&](const std::string& what, std::size_t number, std::size_t most) {
            if (number > most)
                fault(element, what + " = " + std::to_string(number),
                      "at most " + std::to_string(most), "fewer thread blocks or channels");
        };
        limit("thread blocks", gpu.blocks.size(), most_msccl_blocks);
        if (is_rccl())
            for (const auto& [channel, count] : of_channel)
                limit("thread blocks of channel " + std::to_string(channel),
                      static_cast<std::size_t>(count), most_rccl_channel_blocks);
        limit("elements", elements, most_msccl_elements);
        for (const auto& [connection, count] : users)
            if (count > 1)
                fault(element, "",
                      std::to_string(count) + " tbs " +
                          (std::get<0>(connection) ? "send to " : "receive from ") +
                          std::to_string(std::get<1>(connection)) + " on channel " +
                          std::to_string(std::get<2>(connection)),
                      "one thread block per connection");
    }
    void read_block(const XmlElement& element) {
        auto& gpu = program_.gpus.back();
        const auto number = gpu.blocks.size();
        const auto own = static_cast<std::int64_t>(program_.gpus.size()) - 1;
        place_ = place_text("gpu", static_cast<std::size_t>(own)) + ", " +
                 place_text("tb", number) + ": ";
        const auto id = whole(element, "id", 0, most_chunks, 0);
        if (id != static_cast<std::int64_t>(number))
            fault(element, "id = " + std::to_string(id), "is out of order",
                  std::to_string(number) + " belongs here");
        MscclBlock block;
        block.send = static_cast<int>(whole(element, "send", -1, ranks_ - 1, -1));
        block.receive = static_cast<int>(whole(element, "recv", -1, ranks_ - 1, -1));
        block.channel = static_cast<int>(whole(element, "chan", 0, program_.channels - 1, 0));
        for (const auto peer : {block.send, block.receive})
            if (peer == own)
                fault(element, "", "peer " + std::to_string(peer) + " is the gpu itself",
                      "another gpu, or -1");
        const auto outer = place_;
        for (const auto& child : element.children)
            if (child.name == "step") {
                place_.replace(place_.size() - 2, 2,
                               ", " + place_text("step", block.steps.size()) + ": ");
                block.steps.push_back(read_step(child, block));
                place_ = outer;
            }
        const auto most = most_msccl_steps(dialect_);
        if (block.steps.size() > most)
            fault(element, "steps = " + std::to_string(block.steps.size()),
                  "at most " + std::to_string(most), "fewer steps");
        gpu.blocks.push_back(std::move(block));
    }
    MscclPlace read_place(const XmlElement& element, const char* buffer, const char* offset) {
        const auto name = text_of(element, buffer);
        const std::array<const char*, 3> names{"i", "o", "s"};
        const auto found = std::ranges::find(names, name);
        if (found == names.end())
            fault(element, std::string(buffer) + " = " + shortened(name, 40), "is no buffer",
                  "i, o or s");
        return {found == names.end() ? 0 : static_cast<int>(found - names.begin()),
                whole(element, offset, -1, most_chunks, 0)};
    }
    MscclStep read_step(const XmlElement& element, const MscclBlock& block) {
        MscclStep step{};
        const auto s = whole(element, "s", 0, most_chunks, 0);
        if (s != static_cast<std::int64_t>(block.steps.size()))
            fault(element, "s = " + std::to_string(s), "is out of order",
                  std::to_string(block.steps.size()) + " belongs here");
        const auto type = text_of(element, "type");
        const auto found = std::ranges::find(msccl_type_names, type);
        if (found == msccl_type_names.end())
            fault(element, "type = " + shortened(type, 40), "is not known",
                  "s, r, rcs, rrc, rrcs, rrs, cpy, re or nop");
        step.type = found == msccl_type_names.end()
                        ? MscclType::nop
                        : static_cast<MscclType>(found - msccl_type_names.begin());
        step.source = read_place(element, "srcbuf", "srcoff");
        step.target = read_place(element, "dstbuf", "dstoff");
        const bool moves = step.type != MscclType::nop;
        step.count = whole(element, "cnt", moves ? 1 : 0, most_msccl_count, 1);
        step.wait_block = static_cast<int>(whole(element, "depid", -1, most_chunks, -1));
        step.wait_step = static_cast<int>(whole(element, "deps", -1, most_chunks, -1));
        step.announces = whole(element, "hasdep", 0, 1, 0) == 1;
        const auto effect = effect_of(step.type);
        if (effect.sends && block.send < 0)
            fault(element, "type = " + type, "sends, and the thread block has no send peer",
                  "send=\"...\"");
        if (effect.receives && block.receive < 0)
            fault(element, "type = " + type, "receives, and the thread block has no recv peer",
                  "recv=\"...\"");
        const int own = static_cast<int>(program_.gpus.size()) - 1;
        if (effect.reads_source) check_range(element, "src", own, step.source, step.count);
        if (effect.reads_target || effect.writes)
            check_range(element, "dst", own, step.target, step.count);
        return step;
    }
    void check_range(const XmlElement& element, const char* end, int gpu, MscclPlace place,
                     std::int64_t count) {
        const auto size = program_.size_of_when(gpu, place.buffer, ranks_);
        if (place.offset < 0 || place.offset + count > size)
            fault(element,
                  std::string(end) + " = " + "ios"[place.buffer] + "[" +
                      std::to_string(place.offset) + ".." + std::to_string(place.offset + count) +
                      ")",
                  "lies outside its buffer of " + std::to_string(size) + " chunks",
                  "an offset inside");
    }

    MscclDialect dialect_;
    Faults& faults_;
    MscclProgram program_;
    std::int64_t ranks_ = 1;
    std::string place_;
};

/// Waits, which may name later blocks, and both ends of every connection.
class Links {
  public:
    Links(const MscclProgram& program, Faults& faults) : program_(program), faults_(faults) {}

    void run() {
        for (std::size_t g = 0; g < program_.gpus.size(); ++g)
            for (std::size_t b = 0; b < program_.gpus[g].blocks.size(); ++b) visit(g, b);
        for (const auto& [connection, counts] : sent_) compare(connection, counts);
        for (const auto& [connection, counts] : received_)
            if (!sent_.contains(connection)) compare(connection, {});
    }

  private:
    using Connection = std::array<int, 3>;

    void fault(const std::string& place, const std::string& problem, const std::string& remedy) {
        faults_.add({}, place, "", problem, remedy);
    }
    void visit(std::size_t g, std::size_t b) {
        const auto& block = program_.gpus[g].blocks[b];
        const int own = static_cast<int>(g);
        for (std::size_t i = 0; i < block.steps.size(); ++i) {
            const auto& step = block.steps[i];
            const auto effect = effect_of(step.type);
            if (effect.sends) sent_[{own, block.send, block.channel}].push_back(step.count);
            if (effect.receives)
                received_[{block.receive, own, block.channel}].push_back(step.count);
            const auto place =
                place_text("gpu", g) + ", " + place_text("tb", b) + ", " + place_text("step", i);
            check_wait(place, g, b, step);
            if (step.type == MscclType::nop &&
                (i + 1 == block.steps.size() || block.steps[i + 1].wait_block < 0))
                fault(place, "is a nop whose next step has no wait",
                      "put the last wait on the step itself");
        }
    }
    void check_wait(const std::string& place, std::size_t g, std::size_t b, const MscclStep& step) {
        if (step.wait_block < 0) return;
        const auto& blocks = program_.gpus[g].blocks;
        const auto target = static_cast<std::size_t>(step.wait_block);
        const auto name =
            "tb " + std::to_string(step.wait_block) + " step " + std::to_string(step.wait_step);
        if (target >= blocks.size() || target == b || step.wait_step < 0 ||
            static_cast<std::size_t>(step.wait_step) >= blocks[target].steps.size())
            return fault(place, "waits for " + name + ", which is not there",
                         "a step of another thread block");
        const auto& awaited = blocks[target].steps[step.wait_step];
        if (!awaited.announces || awaited.type == MscclType::nop)
            fault(place, "waits for " + name + ", which announces nothing",
                  "hasdep=\"1\" there, on a step that is no nop");
    }
    void compare(const Connection& connection, const std::vector<std::int64_t>& sent) {
        const auto found = received_.find(connection);
        if (found != received_.end() && found->second == sent) return;
        const auto total = [](const std::vector<std::int64_t>& counts) {
            return std::to_string(counts.size()) + " transfers";
        };
        fault("gpu " + std::to_string(connection[0]) + " to " + std::to_string(connection[1]) +
                  ", channel " + std::to_string(connection[2]),
              "sends " + total(sent) + ", and the other end receives " +
                  (found == received_.end() ? "nothing" : total(found->second)) +
                  " or other counts",
              "equal counts in the same order at both ends");
    }

    const MscclProgram& program_;
    Faults& faults_;
    std::map<Connection, std::vector<std::int64_t>> sent_, received_;
};

/// What a reader of XML accepts and the runtimes' readers do not.
void check_spelling(const std::string& text, Faults& faults) {
    const auto line_at = [&](std::size_t at) {
        return 1 + static_cast<int>(std::count(
                       text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    };
    const std::pair<const char*, const char*> spellings[] = {
        {"<?xml", "XML declaration: the runtime parser does not take it"},
        {"\t", "tab: the runtime parser does not take it"},
        {"='", "single quotes: the runtime parser does not take them"}};
    if (const auto at = text.find('\0'); at != std::string::npos)
        faults.add({line_at(at), ""}, "", "", "a byte is 0: the runtime parser ends there",
                   "remove it");
    for (const auto& [word, problem] : spellings)
        if (const auto at = text.find(word); at != std::string::npos)
            faults.add({line_at(at), ""}, "", "", problem, "remove it, or write \"...\"");
}

}  // namespace

MscclEffect effect_of(MscclType type) {
    static constexpr std::array<MscclEffect, 9> effects{{{false, true, true, false, false},
                                                         {true, false, false, false, true},
                                                         {true, true, false, false, true},
                                                         {true, false, true, false, true},
                                                         {true, true, true, false, true},
                                                         {true, true, true, false, false},
                                                         {false, false, true, false, true},
                                                         {false, false, true, true, true},
                                                         {false, false, false, false, false}}};
    return effects[static_cast<std::size_t>(type)];
}

MscclPlace MscclProgram::resolved(int gpu, MscclPlace place) const {
    if (!in_place) return place;
    if (collective == "allreduce" && place.buffer == 1) return {0, place.offset};
    if (collective == "allgather" && place.buffer == 0) return {1, gpu * part() + place.offset};
    if (collective == "reducescatter" && place.buffer == 1) return {0, gpu * part() + place.offset};
    return place;
}

std::int64_t MscclProgram::size_of_when(int gpu, int buffer, std::int64_t ranks) const {
    const auto& own = gpus[gpu].chunks;
    const auto share = chunks / std::max<std::int64_t>(ranks, 1);
    if (!in_place || buffer == 2) return own[buffer];
    if (collective == "allreduce") return std::max(own[0], own[1]);
    if (collective == "allgather" && buffer == 0) return share;
    if (collective == "reducescatter" && buffer == 1) return share;
    return own[buffer];
}

MscclProgram read_msccl(const std::string& text, MscclDialect dialect, Faults& faults) {
    check_spelling(text, faults);
    const auto root = read_xml(text, faults);
    if (!root) return {};
    auto program = MscclReader(dialect, faults).run(*root);
    Links(program, faults).run();
    return program;
}

}  // namespace lightsweep::sweeps

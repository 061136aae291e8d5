// Damaged journals: cut at every byte, and records with valid checksums but hostile contents.
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <fstream>
#include <iterator>
#include <span>

#include "engine/file/finalize.hpp"
#include "engine/io/errors.hpp"
#include "engine/journal/journal_scan.hpp"
#include "engine/journal/record.hpp"
#include "tests/faults/campaign.hpp"

using namespace lightsweep;
using namespace lightsweep::tests;

BOOST_AUTO_TEST_SUITE(journals)

namespace {

using Bytes = std::vector<std::byte>;

struct Record {
    engine::RecordHead head;
    Bytes payload;
};

// The journal of one process that was killed about half way, as bytes and as records.
class HalfJournal {
  public:
    HalfJournal() : out_(folder_ / "out.h5"), file_(engine::journal_file(out_ + ".journal", 0, 0)) {
        run_demo(0, {out_, "--size", "1"}, {"LIGHTSWEEP_FAULT=kill@40"});
        std::ifstream in(file_, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const auto bytes = std::as_bytes(std::span(text));
        bytes_.assign(bytes.begin(), bytes.end());
        for (std::size_t at = 0; at < bytes_.size();) {
            const auto head = engine::parse_head(bytes.subspan(at));
            const auto payload = bytes.subspan(at + engine::record_head_bytes, head.value().length);
            records_.push_back({*head, {payload.begin(), payload.end()}});
            at += engine::record_head_bytes + head->length;
            ends_.push_back(at);
        }
    }

    const std::string& out() const { return out_; }
    const Bytes& bytes() const { return bytes_; }
    const std::vector<Record>& records() const { return records_; }
    /// End of a record in the file.
    std::size_t end(std::size_t record) const { return ends_[record]; }

    /// Makes this the journal's only content; nothing else is left beside it.
    void write(const Bytes& bytes) const {
        std::filesystem::remove(out_);
        std::filesystem::remove_all(out_ + ".journal");
        std::filesystem::create_directory(out_ + ".journal");
        std::ofstream(file_, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    }
    /// Goes on from the journal that is there to the whole result.
    void check_resume(const std::string& expected, const std::string& place) const {
        const auto resumed = run_demo(0, {out_, "--size", "1", "--resume"});
        BOOST_TEST(resumed.code == 0, place << ": " << resumed.output);
        BOOST_TEST(digest_of(out_) == expected, place);
    }

  private:
    ScratchFolder folder_;
    std::string out_, file_;
    Bytes bytes_;
    std::vector<Record> records_;
    std::vector<std::size_t> ends_;
};

std::string small_digest() {
    const ScratchFolder folder;
    run_demo(0, {folder / "small.h5", "--size", "1"});
    return digest_of(folder / "small.h5");
}

std::uint64_t extreme(std::mt19937_64& random) {
    constexpr std::uint64_t values[] = {0,          1,          7,          1u << 16,  1u << 31,
                                        1ull << 32, 1ull << 53, 1ull << 63, ~0ull - 1, ~0ull};
    const auto i = random() % (std::size(values) + 1);
    return i < std::size(values) ? values[i] : random();
}

void change_head(engine::RecordHead& head, std::mt19937_64& random) {
    switch (random() % 6) {
        case 0:
            head.kind = static_cast<engine::RecordKind>(random() % 8);
            break;
        case 1:
            head.task.group =
                static_cast<std::uint32_t>(random() % 2 ? extreme(random) : random() % 5);
            break;
        case 2:
            head.task.index = random() % 2 ? extreme(random) : random() % 50;
            break;
        case 3:
            head.rows = extreme(random);
            break;
        case 4:
            head.failed = extreme(random);
            break;
        default:
            head.identity = extreme(random);
    }
}

void change_payload(Bytes& payload, std::mt19937_64& random) {
    if (random() % 8 == 0) payload.resize(random() % (2 * payload.size() + 2));
    for (auto left = 1 + random() % 3; left > 0 && payload.size() >= 8; --left) {
        const std::uint64_t value = extreme(random);
        const std::size_t width = std::size_t{1} << random() % 4;
        std::memcpy(&payload[random() % (payload.size() - 7)], &value, width);
    }
}

// One record with other contents and right checksums.
Bytes hostile(const HalfJournal& journal, std::mt19937_64& random) {
    const std::size_t target = random() % journal.records().size();
    Bytes bytes;
    for (std::size_t i = 0; i < journal.records().size(); ++i) {
        auto [head, payload] = journal.records()[i];
        if (i == target) {
            if (random() % 3 == 0)
                change_head(head, random);
            else
                change_payload(payload, random);
        }
        const auto record = engine::make_record(head, payload);
        bytes.insert(bytes.end(), record.begin(), record.end());
    }
    return bytes;
}

// Every verb ends in order: with a result that can be read, or with a refusal.
bool ends_in_order(const std::string& out, const std::string& place) {
    try {
        engine::to_text(engine::status(out));
        engine::verify(engine::finalize(out).file);
        return true;
    } catch (const engine::BadInput&) {
        return false;
    } catch (const engine::IoError&) {
        return false;
    } catch (const std::exception& error) {
        BOOST_ERROR(place << ": " << error.what());
        return false;
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(cut_at_every_byte_whole_records_count_and_the_rest_is_computed) {
    const HalfJournal journal;
    const std::string expected = small_digest();
    const auto step = static_cast<std::size_t>(trials(101, 1));
    const auto resume_every = static_cast<std::size_t>(trials(7, 23));
    std::size_t cuts = 0, resumed = 0;
    for (std::size_t cut = 0; cut < journal.bytes().size(); cut += step, ++cuts) {
        const std::string place = "cut at byte " + std::to_string(cut);
        journal.write({journal.bytes().begin(), journal.bytes().begin() + static_cast<long>(cut)});
        std::uint64_t tasks = 0;
        for (std::size_t i = 0; i < journal.records().size() && journal.end(i) <= cut; ++i)
            tasks += journal.records()[i].head.kind == engine::RecordKind::tile ||
                     journal.records()[i].head.kind == engine::RecordKind::row;
        if (journal.end(1) > cut)  // no manifest
            BOOST_CHECK_THROW(engine::finalize(journal.out()), engine::BadInput);
        else
            BOOST_TEST(engine::finalize(journal.out()).present == tasks, place);
        if (cuts % resume_every != 0) continue;
        journal.check_resume(expected, place);
        ++resumed;
    }
    BOOST_TEST_MESSAGE("a journal of " << journal.bytes().size() << " bytes: cut " << cuts
                                       << " times, resumed " << resumed << " times");
}

BOOST_AUTO_TEST_CASE(hostile_records_are_refused_or_do_no_harm) {
    const HalfJournal journal;
    std::mt19937_64 random(seed());
    const int n = trials(200, 20000);
    int read = 0;
    for (int trial = 0; trial < n; ++trial) {
        journal.write(hostile(journal, random));
        read += ends_in_order(journal.out(), "trial " + std::to_string(trial)) ? 1 : 0;
    }
    BOOST_TEST(read > n / 20);
    BOOST_TEST(read < n);
    BOOST_TEST_MESSAGE(n << " hostile journals: " << read << " gave a readable file, " << n - read
                         << " were refused");
}

BOOST_AUTO_TEST_CASE(a_record_with_other_contents_names_its_file_and_the_remedy) {
    const HalfJournal journal;
    const std::string expected = small_digest();
    Bytes bytes;
    std::size_t spoilt = 0;
    for (auto [head, payload] : journal.records()) {
        if (head.kind == engine::RecordKind::tile && spoilt++ == 0) payload.resize(3);
        const auto record = engine::make_record(head, payload);
        bytes.insert(bytes.end(), record.begin(), record.end());
    }
    journal.write(bytes);
    const auto resumed = run_demo(0, {journal.out(), "--size", "1", "--resume"});
    BOOST_TEST(resumed.code == 3, resumed.output);
    const std::string file = engine::journal_file(journal.out() + ".journal", 0, 0);
    BOOST_TEST(resumed.output.find(file + ": the record at byte ") != std::string::npos,
               resumed.output);
    BOOST_TEST(resumed.output.find("remove that file") != std::string::npos, resumed.output);
    std::filesystem::remove(file);
    journal.check_resume(expected, "after the remedy");
}

BOOST_AUTO_TEST_SUITE_END()

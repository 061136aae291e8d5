#include "engine/journal/journal_writer.hpp"

#include <exception>
#include <utility>

#include "engine/io/errors.hpp"

namespace lightsweep::engine {
namespace {

constexpr std::size_t most_queued_bytes = std::size_t{64} << 20;
constexpr auto commit_interval = std::chrono::seconds(1);

}  // namespace

JournalWriter::JournalWriter(const std::string& path)
    : file_(io::File::create_new(path)), last_commit_(std::chrono::steady_clock::now()) {
    io::sync_parent(path);
    thread_ = std::thread([this] { write_loop(); });
}

JournalWriter::~JournalWriter() {
    close();
}

void JournalWriter::put(std::vector<std::byte> record) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return queued_bytes_ < most_queued_bytes || failure_; });
    if (failure_) return;
    queued_bytes_ += record.size();
    queue_.push_back(std::move(record));
    changed_.notify_all();
}

std::optional<std::string> JournalWriter::failure() const {
    const std::scoped_lock lock(mutex_);
    return failure_;
}

std::optional<std::string> JournalWriter::close() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
        changed_.notify_all();
    }
    if (thread_.joinable()) thread_.join();
    file_.close();
    return failure();
}

void JournalWriter::write_loop() {
    for (bool last = false; !last;) {
        std::deque<std::vector<std::byte>> batch;
        {
            std::unique_lock lock(mutex_);
            changed_.wait_for(lock, commit_interval,
                              [this] { return !queue_.empty() || closing_; });
            batch.swap(queue_);
            last = closing_;
        }
        write_batch(std::move(batch));
        commit_if_due(last);
    }
}

void JournalWriter::write_batch(std::deque<std::vector<std::byte>> batch) {
    for (const auto& record : batch) {
        guarded([&] { file_.append(record); });
        dirty_ = true;
        const std::scoped_lock lock(mutex_);
        queued_bytes_ -= record.size();
        changed_.notify_all();
    }
}

void JournalWriter::commit_if_due(bool now) {
    const auto time = std::chrono::steady_clock::now();
    if (!dirty_ || (!now && time - last_commit_ < commit_interval)) return;
    guarded([this] {
        file_.sync_data();
        if (!file_.is_in_place())
            throw IoError(file_.path() +
                          ": was removed while this run writes it, and its results "
                          "with it; start again with --resume, and let no other program touch the "
                          "journal");
    });
    dirty_ = false;
    last_commit_ = time;
}

template <class Action>
void JournalWriter::guarded(Action action) {
    if (failure()) return;
    try {
        action();
    } catch (const std::exception& error) {
        const std::scoped_lock lock(mutex_);
        failure_ = error.what();
        changed_.notify_all();
    }
}

}  // namespace lightsweep::engine

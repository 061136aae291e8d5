// The computing threads of a rank: those without a task are lent, and never more than there are.
#include <unistd.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <thread>

#include "engine/farm/computing.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(computing)

using namespace engine;

/// Tiles that borrow all the threads they get, and keep them for a while.
class Borrowers : public Workload {
  public:
    Borrowers() {
        ArrayGroup group;
        group.path = "group";
        group.axes.push_back({{"point", "1", "point", std::vector<std::int64_t>(16)}, {}});
        group.chunk = {1};
        group.columns.emplace_back().name = "x";
        layout_.arrays.push_back(group);
    }
    const Layout& layout() const override { return layout_; }
    std::string fingerprint() const override { return "borrowers"; }
    double estimate(Task) const override { return 1; }
    void use_idle_threads(BorrowThreads borrow) override { borrow_ = std::move(borrow); }
    TaskReport compute_tile(Task, Tile&) override {
        const int mine = 1 + borrow_(8);
        const int all = busy += mine;
        for (int seen = most; seen < all && !most.compare_exchange_weak(seen, all);) {
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        busy -= mine;
        borrow_(1 - mine);
        return {1, 0};
    }
    std::atomic<int> busy{0}, most{0};

  private:
    Layout layout_;
    BorrowThreads borrow_;
};

BOOST_AUTO_TEST_CASE(idle_threads_are_lent_and_come_back) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("lightsweep-computing-" + std::to_string(::getpid()));
    constexpr int threads = 3;
    Borrowers workload;
    const TaskSpace tasks(workload.layout());
    {
        JournalWriter journal(file.string());
        Computing computing(workload, tasks, 1, journal, threads);
        const auto wait = [&](std::size_t chunks) {
            while (chunks > 0) chunks -= computing.take_finished().size();
        };
        computing.add({1, {0}});
        wait(1);
        BOOST_TEST(workload.most == threads);  // alone, it got all others
        computing.add({2, {1, 2, 3, 4, 5, 6, 7}});
        for (std::uint64_t i = 8; i < 16; ++i) computing.add({i, {i}});
        wait(9);
        BOOST_TEST(workload.most == threads);
        BOOST_TEST(computing.idle());
        BOOST_TEST(computing.timing().tasks == 16u);
        BOOST_TEST(computing.timing().computing_s >= 16 * 2e-3);
        BOOST_TEST(computing.timing().waiting_s >= 0);
    }
    std::filesystem::remove(file);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests

// The parallel loop: all items, no more of them after an exception, and no more threads than idle.
#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "kernels/parallel/for_each.hpp"

namespace lightsweep::tests {
namespace {

BOOST_AUTO_TEST_SUITE(loops)

using kernels::parallel::Borrowing;
using kernels::parallel::for_each;
using std::chrono::microseconds;

/// So many idle threads, and the fewest that were left at any time.
struct Pool {
    explicit Pool(int threads) : idle(threads), fewest(threads) {}
    int lend(int n) {
        const std::scoped_lock lock(mutex);
        n = n > 0 ? std::min(n, idle) : n;
        idle -= n;
        fewest = std::min(fewest, idle);
        return n;
    }
    std::mutex mutex;
    int idle, fewest;
};

/// The most bodies that ran at once.
class Crowd {
  public:
    void visit() {
        const int now = ++inside_;
        for (int most = most_; most < now && !most_.compare_exchange_weak(most, now);) {
        }
        std::this_thread::sleep_for(microseconds(200));
        --inside_;
    }
    int most() const { return most_; }

  private:
    std::atomic<int> inside_{0}, most_{0};
};

BOOST_AUTO_TEST_CASE(for_each_does_every_item_once) {
    std::vector<std::atomic<int>> done(1000);
    for_each(done.size(), [&](std::size_t i) { ++done[i]; });
    for (const auto& count : done) BOOST_TEST(count == 1);
}

BOOST_AUTO_TEST_CASE(for_each_begins_nothing_after_an_exception) {
    const Borrowing alone;
    std::atomic<int> begun{0};
    const auto work = [&](std::size_t i) {
        ++begun;
        if (i == 3) throw std::runtime_error("enough");
    };
    BOOST_CHECK_THROW(for_each(100000, work), std::runtime_error);
    BOOST_TEST(begun < 100);
}

BOOST_AUTO_TEST_CASE(loops_borrow_what_is_idle_and_give_it_back) {
    for (const int idle : {0, 1, 3}) {
        Pool pool(idle);
        Crowd crowd;
        const Borrowing others([&](int n) { return pool.lend(n); });
        std::vector<std::atomic<int>> done(40);
        const auto work = [&](std::size_t i) {
            crowd.visit();
            for_each(1, [&](std::size_t) { ++done[i]; });  // within a loop nothing is borrowed
        };
        for_each(done.size(), work, microseconds(0));
        for (const auto& count : done) BOOST_TEST(count == 1);
        BOOST_TEST(crowd.most() <= idle + 1);
        BOOST_TEST(pool.fewest == 0);
        const auto fail = [](std::size_t) { throw std::runtime_error("enough"); };
        BOOST_CHECK_THROW(for_each(40, fail, microseconds(0)), std::runtime_error);
        BOOST_TEST(pool.idle == idle);
    }
}

BOOST_AUTO_TEST_CASE(loops_of_several_threads_share_what_is_idle) {
    Pool pool(2);
    Crowd crowd;
    const auto compute = [&] {
        const Borrowing others([&](int n) { return pool.lend(n); });
        for (int loop = 0; loop < 20; ++loop)
            for_each(
                8, [&](std::size_t) { crowd.visit(); }, microseconds(0));
    };
    std::thread first(compute), second(compute);
    first.join();
    second.join();
    BOOST_TEST(crowd.most() <= 4);
    BOOST_TEST(pool.idle == 2);
}

BOOST_AUTO_TEST_CASE(a_loop_asks_again_as_long_as_nobody_is_idle) {
    std::atomic<int> asked{0};
    const Borrowing others([&](int n) { return n > 0 && ++asked < 3 ? 0 : n > 0; });
    for_each(
        20, [](std::size_t) { std::this_thread::sleep_for(microseconds(50)); }, microseconds(100));
    BOOST_TEST(asked == 3);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace lightsweep::tests

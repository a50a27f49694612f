#include "base/parallel.hpp"

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#endif

#include <gtest/gtest.h>

namespace quiver {
namespace {

// Whether every index below n is visited exactly once, and what the tasks wrote is seen without further ordering.
bool visits_all_once(const Executor& executor, std::size_t n) {
  std::vector<std::atomic<int>> visits(n + 1);
  std::vector<std::size_t> plain(n, 0);
  parallel_for(executor, n, [&](std::size_t i) {
    visits[i < n ? i : n].fetch_add(1, std::memory_order_relaxed);
    if (i < n) plain[i] = i + 1;
  });
  bool right = visits[n].load() == 0;
  for (std::size_t i = 0; i < n; i++) right = right && visits[i].load() == 1 && plain[i] == i + 1;
  return right;
}

class PoolOfThreads : public testing::TestWithParam<unsigned> {};

TEST_P(PoolOfThreads, VisitsEveryIndexOnce) {
  Executor pool = pool_executor(GetParam());
  for (std::size_t n : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 64u, 1000u, 20000u}) EXPECT_TRUE(visits_all_once(pool, n)) << n;
}

TEST_P(PoolOfThreads, SurvivesManySmallJobs) {
  Executor pool = pool_executor(GetParam());
  for (int round = 0; round < 500; round++) ASSERT_TRUE(visits_all_once(pool, 5)) << round;
}

INSTANTIATE_TEST_SUITE_P(Threads, PoolOfThreads, testing::Values(0u, 1u, 2u, 3u, 8u, 64u),
                         testing::PrintToStringParamName());

TEST(Parallel, SerialExecutorGoesInOrder) {
  Executor serial = serial_executor();
  EXPECT_EQ(serial.width(serial.self), 1u);
  std::vector<std::size_t> seen;
  parallel_for(serial, 5, [&](std::size_t i) { seen.push_back(i); });
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(Parallel, WidthIsWhatWasAskedFor) {
  for (unsigned threads : {1u, 2u, 17u, kMaxThreads}) {
    Executor pool = pool_executor(threads);
    EXPECT_EQ(pool.width(pool.self), threads);
  }
  Executor all = pool_executor(0), most = pool_executor(~0u);
  EXPECT_EQ(all.width(all.self), processor_count());
  EXPECT_EQ(most.width(most.self), kMaxThreads);
}

TEST(Parallel, TakesConstAndTemporaryCallables) {
  std::atomic<std::size_t> sum{0};
  const auto constant = [&](std::size_t i) { sum += i; };
  parallel_for(pool_executor(3), 100, constant);
  EXPECT_EQ(sum.load(), 4950u);
  parallel_for(pool_executor(3), 100, [&](std::size_t i) { sum -= i; });
  EXPECT_EQ(sum.load(), 0u);
  std::function<void(std::size_t)> wrapped = constant;
  parallel_for(pool_executor(3), 100, wrapped);
  EXPECT_EQ(sum.load(), 4950u);
}

// Two tasks that wait for each other: they end only when both run at the same time.
TEST(Parallel, TasksRunAtTheSameTime) {
  std::atomic<int> arrived{0};
  parallel_for(pool_executor(2), 2, [&](std::size_t) {
    arrived++;
    while (arrived.load() < 2) std::this_thread::yield();
  });
  EXPECT_EQ(arrived.load(), 2);
}

TEST(Parallel, NeverMoreThreadsThanAskedFor) {
  pool_executor(8); // an executor alone starts nothing
  parallel_for(pool_executor(8), 8, [](std::size_t) {});
  for (int round = 0; round < 50; round++) {
    std::atomic<int> now{0}, most{0};
    parallel_for(pool_executor(3), 64, [&](std::size_t) {
      int running = ++now;
      int seen = most.load();
      while (running > seen && !most.compare_exchange_weak(seen, running)) {}
      std::this_thread::yield();
      --now;
    });
    ASSERT_LE(most.load(), 3);
  }
}

TEST(Parallel, CallersMayComeFromManyThreadsAtOnce) {
  constexpr int kCallers = 6, kRounds = 200;
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; caller++) {
    callers.emplace_back([&, caller] {
      Executor pool = pool_executor(static_cast<unsigned>(1 + caller % 4));
      for (int round = 0; round < kRounds; round++) {
        if (!visits_all_once(pool, static_cast<std::size_t>(round % 37))) wrong++;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong.load(), 0);
}

// A task that waits for another thread's job, as a host's own scheduler may bring about: each caller works on its own
// job, so this cannot hang however busy the pool is.
TEST(Parallel, TaskMayWaitForAnotherThreadsJob) {
  std::atomic<int> right{0};
  parallel_for(pool_executor(4), 8, [&](std::size_t) {
    std::thread other([&] { right += visits_all_once(pool_executor(4), 100); });
    other.join();
  });
  EXPECT_EQ(right.load(), 8);
}

TEST(Parallel, WorksWithFewerThreadsWhenNoneCanBeStarted) {
  unsigned before = pool_thread_count();
  refuse_thread_starts(true);
  EXPECT_TRUE(visits_all_once(pool_executor(before + 40), 1000));
  EXPECT_EQ(pool_thread_count(), before);
  refuse_thread_starts(false);
  EXPECT_TRUE(visits_all_once(pool_executor(before + 3), 1000));
  EXPECT_GE(pool_thread_count(), before);
}

TEST(Parallel, ThreadsAreKept) {
  parallel_for(pool_executor(5), 100, [](std::size_t) {});
  unsigned count = pool_thread_count();
  for (int i = 0; i < 20; i++) parallel_for(pool_executor(5), 100, [](std::size_t) {});
  EXPECT_EQ(pool_thread_count(), count);
}

#if defined(__linux__)
TEST(Parallel, ProcessorCountFollowsTheAffinityMask) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(processor_count(), static_cast<unsigned>(CPU_COUNT(&before)));
  int first = 0;
  while (!CPU_ISSET(first, &before)) first++;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  if (sched_setaffinity(0, sizeof one, &one) != 0) GTEST_SKIP() << "affinity cannot be set here";
  unsigned narrowed = processor_count();
  sched_setaffinity(0, sizeof before, &before);
  EXPECT_EQ(narrowed, 1u);
}
#endif

// Runs `body` in a child and says whether it came back with true in time.
bool holds_in_child(const std::function<bool()>& body) {
  pid_t child = fork();
  if (child == 0) {
    alarm(30); // a child that hangs fails instead of holding up the tests
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Parallel, ChildStartsItsOwnThreads) {
  Executor pool = pool_executor(4);
  ASSERT_TRUE(visits_all_once(pool, 1000));
  EXPECT_TRUE(holds_in_child([&] {
    if (pool_thread_count() != 0) return false;
    std::atomic<int> arrived{0};
    parallel_for(pool_executor(2), 2, [&](std::size_t) {
      arrived++;
      while (arrived.load() < 2) std::this_thread::yield();
    });
    return pool_thread_count() > 0 && visits_all_once(pool, 1000);
  }));
  EXPECT_TRUE(visits_all_once(pool, 1000)); // and the parent's still work
}

TEST(Parallel, ForkWhileJobsRun) {
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 2; i++) {
    callers.emplace_back([&] {
      while (!stop.load()) wrong += !visits_all_once(pool_executor(3), 50);
    });
  }
  int held = 0;
  constexpr int kForks = 20;
  // The child uses plain arrays only: another thread may have held the allocator's lock.
  for (int i = 0; i < kForks; i++) {
    held += holds_in_child([] {
      std::atomic<int> visits[200] = {};
      parallel_for(pool_executor(3), 200, [&](std::size_t k) { visits[k]++; });
      for (auto& count : visits) {
        if (count.load() != 1) return false;
      }
      return true;
    });
  }
  stop = true;
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(held, kForks);
  EXPECT_EQ(wrong.load(), 0);
}

} // namespace
} // namespace quiver

#include "base/parallel.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <pthread.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#endif

namespace quiver {

namespace {

// One fork-join job, on its caller's stack. Caller and helpers claim indices from `next` until none is left; all other
// fields are guarded by Pool::mutex. The caller takes the job off the list first and waits for its helpers then, so no
// thread can reach it after run() has returned.
struct Job {
  void (*fn)(void*, std::size_t);
  void* context;
  std::size_t n;
  unsigned helpers_wanted; // that may still join
  unsigned helpers_active = 0;
  Job* following = nullptr; // in Pool::jobs
  alignas(64) std::atomic<std::size_t> next{0};

  void work() {
    // Each thread overshoots n by one claim at most, so `next` cannot wrap: n is a count of objects in memory.
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < n;) fn(context, i);
  }
};

// A queue of jobs rather than one slot: a second caller shares the threads instead of waiting for the first. Constant
// initialised and never destroyed, as detached threads may look at it until the process is gone.
struct Pool {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t job_added = PTHREAD_COND_INITIALIZER;
  pthread_cond_t helper_done = PTHREAD_COND_INITIALIZER;
  Job* jobs = nullptr;
  unsigned threads = 0; // started, all of them for good
  unsigned idle = 0;    // of those, waiting for job_added
  bool fork_handlers = false;
};

constinit Pool g_pool;
constinit std::atomic<bool> g_refuse_thread_starts{false};

void lock() { ::pthread_mutex_lock(&g_pool.mutex); }
void unlock() { ::pthread_mutex_unlock(&g_pool.mutex); }

// The forking thread holds the mutex across fork(), so that the child sees the pool whole. There the other threads are
// gone, and with them whatever waited on the condition variables: it starts with an empty pool.
void child_after_fork() {
  g_pool.jobs = nullptr;
  g_pool.threads = 0;
  g_pool.idle = 0;
  g_pool.job_added = PTHREAD_COND_INITIALIZER;
  g_pool.helper_done = PTHREAD_COND_INITIALIZER;
  unlock();
}

// Called with the mutex held.
Job* first_open_job() {
  for (Job* job = g_pool.jobs; job != nullptr; job = job->following) {
    if (job->helpers_wanted > 0 && job->next.load(std::memory_order_relaxed) < job->n) return job;
  }
  return nullptr;
}

void* helper_main(void*) {
  lock();
  for (;;) {
    Job* job = first_open_job();
    if (job == nullptr) {
      g_pool.idle++;
      ::pthread_cond_wait(&g_pool.job_added, &g_pool.mutex);
      g_pool.idle--;
      continue;
    }
    job->helpers_wanted--;
    job->helpers_active++;
    unlock();
    job->work();
    lock();
    if (--job->helpers_active == 0) ::pthread_cond_broadcast(&g_pool.helper_done);
  }
  return nullptr; // not reached
}

bool start_helper() {
  if (g_refuse_thread_starts.load(std::memory_order_relaxed)) return false;
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return false;
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  ::pthread_attr_setstacksize(&attributes, std::size_t{2} << 20); // the default is 128 KiB on musl, 512 on macOS

  // Signals belong to the host's threads, but for those that the helper itself raises, and the profiler's.
  sigset_t blocked, before;
  ::sigfillset(&blocked);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF}) ::sigdelset(&blocked, signal);
  ::pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  bool started = ::pthread_create(&thread, &attributes, helper_main, nullptr) == 0;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  ::pthread_attr_destroy(&attributes);
  return started;
}

// Called with the mutex held.
void start_helpers(unsigned wanted) {
  if (!g_pool.fork_handlers) {
    // Without handlers a child would wait for threads that it does not have: then better no threads at all.
    if (::pthread_atfork(lock, unlock, child_after_fork) != 0) return;
    g_pool.fork_handlers = true;
  }
  while (g_pool.threads < wanted && start_helper()) g_pool.threads++;
}

void run_serially(void*, std::size_t n, void (*fn)(void*, std::size_t), void* context) {
  for (std::size_t i = 0; i < n; i++) fn(context, i);
}

// The pool keeps nothing per executor: `self` is the limit itself.
unsigned pool_width(void* self) { return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(self)); }

void run_on_pool(void* self, std::size_t n, void (*fn)(void*, std::size_t), void* context) {
  unsigned width = pool_width(self);
  if (n < width) width = static_cast<unsigned>(n);
  if (width <= 1) return run_serially(self, n, fn, context);

  unsigned helpers = width - 1;
  Job job{.fn = fn, .context = context, .n = n, .helpers_wanted = helpers};
  lock();
  start_helpers(helpers);
  job.following = g_pool.jobs;
  g_pool.jobs = &job;
  if (helpers >= g_pool.idle) {
    ::pthread_cond_broadcast(&g_pool.job_added);
  } else {
    for (unsigned i = 0; i < helpers; i++) ::pthread_cond_signal(&g_pool.job_added);
  }
  unlock();

  job.work();

  lock();
  Job** link = &g_pool.jobs;
  while (*link != &job) link = &(*link)->following;
  *link = job.following;
  while (job.helpers_active > 0) ::pthread_cond_wait(&g_pool.helper_done, &g_pool.mutex);
  unlock();
}

} // namespace

Executor serial_executor() {
  return {nullptr, [](void*) { return 1u; }, run_serially};
}

Executor pool_executor(unsigned threads) {
  if (threads == 0) threads = processor_count();
  if (threads > kMaxThreads) threads = kMaxThreads;
  return {reinterpret_cast<void*>(static_cast<std::uintptr_t>(threads)), pool_width, run_on_pool};
}

unsigned processor_count() {
#if defined(__linux__)
  // The kernel refuses a mask shorter than its own, hence the size; cpu_set_t holds 1024 processors.
  static constexpr std::size_t kSets = 16;
  cpu_set_t mask[kSets];
  if (::sched_getaffinity(0, sizeof mask, mask) == 0) {
    int count = CPU_COUNT_S(sizeof mask, mask);
    if (count > 0) return static_cast<unsigned>(count);
  }
#endif
  long online = ::sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? static_cast<unsigned>(online) : 1;
}

void refuse_thread_starts(bool refuse) { g_refuse_thread_starts.store(refuse, std::memory_order_relaxed); }

unsigned pool_thread_count() {
  lock();
  unsigned count = g_pool.threads;
  unlock();
  return count;
}

} // namespace quiver

// Grades per second of one process, for a batch of small solutions, with one slot and with two.
//
// Each side is a process of its own, since an Evaluator wants to be made before any thread. They take turns, one chunk
// of the batch after the other; the one whose turn it is not waits and uses no processor.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <thread>

#include "sandbox/channel/channel.h"
#include "tests/bench/grading.h"
#include "tests/bench/report.h"
#include "tests/bench/variants.h"

namespace leap::bench {
namespace {

constexpr int kDefaultBatch = 200;
constexpr int kChunks = 10;
constexpr auto kChunkLimit = std::chrono::minutes(10);

using Tasks = std::vector<protocol::Task>;

struct Chunk {
  int task = 0;
  int first = 0;
  int count = 0;  // 0: leave
};

struct Result {
  double wall_ms = 0;
  double compile_ms = 0;  // of all its grades together
  char problem[256] = {};
};

template <typename Plain>
std::string_view bytes_of(const Plain& plain) {
  return {reinterpret_cast<const char*>(&plain), sizeof plain};
}

template <typename Plain>
Plain receive(channel::Channel& channel) {
  const auto received = channel.receive(channel::Clock::now() + kChunkLimit);
  Plain plain;
  if (!received.message || received.message->bytes.size() != sizeof plain) {
    throw std::runtime_error("a process of the benchmark is gone");
  }
  std::memcpy(&plain, received.message->bytes.data(), sizeof plain);
  return plain;
}

Result grade_chunk(evaluation::Evaluator& evaluator, int slots, const protocol::Task& task, const Chunk& chunk) {
  Result result;
  std::mutex mutex;
  std::atomic<int> next = 0;
  const auto work = [&] {
    try {
      for (int i = next++; i < chunk.count; i = next++) {
        const auto solution = make_variant(task.definition, chunk.first + i);
        const auto evaluation = evaluator.grade(task, solution, {});
        expect_correct(evaluation);
        const std::lock_guard lock(mutex);
        result.compile_ms += stage_ms(evaluation, "compile");
      }
    } catch (const std::exception& problem) {
      const std::lock_guard lock(mutex);
      std::snprintf(result.problem, sizeof result.problem, "%s", problem.what());
    }
  };
  const Stopwatch watch;
  std::vector<std::thread> threads;
  for (int i = 0; i < slots; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  result.wall_ms = watch.ms();
  return result;
}

// A process that grades the chunks it is told to.
class Grader {
 public:
  Grader(int slots, const Tasks& tasks) {
    auto [ours, theirs] = channel::Channel::pair();
    channel_ = std::move(ours);
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::_exit(serve(slots, tasks, theirs));
  }
  Grader(const Grader&) = delete;
  Grader& operator=(const Grader&) = delete;
  ~Grader() {
    try {
      channel_.send(bytes_of(Chunk{}));
    } catch (const channel::ChannelError&) {  // it is gone already
    }
    ::waitpid(pid_, nullptr, 0);
  }

  Result grade(const Chunk& chunk) {
    channel_.send(bytes_of(chunk));
    const auto result = receive<Result>(channel_);
    if (result.problem[0] != '\0') throw std::runtime_error(result.problem);
    return result;
  }

 private:
  static int serve(int slots, const Tasks& tasks, channel::Channel& requests) {
    try {
      evaluation::Evaluator evaluator(evaluator_options(slots));
      for (;;) {
        const auto chunk = receive<Chunk>(requests);
        if (chunk.count == 0) return 0;
        requests.send(bytes_of(grade_chunk(evaluator, slots, tasks.at(static_cast<std::size_t>(chunk.task)), chunk)));
      }
    } catch (const std::exception& problem) {
      std::fprintf(stderr, "throughput, %d slots: %s\n", slots, problem.what());
      return 2;
    }
  }

  channel::Channel channel_;
  pid_t pid_ = -1;
};

// A batch is sorted by task, as whoever has many solutions would do: only the first grade of a task prepares it.
std::vector<Chunk> chunks_of(int batch) {
  std::vector<Chunk> chunks;
  const int count = std::min(kChunks, batch);
  for (int i = 0; i < count; ++i) {
    const int first = batch * i / count;
    const int task = i * static_cast<int>(kVariantTasks.size()) / count;
    chunks.push_back({task, first, batch * (i + 1) / count - first});
  }
  return chunks;
}

struct Contender {
  Contender(int slots, const Tasks& tasks) : slots(slots), grader(slots, tasks) {}

  void take(const Chunk& chunk) {
    const Result result = grader.grade(chunk);
    per_grade.add(result.wall_ms / chunk.count);
    wall_ms += result.wall_ms;
    compile_ms += result.compile_ms;
  }
  std::string name() const { return std::to_string(slots) + (slots == 1 ? " slot" : " slots"); }

  const int slots;
  Grader grader;
  Samples per_grade;
  double wall_ms = 0, compile_ms = 0;
};

int measure(const Options& options) {
  Report report("throughput", options);
  Tasks tasks;
  for (const char* name : kVariantTasks) tasks.push_back(load_task(name));
  Contender one(1, tasks), two(2, tasks);
  bool one_first = true;
  for (const Chunk& chunk : chunks_of(options.runs)) {
    for (Contender* turn : {one_first ? &one : &two, one_first ? &two : &one}) turn->take(chunk);
    one_first = !one_first;
  }

  Table& table = report.table("time per grade, by chunk", "ms");
  for (const Contender* side : {&one, &two}) table.row(side->name(), side->per_grade);
  table.ratio("1 slot / 2 slots", one.per_grade, two.per_grade);
  for (const Contender* side : {&one, &two}) {
    table.note(side->name() + ": " + number(options.runs / side->wall_ms * 1e3) +
               " grades a second over the batch of " + std::to_string(options.runs) + "; " +
               number(100 * side->compile_ms / (side->wall_ms * side->slots)) + " % of the slots' time is compiling");
  }
  table.note("2 slots over 1: x" + number(one.wall_ms / two.wall_ms) + " grades a second");
  report.finish();
  return 0;
}

}  // namespace
}  // namespace leap::bench

int main(int argc, char** argv) {
  using namespace leap::bench;
  const Options options =
      Options::parse(argc, argv, "Grades per second; --runs is the size of the batch", kDefaultBatch);
  try {
    return measure(options);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "throughput: %s\n", problem.what());
    return 2;
  }
}

// The file of events: what is written, and what a disk may do to it.
#include "milter/event_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

#include "tests/support/files.h"
#include "tests/support/milter/captured_log.h"
#include "tests/support/milter/temporary_directory.h"
#include "tests/support/milter/test_site.h"

namespace plainbounce {
namespace {

using testing::CapturedLog;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::read_file;
using testing::TemporaryDirectory;
using namespace std::chrono_literals;

class EventFileTest : public ::testing::Test {
 protected:
  uint64_t count(const char* result) {
    return figures.events.get(figures.events.labels().index_of(result));
  }
  TemporaryDirectory directory;
  std::string path = directory.file("events.json");
  CapturedLog log;
  Figures figures{*testing::make_snapshot()->knowledge};
};

TEST_F(EventFileTest, PutsLinesBehindWhatIsThere) {
  directory.write("events.json", "old\n");
  EventFile events(log, figures);
  EXPECT_FALSE(events.is_wanted());
  events.add({"forgotten"});
  events.reopen(path);
  EXPECT_TRUE(events.is_wanted());
  events.add({"one", "two"});
  events.add({});
  events.add({"three"});
  ASSERT_TRUE(events.drain(30s));
  EXPECT_EQ(read_file(path), "old\none\ntwo\nthree\n");
  EXPECT_EQ(count("written"), 3U);
  EXPECT_EQ(count("dropped"), 0U);
  EXPECT_THAT(log.take(), IsEmpty());
}

TEST_F(EventFileTest, AFileThatWasMovedIsMadeAnew) {
  EventFile events(log, figures);
  events.reopen(path);
  events.add({"one"});
  ASSERT_TRUE(events.drain(30s));
  struct stat there = {};
  ASSERT_EQ(::stat(path.c_str(), &there), 0);
  EXPECT_EQ(there.st_mode & 0137U, 0U);
  ASSERT_EQ(std::rename(path.c_str(), (path + ".1").c_str()), 0);
  events.add({"two"});
  ASSERT_TRUE(events.drain(30s));
  events.reopen(path);
  events.add({"three"});
  ASSERT_TRUE(events.drain(30s));
  EXPECT_EQ(read_file(path + ".1"), "one\ntwo\n");
  EXPECT_EQ(read_file(path), "three\n");
  events.reopen("");
  EXPECT_FALSE(events.is_wanted());
  events.add({"four"});
  ASSERT_TRUE(events.drain(30s));
  EXPECT_EQ(read_file(path), "three\n");
}

TEST_F(EventFileTest, RefusesWhatMayHangAndTellsWhatCannotBeOpened) {
  const std::string pipe = directory.file("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string read_pipe = directory.file("read-pipe");
  ASSERT_EQ(::mkfifo(read_pipe.c_str(), 0600), 0);
  const int reader = ::open(read_pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  const std::string missing = directory.file("missing/events.json");
  const struct {
    std::string path;
    const char* why;
  } cases[] = {{pipe, "it is no plain file"},
               {read_pipe, "it is no plain file"},
               {directory.path(), "it is no plain file"},
               {missing, "No such file or directory"}};
  uint64_t dropped = 0;
  for (const auto& c : cases) {
    EventFile events(log, figures);
    events.reopen(c.path);
    events.add({"one", "two"});
    ASSERT_TRUE(events.drain(30s)) << c.path;
    EXPECT_THAT(log.take(), ElementsAre("log.events: cannot open " + c.path + ": " + c.why +
                                        "; no events are written"));
    dropped += 2;
    EXPECT_EQ(count("dropped"), dropped);
    events.reopen(path);
    events.add({"good"});
    ASSERT_TRUE(events.drain(30s));
  }
  EXPECT_EQ(read_file(path), "good\ngood\ngood\ngood\n");
  ::close(reader);
}

TEST_F(EventFileTest, AFullDiskCostsEventsAndNothingElse) {
  EventFile events(log, figures);
  events.reopen("/dev/full");
  for (int i = 0; i < 3; ++i) events.add({"one", "two"});
  ASSERT_TRUE(events.drain(30s));
  EXPECT_EQ(count("dropped"), 6U);
  EXPECT_EQ(count("written"), 0U);
  EXPECT_THAT(log.take(), ElementsAre("log.events: cannot write to /dev/full: No space left on "
                                      "device; events are dropped"));
}

// The largest size of a file stands in for the end of a disk: the last line fits in part.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t most) {
    old_handler_ = ::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &old_);
    set(most);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    ::signal(SIGXFSZ, old_handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;
  void set(rlim_t most) const {
    rlimit limit = old_;
    limit.rlim_cur = most;
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }

 private:
  rlimit old_ = {};
  void (*old_handler_)(int) = nullptr;
};

TEST_F(EventFileTest, ALineThatFitsInPartIsTakenBackAndTheEndOfATroubleIsTold) {
  EventFile events(log, figures);
  {
    const SmallFiles small(25);
    events.reopen(path);
    events.add({"0123456789", "abcdefghij", "0123456789"});
    ASSERT_TRUE(events.drain(30s));
    EXPECT_EQ(read_file(path), "0123456789\nabcdefghij\n");
    small.set(40);
    events.add({"klmnopqrst"});
    ASSERT_TRUE(events.drain(30s));
  }
  EXPECT_EQ(read_file(path), "0123456789\nabcdefghij\nklmnopqrst\n");
  EXPECT_THAT(log.take(), ElementsAre("log.events: cannot write to " + path +
                                          ": No space left on device; events are dropped",
                                      "log.events: " + path + " is written again, dropped=1"));
  EXPECT_EQ(count("written"), 3U);
  EXPECT_EQ(count("dropped"), 1U);
}

// A log whose next line waits, and with it the thread that writes events: as if a disk hung.
class WaitingLog : public Log {
 public:
  void write(Level, std::string_view) noexcept override {
    std::unique_lock lock(mutex_);
    waits_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  void wait_for_a_line() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waits_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool waits_ = false;
  bool open_ = false;
};

TEST_F(EventFileTest, WhatHangsHoldsUpNobodyAndTakesNoMoreThanItsMemory) {
  WaitingLog waiting;
  EventFile::Limits limits;
  limits.waiting_bytes = 1000;
  EventFile events(waiting, figures, limits);
  events.reopen("/dev/full");
  events.add({"hangs"});
  waiting.wait_for_a_line();
  const std::string line(36, 'x');  // costs a hundred bytes
  for (int i = 0; i < 50; ++i) events.add({line});
  EXPECT_FALSE(events.drain(0ms));
  EXPECT_EQ(count("dropped"), 42U);  // one did not reach the disk, nine fit beside it
  events.reopen(path);
  waiting.open();
  ASSERT_TRUE(events.drain(30s));
  EXPECT_EQ(count("dropped"), 51U);
  events.add({"good"});
  ASSERT_TRUE(events.drain(30s));
  EXPECT_EQ(read_file(path), "good\n");
}

TEST_F(EventFileTest, LinesOfManyThreadsStayWhole) {
  {
    EventFile events(log, figures);
    events.reopen(path);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&events, thread] {
        for (int line = 0; line < 500; ++line) {
          events.add({std::string(100, static_cast<char>('a' + thread))});
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }  // the end waits for them
  const std::string text = read_file(path);
  ASSERT_EQ(text.size(), size_t{4} * 500 * 101);
  for (size_t at = 0; at < text.size(); at += 101) {
    ASSERT_EQ(text.substr(at, 101), std::string(100, text[at]) + "\n");
  }
}

}  // namespace
}  // namespace plainbounce

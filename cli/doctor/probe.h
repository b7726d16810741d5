#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/postfix/postfix_configuration.h"
#include "cli/postfix/run_program.h"
#include "config/socket_address.h"
#include "core/base/result.h"

namespace plainbounce {

// What stat(2) tells of a file, links followed.
struct FileStatus {
  int error = 0;      // errno; 0: the rest holds
  unsigned mode = 0;  // with the type
  unsigned owner = 0;
  unsigned group = 0;
  int64_t modified = 0;          // seconds since 1970
  bool has_access_list = false;  // beside the mode
};

struct Account {
  std::string name;
  unsigned user = 0;
  unsigned group = 0;
  std::vector<unsigned> groups;  // all of them
  std::string home;
};

// Who looks, and from where: a process of the mail server in its working directory.
struct Viewpoint {
  Account account;
  std::string directory;
  bool chrooted = false;
};

// What is asked of somebody who listens on a socket.
struct Question {
  std::string bytes;
  bool (*is_whole)(std::string_view answer) = nullptr;
  std::string farewell;  // behind the answer
};

// How it went. `error` is an errno of the stage at which it ended; ETIMEDOUT: nothing came in time,
// ECONNRESET: the other side closed.
struct Heard {
  enum class Stage { kDone, kStandpoint, kConnect, kAnswer };
  Stage stage = Stage::kDone;
  int error = 0;
  std::string answer;
  int process = 0;  // that listens on a unix socket; 0: not known
};

// What the checks may ask of the machine. Only a program that is run can change anything, and the
// checks run none that does.
class Probe {
 public:
  virtual ~Probe() = default;

  [[nodiscard]] virtual bool is_root() const = 0;
  [[nodiscard]] virtual int64_t now() const = 0;  // seconds since 1970
  [[nodiscard]] virtual FileStatus status(const std::string& path) const = 0;
  [[nodiscard]] virtual Result<std::string> read_file(const std::string& path) const = 0;
  // The paths of what is in a directory, sorted; none where it cannot be read.
  [[nodiscard]] virtual std::vector<std::string> files_in(const std::string& directory) const = 0;
  // Where a link points to; empty when it is none or cannot be read.
  [[nodiscard]] virtual std::string link_target(const std::string& path) const = 0;
  [[nodiscard]] virtual std::optional<Account> account(const std::string& name) const = 0;
  // "name", or the number where nobody has it.
  [[nodiscard]] virtual std::string user_name(unsigned user) const = 0;
  [[nodiscard]] virtual std::string group_name(unsigned group) const = 0;
  [[nodiscard]] virtual Result<ProgramResult> run(
      const std::string& program, const std::vector<std::string>& arguments) const = 0;
  // The same with something on its standard input.
  [[nodiscard]] virtual Result<ProgramResult> feed(const std::string& program,
                                                   const std::vector<std::string>& arguments,
                                                   const std::string& input) const = 0;
  // The value of a variable of the environment; empty: it is not set.
  [[nodiscard]] virtual std::string variable(const std::string& name) const = 0;
  // Who runs this program: the name of its real user.
  [[nodiscard]] virtual std::string own_name() const = 0;
  [[nodiscard]] virtual Result<PostfixConfiguration> postfix(
      const std::string& directory) const = 0;
  // Connects, asks and waits for the answer, a few seconds at most. With a viewpoint a child does
  // it that has gone there and become that account; only root can.
  [[nodiscard]] virtual Heard ask(const SocketAddress& place, const Question& question) const = 0;
  [[nodiscard]] virtual Heard ask_from(const Viewpoint& viewpoint, const SocketAddress& place,
                                       const Question& question) const = 0;
};

}  // namespace plainbounce

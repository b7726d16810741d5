// decode_cost [--once] [--most-ms=N] [FILE|FOLDER]...: what core/dsn costs for one message, from
// the verdict to the decoded report, in milliseconds of processor time; the slower of the ways of
// the daemon and of the command line. Looks at texts of its own that are made to be slow, of 3 MB,
// and at the given files. Prints the slowest, and how the time of a text of its own grows with four
// times the bytes. Ends with 1 when a given file takes more than N milliseconds (50) or a text of
// its own grows more than it should on any machine, with 2 on wrong use. With --once it tries each
// of its own texts once, with a few KB, and judges no time: that says that it runs.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "core/dsn/bounce_verdict.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/mime/message_tree.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

constexpr size_t kLargest = 3U << 20U;
constexpr size_t kShown = 15;

// How its own texts are tried.
struct Trial {
  size_t whole = kLargest;  // bytes
  // What a person reads is cut at 128 KB.
  size_t full = 120U << 10U;
  size_t quarter = 30U << 10U;
  int rounds = 3;  // the best of them counts: what other programs do to the caches is not ours
};
constexpr Trial kOnce = {8U << 10U, 4U << 10U, 1U << 10U, 1};
constexpr double kMostGrowth = 8;  // for four times the bytes: linear, with room for caches

struct Cost {
  std::string name;
  double milliseconds = 0;
  double growth = 0;  // of a text of its own: by how much four times the bytes take longer
  bool is_file = false;
};

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void decode(const MessageTree& tree, bool daemon) {
  const Limits limits;
  BounceTrust trust;
  trust.require_null_sender = daemon;
  const BounceVerdict first = decide_bounce(Envelope(), tree.root().header, trust);
  const StructureLook look = look_at_structure(first, tree, trust, limits);
  if (look.verdict.kind == MessageKind::kReport) (void)parse_delivery_report(tree, limits);
}

double cost_of(const std::string& bytes, int rounds) {
  const auto tree = split_message(bytes, Limits());
  if (!tree) return 0;
  double slowest = 0;
  for (const bool daemon : {true, false}) {
    double best = 1e9;
    for (int round = 0; round < rounds; ++round) {
      const double begin = processor_time();
      decode(*tree, daemon);
      best = std::min(best, processor_time() - begin);
    }
    slowest = std::max(slowest, best);
  }
  return slowest;
}

struct Text {
  const char* name;
  const char* once;  // in front, and behind the last unit
  const char* unit;  // again and again; "%" is a number
  const char* once_end;
};

constexpr const char* kDaemon =
    "From: Mail Delivery System <MAILER-DAEMON@m.test>\nTo: ann@y.test\nSubject: Undelivered "
    "Mail\n\n";
constexpr const char* kPerhaps =
    "From: Postmaster <postmaster@m.test>\nTo: ann@y.test\nSubject: Undeliverable: Hi\n\n";

const std::vector<Text>& texts() {
  static const std::vector<Text> kTexts = {
      {"signs", "It could not be delivered.\n", "@", ""},
      {"words", "", "could not be ", "delivered"},
      {"phrases", "", "could not be delivered to ", ""},
      {"paragraphs", "", "It could not be delivered to u%@x.test.\n\n", ""},
      {"addresses", "It could not be delivered to:\n", "u%@x.test\n", "no room\n"},
      {"addresses that nobody announces", "Write to:\n", "u%@x.test\n",
       "It could not be delivered.\n"},
      {"addresses with replies", "It could not be delivered to:\n", "u%@x.test: 550 5.1.1 no\n",
       ""},
      {"addresses on one line", "It could not be delivered to:\n", "u%@x.test, ",
       "u0@x.test\n550 no\n"},
      {"addresses in one sentence", "It could not be delivered to ", "u%@x.test, ",
       "and others.\n"},
      {"lists of addresses", "It could not be delivered to:\n", "u%@x.test, v%@x.test\n",
       "550 no\n"},
      {"names behind addresses", "In this thread:\n", "u%@x.test (U)\n", "It was not delivered.\n"},
      {"one address", "It could not be delivered to:\n", "<bob@x.test>: 550 no\n", ""},
      {"digits", "It could not be delivered.\n", "550 ", ""},
      {"digits and colons", "It could not be delivered.\n", ":550", ""},
      {"half replies", "It could not be delivered.\n", " 55 4", ""},
      {"host words", "It could not be delivered.\n", "host mx.x.test ", "said: 550 5.1.1 no"},
      {"times", "It could not be delivered.\n\nbob@x.test ", "1:2:", "\n"},
      {"code marks", "bob@x.test\n<m ", "#5. ", ">\n"},
      {"tracking", "", "a,b,c,d,e,f,g,h,FAIL,j,k,u%@x.test,\"550 no\n", ""},
      {"postfix log", "",
       "Nov 30 03:28:06 m postfix/smtp[1]: B: to=<u%@x.test>, dsn=5.1.1, "
       "status=bounced (no)\n",
       ""},
      {"mail queue", "B2EB1F00AA 1234 Mon Nov  2 09:00:00 ann@y.test\n(no room)\n", "u%@x.test\n",
       ""},
      {"mail queue, reasons that do not end", "B2EB1F00AA 1234 Mon Nov  2 09:00:00 ann@y.test\n",
       "(no\n", ""},
      {"mail queue as JSON", "",
       "{\"queue_name\":\"deferred\",\"queue_id\":\"B\",\"recipients\":[{\"address\":\"u%@x.test\","
       "\"delay_reason\":\"no\"}]}\n",
       ""},
      {"qmail log", "",
       "@4000 starting delivery %: msg 1 to remote u%@x.test\n@4000 delivery %: "
       "failure: no\n",
       ""},
      {"log without an end", "", "to=<a@x.test>, ", ""},
      {"quotes", "", "> > > a\n", ""},
      {"rules", "It could not be delivered.\n", "--- original ---\n", ""},
      {"announcements", "It could not be delivered.\n", "message follow:\n", ""},
      {"qmail", "Hi. This is the qmail-send program at m.\n\n", "<u%@x.test>:\nno\n\n", ""},
      {"exim",
       "This message was created automatically by mail delivery software.\ncould not be "
       "delivered\n\n",
       "  u%@x.test\n    no\n", ""},
      {"sendmail", "   ----- The following addresses had permanent fatal errors -----\n",
       "u%@x.test\n    (reason: 550 no)\n",
       "   ----- Transcript of session follows -----\n<<< 550 no\n550 u1@x.test... no\n"},
      {"sendmail's transcript", "   ----- Transcript of session follows -----\n",
       "<<< 550-no\n550 u%@x.test... no\n", "   ----- Unsent message follows -----\n"},
      {"fields", "Reporting-MTA: dns; m.test\n\n",
       "Final-Recipient: rfc822; u%@x.test\nAction: failed\nStatus: 5.1.1\n\n", ""},
      {"JSON, one array", "[", "{\"event\":\"bounce\",\"email\":\"u%@x.test\",\"reason\":\"no\"},",
       "1]"},
      {"JSON, numbers", "[", "1,", "1]"},
      {"JSON, SES", "{\"notificationType\":\"Bounce\",\"bounce\":{\"bouncedRecipients\":[",
       "{\"emailAddress\":\"u%@x.test\"},", "{}]}}"},
      {"JSON, nested", "", "[", ""},
      {"letters with marks", "", "\xC3\xA9\xC5\xBE", ""},
      {"bytes that are no text", "", "\xFF\xC3", ""},
      {"blanks", "", " \t\n", "could not be delivered"},
      {"nothing", "", "a", ""},
  };
  return kTexts;
}

std::string grown(const Text& text, size_t size) {
  std::string out = text.once;
  for (size_t number = 1; out.size() < size; ++number) {
    for (const char* c = text.unit; *c != '\0'; ++c) {
      if (*c == '%') {
        out += std::to_string(number);
      } else {
        out += *c;
      }
    }
  }
  return out + text.once_end;
}

std::string with_type(const std::string& header, const char* type) {
  return header.substr(0, header.size() - 1) + "Content-Type: " + type + "\n\n";
}

void look_at_own_texts(const Trial& trial, std::vector<Cost>& costs) {
  constexpr const char* kPlain = "text/plain; charset=utf-8";
  for (const Text& text : texts()) {
    for (const auto& [name, header_of_way] :
         {std::pair("daemon", with_type(kDaemon, kPlain)),
          std::pair("postmaster", with_type(kPerhaps, kPlain)),
          std::pair("HTML", with_type(kDaemon, "text/html; charset=utf-8")),
          std::pair("pasted", std::string("\n"))}) {
      const std::string label = std::string(text.name) + ", " + name;
      const std::string& header = header_of_way;  // clang: no binding in a lambda
      const auto cost = [&](size_t size) {
        return cost_of(header + grown(text, size), trial.rounds);
      };
      const double whole = cost(trial.whole);
      const double full = cost(trial.full);
      const double quarter = cost(trial.quarter);
      costs.push_back({label, std::max(whole, full), full / std::max(quarter, 0.05), false});
    }
  }
  const std::string many = grown({"", "", "u%@y.test, ", ""}, trial.whole / 6);
  costs.push_back({"To, many",
                   cost_of("To: " + many + "a@y.test\n" + kDaemon +
                               "It could not be "
                               "delivered to bob@x.test\n",
                           trial.rounds),
                   0, false});
  const std::string failed = "X-Failed-Recipients: " + many + "a@y.test\n" + kDaemon;
  costs.push_back({"X-Failed-Recipients, many",
                   cost_of(failed + grown(texts()[4], trial.whole), trial.rounds), 0, false});
}

// False: no such file.
bool look_at(const std::string& path, std::vector<Cost>& costs) {
  if (std::filesystem::is_regular_file(path)) {
    if (std::filesystem::file_size(path) < kLargest) {
      costs.push_back({path, cost_of(testing::read_file(path), Trial().rounds), 0, true});
    }
    return true;
  }
  if (!std::filesystem::is_directory(path)) return false;
  for (const std::string& file : testing::files_below(path)) {
    if (!look_at(file, costs)) return false;
  }
  return true;
}

int run(const std::vector<std::string>& arguments) {
  double most = 50;
  std::vector<Cost> costs;
  const bool once = std::find(arguments.begin(), arguments.end(), "--once") != arguments.end();
  look_at_own_texts(once ? kOnce : Trial(), costs);
  for (const std::string& argument : arguments) {
    if (argument == "--once") continue;
    constexpr std::string_view kMost = "--most-ms=";
    if (argument.starts_with(kMost)) {
      most = std::atof(argument.c_str() + kMost.size());
    } else if (!look_at(argument, costs)) {
      std::fprintf(stderr, "decode_cost: %s: neither a file nor a folder\n", argument.c_str());
      return 2;
    }
  }
  std::sort(costs.begin(), costs.end(),
            [](const Cost& a, const Cost& b) { return a.milliseconds > b.milliseconds; });
  std::printf("%8s %8s  %zu messages\n", "ms", "growth", costs.size());
  for (size_t i = 0; i < costs.size() && i < kShown; ++i) {
    std::printf("%8.2f %8.1f  %s\n", costs[i].milliseconds, costs[i].growth, costs[i].name.c_str());
  }
  if (once) return 0;
  const auto is_too_much = [most](const Cost& cost) {
    return cost.growth > kMostGrowth || (cost.is_file && cost.milliseconds > most);
  };
  return std::any_of(costs.begin(), costs.end(), is_too_much) ? 1 : 0;
}

}  // namespace
}  // namespace plainbounce

int main(int count, char** arguments) {
  return plainbounce::run({arguments + 1, arguments + count});
}

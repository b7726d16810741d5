// The configuration file: findings name their line, and a document that is written out again is
// read the same.
#include <algorithm>

#include "config/ini_document.h"
#include "config/schema.h"
#include "config/settings.h"
#include "core/base/ascii.h"
#include "tests/fuzz/target.h"

namespace plainbounce::fuzz {

namespace {

constexpr const char* kFile = "plainbounce.ini";

void check_errors(const std::vector<Error>& errors, size_t lines) {
  for (const Error& error : errors) {
    demand(!error.message.empty(), "an error without words");
    demand(is_utf8(error.message), "an error that is no UTF-8");
    if (error.line == 0) continue;
    demand_equal(error.file, kFile, "the file of an error");
    demand(error.line <= lines, "an error behind the end");
  }
}

// Sections, keys and lists as quoted text; `readable` turns false for a value that is no list.
std::string written(const IniDocument& document, bool& readable) {
  std::string out;
  for (const IniSection& section : document.sections) {
    out += "[" + section.name;
    if (section.has_argument) out += " " + quoted(section.argument);
    out += "]\n";
    for (const IniEntry& entry : section.entries) {
      const auto list = split_list(entry.value);
      if (!list) {
        readable = false;
        continue;
      }
      out += entry.key + " = ";
      for (const std::string& element : *list) out += quoted(element) + ", ";
      out += "\n";
    }
  }
  return out;
}

void run(std::string_view input) {
  const size_t lines = static_cast<size_t>(std::count(input.begin(), input.end(), '\n')) + 1;
  std::vector<Error> errors;
  const IniDocument document = parse_ini(input, kFile, errors);
  check_errors(errors, lines);
  for (const IniSection& section : document.sections) {
    demand(section.line >= 1 && section.line <= lines, "a section behind the end");
    for (const IniEntry& entry : section.entries) {
      demand(entry.line > section.line && entry.line <= lines, "an entry out of place");
      demand_equal(entry.value, trim(entry.value), "a value with blanks around it");
    }
  }
  const auto settings = parse_settings(input, kFile);
  if (!settings) {
    demand(!settings.error().empty(), "a failure without errors");
    check_errors(settings.error(), lines);
  } else {
    demand(errors.empty(), "settings out of a broken file");
  }
  bool readable = true;
  const std::string first = written(document, readable);
  if (!readable) return;
  std::vector<Error> errors_again;
  demand_equal(written(parse_ini(first, kFile, errors_again), readable), first, "there and back");
  demand(errors_again.empty() && readable, "what was written has errors");
}

std::vector<Seed> seeds() {
  return {
      {"empty", ""},
      {"default-file", default_ini()},
      {"two-sections",
       "[milter]\nsocket = inet:8895@127.0.0.1\nmta_size_limit = 20M\n"
       "[bounce]\nbody = replace\nhtml = no ; text only\n"},
      {"domain", "[domain \"example.org\"]\nlanguages = de, en\nbody = off\n"},
      {"continued-and-quoted",
       "[site]\nlocal_domains = \"a.example\", # one\n   b.example\n"
       "[help]\nname = \"the \\\"desk\\\" # 1\"\n"},
      {"no-section", "socket = x\n"},
      {"unknown-names", "[mitler]\nsokcet = x\n[bounce]\nbdoy = add\n"},
      {"wrong-values", "[bounce]\nbody = maybe\nmax_added = 12Q\nhtml = 2\n[text]\nlanguages =\n"},
      {"open-quote", "[help]\nname = \"never closed\nphone = 1\n"},
      {"byte-order-mark-and-crlf", "\xEF\xBB\xBF[log]\r\ntarget = syslog\r\n"},
      {"broken-utf-8", "[help]\nname = \xFF\n"},
      {"networks", "[site]\ninternal_networks = 10.0.0.0/8, fc00::/7, 300.0.0.0/8, 10.0.0.0/99\n"},
  };
}

std::vector<std::string> words() {
  std::vector<std::string> words = {"[",
                                    "]",
                                    " = ",
                                    "\"",
                                    "\\\"",
                                    "\n ",
                                    "\n",
                                    "\r\n",
                                    " # ",
                                    " ; ",
                                    ", ",
                                    "yes",
                                    "no",
                                    "auto",
                                    "headers",
                                    "body",
                                    "off",
                                    "unix:/",
                                    "inet:8895@127.0.0.1",
                                    "160K",
                                    "64M",
                                    "[domain \""};
  for (const SectionSpec& section : configuration_schema()) {
    words.push_back(section.heading() + "\n");
    for (const KeySpec& key : section.keys) words.push_back("\n" + key.name + " = ");
  }
  return words;
}

}  // namespace

const Target kIniTarget = {"ini", 8192, run, seeds, words};

}  // namespace plainbounce::fuzz

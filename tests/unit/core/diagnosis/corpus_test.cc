#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/diagnosis/diagnoser.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/knowledge/knowledge_base.h"
#include "core/mime/message_tree.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

const KnowledgeBase& knowledge() {
  static const auto loaded = load_knowledge("");
  return **loaded;
}

// "address cause outlook kind actor confidence code rule" for each recipient, one a line.
std::string diagnosed(const std::string& path) {
  const Limits limits;
  const std::string message = testing::with_crlf(testing::read_file(path));
  const auto tree = split_message(message, limits);
  if (!tree) return "not split\n";
  auto report = parse_delivery_report(*tree, limits);
  // Of the files without a status part these two are bounces; the others must not be read as one.
  const std::string name = std::filesystem::path(path).filename().string();
  const bool legacy = name == "10-qmail-no-mime.eml" || name == "27-no-mime-errors.eml";
  if (!report && legacy) report = parse_legacy_bounce(*tree, limits);
  if (!report) return "no report\n";
  const Diagnoser diagnoser(knowledge());
  std::string text;
  for (const PerRecipientFields& recipient : report->recipients) {
    const Diagnosis diagnosis = diagnoser.diagnose(recipient);
    text += recipient.final_recipient ? recipient.final_recipient->value : "?";
    text += " " + diagnosis.cause + " " + std::string(to_string(diagnosis.outlook)) + " " +
            std::string(to_string(diagnosis.kind)) + " " + std::string(to_string(diagnosis.actor)) +
            " " + std::string(to_string(diagnosis.confidence)) + " " + diagnosis.code + " " +
            (diagnosis.rule.empty() ? "-" : diagnosis.rule) + "\n";
  }
  return text;
}

// The expected results lie beside this file: a line "== FILE", then a line for each recipient.
void check_corpus(const std::string& folder, const std::string& expected_file) {
  const auto corpus = testing::shared_folder(folder);
  if (!corpus) GTEST_SKIP() << folder << " is not here";
  std::string found;
  for (const std::string& path : testing::files_below(*corpus, {".eml"})) {
    if (path.find(".delivered.") != std::string::npos) continue;
    found += "== " + std::filesystem::path(path).filename().string() + "\n" + diagnosed(path);
  }
  const char* write = std::getenv("PLAINBOUNCE_WRITE_EXPECTED");
  const std::string expected_path =
      testing::source_path("tests/unit/core/diagnosis/" + expected_file);
  if (write != nullptr) std::ofstream(expected_path) << found;
  EXPECT_EQ(found, testing::read_file(expected_path));
}

TEST(Corpus, PostfixReportsHaveTheCauseThatAPostmasterNames) {
  check_corpus("corpus/postfix", "postfix_corpus.txt");
}
TEST(Corpus, SendmailReportsHaveTheCauseThatAPostmasterNames) {
  check_corpus("corpus/sendmail", "sendmail_corpus.txt");
}
TEST(Corpus, CasesHaveTheCauseThatAPostmasterNames) { check_corpus("cases", "cases.txt"); }

}  // namespace
}  // namespace plainbounce

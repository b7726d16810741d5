#include "cli/explain_command.h"

#include <algorithm>
#include <ostream>

#include "cli/code_query.h"
#include "cli/explanation_text.h"
#include "cli/workplace.h"
#include "core/base/ascii.h"
#include "core/diagnosis/diagnoser.h"
#include "core/render/json.h"

namespace plainbounce {
namespace {

const CauseTexts* texts_of(const Workplace& workplace, const CauseId& cause) {
  const auto& languages = workplace.policy.explain.general.languages;
  const LanguageTexts* texts =
      languages.empty() ? nullptr : workplace.knowledge->texts(languages.front());
  if (texts == nullptr) return nullptr;
  const auto found = texts->causes.find(cause);
  return found == texts->causes.end() ? nullptr : &found->second;
}

std::string list_of_lines(std::string_view heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string out = "\n" + std::string(heading) + "\n";
  for (const std::string& line : lines) {
    out += wrap_for_terminal(escape_for_terminal(line), 4, "  -");
  }
  return out;
}

std::string page_text(const PageText& page) {
  std::string out = fact_line("server says", page.server_text);
  if (!page.meaning.empty()) out += "\n" + wrap_for_terminal(escape_for_terminal(page.meaning));
  out += list_of_lines("Causes", page.causes);
  std::vector<std::string> lines;
  for (const FixStep& step : page.fix) lines.push_back(step.who + ": " + step.text);
  out += list_of_lines("What to do", lines);
  lines.clear();
  for (const RelatedCode& code : page.related) lines.push_back(code.code + ": " + code.why);
  out += list_of_lines("Related", lines);
  lines.clear();
  for (const Source& source : page.sources) {
    lines.push_back(source.name + (source.url.empty() ? "" : ", " + source.url) +
                    (source.checked.empty() ? "" : " (" + source.checked + ")"));
  }
  return out + list_of_lines("Sources", lines);
}

// How far the code alone may be believed; nothing where it suffices.
std::string_view certainty(Confidence confidence) {
  switch (confidence) {
    case Confidence::kCertain:
      break;
    case Confidence::kLikely:
      return "likely; the server's words may tell more";
    case Confidence::kUnsure:
      return "unsure: the code alone proves no cause, the server's words do";
  }
  return {};
}

void print_code(const CodeEntry& entry, const Workplace& workplace, const Console& console) {
  console.out << console.bold(entry.code + "  " + escape_for_terminal(entry.title)) << "\n";
  const bool is_clear = entry.cause != "unclear";
  const CauseTexts* texts = is_clear ? texts_of(workplace, entry.cause) : nullptr;
  const std::string cause = entry.cause + (texts == nullptr ? "" : ": " + texts->line);
  console.out << fact_line("kind", entry.kind ? to_string(*entry.kind) : std::string_view())
              << fact_line("class", entry.class_name)
              << fact_line("who acts", is_clear ? to_string(entry.actor) : "not clear")
              << fact_line("cause", cause) << fact_line("certainty", certainty(entry.confidence))
              << page_text(entry.page);
}

class ExplainCommand {
 public:
  ExplainCommand(const ExplainRequest& request, const Workplace& workplace, const Console& console)
      : request_(request), workplace_(workplace), console_(console) {}

  ExitStatus run() {
    ExitStatus status = ExitStatus::kDone;
    bool first = true;
    for (const std::string& what : request_.what) {
      if (!first && !request_.json) console_.out << "\n";
      first = false;
      status = std::max(status, explain(trim(what)));
    }
    return status;
  }

 private:
  ExitStatus explain(std::string_view what) {
    if (looks_like_code(what)) return explain_code(what);
    const bool is_word = what.find(' ') == std::string_view::npos;
    const SmtpReply reply = parse_smtp_reply(what);
    if (what.empty() || (is_word && !reply.code && !reply.enhanced)) {
      console_.complain(
          "\"" + std::string(what) + "\" is neither a code nor a reply" +
          (request_.what.size() > 1 ? "; a reply of several words needs quotes" : ""));
      return ExitStatus::kNo;
    }
    return explain_reply(reply);
  }

  ExitStatus explain_code(std::string_view code) {
    const auto entry = find_asked_code(*workplace_.knowledge, code);
    if (!entry) {
      std::string nearest;
      for (const std::string& known : workplace_.knowledge->nearest_codes(code, 3)) {
        nearest += (nearest.empty() ? "; nearest are " : ", ") + known;
      }
      console_.complain(std::string(code) + " is no code that is known" + nearest);
      return ExitStatus::kNo;
    }
    if (!request_.json) {
      print_code(*entry, workplace_, console_);
      return ExitStatus::kDone;
    }
    JsonWriter json;
    write_code(json, *entry);
    console_.out << json.text() << "\n";
    return ExitStatus::kDone;
  }

  ExitStatus explain_reply(const SmtpReply& reply) {
    const std::string host = request_.host.empty() ? reply.host : request_.host;
    const Diagnosis diagnosis =
        Diagnoser(*workplace_.knowledge).diagnose_reply(reply, to_lower(host));
    const ExplainSettings& site = workplace_.policy.explain;
    ExplainContext context;
    context.settings = &site.general;
    context.site = &site;
    auto explanation =
        Explainer(*workplace_.knowledge)
            .explain_one(diagnosis, "", nullptr, site.general.languages.front(), context);
    if (!explanation) {
      console_.complain(to_string(explanation.error()));
      return ExitStatus::kUsage;
    }
    // A line of a queue or a log ("Connection timed out") does not tell whether more attempts
    // follow.
    if (!reply.code && !reply.enhanced) explanation->outlook.clear();
    if (!request_.json) {
      console_.out << explanation_text(*explanation, console_) << diagnosis_text(diagnosis, false);
      return ExitStatus::kDone;
    }
    JsonWriter json;
    write_recipient(json, nullptr, diagnosis, *explanation);
    console_.out << json.text() << "\n";
    return ExitStatus::kDone;
  }

  const ExplainRequest& request_;
  const Workplace& workplace_;
  const Console& console_;
};

}  // namespace

ExitStatus run_explain(const ExplainRequest& request, const Console& console) {
  auto workplace = set_up_to_look(request.config, console);
  if (!workplace) {
    report(workplace.error(), console);
    return ExitStatus::kUsage;
  }
  const auto chosen = choose_language(*workplace, request.language);
  if (!chosen) {
    console.complain(to_string(chosen.error()));
    return ExitStatus::kUsage;
  }
  return ExplainCommand(request, *workplace, console).run();
}

}  // namespace plainbounce

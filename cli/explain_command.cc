#include "cli/explain_command.h"

#include <algorithm>
#include <ostream>

#include "cli/code_page_text.h"
#include "cli/explanation_text.h"
#include "cli/rule_page_text.h"
#include "cli/workplace.h"
#include "core/base/ascii.h"
#include "core/decode/code_query.h"
#include "core/diagnosis/diagnoser.h"
#include "core/knowledge/rule_lookup.h"
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
    const std::vector<const Rule*> rules = find_rules(*workplace_.knowledge, what);
    if (!rules.empty()) return explain_rules(rules);
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
    const std::optional<CodePage> page = CodePages(*workplace_.knowledge).find(code);
    if (!page) {
      std::string nearest;
      for (const std::string& known : workplace_.knowledge->nearest_codes(code, 3)) {
        nearest += (nearest.empty() ? "; nearest are " : ", ") + known;
      }
      console_.complain(std::string(code) + " is no code that is known" + nearest);
      return ExitStatus::kNo;
    }
    const CauseId& cause = page->entry.cause;
    const std::vector<const Rule*> rules = find_rules(*workplace_.knowledge, code);
    if (!request_.json) {
      const CauseTexts* texts = cause == "unclear" ? nullptr : texts_of(workplace_, cause);
      console_.out << code_page_text(*page, texts == nullptr ? "" : texts->line, rules, console_);
      return ExitStatus::kDone;
    }
    JsonWriter json;
    write_code(json, *page, rules);
    console_.out << json.text() << "\n";
    return ExitStatus::kDone;
  }

  ExitStatus explain_rules(const std::vector<const Rule*>& rules) {
    bool first = true;
    for (const Rule* rule : rules) {
      if (request_.json) {
        JsonWriter json;
        write_rule(json, *rule, *workplace_.knowledge);
        console_.out << json.text() << "\n";
      } else {
        console_.out << (first ? "" : "\n")
                     << rule_page_text(*rule, *workplace_.knowledge, console_);
      }
      first = false;
    }
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

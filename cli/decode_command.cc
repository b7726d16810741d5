#include "cli/decode_command.h"

#include <ostream>

#include "cli/decoded_message.h"
#include "cli/explanation_text.h"
#include "cli/message_input.h"
#include "cli/message_json.h"
#include "cli/workplace.h"

namespace plainbounce {
namespace {

std::string subject_of(const std::string& text) {
  const auto header = parse_header_block(text, 0, text.size(), Limits{});
  if (!header) return {};
  return header->value("Subject").value_or("");
}

void print_json(const DecodedMessage& decoded, const Console& console) {
  JsonWriter json;
  json.begin_object();
  write_message_fields(json, decoded);
  json.end_object();
  console.out << json.text() << "\n";
}

void print_text(const DecodedMessage& decoded, bool why, const Console& console) {
  for (size_t i = 0; i < decoded.recipients.size(); ++i) {
    const DiagnosedRecipient& recipient = decoded.recipients[i];
    const PerRecipientFields& fields = decoded.report.recipients[recipient.index];
    if (i > 0) console.out << "\n";
    if (decoded.recipients.size() > 1) {
      console.out << console.bold("Recipient " + std::to_string(i + 1) + " of " +
                                  std::to_string(decoded.recipients.size()))
                  << "\n\n";
    }
    console.out << explanation_text(decoded.explanations[i], console);
    console.out << fact_line("recipient", recipient.address)
                << diagnosis_text(recipient.diagnosis, why)
                << fact_line("remote MTA", fields.remote_mta ? fields.remote_mta->value : "");
  }
  const auto& reporter = decoded.report.message.reporting_mta;
  if (reporter && !decoded.recipients.empty()) {
    console.out << fact_line("reported by", reporter->value);
  }
}

std::string kind_in_brackets(MessageKind kind) {
  return kind == MessageKind::kNone ? "" : " (" + std::string(to_string(kind)) + ")";
}

}  // namespace

ExitStatus run_decode(const DecodeRequest& request, const Console& console) {
  auto workplace = set_up_to_look(request.config, console);
  if (!workplace) {
    report(workplace.error(), console);
    return ExitStatus::kUsage;
  }
  const auto chosen = choose_language(*workplace, request.language);
  const auto input = read_input(request.file, console.in);
  if (!chosen || !input) {
    console.complain(to_string(chosen ? input.error() : chosen.error()));
    return ExitStatus::kUsage;
  }
  const std::vector<std::string> messages = split_mailbox(*input);
  bool any_bounce = false;
  for (size_t i = 0; i < messages.size(); ++i) {
    const auto decoded = decode_text(messages[i], *workplace);
    if (!decoded) {
      console.complain(to_string(decoded.error()));
      return ExitStatus::kUsage;
    }
    const std::string number =
        messages.size() == 1 ? "" : "message " + std::to_string(i + 1) + ": ";
    any_bounce = any_bounce || decoded->is_bounce();
    if (!decoded->is_bounce()) {
      console.complain(number + "no bounce that can be explained" +
                       kind_in_brackets(decoded->verdict.kind) + ": " + decoded->verdict.why);
    }
    if (request.json) {
      print_json(*decoded, console);
    } else if (decoded->is_bounce()) {
      if (!number.empty()) {
        console.out << console.bold(number + escape_for_terminal(subject_of(messages[i])))
                    << "\n\n";
      }
      print_text(*decoded, request.why, console);
      if (i + 1 < messages.size()) console.out << "\n";
    }
  }
  return any_bounce ? ExitStatus::kDone : ExitStatus::kNo;
}

}  // namespace plainbounce

#include "cli/decode_command.h"

#include <ostream>

#include "cli/explanation_text.h"
#include "cli/file_input.h"
#include "cli/workplace.h"
#include "core/decode/decoded_message.h"
#include "core/decode/given_message.h"
#include "core/decode/message_json.h"

namespace plainbounce {
namespace {

std::string subject_of(const std::string& text) {
  const auto header = parse_header_block(text, 0, text.size(), Limits{});
  if (!header) return {};
  return header->value("Subject").value_or("");
}

// `file`: named where there are several; else empty.
void print_json(const DecodedMessage& decoded, const std::string& file, const Console& console) {
  JsonWriter json;
  json.begin_object();
  if (!file.empty()) json.key("file").value(file);
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
      console.out << console.bold((decoded.report.session ? "Reply " : "Recipient ") +
                                  std::to_string(i + 1) + " of " +
                                  std::to_string(decoded.recipients.size()))
                  << "\n\n";
    }
    console.out << explanation_text(decoded.explanations[i], console);
    console.out << fact_line("recipient", recipient.address)
                << diagnosis_text(recipient.diagnosis, why)
                << fact_line("command", recipient.diagnosis.reply.command.value_or(""))
                << fact_line("remote MTA", fields.remote_mta ? fields.remote_mta->value : "");
  }
  const auto& session = decoded.report.session;
  if (session) {
    console.out << fact_line(
                       session->side == SessionTranscript::Side::kServer ? "client" : "server",
                       session->peer)
                << fact_line("session end", session->aborted);
  }
  const auto& reporter = decoded.report.message.reporting_mta;
  if (reporter && !decoded.recipients.empty()) {
    console.out << fact_line("reported by", reporter->value);
  }
}

std::string kind_in_brackets(MessageKind kind) {
  return kind == MessageKind::kNone ? "" : " (" + std::string(to_string(kind)) + ")";
}

class DecodeRun {
 public:
  DecodeRun(const DecodeRequest& request, const Workplace& workplace, const Console& console)
      : request_(request), workplace_(workplace), console_(console) {}

  void run_file(const std::string& file) {
    const auto input = read_input(file, console_.in);
    if (!input) return fail_with(input.error());
    const std::vector<std::string> messages = split_mailbox(*input);
    const std::string prefix = request_.files.size() > 1 ? file + ": " : "";
    for (size_t i = 0; i < messages.size(); ++i) {
      const bool alone = messages.size() == 1;
      run_message(messages[i], file,
                  prefix + (alone ? "" : "message " + std::to_string(i + 1) + ": "));
    }
  }

  [[nodiscard]] ExitStatus status() const {
    if (failed_) return ExitStatus::kUsage;
    return any_bounce_ ? ExitStatus::kDone : ExitStatus::kNo;
  }

 private:
  void run_message(const std::string& message, const std::string& file, const std::string& title) {
    const auto decoded = decode_text(message, *workplace_.knowledge, workplace_.policy);
    if (!decoded) return fail_with(decoded.error());
    if (!decoded->is_bounce()) {
      console_.complain(title + "no bounce that can be explained" +
                        kind_in_brackets(decoded->verdict.kind) + ": " + decoded->verdict.why);
    }
    if (request_.json) {
      print_json(*decoded, request_.files.size() > 1 ? file : "", console_);
    } else if (decoded->is_bounce()) {
      if (any_bounce_) console_.out << "\n";
      if (!title.empty()) {
        console_.out << console_.bold(escape_for_terminal(title + subject_of(message))) << "\n\n";
      }
      print_text(*decoded, request_.why, console_);
    }
    any_bounce_ = any_bounce_ || decoded->is_bounce();
  }

  void fail_with(const Error& error) {
    failed_ = true;
    console_.complain(to_string(error));
  }

  const DecodeRequest& request_;
  const Workplace& workplace_;
  const Console& console_;
  bool any_bounce_ = false;
  bool failed_ = false;
};

}  // namespace

ExitStatus run_decode(const DecodeRequest& request, const Console& console) {
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
  DecodeRun run(request, *workplace, console);
  for (const std::string& file : request.files) run.run_file(file);
  if (request.files.empty()) run.run_file("");
  return run.status();
}

}  // namespace plainbounce

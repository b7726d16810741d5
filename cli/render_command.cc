#include "cli/render_command.h"

#include <ostream>

#include "cli/file_input.h"
#include "cli/handed_on.h"
#include "cli/unified_diff.h"
#include "cli/workplace.h"
#include "core/decode/decoded_message.h"
#include "core/decode/message_json.h"

namespace plainbounce {
namespace {

// A mailbox file's "From " line, which is no part of the message.
size_t size_of_from_line(const std::string& text) {
  if (text.compare(0, 5, "From ") != 0) return 0;
  const size_t end = text.find('\n');
  return end == std::string::npos ? 0 : end + 1;
}

void write_done(JsonWriter& json, const RawMessage& message, const BounceOutcome& outcome) {
  json.key("done").begin_object();
  json.key("changed").value(outcome.changes_anything());
  json.key("passed").value_or_null(outcome.passed);
  json.key("body").value(outcome.new_body.has_value());
  json.key("body_growth");
  json.value(outcome.new_body ? static_cast<int64_t>(outcome.new_body->size()) -
                                    static_cast<int64_t>(message.bytes.size() - message.body_begin)
                              : int64_t{0});
  json.key("headers_added").begin_array();
  for (const HeaderValue& field : outcome.add) {
    json.begin_object().key("name").value(field.name);
    json.key("value").value(field.value).end_object();
  }
  json.end_array();
  json.key("headers_removed").begin_array();
  for (const HeaderRemoval& field : outcome.remove) {
    json.begin_object().key("name").value(field.name);
    json.key("index").value(static_cast<int64_t>(field.index)).end_object();
  }
  json.end_array();
  json.key("lang").value_or_null(outcome.language);
  json.key("why").value_or_null(outcome.verdict.why);
  json.end_object();
}

std::string coloured_diff(const std::string& diff, const Console& console) {
  std::string out;
  for (size_t at = 0; at < diff.size();) {
    size_t end = diff.find('\n', at);
    if (end == std::string::npos) end = diff.size();
    const std::string line = escape_for_terminal(std::string_view(diff).substr(at, end - at));
    if (line.front() == '+') {
      out += console.green(line);
    } else if (line.front() == '-') {
      out += console.red(line);
    } else {
      out += line;
    }
    out += '\n';
    at = end + 1;
  }
  return out;
}

class RenderCommand {
 public:
  RenderCommand(const RenderRequest& request, const Workplace& workplace, const Console& console)
      : request_(request), workplace_(workplace), console_(console) {}

  ExitStatus run(const std::string& input) {
    const size_t begin = size_of_from_line(input);
    const WireMessage wire(input.substr(begin));
    RawMessage message;
    message.bytes = wire.bytes();
    const auto header = parse_header_block(message.bytes, 0, message.bytes.size(), Limits{});
    BounceOutcome outcome;
    std::string after = message.bytes;
    if (header) {
      message.envelope = envelope_of(*header, request_.envelope);
      message.body_begin = header->body_begin;
      outcome =
          BounceExplainer(*workplace_.knowledge, workplace_.policy, Limits{}).process(message);
      after = handed_on(message, *header, outcome);
    } else {
      outcome.passed = "error at decide: " + to_string(header.error());
    }
    const std::string output = input.substr(0, begin) + wire.to_original(after);
    if (request_.json) return print_json(message, outcome);
    if (request_.diff) {
      console_.out << diff_text(input, output);
    } else {
      console_.out.write(output.data(), static_cast<std::streamsize>(output.size()));
    }
    if (!outcome.changes_anything()) {
      console_.complain("unchanged: " + why(outcome));
    } else if (!outcome.new_body && outcome.verdict.refusal && holds(*outcome.verdict.refusal)) {
      console_.complain("header fields only: " + why_no_body(*outcome.verdict.refusal));
    }
    return ExitStatus::kDone;
  }

 private:
  // Whether the site has not lifted it, and would otherwise have the text changed.
  [[nodiscard]] bool holds(Refusal refusal) const {
    const BouncePolicy& policy = workplace_.policy;
    if (policy.body == BodyMode::kOff) return false;
    if (refusal == Refusal::kElsewhere) return policy.elsewhere != Treatment::kBody;
    return refusal != Refusal::kFriendly || policy.friendly != Treatment::kBody;
  }

  // Somebody who tries a bounce of their own server forgets easily what marks it as such.
  static constexpr std::string_view kHowToOwn =
      " (--daemon-name postfix-dsn renders it as your own server's)";

  static std::string why_no_body(Refusal refusal) {
    std::string text(to_string(refusal));
    if (refusal == Refusal::kElsewhere) text += kHowToOwn;
    return text;
  }

  static std::string why(const BounceOutcome& outcome) {
    std::string text = outcome.passed.empty() ? "nothing to do" : outcome.passed;
    if (!outcome.verdict.why.empty()) text += " (" + outcome.verdict.why + ")";
    const BounceVerdict& verdict = outcome.verdict;
    if (verdict.kind == MessageKind::kNotice && verdict.refusal == Refusal::kElsewhere) {
      text += kHowToOwn;
    }
    return text;
  }

  [[nodiscard]] std::string diff_text(const std::string& before, const std::string& after) const {
    const bool is_file = !request_.file.empty() && request_.file != "-";
    const std::string name = is_file ? request_.file : "message";
    const std::string diff = unified_diff(before, after, name, name + " (explained)");
    return console_.colour ? coloured_diff(diff, console_) : diff;
  }

  ExitStatus print_json(const RawMessage& message, const BounceOutcome& outcome) {
    const auto decoded =
        decoded_of(outcome, message.envelope, *workplace_.knowledge, workplace_.policy);
    if (!decoded) {
      console_.complain(to_string(decoded.error()));
      return ExitStatus::kUsage;
    }
    JsonWriter json;
    json.begin_object();
    write_message_fields(json, *decoded);
    write_done(json, message, outcome);
    json.end_object();
    console_.out << json.text() << "\n";
    return ExitStatus::kDone;
  }

  const RenderRequest& request_;
  const Workplace& workplace_;
  const Console& console_;
};

}  // namespace

ExitStatus run_render(const RenderRequest& request, const Console& console) {
  auto workplace = set_up(request.config);
  if (!workplace) {
    report(workplace.error(), console);
    return ExitStatus::kUsage;
  }
  const auto input = read_input(request.file, console.in);
  if (!input) {
    console.complain(to_string(input.error()));
    return ExitStatus::kUsage;
  }
  const size_t messages = split_mailbox(*input).size();
  if (messages > 1) {
    console.complain("the mailbox holds " + std::to_string(messages) +
                     " messages; give one of them");
    return ExitStatus::kUsage;
  }
  if (!request.host.empty()) workplace->policy.host = request.host;
  return RenderCommand(request, *workplace, console).run(*input);
}

}  // namespace plainbounce

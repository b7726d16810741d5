#include "core/explain/sentences.h"

#include <algorithm>

#include "core/base/clean_text.h"
#include "core/base/concat.h"
#include "core/explain/shown_address.h"

namespace plainbounce {
namespace {

constexpr size_t kContactField = 200;  // bytes

std::string with_underscores(std::string_view word) {
  std::string key(word);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

std::string two_digits(int number) { return (number < 10 ? "0" : "") + std::to_string(number); }

const std::string& whole_sentence(const CauseTexts& texts, Outlook outlook, bool many) {
  switch (outlook) {
    case Outlook::kFinal:
      return many ? texts.what_final_many : texts.what_final;
    case Outlook::kUnknown: {
      const std::string& own = many ? texts.what_unknown_many : texts.what_unknown;
      if (!own.empty() || !texts.reason.empty()) return own;
      return many ? texts.what_final_many : texts.what_final;
    }
    case Outlook::kRetrying:
      return many ? texts.what_retrying_many : texts.what_retrying;
    case Outlook::kDone:
      break;
  }
  return many ? texts.what_done_many : texts.what_done;
}

// "A message", "A message from alice@box.example", "An automatic notice".
std::string_view kind_of_message(const MessageSender& sender) {
  switch (sender.kind) {
    case MessageSender::Kind::kSomebody:
      return "message_from";
    case MessageSender::Kind::kNotice:
      return "message_notice";
    case MessageSender::Kind::kAutomatic:
      return "message_automatic";
    case MessageSender::Kind::kUnknown:
      break;
  }
  return "message_other";
}

}  // namespace

Sentences::Sentences(const LanguageTexts& texts, const ExplainContext& context)
    : texts_(texts), frame_(texts), context_(context) {
  std::string_view kind = "message_own";
  if (context.reader == Reader::kPostmaster) {
    if (context.report != nullptr) sender_ = sender_of(*context.report);
    kind = kind_of_message(sender_);
  }
  const std::string_view sender = address_in_sentence(sender_.address);
  if (kind == "message_from" && sender.empty()) kind = "message_other";
  message_ = fill(frame_.text(kind), {{"sender", sender}});
  message_object_ = fill(frame_.text_of({kind, "_object"}), {{"sender", sender}});
  if (context.report != nullptr && context.report->session) {
    session_.emplace(texts, context, *context.report->session);
  }
}

std::string page_link(std::string_view link_base, std::string_view code) {
  if (link_base.empty() || code.empty()) return {};
  return concat({link_base.substr(0, link_base.find_last_not_of('/') + 1), "/codes/", code});
}

std::string page_link(const ExplainContext& context, const std::string& code) {
  if (context.reader == Reader::kOutside) return {};
  return page_link(context.settings->link_base, code);
}

bool Sentences::says_we() const {
  return context_.own_report && context_.reader != Reader::kOutside;
}

const std::string& Sentences::what_pattern(const RecipientGroup& group, bool many,
                                           Detail detail) const {
  const std::string_view outlook = to_string(group.outlook);
  const std::string_view suffix = many ? "_many" : "";
  if (group.gathered) return frame_.text_of({"rest_", outlook});
  if (detail == Detail::kBrief)
    return frame_.text_of({"brief_", outlook, group.retries_until ? "_until" : "", suffix});
  const CauseTexts& texts = texts_.causes.find(group.cause)->second;
  if (group.cause == "unclear" && !group.answered && group.outlook != Outlook::kDone)
    return frame_.text_of({"silent_", outlook, suffix});
  const std::string& whole = whole_sentence(texts, group.outlook, many);
  if (!whole.empty()) return whole;
  return frame_.text_of({"what_", outlook, group.likely ? "_likely" : "", suffix});
}

std::string Sentences::what(const RecipientGroup& group, Detail detail) const {
  const bool many = group.addresses.size() > 1;
  const CauseTexts& texts = texts_.causes.find(group.cause)->second;
  const bool to_admin = context_.reader == Reader::kPostmaster;
  const std::string& reason = many ? texts.reason_many : texts.reason;
  const std::string_view recipient = group.addresses.empty()
                                         ? std::string_view(frame_.text("unnamed_recipient"))
                                         : group.addresses.front();
  const std::string moment = group.retries_until ? until(*group.retries_until) : std::string();
  const bool doubts_title = detail == Detail::kBrief && group.likely && !group.gathered &&
                            group.cause != "unclear" && group.outlook != Outlook::kDone;
  const std::string doubt = doubts_title ? frame_.text("brief_likely") + " " : std::string();
  return doubt + fill(what_pattern(group, many, detail),
                      {{"until", moment},
                       {"message", message_},
                       {"message_object", message_object_},
                       {"recipient", recipient},
                       {"reason", to_admin ? reason_for_admin(texts, many) : reason}});
}

std::string Sentences::until(int64_t moment) const {
  const CivilTime time =
      context_.site->to_civil_time ? context_.site->to_civil_time(moment) : utc_time(moment);
  const std::string& weekday = frame_.text_of({"weekday_", std::to_string(time.weekday)});
  const std::string& month = frame_.text_of({"month_", std::to_string(time.month)});
  const std::string day = std::to_string(time.day);
  const std::string clock = two_digits(time.hour) + ":" + two_digits(time.minute);
  return frame_.text(
      "until",
      {{"weekday", weekday}, {"day", day}, {"month", month}, {"time", clock}, {"zone", time.zone}});
}

std::string Sentences::outlook(const RecipientGroup& group) const {
  const std::string_view outlook = to_string(group.outlook);
  const bool to_admin = context_.reader == Reader::kPostmaster;
  const bool retrying = group.outlook == Outlook::kRetrying;
  const std::string_view reader = to_admin && retrying ? "admin_" : "";
  const bool is_told = retrying || group.outlook == Outlook::kFinal;
  const std::string_view speaker = says_we() && is_told ? "_we" : "";
  const std::string_view moment = retrying && group.retries_until ? "_until" : "";
  const std::string& pattern = frame_.text_of({reader, "outlook_", outlook, moment, speaker});
  std::string told =
      moment.empty() ? pattern : fill(pattern, {{"until", until(*group.retries_until)}});
  if (!to_admin || group.outlook == Outlook::kDone) return told;
  const std::string& known = frame_.text(who_knows(group));
  return known.empty() ? told : told + " " + known;
}

// Whether the sender was told; empty where nothing shows it.
std::string_view Sentences::who_knows(const RecipientGroup& group) const {
  if (sender_.kind == MessageSender::Kind::kSomebody) {
    return context_.postmaster_copy ? "admin_sender_told" : "";
  }
  if (group.outlook != Outlook::kFinal || !sender_.is_nobody()) return {};
  return sender_.kind == MessageSender::Kind::kNotice ? "admin_notice_lost" : "admin_no_sender";
}

std::string Sentences::actor(const RecipientGroup& group) const {
  const Party party = group.first->actor;
  const bool is_final = group.outlook == Outlook::kFinal;
  if (context_.reader == Reader::kPostmaster) {
    if (is_lost_to_all(group)) return frame_.text("admin_actor_you");
    return frame_.text_of({"admin_actor_", with_underscores(to_string(admin_party(group)))});
  }
  if (group.cause == "unclear") return frame_.text(is_final ? "actor_unclear" : "actor_open");
  if (group.outlook == Outlook::kDone) return frame_.text("actor_nobody");
  const bool goes_on = group.outlook == Outlook::kRetrying;
  if (party == Party::kNobody) return frame_.text(goes_on ? "actor_nobody" : "actor_open");
  const bool retrying = !is_final && party != Party::kRecipient;
  const bool local = party == Party::kSenderAdmin && context_.reader == Reader::kLocal;
  return frame_.text_of({"actor_", with_underscores(to_string(party)), retrying ? "_retrying" : "",
                         local ? "_local" : ""});
}

Party Sentences::admin_party(const RecipientGroup& group) const {
  const bool nobody = group.cause == "unclear" || group.outlook == Outlook::kDone;
  return nobody ? Party::kNobody : group.first->actor;
}

// Neither sender nor recipient knows, and neither system is to blame: only the reader is left.
bool Sentences::is_lost_to_all(const RecipientGroup& group) const {
  const Party party = admin_party(group);
  return group.outlook == Outlook::kFinal && sender_.is_nobody() && party != Party::kSenderAdmin &&
         party != Party::kRecipientAdmin;
}

std::vector<std::string> Sentences::admin_actions(const RecipientGroup& group) const {
  if (is_lost_to_all(group)) {
    return {frame_.text("admin_action_yours"), frame_.text("admin_action_made_up")};
  }
  return {frame_.text_of({"admin_action_", with_underscores(to_string(admin_party(group)))})};
}

std::vector<std::string> Sentences::actions(const RecipientGroup& group) const {
  if (context_.reader == Reader::kPostmaster) return admin_actions(group);
  const CauseTexts& texts = texts_.causes.find(group.cause)->second;
  const bool local = context_.reader == Reader::kLocal;
  const std::vector<std::string>* chosen = &texts.actions_done;
  if (group.outlook == Outlook::kFinal || group.outlook == Outlook::kUnknown) {
    const bool own = local && !texts.actions_final_local.empty();
    chosen = own ? &texts.actions_final_local : &texts.actions_final;
  } else if (group.outlook == Outlook::kRetrying) {
    const bool own = local && !texts.actions_retrying_local.empty();
    chosen = own ? &texts.actions_retrying_local : &texts.actions_retrying;
  }
  const size_t count = std::min(chosen->size(), kMostActions);
  return {chosen->begin(), chosen->begin() + static_cast<std::ptrdiff_t>(count)};
}

void Sentences::list_addresses(const std::vector<std::string_view>& addresses, size_t listed,
                               Explanation& explanation) const {
  const size_t count = std::min(std::max<size_t>(listed, 1), addresses.size());
  explanation.addresses.assign(addresses.begin(),
                               addresses.begin() + static_cast<std::ptrdiff_t>(count));
  if (count == addresses.size()) return;
  const std::string left = std::to_string(addresses.size() - count);
  explanation.more_addresses = frame_.text("more_addresses", {{"count", left}});
}

Explanation Sentences::explanation(const RecipientGroup& group, size_t listed,
                                   Detail detail) const {
  Explanation explanation;
  explanation.language = texts_.id;
  explanation.cause = group.cause;
  explanation.outlook_kind = group.outlook;
  if (group.addresses.size() > 1) list_addresses(group.addresses, listed, explanation);
  if (session_) {
    word_session(group, detail, explanation);
    return explanation;
  }
  const CauseTexts& texts = texts_.causes.find(group.cause)->second;
  const bool to_admin = context_.reader == Reader::kPostmaster;
  explanation.title = group.gathered ? frame_.text("rest_title")
                      : to_admin     ? title_for_admin(texts)
                                     : texts.title;
  explanation.what = what(group, detail);
  const bool brief = detail == Detail::kBrief && group.outlook == Outlook::kRetrying && !to_admin;
  explanation.outlook = brief ? frame_.text("brief_outlook_retrying") : outlook(group);
  if (group.gathered) return explanation;
  explanation.actor = actor(group);
  explanation.actions = actions(group);
  explanation.link = page_link(context_, group.first->code);
  return explanation;
}

void Sentences::word_session(const RecipientGroup& group, Detail detail,
                             Explanation& explanation) const {
  explanation.title = session_->title(group);
  explanation.what = session_->what(group, detail == Detail::kBrief);
  if (group.gathered) return;
  explanation.outlook = session_->outlook(group);
  explanation.actor = session_->actor(group);
  explanation.actions = {session_->action(group)};
  explanation.link = page_link(context_, group.first->code);
}

Explanation Sentences::backscatter(const std::vector<RecipientGroup>& groups, size_t listed) const {
  std::vector<std::string_view> addresses;
  for (const RecipientGroup& group : groups) {
    for (const std::string_view address : group.addresses) {
      if (std::find(addresses.begin(), addresses.end(), address) == addresses.end())
        addresses.push_back(address);
    }
  }
  Explanation explanation;
  explanation.language = texts_.id;
  explanation.cause = groups.front().cause;
  explanation.outlook_kind = groups.front().outlook;
  explanation.title = frame_.text("backscatter_title");
  const bool many = addresses.size() > 1;
  const std::string_view recipient =
      addresses.empty() ? std::string_view(frame_.text("unnamed_recipient")) : addresses.front();
  explanation.what =
      frame_.text(many ? "backscatter_what_many" : "backscatter_what", {{"recipient", recipient}});
  if (many) list_addresses(addresses, listed, explanation);
  explanation.outlook = frame_.text("backscatter_outlook");
  explanation.actor = frame_.text("backscatter_actor");
  explanation.actions = {frame_.text("backscatter_action_1"), frame_.text("backscatter_action_2")};
  explanation.link = page_link(context_, groups.front().first->code);
  return explanation;
}

std::string Sentences::contact() const {
  if (context_.reader != Reader::kLocal) return {};
  const HelpContact& help = context_.settings->help;
  const std::string name = clean_text(help.name, kContactField);
  std::string ways;
  ways.reserve(help.phone.size() + help.email.size() + help.url.size() + 4);
  for (const std::string* way : {&help.phone, &help.email, &help.url}) {
    const std::string text = clean_text(*way, kContactField);
    if (text.empty()) continue;
    if (!ways.empty()) ways += ", ";
    ways += text;
  }
  if (name.empty() && ways.empty()) return {};
  if (ways.empty()) return frame_.text("contact_name", {{"name", name}});
  if (name.empty()) return frame_.text("contact_ways", {{"ways", ways}});
  return frame_.text("contact", {{"name", name}, {"ways", ways}});
}

}  // namespace plainbounce

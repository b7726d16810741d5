#include "config/schema.h"

#include "config/schema_watching.h"
#include "config/schema_web.h"
#include "config/setting_forms.h"

namespace plainbounce {
namespace {

using namespace setting_forms;
using S = Settings;

constexpr size_t kMany = 1000;
constexpr size_t kGigabyte = size_t{1} << 30U;

// A key of a domain that has its home in [help]; the name that it has there is read as well.
KeySpec help_key(const std::string& name_in_help, Form form) {
  KeySpec spec =
      key("help_" + name_in_help, "", std::move(form),
          "As " + name_in_help + " in [help]; may also be written " + name_in_help + ".");
  spec.also = name_in_help;
  return spec;
}

template <class Access>
Form treatment(Access access) {
  return one_of<Treatment>(
      {{"headers", Treatment::kHeaders}, {"body", Treatment::kBody}, {"off", Treatment::kOff}},
      access);
}

template <class Access>
Form body_mode(Access access) {
  return one_of<BodyMode>(
      {{"add", BodyMode::kAdd}, {"replace", BodyMode::kReplace}, {"off", BodyMode::kOff}}, access);
}

template <class Access>
Form domain_names(Access access) {
  return list("names such as example.org, divided by commas", parse_domain_name, 0, kMany, access);
}

template <class Access>
Form languages(Access access) {
  return list("one or two languages such as en", parse_language, 1, 2, access);
}

SectionSpec milter_section() {
  return {
      "milter",
      "",
      "How the mail server reaches the daemon.",
      {key("socket", "unix:/run/plainbounce/plainbounce.sock",
           scalar("a unix socket (unix:/path, local:/path, /path) or a TCP port "
                  "(inet:PORT@ADDRESS, inet:ADDRESS:PORT, inet6:PORT@ADDRESS, "
                  "inet:[ADDRESS]:PORT)",
                  parse_socket_address, in(&S::milter, &MilterSettings::socket)),
           "Where the daemon listens. Both spellings of a TCP port are read, the milter's own "
           "(inet:8895@127.0.0.1) and Postfix's (inet:127.0.0.1:8895). Names other than localhost "
           "are not looked up. A Postfix that is chrooted, as Debian's is, finds only what lies "
           "below /var/spool/postfix (docs/postfix.md). Changes take effect after a restart."),
       key("socket_mode", "0660",
           scalar("a file mode in octal digits", parse_file_mode,
                  in(&S::milter, &MilterSettings::socket_mode)),
           "File mode of a unix socket. The mail server needs to read and write it."),
       key("socket_group", "",
           scalar_or_empty("the name of a group", parse_account_name,
                           in(&S::milter, &MilterSettings::socket_group)),
           "Group of a unix socket, such as postfix; the daemon's account has to be a member of "
           "it, and its unit to allow the change (plainbounce.service says how). "
           "Empty: the group that the directory or the daemon gives it."),
       key("allow_remote", "no", yes_or_no(in(&S::milter, &MilterSettings::allow_remote)),
           "Whether the socket may be reachable from other machines. A milter socket has no access "
           "control of its own: whoever reaches it can send messages through the daemon. Set it "
           "only behind a firewall."),
       key("own_service", "postfix-dsn",
           list("words, divided by commas", parse_word, 0, kMany,
                in(&S::milter, &MilterSettings::own_services)),
           "Names that mark the mail server's own reports: the {daemon_name} that its bounce "
           "service alone sends. For Postfix the milter_macro_daemon_name of the dedicated cleanup "
           "service, for Sendmail the name of the second port."),
       key("mta_size_limit", "10240000",
           size_between(0, 1024 * kGigabyte, in(&S::milter, &MilterSettings::mta_size_limit)),
           "The mail server's size limit for a message (Postfix: message_size_limit). Nothing is "
           "added to a message that could grow beyond it, for Postfix would refuse such a report. "
           "0: the server has no limit."),
       key("max_in_flight", "64M",
           size_between(1, 1024 * kGigabyte, in(&S::milter, &MilterSettings::max_in_flight)),
           "How many bytes of messages are held at the same time, all together. Messages beyond it "
           "get headers only."),
       key("drain_timeout", "30s",
           duration_between(std::chrono::seconds(0), std::chrono::minutes(10),
                            in(&S::milter, &MilterSettings::drain_timeout)),
           "How long a stop waits for messages that are just being edited."),
       key("user", "",
           scalar_or_empty("the name of an account", parse_account_name,
                           in(&S::milter, &MilterSettings::user)),
           "The account to change to when the daemon is started as root, without systemd. Empty: "
           "it stays what it is.")}};
}

SectionSpec bounce_section() {
  return {
      "bounce",
      "",
      "What is done with a bounce.",
      {key("mode", "on",
           one_of<bool>({{"on", false}, {"observe", true}},
                        in(&S::bounce, &BounceSettings::observe)),
           "on: explain bounces. observe: only log what would be done; no message is changed."),
       key("body", "add", body_mode(in(&S::bounce, &BounceSettings::body)),
           "add: put the explanation before the mail system's own notice. replace: put it in place "
           "of that notice. off: leave the text alone and add header fields only."),
       key("html", "yes", yes_or_no(in(&S::bounce, &BounceSettings::html)),
           "Whether the explanation comes as HTML too. With no it is plain text, put at the start "
           "of the notice itself where that can be done."),
       key("headers", "yes", yes_or_no(in(&S::bounce, &BounceSettings::headers)),
           "Whether X-Bounce-Explanation, X-Bounce-Cause and X-Bounce-Help are added. The marker "
           "X-Bounce-Explained-By stays in any case where something was changed."),
       key("success", "headers", treatment(in(&S::bounce, &BounceSettings::success)),
           "What reports about delivered mail get."),
       key("signed", "headers",
           one_of<Treatment>({{"headers", Treatment::kHeaders}, {"off", Treatment::kOff}},
                             in(&S::bounce, &BounceSettings::signed_reports)),
           "What reports with a DKIM signature or an ARC seal get. A new body would break the "
           "signature."),
       key("friendly", "headers", treatment(in(&S::bounce, &BounceSettings::friendly)),
           "What reports get that explain themselves already (Gmail, Exchange Online, another "
           "plainbounce)."),
       key("elsewhere", "headers", treatment(in(&S::bounce, &BounceSettings::elsewhere)),
           "What reports of other systems get when the returned message does not show that it was "
           "sent from here (see our_hosts). Anyone can forge such a report, and our words would "
           "vouch for it."),
       key("legacy", "headers", treatment(in(&S::bounce, &BounceSettings::legacy)),
           "What bounces get that are no multipart/report, and Postfix's notices to its postmaster "
           "about sessions with errors. body: our text stands before the first line of a message "
           "that is plain text alone."),
       key("machine_recipients",
           "*-bounces@*, *-bounces+*@*, owner-*@*, SRS0=*@*, SRS0+*@*, SRS0-*@*, SRS1=*@*, "
           "SRS1+*@*, SRS1-*@*, *+bounce*@*, bounce*@*",
           list("addresses with * for any characters, divided by commas", parse_address_pattern, 0,
                kMany, in(&S::bounce, &BounceSettings::machine_recipients)),
           "Addresses behind which a program reads the bounces, such as a mailing list. Those "
           "reports get headers only."),
       key("max_body_size", "auto",
           size_or_auto(0, kGigabyte, in(&S::bounce, &BounceSettings::max_body_size)),
           "The largest new body that is handed to the mail server. auto: what surely fits one "
           "write to its socket, about 160K. Larger reports get headers only."),
       key("max_added", "32K",
           size_between(0, kGigabyte, in(&S::bounce, &BounceSettings::max_added)),
           "How many bytes a message may grow by at most.")}};
}

SectionSpec text_section() {
  return {
      "text",
      "",
      "How the explanation is written.",
      {key("languages", "en", languages(in(&S::text, &TextSettings::languages)),
           "The language of the explanations, or two: then both stand in each report, one after "
           "the other."),
       key("choose", "reader",
           one_of<bool>({{"reader", true}, {"fixed", false}},
                        in(&S::text, &TextSettings::choose_by_reader)),
           "reader: take the language that the returned message's Accept-Language or "
           "Content-Language field asks for, where we have it. fixed: always the languages above."),
       key("link_base", "",
           scalar_or_empty("a web address", parse_web_address,
                           in(&S::text, &TextSettings::link_base)),
           "Where pages about codes are found, such as https://help.example.org/bounces; a link is "
           "this with /codes/5.2.2 behind it. Empty: no links."),
       key("time_zone", "",
           scalar_or_empty("a name such as Europe/Berlin", parse_time_zone_name,
                           in(&S::text, &TextSettings::time_zone)),
           "The time zone of the times shown, a name of the zone database. Empty: the "
           "machine's.")}};
}

SectionSpec help_section() {
  return {
      "help",
      "",
      "Whom people of your own domains can ask when they cannot solve it alone. Shown to "
      "readers in local_domains only. All empty: nobody is named.",
      {key("name", "", free_text(in(&S::help, &HelpSettings::name)),
           "A name, such as Example help desk."),
       key("phone", "", free_text(in(&S::help, &HelpSettings::phone)), "A phone number."),
       key("email", "",
           scalar_or_empty("a mail address", parse_mail_address,
                           in(&S::help, &HelpSettings::email)),
           "A mail address."),
       key("url", "",
           scalar_or_empty("a web address", parse_web_address, in(&S::help, &HelpSettings::url)),
           "A web page.")}};
}

SectionSpec site_section() {
  return {
      "site",
      "",
      "What is yours, and what others must not see.",
      {key("local_domains", "", domain_names(in(&S::site, &SiteSettings::local_domains)),
           "The domains whose mailboxes are here. Readers in them see your help contact; others "
           "do not."),
       key("our_hosts", "", domain_names(in(&S::site, &SiteSettings::our_hosts)),
           "The names that your mail servers write behind \"by\" into Received fields. They prove "
           "that "
           "a returned message was sent from here; without them no report of another system is "
           "rewritten, and forged senders are not told apart. A name behind \"from\" proves "
           "nothing, since any client can greet with it. Leave it empty when your servers take "
           "their Received fields out of what they send."),
       key("hide_internal", "no", yes_or_no(in(&S::site, &SiteSettings::hide_internal)),
           "Whether internal host names and networks are kept out of the block for the IT support "
           "as well."),
       key("internal_networks", "10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7",
           list("networks such as 10.0.0.0/8, divided by commas", parse_network, 0, kMany,
                in(&S::site, &SiteSettings::internal_networks)),
           "Networks whose addresses are internal.")}};
}

template <class Access>
Form causes(Access access) {
  return list("ids of causes such as mailbox-full, divided by commas", parse_cause, 0, kMany,
              access);
}

template <class Access>
Form codes(Access access) {
  return list("codes such as 550, 5.7.1 or X.7.X, divided by commas", parse_code_pattern, 0, kMany,
              access);
}

SectionSpec replies_section() {
  return {
      "replies",
      "",
      "The mail server's own SMTP replies: a sentence behind them, for whoever sees one in a mail "
      "program, and what is refused (docs/replies.md).",
      {key("socket", "",
           optional_scalar("a unix socket (unix:/path) or a TCP port of this machine "
                           "(inet:PORT@127.0.0.1)",
                           parse_socket_address, in(&S::replies, &ReplySettings::socket)),
           "Where the reply map listens, in the spellings of the milter's socket; a unix socket "
           "gets "
           "the same mode and group as that one. Empty: there is no reply map. Changes take effect "
           "after a restart."),
       key("language", "en",
           scalar("a language such as en", parse_language,
                  in(&S::replies, &ReplySettings::language)),
           "The language of the sentences. One that is not plain ASCII in it is English, since a "
           "reply can hold nothing else."),
       key("causes", "", causes(in(&S::replies, &ReplySettings::causes)),
           "Only replies of these causes get a sentence. Empty: of all that are certain."),
       key("not_causes", "protocol-problem", causes(in(&S::replies, &ReplySettings::not_causes)),
           "Replies of these causes get none. What goes wrong between two programs is seen by no "
           "person."),
       key("codes", "", codes(in(&S::replies, &ReplySettings::codes)),
           "Only replies with one of these codes get a sentence: a reply code, an enhanced code, "
           "or "
           "one with X for any number in a place. Empty: with any code."),
       key("not_codes", "421, 500, 502, 503", codes(in(&S::replies, &ReplySettings::not_codes)),
           "Replies with one of these codes get none."),
       key("watch", "no", yes_or_no(in(&S::replies, &ReplySettings::watch)),
           "Whether each recipient that the mail server rejects is logged with its cause, and "
           "counted. What is answered to the client stays as it is. It costs a step for each "
           "recipient and one for each message, since ordinary mail is let go only when its "
           "recipients are known (docs/replies.md). Connections that are open keep what they "
           "began with.")}};
}

SectionSpec knowledge_section() {
  return {"knowledge",
          "",
          "What the program knows of codes, servers' words and texts is built in.",
          {key("overlay", "/etc/plainbounce/knowledge.d",
               scalar_or_empty("the path of a directory", parse_absolute_path,
                               in(&S::knowledge, &KnowledgeSettings::overlay)),
               "A directory with *.toml files of your own, which add to the built-in knowledge or "
               "replace parts of it (docs/knowledge-format.md). It may be missing. Empty: "
               "none.")}};
}

SectionSpec domain_section() {
  return {"domain",
          "example.org",
          "What differs for readers of one domain, the domain of the person who gets the bounce. "
          "One section for each domain; what is not set here is as above.",
          {key("languages", "en", languages(in_domain(&DomainSettings::languages)),
               "As languages in [text]."),
           key("link_base", "",
               scalar_or_empty("a web address", parse_web_address,
                               in_domain(&DomainSettings::link_base)),
               "As link_base in [text]."),
           key("body", "add", body_mode(in_domain(&DomainSettings::body)), "As body in [bounce]."),
           help_key("name", free_text(in_domain(&DomainSettings::help_name))),
           help_key("phone", free_text(in_domain(&DomainSettings::help_phone))),
           help_key("email", scalar_or_empty("a mail address", parse_mail_address,
                                             in_domain(&DomainSettings::help_email))),
           help_key("url", scalar_or_empty("a web address", parse_web_address,
                                           in_domain(&DomainSettings::help_url)))}};
}

}  // namespace

const std::vector<SectionSpec>& configuration_schema() {
  static const std::vector<SectionSpec> schema = {
      milter_section(), bounce_section(),    text_section(),   help_section(),
      site_section(),   replies_section(),   status_section(), web_section(),
      log_section(),    knowledge_section(), domain_section()};
  return schema;
}

}  // namespace plainbounce

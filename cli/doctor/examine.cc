#include "cli/doctor/examine.h"

#include "cli/doctor/bounce_service_checks.h"
#include "cli/doctor/machine_checks.h"
#include "cli/doctor/milter_entry_checks.h"
#include "cli/doctor/postfix_limit_checks.h"
#include "cli/doctor/reply_map_checks.h"
#include "cli/doctor/sendmail_checks.h"
#include "cli/doctor/socket_checks.h"

namespace plainbounce {
namespace {

constexpr const char* kSendmailFile = "/etc/mail/sendmail.cf";

void examine_postfix(const Examination& examination, const DaemonState& daemon,
                     const PostfixConfiguration& postfix, CheckResults& results) {
  const PostfixExamination its{examination, daemon, postfix,
                               PostfixCommands(examination.postfix_directory)};
  for (const auto check :
       {check_postfix_runs, check_postfix_version, check_postfix_warnings, check_bounce_service,
        check_own_service, check_header_checks, check_socket_name, check_socket_access,
        check_default_action, check_milter_order, check_mime_conversion, check_milter_protocol,
        check_milter_timeouts, check_size_limit, check_reports_from_elsewhere, check_reply_map,
        check_postscreen, check_reply_filters, check_instances}) {
    results.push_back(check(its));
  }
}

void examine_sendmail(const Examination& examination, const DaemonState& daemon,
                      CheckResults& results) {
  const std::string file =
      examination.sendmail_file.empty() ? kSendmailFile : examination.sendmail_file;
  const auto text = examination.probe.read_file(file);
  if (!text) {
    results.push_back(
        not_examined("mail-server", "Sendmail cannot be examined", to_string(text.error())));
    return;
  }
  const SendmailFile sendmail = parse_sendmail_file(*text);
  const SendmailExamination its{examination, daemon, sendmail};
  for (const auto check :
       {check_sendmail_filter, check_sendmail_port, check_sendmail_mailers, check_sendmail_size}) {
    results.push_back(check(its));
  }
}

}  // namespace

CheckResults examine(const Examination& examination) {
  const DaemonState daemon = look_at_daemon(examination);
  CheckResults results{check_configuration(examination, daemon),
                       check_site(examination, daemon),
                       check_clock(examination),
                       check_daemon(examination, daemon),
                       check_version(examination, daemon),
                       check_unit(examination, daemon)};
  if (!examination.sendmail_file.empty()) {
    examine_sendmail(examination, daemon, results);
    return results;
  }
  const auto postfix = examination.probe.postfix(examination.postfix_directory);
  const bool has_sendmail = examination.probe.status(kSendmailFile).error == 0;
  if (postfix) {
    examine_postfix(examination, daemon, *postfix, results);
  } else if (has_sendmail && examination.postfix_directory.empty()) {
    examine_sendmail(examination, daemon, results);
  } else {
    results.push_back(not_examined("mail-server", "neither Postfix nor Sendmail can be examined",
                                   postfix.error().message));
  }
  return results;
}

}  // namespace plainbounce

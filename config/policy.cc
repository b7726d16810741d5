#include "config/policy.h"

#include <memory>

#include "config/time_zone.h"

namespace plainbounce {
namespace {

ReaderSettings general_reader(const Settings& settings) {
  ReaderSettings reader;
  reader.languages = settings.text.languages;
  reader.link_base = settings.text.link_base;
  reader.help = {settings.help.name, settings.help.phone, settings.help.email, settings.help.url};
  return reader;
}

ReaderSettings domain_reader(const ReaderSettings& general, const DomainSettings& domain) {
  ReaderSettings reader;
  reader.languages = domain.languages.value_or(general.languages);
  reader.link_base = domain.link_base.value_or(general.link_base);
  reader.help.name = domain.help_name.value_or(general.help.name);
  reader.help.phone = domain.help_phone.value_or(general.help.phone);
  reader.help.email = domain.help_email.value_or(general.help.email);
  reader.help.url = domain.help_url.value_or(general.help.url);
  return reader;
}

ExplainSettings explain_settings(const Settings& settings) {
  ExplainSettings explain;
  explain.general = general_reader(settings);
  for (const auto& [name, domain] : settings.domains) {
    explain.domains.emplace(name, domain_reader(explain.general, domain));
  }
  explain.local_domains = settings.site.local_domains;
  explain.choose_by_reader = settings.text.choose_by_reader;
  explain.hide_internal = settings.site.hide_internal;
  explain.internal_networks = settings.site.internal_networks;
  return explain;
}

}  // namespace

Result<BouncePolicy> to_policy(const Settings& settings, const std::string& host,
                               const std::string& version, size_t auto_max_body_size) {
  auto zone = TimeZone::load(settings.text.time_zone);
  if (!zone) return tl::unexpected<Error>(zone.error());
  BouncePolicy policy;
  policy.observe = settings.bounce.observe;
  policy.body = settings.bounce.body;
  for (const auto& [name, domain] : settings.domains) {
    if (domain.body) policy.body_by_domain.emplace(name, *domain.body);
  }
  policy.html = settings.bounce.html;
  policy.headers = settings.bounce.headers;
  policy.success = settings.bounce.success;
  policy.signed_reports = settings.bounce.signed_reports;
  policy.friendly = settings.bounce.friendly;
  policy.elsewhere = settings.bounce.elsewhere;
  policy.legacy = settings.bounce.legacy;
  policy.max_body_size = settings.bounce.max_body_size.value_or(auto_max_body_size);
  policy.max_added = settings.bounce.max_added;
  policy.mta_size_limit = settings.milter.mta_size_limit;
  policy.host = host;
  policy.version = version;
  policy.trust.own_services = settings.milter.own_services;
  policy.trust.our_hosts = settings.site.our_hosts;
  policy.trust.machine_recipients = settings.bounce.machine_recipients;
  policy.explain = explain_settings(settings);
  // Copies of the policy share one zone, which nobody changes.
  policy.explain.to_civil_time = [zone = std::make_shared<const TimeZone>(std::move(*zone))](
                                     int64_t seconds) { return zone->civil_time(seconds); };
  return policy;
}

ReplyPolicy to_reply_policy(const Settings& settings) {
  ReplyPolicy policy;
  policy.language = settings.replies.language;
  policy.link_base = settings.text.link_base;
  policy.causes = settings.replies.causes;
  policy.not_causes = settings.replies.not_causes;
  policy.codes = settings.replies.codes;
  policy.not_codes = settings.replies.not_codes;
  return policy;
}

}  // namespace plainbounce

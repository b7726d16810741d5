#include "cli/serve_command.h"

#include <ostream>

#include "cli/workplace.h"
#include "config/value_parsers.h"
#include "web/server/run_server.h"
#include "web/static_site.h"

namespace plainbounce {
namespace {

SiteOptions options_of(const Workplace& workplace, bool has_paste_box) {
  const std::string& first = workplace.policy.explain.general.languages.front();
  return {workplace.settings.web.base, page_languages(*workplace.knowledge, first),
          program_version(), has_paste_box};
}

Result<void> set_base(WebSettings& web, const std::string& base) {
  if (base.empty()) return {};
  if (base == "/") {
    web.base.clear();
    return {};
  }
  auto parsed = parse_web_path(base);
  if (!parsed) return fail("--base: " + parsed.error().message);
  web.base = std::move(*parsed);
  return {};
}

Result<void> set_listen(WebSettings& web, const std::string& listen) {
  if (!listen.empty()) {
    auto parsed = parse_socket_address(listen);
    if (!parsed) return fail("--listen: " + parsed.error().message);
    web.listen = std::move(*parsed);
  }
  if (web.listen.is_local() || web.allow_remote) return {};
  return fail(web.listen.postfix_spelling() +
              " can be reached from other machines; set allow_remote = yes under [web] if that is "
              "wanted");
}

std::string place_of(const WebSettings& web) {
  if (web.listen.family == SocketAddress::Family::kUnix) return "unix:" + web.listen.path;
  const std::string inet = web.listen.postfix_spelling();
  return "http://" + inet.substr(inet.find(':') + 1) + web.base + "/";
}

ExitStatus complain(const Error& error, const Console& console) {
  console.complain(to_string(error));
  return ExitStatus::kUsage;
}

}  // namespace

ExitStatus run_serve(const ServeRequest& request, const Console& console) {
  auto workplace = set_up(request.config);
  if (!workplace) {
    report(workplace.error(), console);
    return ExitStatus::kUsage;
  }
  WebSettings& web = workplace->settings.web;
  auto done = set_base(web, request.base);
  if (done) done = set_listen(web, request.listen);
  if (!done) return complain(done.error(), console);
  const WebSite site(workplace->knowledge, workplace->policy, options_of(*workplace, true));
  done = run_web_server(
      site, web, [&] { console.err << "plainbounce: serving " << place_of(web) << std::endl; });
  if (!done) return complain(done.error(), console);
  return ExitStatus::kDone;
}

ExitStatus run_site(const SiteRequest& request, const Console& console) {
  auto workplace = set_up_to_look(request.config, console);
  if (!workplace) {
    report(workplace.error(), console);
    return ExitStatus::kUsage;
  }
  const auto base = set_base(workplace->settings.web, request.base);
  if (!base) return complain(base.error(), console);
  const PageMaker maker(*workplace->knowledge, options_of(*workplace, false));
  const auto written = write_static_site(maker, request.directory);
  if (!written) return complain(written.error(), console);
  console.out << written->pages << " pages";
  if (written->removed > 0) console.out << ", " << written->removed << " old files removed";
  console.out << "\n";
  return ExitStatus::kDone;
}

}  // namespace plainbounce

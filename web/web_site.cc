#include "web/web_site.h"

#include <utility>

#include "core/base/ascii.h"
#include "core/explain/explainer.h"
#include "web/assets.h"
#include "web/code_page.h"
#include "web/decode_request.h"
#include "web/form_fields.h"
#include "web/other_pages.h"
#include "web/route.h"
#include "web/search_page.h"
#include "web/web_address.h"
#include "web/web_response.h"

namespace plainbounce {
namespace {

// Those that say for ever the same at their address, and those that are asked about each time,
// since they are another for another reader.
constexpr const char* kForEver = "public, max-age=31536000, immutable";
constexpr const char* kForAWhile = "public, max-age=600";
constexpr const char* kAskAgain = "no-cache";
constexpr const char* kVary = "Accept-Language, Sec-Fetch-Site, Referer";

// A link on a page of ours leads to the very page that it names; only who comes from elsewhere is
// given the language of their browser.
bool comes_from_own_page(const WebRequest& request) {
  if (!request.sec_fetch_site.empty()) return request.sec_fetch_site == "same-origin";
  const size_t scheme = request.referer.find("://");
  if (scheme == std::string::npos || request.host.empty()) return false;
  const std::string_view rest = std::string_view(request.referer).substr(scheme + 3);
  return equals_ignoring_case(rest.substr(0, rest.find('/')), request.host);
}

}  // namespace

// An address of ours, as far as it can be read.
struct WebSite::Asked {
  std::string path;  // without base and language
  WebAddress address;
  std::string language;
  bool language_in_path = false;
  bool language_wished = false;  // in the path or by the browser
};

WebSite::WebSite(std::shared_ptr<const KnowledgeBase> knowledge, BouncePolicy policy,
                 SiteOptions options)
    : knowledge_(std::move(knowledge)),
      policy_(std::move(policy)),
      maker_(*knowledge_, std::move(options)) {}

std::string WebSite::wished_language(const WebRequest& request) const {
  if (request.accept_language.empty() || comes_from_own_page(request)) return {};
  DeliveryReport report;
  report.original.emplace();
  report.original->accept_language = request.accept_language;
  ReaderSettings none;
  none.languages.clear();
  const auto wished = choose_languages(*knowledge_, report, none, true);
  return wished.empty() || !maker_.has_language(wished.front()) ? std::string() : wished.front();
}

std::optional<WebSite::Asked> WebSite::read_address(const WebRequest& request) const {
  auto address = parse_web_target(request.target);
  if (!address) return std::nullopt;
  Asked asked;
  asked.path = address->path;
  asked.address = std::move(*address);
  // A server in front may take the base off or leave it.
  const std::string& base = maker_.options().base;
  if (!base.empty() && asked.path.starts_with(base) &&
      (asked.path.size() == base.size() || asked.path[base.size()] == '/')) {
    asked.path.erase(0, base.size());
    if (asked.path.empty()) asked.path = "/";
  }
  asked.language = maker_.main_language();
  const std::string first = asked.path.substr(1, asked.path.find('/', 1) - 1);
  if (maker_.has_language(first) && first != maker_.main_language()) {
    asked.path.erase(0, first.size() + 1);
    if (asked.path.empty()) asked.path = "/";
    asked.language = first;
    asked.language_in_path = asked.language_wished = true;
  } else if (const std::string wished = wished_language(request); !wished.empty()) {
    asked.language = wished;
    asked.language_wished = true;
  }
  return asked;
}

WebResponse WebSite::answer(const WebRequest& request) const {
  const auto asked = read_address(request);
  if (!asked) return refusal(400, request);
  if (asked->path == "/decode" && maker_.options().has_paste_box) {
    if (request.method == "POST") return decode(*asked, request);
    if (request.method == "GET" || request.method == "HEAD") {
      return redirect(303, maker_.root(asked->language) + "/#paste");
    }
  }
  if (request.method != "GET" && request.method != "HEAD") return refusal(405, request);
  return answer_get(*asked, request);
}

WebResponse WebSite::refusal(int status, const WebRequest& request) const {
  Asked asked;
  asked.language = maker_.main_language();
  bool is_decode = false;
  if (auto read = read_address(request)) {
    is_decode = read->path == "/decode" && maker_.options().has_paste_box;
    asked = std::move(*read);
  }
  const PageInputs inputs = maker_.inputs(asked.language);
  WebResponse response = is_decode && wants_json(request.accept)
                             ? json_error(status, inputs)
                             : own_page(error_page(status, inputs), asked);
  if (status == 405)
    response.fields.emplace_back("Allow", is_decode ? "GET, HEAD, POST" : "GET, HEAD");
  return response;
}

std::optional<WebResponse> WebSite::refuse_early(const WebRequest& request) const {
  const auto asked = read_address(request);
  if (!asked) return refusal(400, request);
  const bool is_decode = asked->path == "/decode" && maker_.options().has_paste_box;
  if (request.method == "GET" || request.method == "HEAD") return std::nullopt;
  if (!is_decode || request.method != "POST") return refusal(405, request);
  if (!can_be_submitted(request.content_type)) return refusal(415, request);
  return std::nullopt;
}

WebResponse WebSite::own_page(const Page& page, const Asked& asked) const {
  WebResponse response = html_response(page.status, maker_.document(page, asked.language));
  response.fields.emplace_back("Content-Language", asked.language);
  response.fields.emplace_back("Cache-Control", "no-store");
  if (!asked.language_in_path) response.fields.emplace_back("Vary", kVary);
  return response;
}

WebSite::Kept WebSite::kept(const std::string& path, const std::string& language) const {
  const auto key = std::make_pair(language, path);
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(key);
    if (found != kept_.end()) return found->second;
  }
  Kept made;
  made.body = std::make_shared<const std::string>(
      maker_.document(maker_.page_at(path, language), language));
  made.tag = "\"" + fingerprint(*made.body) + "\"";
  const std::lock_guard lock(mutex_);
  return kept_.emplace(key, std::move(made)).first->second;
}

WebResponse WebSite::lasting_page(const std::string& path, const Asked& asked,
                                  const WebRequest& request) const {
  Kept page = kept(path, asked.language);
  WebResponse response = make_response(200, "text/html; charset=utf-8", std::move(page.body));
  response.fields.emplace_back("Content-Language", asked.language);
  if (!asked.language_in_path) response.fields.emplace_back("Vary", kVary);
  return tagged(std::move(response), page.tag, asked.language_in_path ? kForAWhile : kAskAgain,
                request);
}

WebResponse WebSite::search(const Asked& asked) const {
  const std::string query = asked.address.value("q");
  const PageInputs inputs = maker_.inputs(asked.language);
  const std::string hit = direct_hit(query, inputs);
  if (!hit.empty()) return redirect(303, inputs.link(hit));
  return own_page(search_page(query, inputs), asked);
}

WebResponse WebSite::answer_get(const Asked& asked, const WebRequest& request) const {
  for (const Asset& asset : assets()) {
    if (asked.path != "/assets/" + asset.name) continue;
    auto body = std::make_shared<const std::string>(asset.content);
    return tagged(make_response(200, std::string(asset.type), std::move(body)),
                  "\"" + fingerprint(asset.content) + "\"", kForEver, request);
  }
  const PageInputs inputs = maker_.inputs(asked.language);
  if (asked.path == "/search.json") {
    auto body = std::make_shared<const std::string>(search_index(inputs));
    const std::string tag = "\"" + fingerprint(*body) + "\"";
    return tagged(make_response(200, "application/json", std::move(body)), tag, kForAWhile,
                  request);
  }
  const Route route = find_route(asked.path, maker_.map());
  switch (route.kind) {
    case Route::Kind::kNotFound:
      return own_page(not_found_page(route.path, inputs), asked);
    case Route::Kind::kRedirect:
      return redirect(301,
                      (asked.language_in_path ? inputs.root : maker_.options().base) + route.path);
    case Route::Kind::kPage:
      break;
  }
  if (route.path == "/search" && !trim(asked.address.value("q")).empty()) {
    return search(asked);
  }
  const CodeFilter filter{asked.address.value("kind"), asked.address.value("class"),
                          asked.address.value("actor"), asked.address.value("words")};
  const bool is_filtered = !filter.kind.empty() || !filter.group.empty() || !filter.actor.empty() ||
                           !trim(filter.words).empty();
  if (route.path == "/codes" && is_filtered) {
    Page page = code_table_page(filter, inputs);
    page.path.clear();
    return own_page(page, asked);
  }
  return lasting_page(route.path, asked, request);
}

WebResponse WebSite::decode(const Asked& asked, const WebRequest& request) const {
  auto submission = read_submission(request.content_type, request.body);
  if (!submission) return refusal(can_be_submitted(request.content_type) ? 400 : 415, request);
  Asked answered = asked;
  if (maker_.has_language(submission->language)) {
    answered.language = submission->language;
    answered.language_wished = true;
  }
  const PageInputs inputs = maker_.inputs(answered.language);
  if (wants_json(request.accept)) {
    const std::string language = answered.language_wished ? answered.language : std::string();
    WebResponse response = decode_to_json(submission->text, language, policy_, *knowledge_);
    response.fields.emplace_back("Vary", "Accept, Accept-Language");
    return response;
  }
  const std::string hit = direct_hit(submission->text, inputs);
  if (!hit.empty()) return redirect(303, inputs.link(hit));
  return own_page(decode_to_page(submission->text, policy_, inputs), answered);
}

}  // namespace plainbounce

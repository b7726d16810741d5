#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "core/bounce/bounce_policy.h"
#include "web/http_message.h"
#include "web/page_maker.h"

namespace plainbounce {

// The whole of the wiki and the paste box as a function from request to response. It keeps nothing
// of a request. Safe to call from several threads.
class WebSite {
 public:
  // `policy` words the explanations of what is pasted.
  WebSite(std::shared_ptr<const KnowledgeBase> knowledge, BouncePolicy policy, SiteOptions options);

  [[nodiscard]] WebResponse answer(const WebRequest& request) const;
  // A response of the given status without the request's having been read whole: 413, 429, ...
  [[nodiscard]] WebResponse refusal(int status, const WebRequest& request) const;
  // Before its body is read: whether it is worth reading; the refusal where it is not.
  [[nodiscard]] std::optional<WebResponse> refuse_early(const WebRequest& request) const;

 private:
  struct Asked;
  struct Kept {
    std::shared_ptr<const std::string> body;
    std::string tag;
  };

  [[nodiscard]] std::optional<Asked> read_address(const WebRequest& request) const;
  [[nodiscard]] std::string wished_language(const WebRequest& request) const;
  [[nodiscard]] WebResponse answer_get(const Asked& asked, const WebRequest& request) const;
  [[nodiscard]] WebResponse lasting_page(const std::string& path, const Asked& asked,
                                         const WebRequest& request) const;
  [[nodiscard]] WebResponse search(const Asked& asked) const;
  [[nodiscard]] WebResponse decode(const Asked& asked, const WebRequest& request) const;
  [[nodiscard]] WebResponse own_page(const Page& page, const Asked& asked) const;
  [[nodiscard]] Kept kept(const std::string& path, const std::string& language) const;

  std::shared_ptr<const KnowledgeBase> knowledge_;
  BouncePolicy policy_;
  PageMaker maker_;
  mutable std::mutex mutex_;
  // Pages that were asked for, by language and path: no more than the site map has.
  mutable std::map<std::pair<std::string, std::string>, Kept> kept_;
};

}  // namespace plainbounce

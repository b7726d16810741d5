#include "web/template.h"

#include <gtest/gtest.h>

#include "core/render/escape.h"

namespace plainbounce {
namespace {

TEST(Template, EscapesEveryValueAndKeepsLines) {
  View view;
  view.set("given", "<script>\n\t\"x\" & 'y'</script>").set("decode_url", "/d?a=\"b");
  const std::string html = render_template("paste_box", view);
  EXPECT_NE(html.find(">&lt;script&gt;\n\t&quot;x&quot; &amp; &#39;y&#39;&lt;/script&gt;<"),
            std::string::npos)
      << html;
  EXPECT_NE(html.find("action=\"/d?a=&quot;b\""), std::string::npos) << html;
}

TEST(Template, AnEmptyTextIsNotThere) {
  View view;
  view.set("text", "why").set("paste", false);
  EXPECT_NE(render_template("error", view).find("why"), std::string::npos);
  EXPECT_EQ(render_template("error", view).find("<form"), std::string::npos);
  view.set("text", "").set("paste", true);
  EXPECT_NE(render_template("error", view).find("<form"), std::string::npos);
}

TEST(Template, AnUnknownOneIsABug) {
  EXPECT_THROW((void)render_template("../words/en", {}), std::logic_error);
}

}  // namespace
}  // namespace plainbounce

#include "web/server/response_head.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(ResponseHead, IsWhatHttpWants) {
  WebResponse response;
  response.status = 404;
  response.fields = {{"Content-Type", "text/html"}, {"X", "a\r\nSet-Cookie: b"}};
  response.body = std::make_shared<const std::string>("12345");
  EXPECT_EQ(response_head(response, true, "today"),
            "HTTP/1.1 404 Not Found\r\nDate: today\r\nContent-Type: text/html\r\n"
            "X: aSet-Cookie: b\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\n");
  response = {};
  response.status = 304;
  EXPECT_EQ(response_head(response, false, "today"),
            "HTTP/1.1 304 Not Modified\r\nDate: today\r\nConnection: close\r\n\r\n");
}

TEST(ResponseHead, WritesMoments) {
  EXPECT_EQ(http_date(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
}

}  // namespace
}  // namespace plainbounce

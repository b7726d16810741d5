// GMime, which mail programs rely on, reads the same messages: where it and we differ on a message
// that is in order, we are wrong.
#include <gmime/gmime.h>
#include <gtest/gtest.h>

#include <memory>

#include "core/mime/charset.h"
#include "core/mime/encoded_word.h"
#include "core/mime/message_tree.h"
#include "core/mime/transfer_encoding.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

using testing::files_below;
using testing::read_file;
using testing::shared_folder;
using testing::source_path;
using testing::with_crlf;

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

class GmimeOracleTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { g_mime_init(); }
  static void TearDownTestSuite() { g_mime_shutdown(); }
};

std::string without_crs(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '\r') out += c;
  }
  return out;
}

std::string decoded_by_gmime(GMimePart* part) {
  GMimeDataWrapper* content = g_mime_part_get_content(part);
  if (content == nullptr) return "";
  const Owned<GMimeStream> stream(g_mime_stream_mem_new());
  g_mime_data_wrapper_write_to_stream(content, stream.get());
  GByteArray* bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
  return {reinterpret_cast<const char*>(bytes->data), bytes->len};
}

std::string lower(const char* text) {
  std::string out(text == nullptr ? "" : text);
  for (char& c : out) c = static_cast<char>(g_ascii_tolower(c));
  return out;
}

struct Node {
  GMimeObject* object;
  size_t depth;
};

// GMime reads a message inside a message as parts of its own, which we never do.
bool holds_message(const std::string& type) {
  return type == "message/rfc822" || type == "message/global" || type == "message/news";
}

// A line for each part, with the decoded content where it has one.
std::string outline_by_gmime(const std::string& message) {
  const Owned<GMimeStream> stream(
      g_mime_stream_mem_new_with_buffer(message.data(), message.size()));
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  const Owned<GMimeMessage> parsed(g_mime_parser_construct_message(parser.get(), nullptr));
  if (!parsed) return "nothing";
  std::string out;
  std::vector<Node> open = {{g_mime_message_get_mime_part(parsed.get()), 0}};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    if (node.object == nullptr) continue;
    GMimeContentType* type = g_mime_object_get_content_type(node.object);
    const std::string name = lower(g_mime_content_type_get_media_type(type)) + "/" +
                             lower(g_mime_content_type_get_media_subtype(type));
    out += std::to_string(node.depth) + " " + name;
    if (GMIME_IS_MULTIPART(node.object)) {
      GMimeMultipart* multipart = GMIME_MULTIPART(node.object);
      for (int i = g_mime_multipart_get_count(multipart); i-- > 0;) {
        open.push_back({g_mime_multipart_get_part(multipart, i), node.depth + 1});
      }
    } else if (GMIME_IS_PART(node.object) && !holds_message(name)) {
      out += " [" + without_crs(decoded_by_gmime(GMIME_PART(node.object))) + "]";
    }
    out += "\n";
  }
  return out;
}

std::string outline_by_us(const std::string& message) {
  const auto tree = split_message(message, Limits{});
  if (!tree) return "failed";
  std::string out;
  for (const MimePart& part : tree->parts) {
    const std::string name = part.type.type + "/" + part.type.subtype;
    out += std::to_string(part.depth) + " " + name;
    if (!part.type.is_multipart() && !holds_message(name)) {
      const std::string content =
          decode_transfer_encoding(tree->bytes(part.body), part.transfer_encoding);
      out += " [" + without_crs(content) + "]";
    }
    out += "\n";
  }
  return out;
}

// Some files were saved out of a mailbox file, with its first line.
std::string without_from_line(const std::string& message) {
  if (message.compare(0, 5, "From ") != 0) return message;
  const size_t feed = message.find('\n');
  return feed == std::string::npos ? "" : message.substr(feed + 1);
}

struct Count {
  size_t files = 0;
  size_t same = 0;
};

Count compare(const std::string& folder, bool demand) {
  Count count;
  for (const std::string& file : files_below(folder, {".eml"})) {
    const std::string message = without_from_line(with_crlf(read_file(file)));
    const std::string ours = outline_by_us(message);
    const std::string theirs = outline_by_gmime(message);
    ++count.files;
    if (ours == theirs) {
      ++count.same;
    } else if (demand) {
      ADD_FAILURE() << file << "\nwe:\n" << ours << "GMime:\n" << theirs;
    } else {
      std::printf("differs: %s\n", file.c_str());
    }
  }
  return count;
}

TEST_F(GmimeOracleTest, SplitsOurMessagesTheSame) {
  const Count count = compare(source_path("tests/messages"), true);
  EXPECT_GT(count.files, 0U);
}

TEST_F(GmimeOracleTest, SplitsTheCorporaTheSame) {
  const auto postfix = shared_folder("corpus/postfix");
  if (!postfix) GTEST_SKIP() << "no corpora beside the project: nothing was compared";
  compare(*postfix, true);
  compare(shared_folder("corpus/sendmail").value(), true);
  const Count count = compare(shared_folder("corpus/sisimai").value(), false);
  std::printf("%zu of %zu messages from elsewhere are split the same\n", count.same, count.files);
  EXPECT_GE(count.same * 100, count.files * 98);
}

TEST_F(GmimeOracleTest, ReadsEncodedWordsTheSame) {
  for (const char* value :
       {"plain", "=?utf-8?Q?Sch=C3=B6n_da?=", "=?UTF-8?B?U2Now7Zu?= =?UTF-8?Q?er?= x",
        "=?iso-8859-1?q?=E4?= b =?koi8-r?B?8NI=?=", "=?iso-2022-jp?B?GyRCJSglaSE8GyhC?=",
        "=?gb2312?B?08rP5A==?=", "=?utf-8?Q?=C3?= =?utf-8?Q?=A4?=", "a =?utf-8?X?b?= c"}) {
    char* const decoded = g_mime_utils_header_decode_text(nullptr, value);
    EXPECT_EQ(decode_encoded_words(value), decoded) << value;
    g_free(decoded);
  }
}

TEST_F(GmimeOracleTest, ReadsWhatWeEncode) {
  for (const char* text : {"Empf\u00E4nger unbekannt", "plain words only",
                           "\u65E5\u672C\u8A9E \u65E5\u672C\u8A9E \u65E5\u672C\u8A9E "
                           "\u65E5\u672C\u8A9E \u65E5\u672C\u8A9E \u65E5\u672C\u8A9E"}) {
    const std::string value = without_crs(encode_header_text(text, 20));
    char* const unfolded = g_mime_utils_header_unfold(value.c_str());
    char* const decoded = g_mime_utils_header_decode_text(nullptr, unfolded);
    EXPECT_STREQ(decoded, text);
    g_free(decoded);
    g_free(unfolded);
  }
}

struct TypeCase {
  const char* value;
  const char* parameter;
};

TEST_F(GmimeOracleTest, ReadsContentTypesTheSame) {
  const TypeCase cases[] = {
      {"text/plain; charset=us-ascii", "charset"},
      {"multipart/report; report-type=delivery-status; boundary=\"a b==\"", "boundary"},
      {"text/plain; name*=utf-8''%E2%82%AC%20x", "name"},
      {"text/plain; name*0=\"ab\"; name*1=cd", "name"},
      {"text/plain; name*0*=utf-8''%E2%82; name*1*=%AC", "name"},
      {"text/plain; name=\"a\\\"b\\\\c\"", "name"},
      {"Text/HTML", "charset"},
  };
  for (const TypeCase& c : cases) {
    const Owned<GMimeContentType> theirs(g_mime_content_type_parse(nullptr, c.value));
    const auto ours = parse_content_type(c.value);
    ASSERT_TRUE(ours.has_value()) << c.value;
    EXPECT_EQ(ours->type, lower(g_mime_content_type_get_media_type(theirs.get()))) << c.value;
    EXPECT_EQ(ours->subtype, lower(g_mime_content_type_get_media_subtype(theirs.get())));
    const char* const value = g_mime_content_type_get_parameter(theirs.get(), c.parameter);
    EXPECT_EQ(ours->parameter(c.parameter).value_or("none"), value == nullptr ? "none" : value)
        << c.value;
  }
}

}  // namespace
}  // namespace plainbounce

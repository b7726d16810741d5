#include "config/value_parsers.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

template <class T>
struct Case {
  const char* text;
  std::optional<T> value;  // nothing: an error
};

std::string refused(const std::string& text, const std::string& allowed) {
  return "\"" + text + "\" is not allowed; allowed is " + allowed;
}

template <class T, size_t N>
void check(const Case<T> (&cases)[N], Result<T> (*parse)(std::string_view),
           const std::string& allowed) {
  for (const Case<T>& test : cases) {
    SCOPED_TRACE(test.text);
    const auto value = parse(test.text);
    EXPECT_EQ(value.has_value(), test.value.has_value());
    if (value && test.value) {
      EXPECT_EQ(*value, *test.value);
    }
    if (!value) {
      EXPECT_EQ(value.error().message, refused(test.text, allowed));
    }
  }
}

TEST(ValueParsers, Booleans) {
  const Case<bool> cases[] = {{"yes", true},    {"no", false}, {"true", true},
                              {"False", false}, {"ON", true},  {"off", false},
                              {"1", {}},        {"", {}},      {"yess", {}}};
  check(cases, parse_boolean, "yes or no");
}

TEST(ValueParsers, Sizes) {
  const Case<size_t> cases[] = {{"0", 0},
                                {"10240000", 10240000},
                                {"160K", 163840},
                                {"64M", 67108864},
                                {"64 m", 67108864},
                                {"2g", 2147483648},
                                {"1KB", 1024},
                                {"1KiB", 1024},
                                {"5b", 5},
                                {"", {}},
                                {"M", {}},
                                {"-1", {}},
                                {"1.5M", {}},
                                {"1T", {}},
                                {"1Kx", {}},
                                {"18446744073709551615", 18446744073709551615U},
                                {"18446744073709551616", {}},
                                {"99999999999999999999999", {}},
                                {"18014398509481984K", {}}};
  check(cases, parse_size, "a size in bytes such as 10240000, 160K, 64M or 2G");
}

TEST(ValueParsers, Durations) {
  using std::chrono::seconds;
  const Case<seconds> cases[] = {{"5s", seconds(5)},
                                 {"10m", seconds(600)},
                                 {"2h", seconds(7200)},
                                 {"1d", seconds(86400)},
                                 {"30", seconds(30)},
                                 {"0", seconds(0)},
                                 {"2 H", seconds(7200)},
                                 {"", {}},
                                 {"s", {}},
                                 {"1w", {}},
                                 {"-5s", {}},
                                 {"9999999999d", {}}};
  check(cases, parse_duration, "a time such as 5s, 10m, 2h or 1d");
}

TEST(ValueParsers, FileModes) {
  const Case<unsigned> cases[] = {{"0660", 0660}, {"660", 0660}, {"0", 0},
                                  {"0777", 0777}, {"1777", {}},  {"0680", {}},
                                  {"00660", {}},  {"", {}},      {"rw", {}}};
  check(cases, parse_file_mode, "a file mode in octal digits such as 0660");
}

TEST(ValueParsers, DomainNames) {
  const Case<std::string> cases[] = {{"example.org", "example.org"},
                                     {"MX.Example.ORG", "mx.example.org"},
                                     {"localhost", "localhost"},
                                     {"_dmarc.example.org", "_dmarc.example.org"},
                                     {"b\xc3\xbc"
                                      "cher.example",
                                      "b\xc3\xbc"
                                      "cher.example"},
                                     {"192.0.2.1", "192.0.2.1"},
                                     {"", {}},
                                     {".example.org", {}},
                                     {"example.org.", {}},
                                     {"example..org", {}},
                                     {"a@example.org", {}},
                                     {"*.example.org", {}},
                                     {"example org", {}}};
  check(cases, parse_domain_name, "a domain name such as example.org");
  EXPECT_FALSE(parse_domain_name(std::string(256, 'x')));
}

TEST(ValueParsers, Networks) {
  const Case<std::string> cases[] = {{"10.0.0.0/8", "10.0.0.0/8"},
                                     {"fc00::/7", "fc00::/7"},
                                     {"192.0.2.1", "192.0.2.1"},
                                     {"::1", "::1"},
                                     {"0.0.0.0/0", "0.0.0.0/0"},
                                     {"10.0.0.0/32", "10.0.0.0/32"},
                                     {"10.0.0.0/33", {}},
                                     {"fc00::/129", {}},
                                     {"10.0.0.0/", {}},
                                     {"10.0.0.0/x", {}},
                                     {"10.0.0/8", {}},
                                     {"10/8", {}},
                                     {"", {}},
                                     {"example.org/8", {}}};
  check(cases, parse_network, "a network such as 10.0.0.0/8 or fc00::/7");
}

TEST(ValueParsers, AddressPatterns) {
  const Case<std::string> cases[] = {
      {"owner-*@*", "owner-*@*"}, {"SRS0=*@*", "SRS0=*@*"}, {"*", "*"}, {"", {}}, {"a b@c", {}}};
  check(cases, parse_address_pattern, "an address with * for any characters, such as owner-*@*");
}

TEST(ValueParsers, Languages) {
  const Case<std::string> cases[] = {
      {"en", "en"}, {"deu", "deu"}, {"pt-BR", "pt-BR"},    {"es-419", "es-419"}, {"", {}},
      {"e", {}},    {"engl", {}},   {"en-", {}},           {"en_US", {}},        {"en de", {}},
      {"1n", {}},   {"-en", {}},    {"en-toolongpart", {}}};
  check(cases, parse_language, "a language such as en");
}

TEST(ValueParsers, WebAddresses) {
  const Case<std::string> cases[] = {
      {"https://help.example.org/mail", "https://help.example.org/mail"},
      {"http://help.example.org//", "http://help.example.org"},
      {"HTTPS://help.example.org", "HTTPS://help.example.org"},
      {"help.example.org", {}},
      {"ftp://help.example.org", {}},
      {"https://", {}},
      {"https:///codes", {}},
      {"https://help example", {}},
      {"https://h.example/\"onclick", {}},
      {"https://h.example/<b>", {}},
      {"javascript:alert(1)", {}},
      {"", {}}};
  check(cases, parse_web_address, "a web address such as https://help.example.org/mail");
}

TEST(ValueParsers, MailAddresses) {
  const Case<std::string> cases[] = {{"help@example.org", "help@example.org"},
                                     {"help+mail@example.org", "help+mail@example.org"},
                                     {"help", {}},
                                     {"@example.org", {}},
                                     {"help@", {}},
                                     {"a b@example.org", {}},
                                     {"<help@example.org>", {}},
                                     {"", {}}};
  check(cases, parse_mail_address, "a mail address such as help@example.org");
}

TEST(ValueParsers, TimeZoneNames) {
  const Case<std::string> cases[] = {{"Europe/Berlin", "Europe/Berlin"},
                                     {"UTC", "UTC"},
                                     {"Etc/GMT+5", "Etc/GMT+5"},
                                     {"../../etc/passwd", {}},
                                     {"/etc/localtime", {}},
                                     {"Europe Berlin", {}},
                                     {"", {}}};
  check(cases, parse_time_zone_name, "a name of the zone database such as Europe/Berlin");
}

TEST(ValueParsers, Accounts) {
  const Case<std::string> cases[] = {{"plainbounce", "plainbounce"},
                                     {"_rspamd", "_rspamd"},
                                     {"a.b-c", "a.b-c"},
                                     {"-x", {}},
                                     {"a b", {}},
                                     {"a:b", {}},
                                     {"", {}}};
  check(cases, parse_account_name, "the name of an account such as plainbounce");
}

TEST(ValueParsers, PathsAndWords) {
  const Case<std::string> paths[] = {{"/etc/x", "/etc/x"}, {"etc/x", {}}, {"", {}}};
  check(paths, parse_absolute_path, "a path that begins with \"/\"");
  const Case<std::string> web_paths[] = {
      {"/bounces", "/bounces"}, {"/a/b-c/", "/a/b-c"}, {"bounces", {}}, {"/", {}}, {"//x", {}},
      {"/a/../b", {}},          {"/a b", {}},          {"", {}}};
  check(web_paths, parse_web_path, "a path such as /bounces");
  const Case<std::string> words[] = {{"postfix-dsn", "postfix-dsn"}, {"a b", {}}, {"", {}}};
  check(words, parse_word, "a word without blanks");
}

TEST(ValueParsers, WritesShortForms) {
  EXPECT_EQ(size_text(0), "0");
  EXPECT_EQ(size_text(10240000), "10000K");
  EXPECT_EQ(size_text(64U << 20U), "64M");
  EXPECT_EQ(size_text(size_t{1} << 40U), "1024G");
  EXPECT_EQ(size_text(1025), "1025");
  EXPECT_EQ(duration_text(std::chrono::seconds(0)), "0s");
  EXPECT_EQ(duration_text(std::chrono::seconds(90)), "90s");
  EXPECT_EQ(duration_text(std::chrono::seconds(600)), "10m");
  EXPECT_EQ(duration_text(std::chrono::hours(2)), "2h");
  EXPECT_EQ(duration_text(std::chrono::hours(48)), "2d");
}

}  // namespace
}  // namespace plainbounce

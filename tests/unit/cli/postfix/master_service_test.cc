#include "cli/postfix/master_service.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

std::string read(std::string_view line) {
  const auto service = parse_master_service(line);
  if (!service) return "error: " + service.error().message;
  std::string out = service->name + "/" + service->type + " " + service->is_private +
                    service->unprivileged + service->chroot + service->wake_up +
                    service->process_limit + " " + service->command;
  for (const ServiceOption& option : service->options) {
    out += " [" + option.name + "=" + option.value + "]";
  }
  for (const std::string& argument : service->arguments) out += " " + argument;
  return out;
}

TEST(MasterService, ALineHasColumnsOptionsAndArguments) {
  const struct {
    const char* label;
    const char* line;
    const char* service;
  } cases[] = {
      {"columns alone", "bounce     unix  -       -       y       -       0       bounce",
       "bounce/unix --y-0 bounce"},
      {"options in each form",
       "smtp inet n - n 60? 1 smtpd -o a=b -o {c=d e} -o { f = g } -oh=i -o j=",
       "smtp/inet n-n60?1 smtpd [a=b] [c=d e] [f=g] [h=i] [j=]"},
      {"other arguments", "mailman unix - n n - - pipe flags=FRX user=list -v argv=/bin/x ${user}",
       "mailman/unix -nn-- pipe flags=FRX user=list -v argv=/bin/x ${user}"},
      {"over several lines", "x unix n - y - 0 cleanup\n  -o a=b\n\t-o c=d",
       "x/unix n-y-0 cleanup [a=b] [c=d]"},
      {"a macro", "x unix n - y - 0 cleanup -o non_smtpd_milters=$dsn_milters",
       "x/unix n-y-0 cleanup [non_smtpd_milters=$dsn_milters]"},
      {"too few columns", "x unix n - y - 0",
       "error: \"x unix n - y - 0\" has fewer than eight columns"},
      {"an option without a value", "x unix n - y - 0 cleanup -o a",
       "error: \"-o a\" has no value"},
      {"an option without anything", "x unix n - y - 0 cleanup -o", "error: \"-o \" has no value"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(read(one.line), one.service);
  }
}

TEST(MasterService, OfTwoOptionsWithOneNameTheLastHolds) {
  const auto service = parse_master_service("x unix n - y - 0 cleanup -o a=1 -o a=2 -o b=");
  ASSERT_TRUE(service);
  EXPECT_EQ(service->option("a"), "2");
  EXPECT_EQ(service->option("b"), "");
  EXPECT_EQ(service->option("c"), std::nullopt);
}

}  // namespace
}  // namespace plainbounce

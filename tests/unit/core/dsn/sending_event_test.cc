#include "core/dsn/sending_event.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

std::string shown(std::string_view json) {
  constexpr const char* kKinds[] = {"failed", "delayed", "delivered", "complaint"};
  std::string out;
  for (const SendingEvent& event : read_sending_events(json, 10)) {
    out += std::string(kKinds[static_cast<size_t>(event.kind)]) + " " + event.address + " [" +
           event.status + "] " + event.reason + " @" + event.host + event.reporter + "; ";
  }
  return out;
}

TEST(SendingEvent, Services) {
  struct Case {
    const char* label;
    const char* json;
    const char* shown;
  };
  const Case cases[] = {
      {"SES bounce",
       R"({"notificationType":"Bounce","bounce":{"bounceType":"Permanent","reportingMTA":"dns; s.test",
           "bouncedRecipients":[{"emailAddress":"a@x.test","action":"failed","status":"5.1.1",
           "diagnosticCode":"smtp; 550 5.1.1 no"},{"emailAddress":"b@x.test"}]},"mail":{}})",
       "failed a@x.test [5.1.1] smtp; 550 5.1.1 no @dns; s.test; failed b@x.test []  @dns; "
       "s.test; "},
      {"SES event, delivered",
       R"({"eventType":"Delivery","delivery":{"recipients":["a@x.test"],"smtpResponse":"250 ok"}})",
       "delivered a@x.test [] 250 ok @; "},
      {"SES delay",
       R"({"eventType":"DeliveryDelay","deliveryDelay":{"delayedRecipients":[
           {"emailAddress":"a@x.test","status":"4.4.1","diagnosticCode":"smtp; 421 4.4.1 late"}]}})",
       "delayed a@x.test [4.4.1] smtp; 421 4.4.1 late @; "},
      {"SES complaint inside SNS; a mail wrapped the string",
       R"({"Type":"Notification","TopicArn":"arn:aws:sns:x","Message":"{\"notificationType\":\"Complaint\",
           \"complaint\":{\"complainedRecipients\":[{\"emailAddress\":\"a@x.test\"}]}}"})",
       "complaint a@x.test []  @; "},
      {"SendGrid",
       R"([{"email":"a@x.test","event":"bounce","status":"5.0.0","reason":"550 5.1.1 no"},
           {"email":"b@x.test","event":"deferred","response":"450 4.2.0 later"},
           {"email":"c@x.test","event":"open"}])",
       "failed a@x.test [5.0.0] 550 5.1.1 no @; delayed b@x.test [] 450 4.2.0 later @; "},
      {"Mailgun",
       R"({"event-data":{"event":"failed","severity":"permanent","recipient":"a@x.test",
           "delivery-status":{"code":550,"enhanced-code":"5.1.1","message":"no such user",
           "mx-host":"mx.x.test"}}})",
       "failed a@x.test [5.1.1] no such user @mx.x.test; "},
      {"Postmark",
       R"({"RecordType":"Bounce","Type":"HardBounce","Email":"a@x.test","Details":"smtp;550 no"})",
       "failed a@x.test [] smtp;550 no @; "},
      {"SparkPost",
       R"([{"msys":{"message_event":{"type":"bounce","rcpt_to":"a@x.test","raw_reason":"550 no"}}}])",
       "failed a@x.test [] 550 no @; "},
      {"Mandrill", R"([{"event":"hard_bounce","msg":{"email":"a@x.test","diag":"550 no"}}])",
       "failed a@x.test [] 550 no @; "},
      {"another object", R"({"name":"a@x.test","event":"birthday"})", ""},
      {"no address", R"({"event":"bounce"})", ""},
      {"text", "bounce", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(shown(c.json), c.shown) << c.label;
}

}  // namespace
}  // namespace plainbounce

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
       "failed a@x.test [5.1.1] 550 no such user @mx.x.test; "},
      {"Mailgun, a number of its own",
       R"({"event-data":{"event":"failed","recipient":"a@x.test",
           "delivery-status":{"code":498,"message":"No MX"}}})",
       "failed a@x.test [] No MX @; "},
      {"Mailgun before 2018",
       R"({"event":"bounced","recipient":"a@x.test","domain":"y.test","code":"550","error":"5.1.1 no"})",
       "failed a@x.test [] 550 5.1.1 no @; "},
      {"Resend",
       R"({"type":"email.bounced","data":{"email_id":"1","to":["a@x.test"],"bounce":{"message":"no"}}})",
       "failed a@x.test [] no @; "},
      {"Resend, still tried",
       R"({"type":"email.delivery_delayed","data":{"email_id":"1","to":["a@x.test"]}})",
       "delayed a@x.test []  @; "},
      {"MailerSend",
       R"({"type":"activity.hard_bounced","data":{"email":{"recipient":{"email":"a@x.test"}},
           "morph":{"reason":"550 no"}}})",
       "failed a@x.test [] 550 no @; "},
      {"Azure",
       R"([{"data":{"recipient":"a@x.test","status":"Bounced","deliveryAttemptTimestamp":"2026",
           "deliveryStatusDetails":{"statusMessage":"550 5.1.1 no"}}}])",
       "failed a@x.test [] 550 5.1.1 no @; "},
      {"SMTP2GO",
       R"({"event":"bounce","bounce":"hard","email_id":"1","rcpt":"a@x.test","message":"550 no"})",
       "failed a@x.test [] 550 no @; "},
      {"Postmark",
       R"({"RecordType":"Bounce","Type":"HardBounce","Email":"a@x.test","Details":"smtp;550 no"})",
       "failed a@x.test [] smtp;550 no @; "},
      {"SparkPost",
       R"([{"msys":{"message_event":{"type":"bounce","rcpt_to":"a@x.test","raw_reason":"550 no"}}}])",
       "failed a@x.test [] 550 no @; "},
      {"Mandrill", R"([{"event":"hard_bounce","msg":{"email":"a@x.test","diag":"550 no"}}])",
       "failed a@x.test [] 550 no @; "},
      {"Mailgun tries again",
       R"({"event-data":{"event":"failed","severity":"temporary","recipient":"a@x.test",
           "delivery-status":{"enhanced-code":"4.4.1","message":"later"}}})",
       "delayed a@x.test [4.4.1] later @; "},
      {"Postmark, delayed",
       R"({"RecordType":"Bounce","Type":"Transient","Email":"a@x.test","Details":"late"})",
       "delayed a@x.test [] late @; "},
      {"Postmark, complaint",
       R"({"RecordType":"Bounce","Type":"SpamComplaint","Email":"a@x.test","Details":"spam"})",
       "complaint a@x.test [] spam @; "},
      {"Postmark, a vacation program answered",
       R"({"RecordType":"Bounce","Type":"AutoResponder","Email":"a@x.test","Details":"away"})", ""},
      {"Postmark, somebody subscribes",
       R"({"RecordType":"Bounce","Type":"Subscribe","Email":"a@x.test"})", ""},
      {"Postmark, a spam filter asks back",
       R"({"RecordType":"Bounce","Type":"ChallengeVerification","Email":"a@x.test"})", ""},
      {"Mailjet", R"({"event":"sent","email":"a@x.test","MessageID":1})",
       "delivered a@x.test []  @; "},
      {"Brevo", R"({"event":"error","email":"a@x.test","message-id":"<1@x>","reason":"no"})",
       "failed a@x.test [] no @; "},
      {"SendGrid, complaint", R"({"event":"spamreport","email":"a@x.test","sg_event_id":"1"})",
       "complaint a@x.test []  @; "},
      {"an error of a shop", R"({"event":"error","email":"a@x.test","error":"Payment declined"})",
       ""},
      {"sent by another program", R"({"event":"sent","email":"a@x.test","status":"ok"})", ""},
      {"dropped without a reason", R"({"event":"dropped","email":"a@x.test"})", ""},
      {"another object", R"({"name":"a@x.test","event":"birthday"})", ""},
      {"no address", R"({"event":"bounce"})", ""},
      {"text", "bounce", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(shown(c.json), c.shown) << c.label;
}

TEST(SendingEvent, WhatRecipientsShareIsCut) {
  const std::string json =
      R"({"eventType":"Delivery","delivery":{"recipients":["a@x.test","b@x.test"],
      "smtpResponse":")" +
      std::string(100000, 'x') + "\"}}";
  const auto events = read_sending_events(json, 10);
  ASSERT_EQ(events.size(), 2U);
  for (const SendingEvent& event : events) EXPECT_EQ(event.reason.size(), 4096U);
}

}  // namespace
}  // namespace plainbounce

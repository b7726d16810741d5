#include "cli/doctor/mailbox_place.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;
using testing::Site;

std::string place_of_mail(const Site& site, const std::string& address) {
  const auto place = mailbox_of(site.machine, site.postfix, address);
  if (!place) return "error: " + place.error().message;
  return (place->is_maildir ? "maildir " : "mbox ") + place->path;
}

TEST(MailboxPlace, LocalUsersAndTheirAliases) {
  Site site;
  auto& effective = site.postfix.effective;
  effective["mydestination"] = "mx.example.org, localhost";
  effective["mail_spool_directory"] = "/var/mail";
  EXPECT_EQ(place_of_mail(site, "postfix@mx.example.org"), "mbox /var/mail/postfix");
  EXPECT_EQ(place_of_mail(site, "nouser@localhost"), "error: there is no account \"nouser\"");
  effective["home_mailbox"] = "Maildir/";
  EXPECT_EQ(place_of_mail(site, "postfix@localhost"), "maildir /var/spool/postfix/Maildir/");
  effective["alias_maps"] = "hash:/etc/aliases";
  const std::string ask = "postalias -c /etc/postfix -q ";
  site.machine.programs[ask + "root hash:/etc/aliases"] = {0, "admin\n", ""};
  site.machine.programs[ask + "admin hash:/etc/aliases"] = {0, "postfix, other\n", ""};
  EXPECT_EQ(place_of_mail(site, "root@localhost"), "maildir /var/spool/postfix/Maildir/");
  site.machine.programs[ask + "postfix hash:/etc/aliases"] = {0, "|/usr/bin/procmail\n", ""};
  EXPECT_EQ(place_of_mail(site, "root@localhost"),
            "error: mail for postfix goes through |/usr/bin/procmail");
  site.machine.programs[ask + "postfix hash:/etc/aliases"] = {0, "root\n", ""};
  EXPECT_EQ(place_of_mail(site, "root@localhost"), "error: the aliases of root lead in a circle");
}

TEST(MailboxPlace, OtherWays) {
  Site site;
  auto& effective = site.postfix.effective;
  EXPECT_EQ(place_of_mail(site, "a@elsewhere.example"),
            "error: mail for a@elsewhere.example goes to another machine (elsewhere.example is not "
            "in mydestination)");
  effective["virtual_mailbox_domains"] = "box.example";
  effective["virtual_transport"] = "virtual";
  effective["virtual_mailbox_base"] = "/srv/mail";
  effective["virtual_mailbox_maps"] = "hash:/boxes";
  site.machine.programs["postmap -c /etc/postfix -q alice@box.example hash:/boxes"] = {
      0, "box.example/alice/\n", ""};
  EXPECT_EQ(place_of_mail(site, "Alice@Box.example"), "maildir /srv/mail/box.example/alice/");
  EXPECT_EQ(place_of_mail(site, "bob@box.example"),
            "error: there is no mailbox for bob@box.example");
  effective["virtual_transport"] = "lmtp:unix:private/dovecot-lmtp";
  EXPECT_EQ(place_of_mail(site, "alice@box.example"),
            "error: mail for alice@box.example goes to lmtp:unix:private/dovecot-lmtp, not to a "
            "mailbox of Postfix");
}

TEST(MailboxPlace, MessagesOfBothKinds) {
  const fs::path folder = fs::temp_directory_path() / ("pb-mailbox-" + std::to_string(::getpid()));
  fs::create_directories(folder / "box/new");
  fs::create_directories(folder / "box/cur");
  const auto write = [](const fs::path& path, const std::string& text) {
    std::ofstream(path) << text;
  };
  write(folder / "mbox",
        "From a Mon Nov 30 21:00:00 2026\nSubject: x\n\none\n\nFrom b Mon Nov 30 21:00:01 "
        "2026\nSubject: y\n\nthe token\n\n");
  write(folder / "box/new/1", "Subject: x\n\nthe token\n");
  write(folder / "box/cur/2", "Subject: y\n\nanother\n");
  const auto in_file = messages_with({(folder / "mbox").string(), false}, "token");
  ASSERT_EQ(in_file.size(), 1U);
  EXPECT_EQ(in_file[0].substr(0, 10), "Subject: y");
  const auto in_folder = messages_with({(folder / "box").string(), true}, "token");
  EXPECT_EQ(in_folder, std::vector<std::string>{"Subject: x\n\nthe token\n"});
  EXPECT_TRUE(messages_with({(folder / "none").string(), false}, "token").empty());
  fs::remove_all(folder);
}

}  // namespace
}  // namespace plainbounce

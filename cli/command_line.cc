#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <ostream>

#include "cli/check_command.h"
#include "cli/codes_command.h"
#include "cli/decode_command.h"
#include "cli/doctor_command.h"
#include "cli/explain_command.h"
#include "cli/maillog/log_command.h"
#include "cli/render_command.h"
#include "cli/serve_command.h"
#include "cli/setup_command.h"
#include "cli/workplace.h"
#include "core/base/nearest_word.h"

namespace plainbounce {
namespace {

constexpr const char* kConfigText =
    "Configuration file (default: /etc/plainbounce/plainbounce.ini)";
constexpr const char* kMoreHelp = "Run with --help for more information.\n";
constexpr const char* kFileText = "The file to read (default: standard input)";
constexpr const char* kLanguageText = "Language of the explanations, such as en";

// The commands and what their options fill in; CLI11 keeps references to the members.
class CommandLine {
 public:
  CommandLine() {
    app_.require_subcommand(1);
    app_.failure_message([](const CLI::App* app, const CLI::Error& error) {
      const bool no_command = app->get_subcommands().empty() && error.get_name() == "RequiredError";
      return "plainbounce: " + std::string(no_command ? "a command is needed" : error.what()) +
             "\n" + kMoreHelp;
    });
    app_.set_version_flag("--version", "plainbounce " + program_version());
    app_.footer(
        "Exit status: 0 done, 1 no (no bounce, an unknown code, findings), 2 usage or unreadable "
        "input.\nEach command has examples: plainbounce COMMAND --help");
    add_explain();
    add_decode();
    add_render();
    add_check();
    add_codes();
    add_setup();
    add_doctor();
    add_serve();
    add_site();
    add_log();
  }

  ExitStatus run(std::vector<std::string> arguments, const Console& console) {
    if (!arguments.empty() && !can_begin(arguments.front())) {
      complain_about_beginning(arguments.front(), console);
      return ExitStatus::kUsage;
    }
    std::reverse(arguments.begin(), arguments.end());
    try {
      app_.parse(std::move(arguments));
    } catch (const CLI::ParseError& error) {
      return app_.exit(error, console.out, console.err) == 0 ? ExitStatus::kDone
                                                             : ExitStatus::kUsage;
    }
    Console quiet = console;
    quiet.colour = console.colour && !explain_.json && !decode_.json && !render_.json &&
                   !doctor_.json && !log_.json;
    if (explain_command_->parsed()) return run_explain(explain_, quiet);
    if (decode_command_->parsed()) return run_decode(decode_, quiet);
    if (check_command_->parsed()) return run_check(check_, quiet);
    if (codes_command_->parsed()) return run_codes(codes_, quiet);
    if (doctor_command_->parsed()) return run_doctor(doctor_, quiet);
    if (setup_command_->parsed()) return run_setup(setup_, quiet);
    if (serve_command_->parsed()) return run_serve(serve_, quiet);
    if (site_command_->parsed()) return run_site(site_, quiet);
    if (log_command_->parsed()) return run_log(log_, quiet);
    render_.envelope.has_sender = from_option_->count() > 0;
    return run_render(render_, quiet);
  }

 private:
  [[nodiscard]] std::vector<std::string> command_names() const {
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands(nullptr)) {
      names.push_back(command->get_name());
    }
    return names;
  }

  [[nodiscard]] bool can_begin(const std::string& word) const {
    std::vector<std::string> words = command_names();
    words.insert(words.end(), {"-h", "--help", "--version"});
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  void complain_about_beginning(const std::string& word, const Console& console) const {
    const std::vector<std::string> names = command_names();
    const std::string near(nearest_word(word, {names.begin(), names.end()}));
    if (!word.empty() && word.front() == '-') {
      console.complain("\"" + word + "\" stands where a command is needed; options come behind it");
    } else {
      console.complain("there is no command \"" + word + "\"" +
                       (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
    }
    console.err << kMoreHelp;
  }

  static void add_json(CLI::App& command, bool& json) {
    command.add_flag("--json", json, "JSON, one object a line (docs/json.md)");
  }
  static void add_base(CLI::App& command, std::string& base) {
    command.add_option("--base", base, "The path below which the pages lie (default: [web] base)")
        ->type_name("PATH");
  }
  static void add_config(CLI::App& command, std::string& config) {
    command.add_option("-c,--config", config, kConfigText)->type_name("INI");
  }

  void add_explain() {
    CLI::App& command = *app_.add_subcommand("explain", "Explain a code or a server's reply");
    explain_command_ = &command;
    command
        .add_option("WHAT", explain_.what,
                    "Codes (4.3.1, 452, X.3.1, 4.3.X, 4.X.X), rules (gmail/5.7.26) or replies")
        ->required()
        ->type_name("");
    command.add_option("--host", explain_.host, "The server that gave the reply")->type_name("MX");
    command.add_option("--lang", explain_.language, kLanguageText)->type_name("L");
    add_json(command, explain_.json);
    add_config(command, explain_.config);
    command.footer(
        "Examples:\n"
        "  plainbounce explain 4.3.1\n"
        "  plainbounce explain 452 X.3.1 4.3.X 4.X.X\n"
        "  plainbounce explain gmail/5.7.26 S3150\n"
        "  plainbounce explain \"550 5.1.1 <bob@example.net>: User unknown\"\n"
        "  plainbounce explain --host mx.example.net --json \"452 4.2.2 Over quota\"");
  }

  void add_decode() {
    CLI::App& command = *app_.add_subcommand("decode", "Explain a bounce, recipient by recipient");
    decode_command_ = &command;
    command.add_option("FILE", decode_.files, "The files to read (default: standard input)")
        ->type_name("");
    command.add_option("--lang", decode_.language, kLanguageText)->type_name("L");
    command.add_flag("--why", decode_.why, "Show what the diagnosis rests on");
    add_json(command, decode_.json);
    add_config(command, decode_.config);
    command.footer(
        "The input is a message, a mailbox file with several, or text copied out of a bounce.\n"
        "Examples:\n"
        "  plainbounce decode bounce.eml\n"
        "  plainbounce decode --why < bounce.eml\n"
        "  plainbounce decode --json bounces/*.eml\n"
        "  plainbounce decode --json /var/mail/bounces");
  }

  void add_render() {
    CLI::App& command =
        *app_.add_subcommand("render", "Write a message as the daemon would hand it on");
    render_command_ = &command;
    command.add_option("FILE", render_.file, kFileText)->type_name("");
    from_option_ =
        command.add_option("--from", render_.envelope.sender,
                           "Envelope sender (default: the Return-Path field's, or null)");
    from_option_->type_name("SENDER");
    command
        .add_option("--to", render_.envelope.recipients,
                    "Envelope recipient, may be repeated (default: the To field's)")
        ->allow_extra_args(false)
        ->type_name("RECIPIENT");
    command
        .add_option("--daemon-name", render_.envelope.daemon_name,
                    "The {daemon_name} that the mail server sends")
        ->type_name("NAME");
    command
        .add_option("--client-address", render_.envelope.client_address,
                    "The address that the message came from")
        ->type_name("A");
    command.add_option("--host", render_.host, "Our name in the marker (default: this machine's)")
        ->type_name("NAME");
    CLI::Option* diff = command.add_flag("--diff", render_.diff, "Show what changes");
    add_json(command, render_.json);
    command.get_option("--json")->excludes(diff);
    add_config(command, render_.config);
    command.footer(
        "Examples:\n"
        "  plainbounce render bounce.eml > explained.eml\n"
        "  plainbounce render --diff --daemon-name postfix-dsn bounce.eml\n"
        "  plainbounce render --json -c test.ini --to bob@example.org < bounce.eml");
  }

  void add_check() {
    CLI::App& command =
        *app_.add_subcommand("check", "Examine configuration, knowledge overlay and texts");
    check_command_ = &command;
    add_json(command, check_.json);
    add_config(command, check_.config);
    command.footer(
        "Examples:\n"
        "  plainbounce check\n"
        "  plainbounce check -c /etc/plainbounce/plainbounce.ini");
  }

  void add_codes() {
    CLI::App& command = *app_.add_subcommand("codes", "List every code and provider rule");
    codes_command_ = &command;
    add_json(command, codes_.json);
    add_config(command, codes_.config);
    command.footer(
        "Examples:\n"
        "  plainbounce codes\n"
        "  plainbounce codes --json | grep mailbox-full");
  }

  void add_setup() {
    CLI::App& command =
        *app_.add_subcommand("setup", "Tell a mail server to use the daemon, or print how");
    setup_command_ = &command;
    command
        .add_option("SERVER", setup_.server,
                    "postfix: lines for main.cf, master.cf and the daemon, shown or written; "
                    "sendmail: m4 lines for sendmail.mc")
        ->required()
        ->type_name("");
    add_postfix_options(command);
    command
        .add_option("--lang", setup_.language,
                    "sendmail: language of its own replies (default: [replies] language)")
        ->type_name("L");
    add_config(command, setup_.config);
    command.footer(
        "Without --apply or --undo nothing is changed (docs/setup.md, docs/sendmail.md).\n"
        "Examples:\n"
        "  plainbounce setup postfix\n"
        "  plainbounce setup postfix --apply\n"
        "  plainbounce setup postfix --postfix-config /etc/postfix-out --no-replies\n"
        "  plainbounce setup postfix --undo\n"
        "  plainbounce setup sendmail --lang de > /etc/mail/plainbounce.m4");
  }

  void add_doctor() {
    CLI::App& command = *app_.add_subcommand("doctor", "Examine a running set-up");
    doctor_command_ = &command;
    command
        .add_option("--postfix-config", doctor_.postfix_config,
                    "The directory of main.cf (default: Postfix's own)")
        ->type_name("DIR");
    command
        .add_option("--sendmail-config", doctor_.sendmail_config,
                    "sendmail.cf; then Sendmail is examined (default: where there is no Postfix)")
        ->excludes(command.get_option("--postfix-config"))
        ->type_name("FILE");
    CLI::Option* send =
        command.add_flag("--send", doctor_.send, "Send a test message and wait for its bounce");
    command.add_option("--from", doctor_.sender, "Its sender (default: you)")
        ->needs(send)
        ->type_name("ADDRESS");
    command.add_option("--to", doctor_.recipient, "Its recipient (default: one at .invalid)")
        ->needs(send)
        ->type_name("ADDRESS");
    command
        .add_option("--mailbox", doctor_.mailbox,
                    "Where the sender's mail lies (default: as Postfix has it)")
        ->needs(send)
        ->type_name("FILE");
    command.add_option("--wait", doctor_.patience, "How long to wait for it (default: 60)")
        ->needs(send)
        ->check(CLI::Range(1U, 3600U))
        ->type_name("SECONDS");
    add_json(command, doctor_.json);
    add_config(command, doctor_.config);
    command.footer(
        "Without --send nothing is changed. Root sees most; what could not be examined is told "
        "(docs/doctor.md).\n"
        "Examples:\n"
        "  plainbounce doctor\n"
        "  plainbounce doctor --send --from admin@example.org\n"
        "  plainbounce doctor --postfix-config /etc/postfix-out --json");
  }

  void add_serve() {
    CLI::App& command = *app_.add_subcommand(
        "serve", "Serve the pages about codes, and a box that explains pasted bounces");
    serve_command_ = &command;
    command
        .add_option("--listen", serve_.listen,
                    "Where to listen (default: [web] listen, else inet:8825@127.0.0.1)")
        ->type_name("ADDR");
    add_base(command, serve_.base);
    add_config(command, serve_.config);
    command.footer(
        "It is made to stand behind a web server (docs/web.md) and ends with SIGTERM or SIGINT.\n"
        "Examples:\n"
        "  plainbounce serve\n"
        "  plainbounce serve --listen unix:/run/plainbounce-web/web.sock --base /bounces");
  }

  void add_site() {
    CLI::App& command = *app_.add_subcommand("site", "Write the pages about codes as static files");
    site_command_ = &command;
    command
        .add_option("DIR", site_.directory, "Where to: an empty directory, or one of a run before")
        ->required()
        ->type_name("");
    add_base(command, site_.base);
    add_config(command, site_.config);
    command.footer(
        "Each page is the index.html of a folder, so that any web server gives it.\n"
        "Examples:\n"
        "  plainbounce site /var/www/html/bounces --base /bounces");
  }

  void add_log() {
    CLI::App& command =
        *app_.add_subcommand("log", "Tell what mail logs and queues hold that failed or waits");
    log_command_ = &command;
    command
        .add_option("FILE", log_.files,
                    "Logs, packed by gzip or not, journal exports or queue listings (default: "
                    "standard input)")
        ->type_name("");
    command.add_option("--since", log_.since, "Only lines from then on: 2026-11-30, yesterday, 7d")
        ->type_name("TIME");
    command.add_option("--until", log_.until, "Only lines before that time")->type_name("TIME");
    command.add_option("--cause", log_.causes, "Only this cause, may be repeated")
        ->allow_extra_args(false)
        ->type_name("ID");
    command.add_option("--recipient", log_.recipient, "Only deliveries to it")
        ->type_name("ADDRESS|DOMAIN");
    command.add_option("--top", log_.top, "Groups shown of each kind (default: 10; 0: all)")
        ->type_name("N");
    command.add_flag("--refused", log_.refused, "Show what our own server refused, too");
    add_json(command, log_.json);
    add_config(command, log_.config);
    command.footer(
        "Only the last state of a recipient counts: deferred and later sent is no failure.\n"
        "Examples:\n"
        "  plainbounce log /var/log/mail.log*\n"
        "  plainbounce log --since yesterday --cause blocked-ip /var/log/mail.log\n"
        "  journalctl -o export -u 'postfix*' --since -7d | plainbounce log\n"
        "  postqueue -j | plainbounce log --recipient example.com");
  }

  void add_postfix_options(CLI::App& command) {
    CLI::Option* apply =
        command.add_flag("--apply", setup_.apply, "postfix: write the lines, with a copy kept");
    command.add_flag("--undo", setup_.undo, "postfix: take the lines out again")->excludes(apply);
    command
        .add_option("--postfix-config", setup_.postfix_directory,
                    "postfix: the directory of main.cf (default: Postfix's own)")
        ->type_name("DIR");
    command.add_flag_callback(
        "--no-replies", [this]() { setup_.replies = false; },
        "postfix: explain bounces alone, not the replies that Postfix gives");
    command.add_flag_callback(
        "--no-reload", [this]() { setup_.reload = false; },
        "postfix: neither restart the daemon nor reload Postfix");
    command.add_flag("--json", setup_.json, "postfix: what would be done as JSON (docs/json.md)")
        ->excludes("--apply", "--undo");
  }

  CLI::App app_{"Mail bounces and server replies in plain language", "plainbounce"};
  CLI::App* explain_command_ = nullptr;
  CLI::App* decode_command_ = nullptr;
  CLI::App* render_command_ = nullptr;
  CLI::App* check_command_ = nullptr;
  CLI::App* codes_command_ = nullptr;
  CLI::App* setup_command_ = nullptr;
  CLI::App* doctor_command_ = nullptr;
  CLI::App* serve_command_ = nullptr;
  CLI::App* site_command_ = nullptr;
  CLI::App* log_command_ = nullptr;
  CLI::Option* from_option_ = nullptr;
  ExplainRequest explain_;
  DecodeRequest decode_;
  RenderRequest render_;
  CheckRequest check_;
  CodesRequest codes_;
  SetupRequest setup_;
  DoctorRequest doctor_;
  ServeRequest serve_;
  SiteRequest site_;
  LogRequest log_;
};

}  // namespace

ExitStatus run_command_line(const std::vector<std::string>& arguments, const Console& console) {
  return CommandLine().run(arguments, console);
}

}  // namespace plainbounce

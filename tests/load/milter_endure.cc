// milter_endure: many messages and connections through a daemon of its own; memory, threads and
// descriptors must not grow.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "tests/load/endurance.h"
#include "tests/support/milter/daemon_process.h"

int main(int count, char** arguments) {
  using namespace plainbounce::testing;
  CLI::App app("Sends many messages through the daemon and looks for what it does not give back.");
  EndurancePlan plan;
  app.add_option("--bounces", plan.bounces)->capture_default_str();
  app.add_option("--ordinary", plan.ordinary, "messages that are no bounces")
      ->capture_default_str();
  app.add_option("--warm-up", plan.warm_up, "of both, before memory is looked at")
      ->capture_default_str();
  app.add_option("--busy", plan.busy, "connections with messages")->capture_default_str();
  app.add_option("--idle", plan.idle, "connections without")->capture_default_str();
  CLI11_PARSE(app, count, arguments);
  if (plan.warm_up / 2 > plan.bounces || plan.warm_up / 2 > plan.ordinary || plan.busy == 0) {
    std::fprintf(stderr, "milter_endure: the warm-up is part of the messages, and busy is not 0\n");
    return 2;
  }
  const EnduranceReport report = endure(daemon_program(), plan, [](const std::string& line) {
    std::puts(line.c_str());
    std::fflush(stdout);
  });
  for (const std::string& finding : report.findings) std::printf("FAILED: %s\n", finding.c_str());
  if (report.findings.empty()) std::puts("all as it must be");
  return report.findings.empty() ? 0 : 1;
}

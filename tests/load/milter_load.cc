// milter_load: traffic for a milter that listens already, spoken as Postfix does, and examined.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>

#include "milter/process.h"
#include "tests/load/load_generator.h"

namespace {

using plainbounce::testing::LoadGenerator;
using plainbounce::testing::LoadResult;
using plainbounce::testing::LoadTraffic;

int run(const std::string& socket, const LoadTraffic& traffic, size_t idle, bool json) {
  const auto address = plainbounce::parse_socket_address(socket);
  if (!address) {
    std::fprintf(stderr, "milter_load: %s\n", to_string(address.error()).c_str());
    return 2;
  }
  plainbounce::raise_open_files();
  LoadGenerator generator(*address);
  if (!generator.open_idle(idle)) {
    std::fprintf(stderr, "milter_load: the milter does not take %zu idle connections\n", idle);
    return 1;
  }
  LoadResult result = generator.run(traffic);
  if (result.ordinary_body_bytes != 0) {
    ++result.errors;
    result.faults.emplace_back("bodies of ordinary mail crossed the socket");
  }
  std::puts((json ? to_json(result) : to_line(result)).c_str());
  for (const std::string& fault : result.faults) {
    std::fprintf(stderr, "milter_load: %s\n", fault.c_str());
  }
  return result.errors == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  CLI::App app("Sends bounces and ordinary mail through a milter and examines every answer.");
  std::string socket;
  LoadTraffic traffic;
  size_t idle = 0;
  bool json = false;
  app.add_option("socket", socket, "where the milter listens: unix:/path, inet:PORT@HOST")
      ->required();
  app.add_option("--bounces", traffic.bounces, "how many bounces");
  app.add_option("--bounce-bytes", traffic.bounce_bytes, "size of each")->capture_default_str();
  app.add_option("--ordinary", traffic.ordinary, "how many ordinary messages");
  app.add_option("--ordinary-bytes", traffic.ordinary_bytes, "size of their bodies")
      ->capture_default_str();
  app.add_option("--connections", traffic.connections, "at work at the same time")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  app.add_option("--idle", idle, "connections that are open and silent meanwhile");
  app.add_flag("--new-connection-each", traffic.new_connection_each,
               "a connection for each message, as for Postfix's own bounces");
  app.add_flag("--json", json, "the figures as a JSON object");
  CLI11_PARSE(app, count, arguments);
  return run(socket, traffic, idle, json);
}

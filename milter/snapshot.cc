#include "milter/snapshot.h"

#include "config/host_name.h"
#include "config/policy.h"

namespace plainbounce {

LoadedSnapshot load_snapshot(const std::string& config_file, size_t auto_max_body_size) {
  auto settings = load_settings(config_file);
  if (!settings) return tl::unexpected(std::move(settings.error()));
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->settings = std::move(*settings);
  auto knowledge = load_knowledge(snapshot->settings.knowledge.overlay);
  if (!knowledge) return tl::unexpected(std::move(knowledge.error()));
  snapshot->knowledge = std::move(*knowledge);
  auto findings = check_languages(snapshot->settings, snapshot->knowledge->languages());
  if (!findings.empty()) return tl::unexpected(std::move(findings));
  auto policy = to_policy(snapshot->settings, host_name(), PLAINBOUNCE_VERSION, auto_max_body_size);
  if (!policy) return tl::unexpected(std::vector<Error>{policy.error()});
  snapshot->policy = std::move(*policy);
  snapshot->replies = to_reply_policy(snapshot->settings);
  return snapshot;
}

std::vector<std::string> needs_restart(const Settings& before, const Settings& after) {
  std::vector<std::string> keys;
  const auto compare = [&keys](const char* key, const auto& a, const auto& b) {
    if (!(a == b)) keys.emplace_back(key);
  };
  compare("milter.socket", before.milter.socket, after.milter.socket);
  compare("milter.socket_mode", before.milter.socket_mode, after.milter.socket_mode);
  compare("milter.socket_group", before.milter.socket_group, after.milter.socket_group);
  compare("replies.socket", before.replies.socket, after.replies.socket);
  compare("status.listen", before.status.listen, after.status.listen);
  compare("milter.user", before.milter.user, after.milter.user);
  return keys;
}

}  // namespace plainbounce

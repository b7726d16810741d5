#pragma once

#include "cli/doctor/probe.h"

namespace plainbounce {

// The probe that looks at this machine.
class SystemProbe : public Probe {
 public:
  [[nodiscard]] bool is_root() const override;
  [[nodiscard]] int64_t now() const override;
  [[nodiscard]] FileStatus status(const std::string& path) const override;
  [[nodiscard]] Result<std::string> read_file(const std::string& path) const override;
  [[nodiscard]] std::vector<std::string> files_in(const std::string& directory) const override;
  [[nodiscard]] std::string link_target(const std::string& path) const override;
  [[nodiscard]] std::optional<Account> account(const std::string& name) const override;
  [[nodiscard]] std::string user_name(unsigned user) const override;
  [[nodiscard]] std::string group_name(unsigned group) const override;
  [[nodiscard]] Result<ProgramResult> run(const std::string& program,
                                          const std::vector<std::string>& arguments) const override;
  [[nodiscard]] Result<ProgramResult> feed(const std::string& program,
                                           const std::vector<std::string>& arguments,
                                           const std::string& input) const override;
  [[nodiscard]] std::string variable(const std::string& name) const override;
  [[nodiscard]] std::string own_name() const override;
  [[nodiscard]] Result<PostfixConfiguration> postfix(const std::string& directory) const override;
  [[nodiscard]] Heard ask(const SocketAddress& place, const Question& question) const override;
  [[nodiscard]] Heard ask_from(const Viewpoint& viewpoint, const SocketAddress& place,
                               const Question& question) const override;
};

}  // namespace plainbounce

#include "cli/postfix/postfix_instance.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "cli/postfix/file_transaction.h"
#include "cli/postfix/run_program.h"
#include "cli/postfix/shell_word.h"
#include "config/text_file.h"
#include "core/base/ascii.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;
// "postfix check" looks at every file of the queue, of which there may be many.
constexpr std::chrono::seconds kCommandLimit{300};

std::vector<std::string> arguments_for(const PostfixInstance& instance,
                                       const std::string& command) {
  if (instance.is_default) return {command};
  return {"-c", instance.configuration.directory, command};
}

class PrivateDirectory {
 public:
  PrivateDirectory() : path_((fs::temp_directory_path() / "plainbounce-setup-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~PrivateDirectory() {
    std::error_code failure;
    if (!path_.empty()) fs::remove_all(path_, failure);
  }
  PrivateDirectory(const PrivateDirectory&) = delete;
  PrivateDirectory& operator=(const PrivateDirectory&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

std::string PostfixInstance::command_line(const std::string& command) const {
  return is_default ? "postfix " + command
                    : "postfix -c " + shell_word(configuration.directory) + " " + command;
}

Result<PostfixInstance> read_postfix_instance(const std::string& directory) {
  std::error_code failure;
  const std::string place = directory.empty() ? "" : fs::canonical(directory, failure).string();
  if (failure) return fail(failure.message(), directory);
  auto configuration = read_postfix_configuration(place);
  if (!configuration) return tl::unexpected<Error>(configuration.error());
  // The instance goes by one name, whether it was named or not.
  const fs::path real = fs::canonical(configuration->directory, failure);
  if (failure) return fail(failure.message(), configuration->directory);
  configuration->directory = real.string();
  PostfixInstance instance;
  instance.configuration = std::move(*configuration);
  instance.is_default = place.empty();
  auto main_text = read_text_file(instance.main_file());
  if (!main_text) return tl::unexpected<Error>(main_text.error());
  auto master_text = read_text_file(instance.master_file());
  if (!master_text) return tl::unexpected<Error>(master_text.error());
  instance.main_text = std::move(*main_text);
  instance.master_text = std::move(*master_text);
  return instance;
}

Result<void> run_postfix(const PostfixInstance& instance, const std::string& command) {
  const auto result = run_program("postfix", arguments_for(instance, command), kCommandLimit);
  if (!result) return tl::unexpected<Error>(result.error());
  if (result->status == 0) return {};
  std::string words(trim(result->err.empty() ? result->out : result->err));
  // Its programs speak to terminals alone, and to the log.
  if (words.empty()) words = "the mail log says why";
  return fail("\"" + instance.command_line(command) + "\" ends with status " +
              std::to_string(result->status) + ": " + words);
}

bool is_running(const PostfixInstance& instance) {
  const auto result = run_program("postfix", arguments_for(instance, "status"), kCommandLimit);
  return result && result->status == 0;
}

Result<PostfixConfiguration> try_texts(const PostfixInstance& instance,
                                       const std::string& main_text,
                                       const std::string& master_text) {
  const PrivateDirectory trial;
  if (trial.path().empty()) return fail("no temporary directory can be made");
  FileTransaction files;
  for (const auto& [name, text] : {std::pair<std::string, const std::string&>{"main.cf", main_text},
                                   {"master.cf", master_text}}) {
    auto written = files.write(trial.path() + "/" + name, text);
    if (!written) return tl::unexpected<Error>(written.error());
  }
  auto configuration = read_postfix_configuration(trial.path());
  if (configuration) configuration->directory = instance.configuration.directory;
  return configuration;
}

}  // namespace plainbounce

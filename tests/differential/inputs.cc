#include "tests/differential/inputs.h"

#include <algorithm>
#include <set>

#include "core/mime/message_tree.h"
#include "tests/corpus/message_sets.h"
#include "tests/support/files.h"
#include "tests/support/judged_message.h"

namespace plainbounce::differential {

namespace {

using testing::MessageSet;

std::vector<Input> read_set(const MessageSet& set, const std::string& folder) {
  std::vector<Input> inputs;
  for (const std::string& path : set.files) {
    inputs.push_back({path.substr(folder.size() + 1),
                      testing::without_mbox_line(testing::with_crlf(testing::read_file(path)))});
  }
  return inputs;
}

// Numbers of a linear congruential generator, from a seed of the name and count.
class Dice {
 public:
  Dice(const std::string& name, size_t count) : state_(static_cast<uint32_t>(count) + 1) {
    for (const char c : name) state_ = state_ * 31U + static_cast<unsigned char>(c);
  }
  size_t below(size_t limit) {
    state_ = state_ * 1664525U + 1013904223U;
    return limit == 0 ? 0 : (state_ >> 8U) % limit;
  }

 private:
  uint32_t state_;
};

constexpr size_t kMostOfBody = 4000;

constexpr const char* kPieces[] = {
    "\r\n",  "\n",  "--", "=",     "?=",   "\"", ";", ":",   "\\", "(",        ")",       "/",
    "\r\n ", " \t", "\t", "=\r\n", "*0*=", "a",  " ", "=3D", "==", "charset=", "\xC3\xA4"};

void mutate(std::string& bytes, Dice& dice) {
  const size_t at = dice.below(bytes.size() + 1);
  const size_t size = std::min<size_t>(1 + dice.below(12), bytes.size() - at);
  const std::string piece = kPieces[dice.below(std::size(kPieces))];
  switch (dice.below(4)) {
    case 0:
      bytes.erase(at, size);
      return;
    case 1:
      bytes.insert(at, piece);
      return;
    case 2:
      bytes.insert(dice.below(bytes.size() + 1), bytes.substr(at, size));
      return;
    default:
      bytes.replace(at, std::min(piece.size(), size), piece);
  }
}

std::vector<std::string> split_lines(const std::string& bytes) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
    lines.push_back(bytes.substr(at, end - at));
    at = end;
  }
  return lines;
}

// A line that looks like a delimiter, made of one that is there.
std::string delimiter_like(const std::vector<std::string>& lines, Dice& dice) {
  constexpr const char* kEnds[] = {"\r\n", "--\r\n", " \t\r\n", "x\r\n", "-- x\r\n", "-\r\n", "\n"};
  std::vector<std::string> delimiters;
  for (const std::string& line : lines) {
    if (line.starts_with("--"))
      delimiters.push_back(line.substr(0, line.find_last_not_of("-\r\n") + 1));
  }
  const std::string end = kEnds[dice.below(std::size(kEnds))];
  return delimiters.empty() ? "--" + end : delimiters[dice.below(delimiters.size())] + end;
}

void mutate(std::vector<std::string>& lines, Dice& dice) {
  const size_t at = dice.below(lines.size() + 1);
  const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
  const std::string line = at < lines.size() ? lines[at] : "\r\n";
  const size_t choice = dice.below(5);
  if (choice < 2 && at < lines.size()) lines.erase(place);
  if (choice == 1) {
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(dice.below(lines.size() + 1)), line);
  }
  if (choice == 2) lines.insert(place, line);
  if (choice == 3) lines.insert(place, "\r\n");
  if (choice == 4) lines.insert(place, delimiter_like(lines, dice));
}

}  // namespace

std::vector<Input> project_inputs() {
  return read_set(
      {"project", testing::files_below(testing::source_path("tests/messages"), {".eml"})},
      testing::source_path("tests"));
}

std::vector<Input> shared_inputs() {
  std::vector<Input> inputs;
  for (const MessageSet& set : testing::shared_messages()) {
    const std::string folder = testing::shared_folder(set.name).value_or("");
    const std::string shared = folder.substr(0, folder.size() - set.name.size() - 1);
    for (Input& input : read_set(set, shared)) inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<Input> mutations_of(const Input& input, size_t count) {
  std::vector<Input> out;
  for (size_t n = 0; n < count; ++n) {
    Dice dice(input.name, n);
    Input& mutation = out.emplace_back(Input{input.name + "~" + std::to_string(n), input.bytes});
    for (size_t times = 1 + dice.below(4); times > 0; --times) mutate(mutation.bytes, dice);
  }
  return out;
}

std::vector<Input> line_mutations_of(const Input& input, size_t count) {
  std::vector<Input> out;
  for (size_t n = 0; n < count; ++n) {
    Dice dice(input.name, n);
    std::vector<std::string> lines = split_lines(input.bytes);
    for (size_t times = 1 + dice.below(3); times > 0; --times) mutate(lines, dice);
    std::string bytes;
    for (const std::string& line : lines) bytes += line;
    out.push_back({input.name + "~" + std::to_string(n), std::move(bytes)});
  }
  return out;
}

std::vector<Input> raw_values_in(const std::vector<Input>& messages) {
  std::vector<Input> values;
  std::set<std::string> seen;
  for (const Input& message : messages) {
    const auto tree = split_message(message.bytes, {});
    if (!tree) continue;
    size_t number = 0;
    for (const MimePart& part : tree->parts) {
      for (const HeaderField& field : part.header.fields) {
        std::string value(field.raw_value);
        const std::string name = message.name + "#" + std::to_string(number++);
        if (seen.insert(value).second) values.push_back({name, std::move(value)});
      }
    }
  }
  return values;
}

std::vector<Input> bodies_in(const std::vector<Input>& messages) {
  std::vector<Input> bodies;
  std::set<std::string> seen;
  for (const Input& message : messages) {
    const auto tree = split_message(message.bytes, {});
    if (!tree) continue;
    size_t number = 0;
    for (const MimePart& part : tree->parts) {
      std::string body(tree->bytes(part.body).substr(0, kMostOfBody));
      const std::string name = message.name + "#" + std::to_string(number++);
      if (!part.type.is_multipart() && seen.insert(body).second) {
        bodies.push_back({name, std::move(body)});
      }
    }
  }
  return bodies;
}

std::vector<Input> lines_of(const std::vector<Input>& bodies) {
  std::vector<Input> lines;
  for (const Input& body : bodies) {
    size_t number = 0;
    for (std::string& line : split_lines(body.bytes)) {
      lines.push_back({body.name + ":" + std::to_string(++number), std::move(line)});
    }
  }
  return lines;
}

}  // namespace plainbounce::differential

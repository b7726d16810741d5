#include "tests/support/sentences.h"

#include <cctype>

namespace plainbounce::testing {

std::vector<std::string> sentences_of(const std::string& text) {
  std::vector<std::string> out;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool stop = text[i] == '.' || text[i] == '?' || text[i] == '!';
    const size_t next = text.find_first_not_of(")\" ", i + 1);
    const bool ends = next == std::string::npos ||
                      (next > i + 1 && text[next - 1] == ' ' && std::isupper(text[next]) != 0);
    if (!stop || !ends) continue;
    out.push_back(text.substr(begin, i + 1 - begin));
    begin = next == std::string::npos ? text.size() : next;
  }
  return out;
}

}  // namespace plainbounce::testing

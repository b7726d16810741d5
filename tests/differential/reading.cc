#include "tests/differential/reading.h"

namespace plainbounce::differential {

std::string structure_of(const Reading& reading) {
  std::string out;
  for (const PartReading& part : reading)
    out += std::to_string(part.depth) + " " + part.type + "\n";
  return out;
}

std::string fields_of(const Reading& reading) {
  std::string out;
  for (const PartReading& part : reading) {
    out += std::to_string(part.depth) + " " + part.type + "\n";
    for (const auto& [name, value] : part.fields) {
      out += name;
      out += ": ";
      out += value;
      out += "\n";
    }
  }
  return out;
}

std::string contents_of(const Reading& reading) {
  std::string out;
  for (const PartReading& part : reading) out += part.type + " [" + part.content + "]\n";
  return out;
}

bool is_message_type(const std::string& type) {
  return type == "message/rfc822" || type == "message/global" || type == "message/news";
}

}  // namespace plainbounce::differential

// compile_knowledge OUT.cc ROOT FILE.toml...: reads the built-in knowledge below ROOT, checks it,
// and writes the source file that holds it packed. Mistakes go to standard error, each with its
// file and line, and end it with status 1.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "core/base/ascii.h"
#include "core/knowledge/knowledge_loader.h"

namespace plainbounce {
namespace {

constexpr std::string_view kPages = "data/pages/";
constexpr size_t kBytesALine = 100;

void complain(const std::string& text) { std::fputs((text + "\n").c_str(), stderr); }

bool read(const std::string& path, std::string& bytes) {
  std::ifstream in(path, std::ios::binary);
  bytes.assign(std::istreambuf_iterator<char>(in), {});
  return in.is_open() && !in.bad();
}

// Octal escapes are at most three digits long, so that a digit may follow one.
std::string as_literal(std::string_view bytes) {
  std::string out;
  out.reserve(2 * bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (i % kBytesALine == 0) out += i == 0 ? "\"" : "\"\n\"";
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (is_printable(bytes[i]) && bytes[i] != '"' && bytes[i] != '\\' && bytes[i] != '?') {
      out += bytes[i];
    } else {
      out += '\\';
      for (const unsigned shift : {6U, 3U, 0U})
        out += static_cast<char>('0' + (byte >> shift & 7U));
    }
  }
  return out + "\"";
}

std::string source_file(std::string_view packed) {
  return "// Made by compile_knowledge; changes are lost.\n"
         "#include \"core/knowledge/built_in_knowledge.h\"\n\n"
         "namespace plainbounce {\nnamespace {\n\nconstexpr char kPacked[] =\n" +
         as_literal(packed) +
         ";\n\n}  // namespace\n\n"
         "std::string_view packed_built_in_knowledge() { return {kPacked, sizeof kPacked - 1}; "
         "}\n\n"
         "}  // namespace plainbounce\n";
}

// The build goes on from the file only where it is another than before.
bool write_where_it_differs(const std::string& path, const std::string& text) {
  std::string before;
  if (read(path, before) && before == text) return true;
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  return !out.fail();
}

int run(const std::string& out, const std::string& root, int count, char** files) {
  KnowledgeLoader loader;
  for (int i = 0; i < count; ++i) {
    const std::string name = files[i];
    KnowledgeSource source{name, {}};
    const std::string path = std::string(root).append("/").append(name);
    if (!read(path, source.toml)) {
      complain(path + ": cannot be read");
      return 1;
    }
    if (name.starts_with(kPages)) {
      loader.read_pages(source);
    } else {
      loader.read(source);
    }
  }
  const auto packed = loader.pack();
  if (!packed) {
    for (Error finding : packed.error()) {
      if (!finding.file.empty()) finding.file.insert(0, root + "/");
      complain(to_string(finding));
    }
    return 1;
  }
  if (write_where_it_differs(out, source_file(*packed))) return 0;
  complain(out + ": cannot be written");
  return 1;
}

}  // namespace
}  // namespace plainbounce

int main(int argc, char** argv) {
  if (argc < 4) {
    plainbounce::complain("usage: compile_knowledge OUT.cc ROOT FILE.toml...");
    return 2;
  }
  return plainbounce::run(argv[1], argv[2], argc - 3, argv + 3);
}

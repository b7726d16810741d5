#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace plainbounce::differential {

// A message or a piece of one, with the name by which differences.txt calls it: the file below
// tests/ or the shared folder, "#n" for its n-th value, "~n" for its n-th mutation.
struct Input {
  std::string name;
  std::string bytes;
};

// The messages of the project, CRLF, and those of the shared corpora that lie beside it.
std::vector<Input> project_inputs();
std::vector<Input> shared_inputs();

// The input with a few bytes or runs changed, `count` times, the same ones in each run.
std::vector<Input> mutations_of(const Input& input, size_t count);
// The same with whole lines: left out, doubled, put elsewhere, blank ones and delimiters put in.
std::vector<Input> line_mutations_of(const Input& input, size_t count);

// Raw values of all header fields, and the first bytes of the bodies of all leaves, each once.
std::vector<Input> raw_values_in(const std::vector<Input>& messages);
std::vector<Input> bodies_in(const std::vector<Input>& messages);
// ":n" for the n-th line, with its line end.
std::vector<Input> lines_of(const std::vector<Input>& bodies);

}  // namespace plainbounce::differential

#include "core/knowledge/phrase_automaton.h"

namespace plainbounce {

PhraseAutomaton::PhraseAutomaton() : nodes_(1) { root_.fill(kNone); }

uint32_t PhraseAutomaton::child(uint32_t node, unsigned char byte) const {
  if (node == 0) return root_[byte];
  for (uint32_t at = nodes_[node].first_child; at != kNone; at = nodes_[at].next_sibling) {
    if (nodes_[at].byte == byte) return at;
  }
  return kNone;
}

uint32_t PhraseAutomaton::step(uint32_t node, unsigned char byte) const {
  for (;;) {
    const uint32_t next = child(node, byte);
    if (next != kNone) return next;
    if (node == 0) return 0;
    node = nodes_[node].fail;
  }
}

uint32_t PhraseAutomaton::add(std::string_view phrase) {
  uint32_t node = 0;
  for (const char c : phrase) {
    const auto byte = static_cast<unsigned char>(c);
    uint32_t next = child(node, byte);
    if (next == kNone) {
      next = static_cast<uint32_t>(nodes_.size());
      Node added;
      added.byte = byte;
      added.depth = nodes_[node].depth + 1;
      added.next_sibling = nodes_[node].first_child;
      nodes_.push_back(added);
      nodes_[node].first_child = next;
      if (node == 0) root_[byte] = next;
    }
    node = next;
  }
  if (nodes_[node].phrase == kNone) nodes_[node].phrase = phrase_count_++;
  return nodes_[node].phrase;
}

void PhraseAutomaton::build() {
  std::vector<uint32_t> level_order = {0};
  level_order.reserve(nodes_.size());
  for (size_t i = 0; i < level_order.size(); ++i) {
    const uint32_t node = level_order[i];
    for (uint32_t at = nodes_[node].first_child; at != kNone; at = nodes_[at].next_sibling) {
      level_order.push_back(at);
      nodes_[at].fail = node == 0 ? 0 : step(nodes_[node].fail, nodes_[at].byte);
      const Node& fail = nodes_[nodes_[at].fail];
      nodes_[at].next_hit = fail.phrase != kNone ? nodes_[at].fail : fail.next_hit;
    }
  }
}

}  // namespace plainbounce

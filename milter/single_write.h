#pragma once

#include <cstddef>
#include <functional>

namespace plainbounce {

// Collects the packets that libmilter writes at the end of a message, so that edits and reply leave
// in one write. A milter that dies between two of them damages the message (docs/architecture.md).
//
// It works by defining writev(2) in the executable: the dynamic linker then binds libmilter's calls
// to it. All state belongs to the calling thread, because libmilter writes the reply on the thread
// that ran the callback. Without the binding everything still works, packet by packet.
class SingleWrite {
 public:
  // From now on, edit packets of this thread are kept back until the reply (continue or accept)
  // comes; then all leave together and `done` is called.
  static void begin(std::function<void()> done);
  // Allocates beforehand, so that collecting so many bytes cannot fail.
  static void reserve(size_t bytes);
  // Forgets the edits collected so far; the reply will leave alone. The message stays as it was.
  static void discard();
  // Ends collecting without sending anything and calls `done`. Harmless when nothing was begun.
  static void reset();
  static bool collecting();
  // Bytes of edit packets collected so far.
  static size_t collected();
  // True when calls of shared libraries to writev come here.
  static bool is_bound();
};

// The bytes that one write to a local socket takes without waiting for the reader, as measured on
// this machine.
size_t measure_single_write();
// What a new body may have at most to leave in such a write together with the header fields.
size_t body_size_for(size_t single_write);

}  // namespace plainbounce

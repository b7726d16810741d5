#pragma once

#include <string>

#include "cli/doctor/probe.h"

namespace plainbounce {

// A bit of the modes, as it stands for others.
inline constexpr unsigned kMayEnter = 01;
inline constexpr unsigned kMayWrite = 02;
inline constexpr unsigned kMayRead = 04;

// Whether owner and mode give an account all of `rights`.
bool may(const Account& account, const FileStatus& file, unsigned rights);
// Whose bits of the mode count for an account: 'u', 'g' or 'o', as chmod(1) has them.
char class_of(const Account& account, const FileStatus& file);
// "/etc/x (drwxr-x--- root root)"
std::string described(const Probe& probe, const std::string& path, const FileStatus& file);

}  // namespace plainbounce

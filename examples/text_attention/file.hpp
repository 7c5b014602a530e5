// Reads a text file and writes a picture; every failure is one line for the user.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "utf8.hpp"

namespace text {

/// What the user gave does not work; `what()` is the line to print.
struct user_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The first 64 MiB of a text file; `-` is the standard input. Throws user_error for what is not a text.
inline std::string read_text(const std::string& path) {
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  const auto refuse = [&](const std::string& why) -> user_error { return user_error("'" + path + "' " + why); };

  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) throw refuse("is a directory, not a text file");
  std::ifstream file;
  if (path != "-") {
    errno = 0;
    file.open(path, std::ios::binary);
    if (!file) throw refuse(std::string("cannot be read: ") + std::strerror(errno));
  }
  std::istream& in = path == "-" ? std::cin : file;

  std::string text;
  std::vector<char> block(std::size_t{1} << 16);
  while (text.size() < most_bytes && in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    const std::string_view got(block.data(), static_cast<std::size_t>(in.gcount()));
    if (got.find('\0') != got.npos) {
      throw refuse("is a binary file: byte " + std::to_string(text.size() + got.find('\0')) + " is 0");
    }
    text += got;
  }
  if (in.bad()) throw refuse("cannot be read: input error");
  if (text.empty()) throw refuse("is empty");

  std::string_view rest = text;
  if (rest.substr(0, 3) == "\xEF\xBB\xBF") rest.remove_prefix(3);  // a byte-order mark
  while (!rest.empty()) {
    const std::size_t bytes = decode(rest).bytes;
    const std::size_t at = text.size() - rest.size();
    if (bytes == 0 && text.size() >= most_bytes && rest.size() < 4) break;  // cut in the middle of a character
    if (bytes == 0) throw refuse("is not UTF-8 text: wrong byte at offset " + std::to_string(at));
    rest.remove_prefix(bytes);
  }
  text.resize(text.size() - rest.size());
  return text;
}

/// Where `path` leads to, after checking that a file can be made there: what would fail after a long computation fails
/// before it.
inline std::filesystem::path checked_output(const std::string& path) {
  const auto refuse = [&](const std::string& why) { return user_error("'" + path + "' cannot be written: " + why); };
  std::error_code error;
  const std::filesystem::path target = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  if (path.empty()) throw refuse("its name is empty");
  if (error) throw refuse(error.message());
  const auto status = std::filesystem::status(target, error);
  if (std::filesystem::is_directory(status)) throw refuse("it is a directory");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw refuse("it is not a regular file");
  }
  const std::filesystem::path folder = target.parent_path();
  if (access(folder.c_str(), W_OK | X_OK) != 0) throw refuse(folder.string() + ": " + std::strerror(errno));
  return target;
}

/// All of the file or none of it: the bytes go to a temporary file beside it, which then takes its name.
inline void write_file(const std::filesystem::path& target, std::string_view bytes) {
  std::string temporary = target.string() + ".XXXXXX";
  const auto refuse = [&](int error) {
    return user_error("'" + target.string() + "' cannot be written: " + std::strerror(error));
  };
  const int file = mkstemp(temporary.data());
  if (file < 0) throw refuse(errno);
  const auto give_up = [&] {
    const int error = errno;
    close(file);
    unlink(temporary.c_str());
    return refuse(error);
  };
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw give_up();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  const mode_t mask = umask(0);  // mkstemp makes a private file; the user's mask says what an ordinary one is
  umask(mask);
  if (fchmod(file, 0666 & ~mask) != 0 || fsync(file) != 0) throw give_up();
  if (rename(temporary.c_str(), target.c_str()) != 0) throw give_up();
  close(file);
}

}  // namespace text

#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cardan::app {

/// Path of the first of these programs that is found in PATH; "" if none is found.
std::string program_in_path(const std::vector<std::string>& names);

/// A file descriptor that the destructor closes.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }

  int number() const { return number_; }
  void close();

 private:
  int number_;
};

struct Pipe {
  Descriptor read, write;
};
/// A pipe that children do not inherit. Throws Error if the system cannot create one.
Pipe make_pipe();

/// Another program in its own process group, so that Ctrl-C in the terminal reaches only this
/// process. The destructor kills the program and its children if they are still running, and leaves
/// no zombie.
class ChildProgram {
 public:
  /// arguments: the path of the program, then its arguments. descriptors: by number in the child;
  /// standard streams that are not listed are /dev/null. scratch: folder for temporary files of the
  /// child. Throws Error if the program cannot be started.
  ChildProgram(const std::vector<std::string>& arguments, const std::map<int, int>& descriptors,
               const std::string& scratch);
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  /// Exit code, or 128 + signal, of a program that has ended or ends within this time [s]; empty if
  /// it is still running.
  std::optional<int> wait(double seconds);

 private:
  pid_t id_ = -1;
  std::optional<int> ended_;
};

}  // namespace cardan::app

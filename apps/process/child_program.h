#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cardan::app {

/// Path of the first of the programs that is in the folders of PATH; "" if none is.
std::string program_in_path(const std::vector<std::string>& names);

/// A file descriptor that is closed at the end.
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

/// Another program, in a process group of its own, so that a Ctrl-C in the terminal reaches this
/// process alone. The program and its own children are killed at the end at the latest, and leave
/// no zombie.
class ChildProgram {
 public:
  /// arguments: with the path of the program first. descriptors: by number in the child; its
  /// standard streams are /dev/null where they are not named. scratch: its folder for temporary
  /// files. Throws Error if it cannot start.
  ChildProgram(const std::vector<std::string>& arguments, const std::map<int, int>& descriptors,
               const std::string& scratch);
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  /// Exit code, or 128 + signal, of a program that has ended or ends within some time [s].
  std::optional<int> wait(double seconds);

 private:
  pid_t id_ = -1;
  std::optional<int> ended_;
};

}  // namespace cardan::app

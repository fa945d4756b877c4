// DAE and glTF, and materials of OBJ, are read in a separate process: assimp's readers have crashed
// and looped on damaged files, and this must not affect the caller. It is another program and not a
// fork, because a fork of a process with threads may not allocate.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "cardan/error.h"
#include "core/own_binary.h"
#include "geometry/files/mesh_readers.h"
#include "geometry/files/mesh_stream.h"

extern char** environ;

namespace cardan::mesh {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kMostTime = std::chrono::seconds(60);  // the reader's own limit of processor time is
                                                      // reached earlier
constexpr std::size_t kMostBytes = std::size_t{320} << 20;  // more than the largest mesh needs

/// A pipe whose ends are not inherited by other programs.
struct Pipe {
  int ends[2] = {-1, -1};

  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(int k) {
    if (ends[k] >= 0) ::close(ends[k]);
    ends[k] = -1;
  }
};

/// A child process; the destructor kills it and waits for it.
class Child {
 public:
  explicit Child(pid_t process) : process_(process) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process_ > 0) finish(true);
  }

  // Returns its wait status.
  int finish(bool kill_it) {
    if (kill_it) ::kill(process_, SIGKILL);
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }

 private:
  pid_t process_;
};

std::string exact(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%a", x);
  return text;
}

// Starts the reader with the pipe as its output, no input and no messages. Returns 0 on success.
int start(const std::string& program, const std::string& file, const std::string& format,
          const Vector3& scale, const char* output, const Pipe& pipe, pid_t& process) {
  std::string arguments[] = {program,          file,  format, exact(scale.x()), exact(scale.y()),
                             exact(scale.z()), output};
  char* pointers[8] = {};
  for (std::size_t i = 0; i < 7; ++i) pointers[i] = arguments[i].data();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe.ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  // The caller may ignore or block signals; the child starts with the defaults.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int failure =
      ::posix_spawn(&process, program.c_str(), &actions, &attributes, pointers, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

// Reads everything from the pipe. Returns false at a limit.
bool drain(int end, std::string& bytes) {
  const auto deadline = Clock::now() + kMostTime;
  std::size_t filled = 0;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waited{end, POLLIN, 0};
    const int ready = ::poll(&waited, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    if (filled == bytes.size())
      bytes.resize(std::max<std::size_t>(std::size_t{1} << 16, 2 * filled));
    const ssize_t count = ::read(end, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    filled += static_cast<std::size_t>(count);
    if (filled > kMostBytes) return false;
    if (count == 0) break;
  }
  bytes.resize(filled);
  return true;
}

/// Parser of the stream of mesh_stream.h. Validates all numbers.
class Stream {
 public:
  explicit Stream(std::string_view bytes) : rest_(bytes) {}

  bool take(void* to, std::size_t size) {
    if (size > rest_.size()) return false;
    if (size > 0) std::memcpy(to, rest_.data(), size);
    rest_.remove_prefix(size);
    return true;
  }
  bool take(std::uint64_t& value) { return take(&value, sizeof value); }
  bool empty() const { return rest_.empty(); }
  std::size_t size() const { return rest_.size(); }

 private:
  std::string_view rest_;
};

bool take_part(Stream& stream, TriangleMesh& mesh) {
  std::uint64_t vertices = 0, triangles = 0;
  if (!stream.take(vertices) || !stream.take(triangles)) return false;
  if (vertices > kMostVertices || triangles > kMostTriangles) return false;
  if (24 * vertices + 12 * triangles > stream.size()) return false;
  mesh.vertices.resize(vertices);
  mesh.triangles.resize(triangles);
  static_assert(sizeof(Vector3) == 24 && sizeof(mesh.triangles[0]) == 12);
  return stream.take(mesh.vertices.data(), 24 * vertices) &&
         stream.take(mesh.triangles.data(), 12 * triangles);
}

// A count and its items.
template <typename Item>
bool take_items(Stream& stream, std::uint64_t most, std::vector<Item>& items) {
  std::uint64_t count = 0;
  if (!stream.take(count) || count > most || count * sizeof(Item) > stream.size()) return false;
  items.resize(count);
  return stream.take(items.data(), count * sizeof(Item));
}

bool take_text(Stream& stream, std::uint64_t most, std::string& text) {
  std::uint64_t size = 0;
  if (!stream.take(size) || size > most || size > stream.size()) return false;
  text.resize(size);
  return stream.take(text.data(), size);
}

bool take_texts(Stream& stream, std::uint64_t most, std::uint64_t most_bytes,
                std::vector<std::string>& texts) {
  std::uint64_t count = 0;
  if (!stream.take(count) || count > most) return false;
  texts.resize(count);
  for (std::string& text : texts)
    if (!take_text(stream, most_bytes, text)) return false;
  return true;
}

bool take_drawn_part(Stream& stream, DrawnPart& part) {
  std::array<double, 4> rgba{};
  if (!take_part(stream, part.mesh) || !stream.take(rgba.data(), sizeof rgba)) return false;
  if (std::all_of(rgba.begin(), rgba.end(), [](double x) { return x >= 0 && x <= 1; }))
    part.rgba = rgba;
  const std::size_t vertices = part.mesh.vertices.size();
  if (!take_items(stream, vertices, part.colours) || !take_items(stream, vertices, part.uv))
    return false;
  if (!part.colours.empty() && part.colours.size() != vertices) return false;
  if (!part.uv.empty() && part.uv.size() != vertices) return false;
  return take_text(stream, kMostNameBytes, part.texture);
}

bool take_drawing(std::string_view bytes, DrawnMesh& drawing) {
  Stream stream(bytes);
  std::uint64_t magic = 0, count = 0, end = 0;
  if (!stream.take(magic) || magic != kDrawingMagic) return false;
  if (!stream.take(count) || count > kMostParts) return false;
  drawing.parts.resize(count);
  for (DrawnPart& part : drawing.parts)
    if (!take_drawn_part(stream, part)) return false;
  return take_texts(stream, kMostImages, kMostImageBytes, drawing.images) &&
         take_texts(stream, kMostMissing, kMostNameBytes, drawing.missing) && stream.take(end) &&
         end == kMeshEnd && stream.empty();
}

bool take_parts(std::string_view bytes, std::vector<TriangleMesh>& parts) {
  Stream stream(bytes);
  std::uint64_t magic = 0, count = 0, end = 0;
  if (!stream.take(magic) || magic != kMeshMagic) return false;
  if (!stream.take(count) || count > kMostParts) return false;
  parts.resize(count);
  for (TriangleMesh& part : parts)
    if (!take_part(stream, part)) return false;
  return stream.take(end) && end == kMeshEnd && stream.empty();
}

[[noreturn]] void refuse(int status, const std::string& file, const std::string& format) {
  const std::string name = format == "dae" ? "DAE" : format == "obj" ? "OBJ" : "glTF";
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const auto too_much = [&] {
    throw Error("reading the " + name + " file takes more than 8 s or 1 GiB", file,
                "simplify it, or convert it to STL");
  };
  if (code == kMeshNoMemory) too_much();
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGXCPU))
    too_much();
  if (code == kMeshTooLarge) check_mesh_size(kMostTriangles + 1, 0, 0, file);
  if (code == kMeshOutside) {
    throw Error("the glTF file refers to a file outside its own folder", file,
                "put the files it refers to beside it");
  }
  throw Error("mesh can't be read: it is not a valid " + name + " file", file,
              "fetch or export it again");
}

/// Output of the reader, and its wait status.
struct ReaderOutput {
  std::string bytes;
  bool complete = false;
  int status = 0;
};

ReaderOutput run_reader(const std::string& file, const std::string& format, const Vector3& scale,
                        const char* output) {
  const std::string program = installed_part("cardan-read-mesh").string();
  Pipe pipe;
  if (::pipe2(pipe.ends, O_CLOEXEC) != 0)
    throw Error(std::string("cannot make a pipe: ") + std::strerror(errno), file);
  pid_t process = -1;
  if (const int failure = start(program, file, format, scale, output, pipe, process);
      failure != 0) {
    throw Error(
        "cannot start the reader of DAE and glTF, " + program + ": " + std::strerror(failure), file,
        "reinstall cardan, or convert the mesh to STL or OBJ");
  }
  Child child(process);
  pipe.close_end(1);
  ReaderOutput result;
  const bool drained = drain(pipe.ends[0], result.bytes);
  result.status = child.finish(!drained);
  result.complete = drained && result.status == 0;
  return result;
}

}  // namespace

std::vector<TriangleMesh> read_mesh_in_process(const std::string& file, const std::string& format,
                                               const Vector3& scale) {
  const ReaderOutput output = run_reader(file, format, scale, kTrianglesOutput);
  std::vector<TriangleMesh> parts;
  if (!output.complete || !take_parts(output.bytes, parts)) refuse(output.status, file, format);
  return parts;
}

DrawnMesh read_drawing_in_process(const std::string& file, const std::string& format,
                                  const Vector3& scale) {
  const ReaderOutput output = run_reader(file, format, scale, kDrawingOutput);
  DrawnMesh drawing;
  if (!output.complete || !take_drawing(output.bytes, drawing)) refuse(output.status, file, format);
  return drawing;
}

}  // namespace cardan::mesh

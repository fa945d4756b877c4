#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>

#include "cardan/error.h"
#include "cardan/recording.h"
#include "sim/record/state_file.h"

/// libFuzzer on the readers of recordings and of saved states: any bytes are opened; a
/// file that opens is read to the end that it states. Every refusal is one line.

namespace {

std::string recording_file() {
  static const std::string file = "/tmp/cardan-fuzz-" + std::to_string(::getpid()) + ".h5";
  return file;
}

void expect_one_line(const cardan::Error& error) {
  const std::string_view text(error.what());
  if (text.size() >= 2000 || text.find('\n') != std::string_view::npos) std::abort();
}

template <typename Read>
void try_to(const Read& read) {
  try {
    read();
  } catch (const cardan::Error& error) {
    expect_one_line(error);
  }
}

void read_recording() {
  const cardan::Recording recording(recording_file());
  recording.hashes(recording.first_step());
  recording.hashes(recording.last_step());
  if (const auto row = recording.row_from(recording.first_step())) recording.models(*row);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::ofstream(recording_file(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try_to(read_recording);
  try_to([] { cardan::read_state(recording_file()); });
  return 0;
}

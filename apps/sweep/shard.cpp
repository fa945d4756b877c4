#include "apps/sweep/shard.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "cardan/error.h"

namespace cardan::app {

namespace {

bool read_index(const std::string& text, std::size_t& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc{} && result.ptr == end;
}

std::string index_of_array() {
  for (const char* name :
       {"SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"}) {
    if (const char* value = std::getenv(name)) return value;
  }
  throw Error("no environment variable of a job array is set", "--shard",
              "give the index too, as in --shard 3/100");
}

}  // namespace

Shard parse_shard(const std::string& text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::string index = slash == 0 ? index_of_array() : text.substr(0, slash);
  Shard shard;
  const bool good = slash < text.size() && read_index(text.substr(slash + 1), shard.count) &&
                    read_index(index, shard.index) && shard.count <= 100'000'000;
  if (!good || shard.index >= shard.count) {
    throw Error("'" + text + "' with the index '" + index + "' is not a shard", "--shard",
                "expected I/N with I from 0 to N - 1");
  }
  return shard;
}

}  // namespace cardan::app

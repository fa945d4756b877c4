#include "view/replay_page.h"

#include <cstdio>

#include "core/atomic_file.h"
#include "view/counted.h"
#include "view/fit_page.h"
#include "view/page_document.h"
#include "view/page_json.h"
#include "view/page_tables.h"
#include "view/thin_frames.h"

namespace cardan::view {

namespace {

double megabytes(std::size_t bytes) { return 1e-6 * static_cast<double>(bytes); }

std::string page_text(const ReplayData& data, const FixedTables& fixed, const FrameTables& moving) {
  Chunks chunks;
  for (const PackedTable& table : fixed.meshes) chunks.add(table);
  for (const PackedImage& image : fixed.images) chunks.add(image);
  for (const PackedTable* table : {&moving.frames, &moving.contacts, &moving.islands, &fixed.steps})
    chunks.add(*table);
  for (const PackedTable& poses : moving.poses) chunks.add(poses);
  return document_text({data.title, data.live ? data.live->socket_origin : "", "", "",
                        script_text(head_json(data, chunks.tables(), chunks.images())),
                        chunks.markup()});
}

}  // namespace

std::string replay_page(const ReplayData& data) {
  return page_text(data, FixedTables(data), FrameTables(data));
}

LimitedPage limited_replay_page(const ReplayData& data, std::size_t limit) {
  const FixedTables fixed(data);
  LimitedPage page = fit_page(limit, [&](std::int64_t every) {
    const ReplayData thin = thin_frames(data, every);
    const FrameTables moving(thin);
    return FramedPage{page_text(thin, fixed, moving), moving.bytes(), thin.frames.rows(),
                      thin.contacts.rows()};
  });
  page.report.image_bytes = fixed.image_bytes();
  return page;
}

std::size_t bytes_of_megabytes(double megabytes) {
  constexpr auto kMost = std::size_t{1} << 62;
  const double bytes = 1e6 * megabytes;
  return bytes < static_cast<double>(kMost) ? static_cast<std::size_t>(bytes) : kMost;
}

PageReport write_replay_page(const std::string& file, const ReplayData& data, std::size_t limit) {
  const LimitedPage page = limited_replay_page(data, limit);
  write_whole_file(file, page.text);
  return page.report;
}

std::string describe(const PageReport& report, const std::string& file) {
  char text[128];
  std::snprintf(text, sizeof text, ", %.2f MB", megabytes(report.bytes));
  std::string line = file;
  line.append(": ").append(counted(report.frames, "frame")).append(", ");
  line.append(counted(report.contacts, "contact")).append(text);
  if (report.bytes > report.limit)
    line.append("; all frames are kept, because the limit cannot be met by leaving out frames");
  if (report.every == 1) return line;
  std::snprintf(text, sizeof text,
                "; one of %lld frames is kept, because the page with all frames has %.1f MB",
                static_cast<long long>(report.every), megabytes(report.whole_bytes));
  return line.append(text);
}

}  // namespace cardan::view

#include "view/comparison_page.h"

#include <algorithm>

#include "cardan/error.h"
#include "view/fit_page.h"
#include "view/page_document.h"
#include "view/page_json.h"
#include "view/page_tables.h"
#include "view/thin_frames.h"

namespace cardan::view {

namespace {

bool same_bodies(const ReplayData& a, const ReplayData& b) {
  return a.bodies.size() == b.bodies.size() && a.parts.size() == b.parts.size() &&
         std::equal(a.bodies.begin(), a.bodies.end(), b.bodies.begin(),
                    [](const PageBody& x, const PageBody& y) {
                      return x.model == y.model && x.link == y.link;
                    });
}

// Body of the base of the model, −1 if no body of the page stands for it.
int body_of_base(const ComparisonData& comparison) {
  const ReplayData& data = comparison.runs.front().data;
  for (std::size_t i = 0; i < data.bodies.size(); ++i) {
    const auto model = static_cast<std::size_t>(data.bodies[i].model);
    if (data.models[model].name == comparison.model) return static_cast<int>(i);
  }
  return -1;
}

/// The tables of a run, and the bytes of those that depend on the choice of frames.
struct RunTables {
  std::vector<PackedTable> tables;
  std::size_t frame_bytes = 0;
};

RunTables tables_of(const ReplayData& data) {
  FrameTables moving(data);
  RunTables made{{}, moving.bytes()};
  for (PackedTable* table : {&moving.frames, &moving.contacts, &moving.islands})
    made.tables.push_back(std::move(*table));
  for (PackedTable& poses : moving.poses) made.tables.push_back(std::move(poses));
  return made;
}

Json run_json(const ComparedRun& run, const Json& tables) {
  return {{"name", run.name},
          {"formulation", run.data.formulation},
          {"chain", run.data.chain},
          {"events", events_json(run.data)},
          {"tables", tables}};
}

// Meshes and images, which all runs share.
Chunks shared_chunks(const ReplayData& data) {
  Chunks shared;
  for (const PackedTable& table : packed_meshes(data)) shared.add(table);
  for (const PackedImage& image : packed_images(data)) shared.add(image);
  return shared;
}

FramedPage page_of(const ComparisonData& comparison, const Chunks& shared, std::int64_t every) {
  const ReplayData& first = comparison.runs.front().data;
  FramedPage page;
  Json head = head_json(first, shared.tables(), shared.images());
  head["title"] = comparison.title;
  head["scene"] = comparison.scene_text;
  head["comparison"] = {{"reference", comparison.reference},
                        {"base", body_of_base(comparison)},
                        {"runs", Json::array()}};
  std::string chunks = shared.markup();
  int next = shared.next();
  for (const ComparedRun& run : comparison.runs) {
    const ReplayData thin = thin_frames(run.data, every);
    const RunTables made = tables_of(thin);
    Chunks own(next);
    for (const PackedTable& table : made.tables) own.add(table);
    next = own.next();
    chunks.append(own.markup());
    head["comparison"]["runs"].push_back(run_json(run, own.tables()));
    page.frame_bytes += made.frame_bytes;
    page.frames = std::max(page.frames, thin.frames.rows());
    page.contacts += thin.contacts.rows();
  }
  page.text = document_text({comparison.title, "", comparison.style, comparison.markup,
                             script_text(head), std::move(chunks)});
  return page;
}

}  // namespace

LimitedPage limited_comparison_page(const ComparisonData& comparison, std::size_t limit) {
  if (comparison.runs.empty()) throw Error("there is no run", "page of a comparison");
  for (const ComparedRun& run : comparison.runs) {
    if (!same_bodies(run.data, comparison.runs.front().data))
      throw Error("the bodies of the runs differ", "page of a comparison",
                  "compare runs of one scene");
  }
  const Chunks shared = shared_chunks(comparison.runs.front().data);
  return fit_page(limit, [&](std::int64_t every) { return page_of(comparison, shared, every); });
}

}  // namespace cardan::view

#include "apps/regress/html_report.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "apps/html_page.h"
#include "apps/plot/markup.h"
#include "apps/regress/case_words.h"
#include "apps/regress/html_case.h"
#include "apps/regress/html_matrix.h"
#include "cardan/error.h"
#include "core/atomic_file.h"
#include "core/read_file.h"

namespace cardan::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOpen = 20;  // number of sections open at first
constexpr std::size_t kMostHeadlines = 100;

std::string index_of(const std::string& directory) {
  return (fs::path(directory) / "index.html").string();
}

// A path in a link [RFC 3986, sec. 3.3].
std::string link_of(const fs::path& path) {
  std::string link;
  for (const char c : path.generic_string()) {
    const unsigned char byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || std::string("/-._~").find(c) != std::string::npos;
    char text[8];
    std::snprintf(text, sizeof text, plain ? "%c" : "%%%02X", byte);
    link += text;
  }
  return link;
}

// Copies a file into the folder of the report, under the number of the case.
std::string copied(const fs::path& file, const fs::path& directory, const std::string& anchor) {
  const FileContents contents = try_read_file(file.string());
  if (!contents.why.empty()) return "";
  const fs::path name = fs::path("problems") / (anchor + "-" + file.filename().string());
  std::error_code failure;
  fs::create_directories(directory / "problems", failure);
  if (failure) throw Error("cannot make the folder: " + failure.message(), directory.string());
  write_whole_file((directory / name).string(), contents.bytes);
  return link_of(name);
}

// Link to a captured problem, "" if it is not readable.
std::string problem_link(const std::string& captured, const fs::path& directory,
                         const std::string& anchor) {
  if (captured.empty()) return "";
  std::error_code failure;
  if (!fs::is_regular_file(captured, failure)) return "";
  const fs::path folder = fs::weakly_canonical(directory, failure);
  const fs::path file = failure ? fs::path() : fs::weakly_canonical(captured, failure);
  const fs::path inside = failure ? fs::path() : file.lexically_relative(folder);
  const bool beside = !inside.empty() && *inside.begin() != "..";
  return beside ? link_of(inside) : copied(captured, directory, anchor);
}

std::string replay_link(const std::string& page) {
  if (page.empty()) return "";
  return link_of(fs::path(kReplayFolder) / fs::path(page).filename());
}

std::string head_html(const std::vector<CaseResult>& cases, const ReportHead& head) {
  const bool good = std::none_of(cases.begin(), cases.end(), [](const CaseResult& result) {
    return needs_attention(result.status);
  });
  std::string html = "<h1>Regression of scenes</h1>\n<p class=\"counts\">";
  html.append(status_html(good ? CaseStatus::kPassed : CaseStatus::kFailed)).append(" ");
  html.append(counts_text(cases)).append("</p>\n<p class=\"faint\">cardan ");
  html.append(escaped(head.version));
  if (!head.date.empty()) html.append(", ").append(escaped(head.date));
  if (head.seconds >= 0) html.append(", ").append(number_or_dash(head.seconds)).append(" s");
  return html + "</p>\n";
}

// One line per case that needs attention.
std::string headlines_html(const std::vector<CaseResult>& cases,
                           const std::vector<std::size_t>& order) {
  std::string html;
  std::size_t count = 0;
  for (const std::size_t i : order) {
    if (!needs_attention(cases[i].status) || ++count > kMostHeadlines) continue;
    html.append("<li>").append(status_html(cases[i].status)).append(" <a href=\"#");
    html.append(anchor_of(i)).append("\">").append(escaped(cases[i].id.label()));
    html.append("</a>: ").append(escaped(headline(cases[i]))).append("</li>\n");
  }
  if (count == 0) return "";
  html = "<h2>Needs attention</h2>\n<ul class=\"headlines\">\n" + html + "</ul>\n";
  if (count <= kMostHeadlines) return html;
  return html + "<p class=\"faint\">and " + std::to_string(count - kMostHeadlines) + " more</p>\n";
}

// Why pairs were not run, one line per reason.
std::string skipped_html(const std::vector<CaseResult>& cases) {
  std::map<std::string, std::pair<std::size_t, std::string>> reasons;
  for (const CaseResult& result : cases) {
    if (result.status != CaseStatus::kSkipped) continue;
    auto& [count, example] = reasons[result.message];
    if (count++ == 0) example = result.id.label();
  }
  if (reasons.empty()) return "";
  std::string html = "<h2 id=\"skipped\">Skipped</h2>\n<ul>\n";
  for (const auto& [reason, entry] : reasons) {
    html.append("<li>").append(escaped(reason)).append(" <span class=\"faint\">(");
    html.append(escaped(entry.second));
    if (entry.first > 1) {
      html.append(" and ").append(std::to_string(entry.first - 1)).append(" more");
    }
    html.append(")</span></li>\n");
  }
  return html + "</ul>\n";
}

// Most severe first, otherwise in the order of the runs.
std::vector<std::size_t> order_of(const std::vector<CaseResult>& cases) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].status != CaseStatus::kSkipped) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return severity(cases[a].status) > severity(cases[b].status);
  });
  return order;
}

}  // namespace

void require_report_folder(const std::string& directory) {
  std::error_code failure;
  fs::create_directories(directory, failure);
  if (failure) {
    throw Error("cannot make the folder: " + failure.message(), directory,
                "name a writable folder");
  }
  require_writable(index_of(directory));
}

void write_html_report(const std::string& directory, const std::vector<CaseResult>& cases,
                       const ReportHead& head) {
  require_report_folder(directory);
  const std::vector<std::size_t> order = order_of(cases);
  std::string body = head_html(cases, head) + headlines_html(cases, order);
  body += "<h2>Scenes and pairs</h2>\n" + matrix_html(cases) + "<h2>Cases</h2>\n";
  PlotBudget budget{head.plot_bytes};
  std::size_t open = 0;
  for (const std::size_t i : order) {
    CaseSection section{&cases[i], anchor_of(i)};
    section.open = needs_attention(cases[i].status) && open++ < kMostOpen;
    section.replay = replay_link(cases[i].replay);
    for (const CaseTrouble& trouble : cases[i].troubles) {
      if (section.problems.size() == kMostTroubles) break;
      section.problems.push_back(problem_link(trouble.captured, directory, section.anchor));
    }
    body += case_html(section, budget);
  }
  body += skipped_html(cases);
  write_whole_file(index_of(directory), html_page("Regression: " + counts_text(cases), body));
}

}  // namespace cardan::app

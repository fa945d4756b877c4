#include "apps/regress/html_case.h"

#include <algorithm>

#include "apps/html_page.h"
#include "apps/plot/markup.h"
#include "apps/plot/svg.h"
#include "apps/regress/case_charts.h"
#include "apps/regress/case_words.h"
#include "apps/regress/html_matrix.h"

namespace cardan::app {

namespace {

constexpr FrameSize kLarge{460, 240}, kSmall{300, 140};

void add_fact(std::string& html, const char* name, const std::string& value) {
  if (value.empty()) return;
  html.append("<div><dt>").append(name).append("</dt><dd>").append(escaped(value));
  html.append("</dd></div>\n");
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

std::string facts_html(const CaseResult& result) {
  std::string html = "<dl class=\"facts\">\n";
  add_fact(html, "scene file", result.id.file);
  add_fact(html, "tags", joined(result.tags));
  if (result.steps > 0) {
    add_fact(html, "steps",
             std::to_string(result.steps) + " of " + number_or_dash(result.step) + " s");
    add_fact(html, "wall-clock time", number_or_dash(result.wall_seconds) + " s");
    add_fact(html, "worst residual", number_or_dash(result.worst_residual) + " m/s");
    add_fact(html, "deepest penetration", number_or_dash(result.max_penetration) + " m");
    add_fact(html, "iterations", std::to_string(result.iterations));
    add_fact(html, "fallbacks", std::to_string(result.fallbacks));
    add_fact(html, "answered by the last resort", std::to_string(result.failed_islands));
  }
  add_fact(html, "hash of the final state", result.state_hash);
  return html + "</dl>\n";
}

CaseStatus status_of(const CaseCheck& check) {
  if (check.passed) return CaseStatus::kPassed;
  return check.known ? CaseStatus::kKnown : CaseStatus::kFailed;
}

void add_check(std::string& html, const CaseCheck& check) {
  html.append("<tr><td>").append(status_html(status_of(check))).append("</td><td>");
  if (check.line > 0) html.append(std::to_string(check.line));
  html.append("</td><td><code>").append(escaped(check.text)).append("</code>");
  if (!check.passed && !check.message.empty()) {
    html.append("<br/>").append(escaped(check.message));
  }
  if (check.known) {
    html.append("<br/><span class=\"faint\">known: ").append(escaped(check.because));
    html.append("</span>");
  }
  html.append("</td><td>").append(escaped(check.quantity));
  html.append("</td><td class=\"number\">").append(escaped(measured_text(check)));
  html.append("</td><td class=\"number\">").append(escaped(allowed_text(check)));
  html.append("</td><td class=\"number\">")
      .append(number_or_dash(check.time))
      .append("</td></tr>\n");
}

// Failed checks first.
std::string checks_html(const CaseResult& result) {
  if (result.checks.empty()) return "";
  std::string html =
      "<div class=\"wide\"><table class=\"checks\">\n<thead><tr><th>status</th><th>line</th>"
      "<th>expected</th><th>quantity</th><th>measured</th><th>allowed</th><th>at [s]</th></tr>"
      "</thead>\n<tbody>\n";
  for (const bool passed : {false, true}) {
    for (const CaseCheck& check : result.checks) {
      if (check.passed == passed) add_check(html, check);
    }
  }
  return html + "</tbody></table></div>\n";
}

std::string figures_html(const std::vector<Chart>& charts, const std::string& id,
                         const FrameSize& size, PlotBudget& budget) {
  if (charts.empty()) return "";
  std::string html = "<div class=\"figures\">\n";
  int number = 0, left_out = 0;
  for (const Chart& chart : charts) {
    std::string figure;
    if (budget.left > 0) figure = svg_figure(chart, id + "-" + std::to_string(number++), size);
    if (budget.left == 0 || figure.size() > budget.left) {
      ++left_out;
      budget.left = 0;
      continue;
    }
    budget.left -= figure.size();
    html += figure;
  }
  html += "</div>\n";
  if (left_out == 0) return html;
  return html + "<p class=\"faint\">" + std::to_string(left_out) +
         " plots are omitted to limit the size of the page; a report of this case alone contains "
         "them</p>\n";
}

std::string plots_html(const CaseSection& section, PlotBudget& budget) {
  const CaseResult& result = *section.result;
  const std::string id = "plot-" + section.anchor;
  std::string html = figures_html(failed_charts(result), id, kLarge, budget);
  std::vector<Chart> others = overview_charts(result);
  if (result.status == CaseStatus::kPassed && others.size() > 2) others.resize(2);
  return html + figures_html(others, id + "-overview", kSmall, budget);
}

std::string troubles_html(const CaseSection& section) {
  const std::vector<CaseTrouble>& troubles = section.result->troubles;
  if (troubles.empty()) return "";
  std::string html = "<h3>Islands not solved to their tolerance</h3>\n<ul class=\"troubles\">\n";
  for (std::size_t i = 0; i < std::min(troubles.size(), kMostTroubles); ++i) {
    html.append("<li>step ").append(std::to_string(troubles[i].step)).append(", ");
    html.append(number_or_dash(troubles[i].time))
        .append(" s: ")
        .append(escaped(troubles[i].report));
    const std::string problem = i < section.problems.size() ? section.problems[i] : "";
    if (!problem.empty()) {
      html.append(", <a href=\"").append(escaped(problem)).append("\">captured problem</a>");
    } else if (!troubles[i].captured.empty()) {
      html.append(", captured problem (not readable): <code>");
      html.append(escaped(troubles[i].captured)).append("</code>");
    }
    html += "</li>\n";
  }
  html += "</ul>\n";
  if (troubles.size() <= kMostTroubles) return html;
  return html + "<p class=\"faint\">and " + std::to_string(troubles.size() - kMostTroubles) +
         " more</p>\n";
}

std::string commands_html(const CaseResult& result) {
  std::string captured;
  for (const CaseTrouble& trouble : result.troubles) {
    if (captured.empty()) captured = trouble.captured;
  }
  std::string html = "<h3>Reproduce</h3>\n<pre>";
  for (const std::string& command : commands_to_repeat(result, captured)) {
    html.append(escaped(command)).append("\n");
  }
  return html + "</pre>\n";
}

}  // namespace

std::string case_html(const CaseSection& section, PlotBudget& budget) {
  const CaseResult& result = *section.result;
  const auto held = std::count_if(result.checks.begin(), result.checks.end(),
                                  [](const CaseCheck& check) { return check.passed; });
  std::string html = "<details class=\"case\" id=\"" + section.anchor + "\"";
  html.append(section.open ? " open=\"open\">\n<summary>" : ">\n<summary>");
  html.append(status_html(result.status)).append(" <b>").append(escaped(result.id.label()));
  html.append("</b> <span class=\"faint\">");
  if (!result.checks.empty()) {
    html.append(std::to_string(held)).append(" of ").append(std::to_string(result.checks.size()));
    html.append(" expectations held");
  }
  html += "</span></summary>\n";
  if (!result.message.empty()) {
    html.append("<p class=\"message\">").append(escaped(result.message)).append("</p>\n");
  }
  if (!section.replay.empty()) {
    html.append("<p><a href=\"").append(escaped(section.replay));
    html.append("\">Replay of this run</a> with its contacts</p>\n");
  }
  html += facts_html(result) + checks_html(result) + plots_html(section, budget);
  html += troubles_html(section) + commands_html(result);
  return html + "</details>\n";
}

}  // namespace cardan::app

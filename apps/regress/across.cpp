#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "apps/regress/known_failures.h"
#include "apps/regress/sweep.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// A run of a group: its position on the axis and its value.
struct Member {
  std::string label;
  double at = kNaN;  ///< NaN: the axis has no numbers
  double value = kNaN;
};

struct Group {
  CaseId id;  ///< common to all its runs, without the axis
  std::vector<Member> members;
};

std::string take_axis(const std::string& axis, CaseId& id) {
  std::string value;
  if (axis == "solver") std::swap(value, id.solver);
  if (axis == "formulation") std::swap(value, id.formulation);
  for (auto entry = id.point.begin(); entry != id.point.end(); ++entry) {
    if (entry->first != axis) continue;
    value = entry->second;
    id.point.erase(entry);
    break;
  }
  return value;
}

double number_of(const std::string& text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc() && end == text.data() + text.size() ? value : kNaN;
}

bool same(const CaseId& a, const CaseId& b) {
  return a.scene == b.scene && a.file == b.file && a.formulation == b.formulation &&
         a.solver == b.solver && a.point == b.point;
}

double value_of(const CaseResult& result, const ExpectSpec& spec) {
  for (const CaseAcross& across : result.across) {
    if (across.line == spec.line) return across.value;
  }
  return kNaN;
}

bool takes_part(const CaseResult& result, const Scene& scene, const ExpectSpec& spec) {
  return result.id.scene == scene.name && result.id.file == scene.file &&
         result.status != CaseStatus::kSkipped && result.status != CaseStatus::kInterrupted &&
         spec.only.takes(result.id.formulation, result.id.solver);
}

std::vector<Group> groups_of(const Scene& scene, const ExpectSpec& spec,
                             const std::vector<CaseResult>& cases) {
  std::vector<Group> groups;
  for (const CaseResult& result : cases) {
    if (!takes_part(result, scene, spec)) continue;
    CaseId id = result.id;
    const std::string value = take_axis(spec.across.axis, id);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Group& one) { return same(one.id, id); });
    if (group == groups.end()) group = groups.insert(groups.end(), {id, {}});
    group->members.push_back({value, number_of(value), value_of(result, spec)});
  }
  return groups;
}

// Slope of log y over log x by least squares; NaN for fewer than two points.
double log_slope(const std::vector<std::pair<double, double>>& points) {
  const auto n = static_cast<double>(points.size());
  if (points.size() < 2) return kNaN;
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [x, y] : points) {
    const double u = std::log(x), v = std::log(y);
    sx += u;
    sy += v;
    sxx += u * u;
    sxy += u * v;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

// Order p of |x(s) − exact| ~ s^p. Without an exact value, x(s_i) − x(s_(i+1)) ~ s_i^p holds if the
// s decrease by a constant factor.
double order_of(const AcrossSpec& across, std::vector<Member> members) {
  std::sort(members.begin(), members.end(),
            [](const Member& a, const Member& b) { return a.at > b.at; });
  std::vector<std::pair<double, double>> errors;
  const std::size_t count = members.size() - (across.has_exact ? 0 : 1);
  for (std::size_t i = 0; i < count; ++i) {
    const double exact = across.has_exact ? across.exact : members[i + 1].value;
    errors.emplace_back(members[i].at, std::abs(members[i].value - exact));
  }
  return log_slope(errors);
}

double spread_of(const std::vector<Member>& members) {
  double least = members[0].value, greatest = least;
  for (const Member& member : members) {
    least = std::min(least, member.value);
    greatest = std::max(greatest, member.value);
  }
  return greatest - least;
}

CaseSeries series_of(const ExpectSpec& spec, std::vector<Member> members) {
  std::stable_sort(members.begin(), members.end(),
                   [](const Member& a, const Member& b) { return a.at < b.at; });
  CaseSeries series;
  series.name = spec.quantity + " over " + spec.across.axis;
  for (std::size_t i = 0; i < members.size(); ++i) {
    series.time.push_back(std::isnan(members[i].at) ? static_cast<double>(i) : members[i].at);
    series.value.push_back(members[i].value);
  }
  return series;
}

std::string values_text(const std::vector<Member>& members) {
  std::string text;
  for (const Member& member : members) {
    text.append(text.empty() ? "" : ", ").append(member.label).append(": ");
    text.append(number_text(member.value, 9));
  }
  return text;
}

CaseCheck check_of(const ExpectSpec& spec, const std::vector<Member>& members) {
  CaseCheck check;
  check.text = spec.text;
  check.line = spec.line;
  check.quantity = spec.quantity;
  check.lower = spec.band.lower;
  check.upper = spec.band.upper;
  check.series = 0;
  check.measured = kNaN;
  const bool order = spec.across.kind == AcrossSpec::Kind::kOrder;
  std::string missing;
  for (const Member& member : members) {
    if (!std::isfinite(member.value)) missing.append(" ").append(member.label);
  }
  if (!missing.empty()) {
    check.message = spec.quantity + ": no value at " + spec.across.axis + missing;
    return check;
  }
  check.measured = order ? order_of(spec.across, members) : spread_of(members);
  check.passed = check.measured >= check.lower && check.measured <= check.upper;
  char number[160];
  if (order) {
    std::snprintf(number, sizeof number, ": order %.4g in %s, expected %.4g to %.4g (",
                  check.measured, spec.across.axis.c_str(), check.lower, check.upper);
  } else {
    std::snprintf(number, sizeof number, ": spread %.4g over %s, expected at most %.4g (",
                  check.measured, spec.across.axis.c_str(), check.upper);
  }
  check.message = spec.quantity + number + values_text(members) + ")";
  return check;
}

std::string lonely_text(const ExpectSpec& spec) {
  std::string text = spec.quantity;
  text.append(" across ").append(spec.across.axis).append(" (line ");
  text.append(std::to_string(spec.line))
      .append("): only one run, but a comparison needs two or more; ");
  return text.append("to run the whole sweep, remove --only-own, --solvers and --formulations");
}

}  // namespace

std::vector<CaseResult> check_across(const Scene& scene, const std::vector<CaseResult>& cases) {
  std::vector<CaseResult> results;
  for (const ExpectSpec& spec : scene.expect) {
    if (spec.across.kind == AcrossSpec::Kind::kNone) continue;
    for (const Group& group : groups_of(scene, spec, cases)) {
      CaseResult result;
      result.id = group.id;
      result.id.point.emplace_back("across", spec.across.axis);
      result.tags = scene.tags;
      if (group.members.size() < 2) {
        result.status = CaseStatus::kSkipped;
        result.message = lonely_text(spec);
        results.push_back(std::move(result));
        continue;
      }
      result.checks.push_back(check_of(spec, group.members));
      result.series.push_back(series_of(spec, group.members));
      result.status = apply_known_failures(scene.known_failures, result);
      results.push_back(std::move(result));
    }
  }
  return results;
}

}  // namespace cardan::app

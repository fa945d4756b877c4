#include "apps/regress/junit.h"

#include <tinyxml2.h>

#include <ctime>

#include "apps/printable_text.h"
#include "apps/regress/case_words.h"

namespace cardan::app {

namespace {

struct Counts {
  int failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
};

Counts count(const CaseResult* first, const CaseResult* last) {
  Counts counts;
  for (; first != last; ++first) {
    counts.seconds += first->wall_seconds;
    switch (first->status) {
      case CaseStatus::kPassed:
        break;
      case CaseStatus::kFailed:
        ++counts.failures;
        break;
      case CaseStatus::kKnown:
      case CaseStatus::kSkipped:
        ++counts.skipped;
        break;
      default:
        ++counts.errors;
    }
  }
  return counts;
}

class Writer {
 public:
  std::string document(const std::vector<CaseResult>& results);

 private:
  void attribute(const char* name, const std::string& value) {
    printer_.PushAttribute(name, printable_text(value).c_str());
  }
  void element(const char* name, const std::string& text) {
    printer_.OpenElement(name);
    printer_.PushText(printable_text(text).c_str());
    printer_.CloseElement();
  }
  void attributes(const Counts& counts, std::ptrdiff_t tests);
  void suite(const CaseResult* first, const CaseResult* last);
  void test_case(const CaseResult& result);
  void verdict(const char* name, const std::string& message, const std::string& text,
               const char* type);
  void outcome(const CaseResult& result);

  tinyxml2::XMLPrinter printer_;
  std::string now_;
};

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6f", seconds);
  return text;
}

void Writer::attributes(const Counts& counts, std::ptrdiff_t tests) {
  attribute("tests", std::to_string(tests));
  attribute("failures", std::to_string(counts.failures));
  attribute("errors", std::to_string(counts.errors));
  attribute("skipped", std::to_string(counts.skipped));
  attribute("time", seconds_text(counts.seconds));
  attribute("timestamp", now_);
}

std::string pair_and_point(const CaseResult& result) {
  const CaseId& id = result.id;
  std::string text = id.formulation;
  if (!id.solver.empty()) text.append("/").append(id.solver);
  for (const auto& [axis, value] : id.point) {
    text.append(" ").append(axis).append("=").append(value);
  }
  return text.empty() ? "scene" : text;
}

// All failed expectations, with their lines.
std::string failed_checks(const CaseResult& result) {
  std::string text;
  for (const CaseCheck& check : result.checks) {
    if (check.passed) continue;
    text.append(result.id.file).append(":").append(std::to_string(check.line)).append(": ");
    text.append(check.message);
    if (check.known) text.append(" (known: ").append(check.because).append(")");
    text.append("\n    ").append(check.text).append("\n");
  }
  return text;
}

std::string first_reason(const CaseResult& result) {
  for (const CaseCheck& check : result.checks) {
    if (!check.passed && check.known) return "known: " + check.because + ": " + check.message;
  }
  return result.message;
}

void Writer::verdict(const char* name, const std::string& message, const std::string& text,
                     const char* type) {
  printer_.OpenElement(name);
  attribute("message", message);
  if (type != nullptr) attribute("type", type);
  printer_.PushText(printable_text(text.empty() ? message : text).c_str());
  printer_.CloseElement();
}

void Writer::outcome(const CaseResult& result) {
  switch (result.status) {
    case CaseStatus::kPassed:
      return;
    case CaseStatus::kFailed:
      return verdict("failure", headline(result), failed_checks(result), "expectation");
    case CaseStatus::kKnown:
      return verdict("skipped", first_reason(result), failed_checks(result), nullptr);
    case CaseStatus::kSkipped:
      return verdict("skipped", result.message, "", nullptr);
    default: {
      std::string text = result.id.file + ": " + result.message + "\n" + failed_checks(result);
      verdict("error", result.message, text, name_of(result.status));
    }
  }
}

void Writer::test_case(const CaseResult& result) {
  printer_.OpenElement("testcase");
  attribute("classname", result.id.scene);
  attribute("name", pair_and_point(result));
  attribute("time", seconds_text(result.wall_seconds));
  attribute("file", result.id.file);
  outcome(result);
  char numbers[256];
  std::snprintf(numbers, sizeof numbers,
                "%lld steps of %g s, worst residual %.3e m/s, deepest penetration %.3e m, "
                "%lld fallbacks, %lld failed islands",
                static_cast<long long>(result.steps), result.step, result.worst_residual,
                result.max_penetration, static_cast<long long>(result.fallbacks),
                static_cast<long long>(result.failed_islands));
  if (result.steps > 0) element("system-out", numbers);
  std::string trouble;
  for (const CaseTrouble& one : result.troubles) {
    trouble.append(one.report);
    if (!one.captured.empty()) trouble.append(" (").append(one.captured).append(")");
    trouble.append("\n");
  }
  trouble.append(result.printed);
  if (!trouble.empty()) element("system-err", trouble);
  printer_.CloseElement();
}

void Writer::suite(const CaseResult* first, const CaseResult* last) {
  printer_.OpenElement("testsuite");
  attribute("name", first->id.scene);
  attributes(count(first, last), last - first);
  for (; first != last; ++first) test_case(*first);
  printer_.CloseElement();
}

std::string Writer::document(const std::vector<CaseResult>& results) {
  now_ = time_stamp();
  const CaseResult *first = results.data(), *end = first + results.size();
  printer_.PushHeader(false, true);
  printer_.OpenElement("testsuites");
  attribute("name", "cardan regress");
  attributes(count(first, end), end - first);
  while (first != end) {
    const CaseResult* last = first;
    while (last != end && last->id.file == first->id.file) ++last;
    suite(first, last);
    first = last;
  }
  printer_.CloseElement();
  return printer_.CStr();
}

}  // namespace

std::string time_stamp() {
  const std::time_t now = std::time(nullptr);
  std::tm broken = {};
  ::gmtime_r(&now, &broken);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &broken);
  return stamp;
}

std::string junit_of(const std::vector<CaseResult>& results) {
  Writer writer;
  return writer.document(results);
}

}  // namespace cardan::app

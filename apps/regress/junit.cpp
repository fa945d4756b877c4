#include "junit.h"

#include <tinyxml2.h>

#include <cstdint>
#include <ctime>

namespace cardan::app {

namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Length of the UTF-8 sequence that begins at p and holds a character of XML 1.0; 0: none does.
std::size_t character_length(const std::string& text, std::size_t p) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(p);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4) return 0;
  std::uint32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(p + i) & 0xC0U) != 0x80U) return 0;
    code = code << 6 | (byte(p + i) & 0x3FU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF, none = code == 0xFFFE || code == 0xFFFF;
  return code < kLeast[length] || code > 0x10FFFF || surrogate || none ? 0 : length;
}

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

// Every expectation that did not hold, with its line.
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

std::string first_failure(const CaseResult& result) {
  for (const CaseCheck& check : result.checks) {
    if (!check.passed && !check.known) return check.message;
  }
  return result.message;
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
      return verdict("failure", first_failure(result), failed_checks(result), "expectation");
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

std::string printable_text(const std::string& text) {
  std::string good;
  for (std::size_t p = 0; p < text.size();) {
    const std::size_t length = character_length(text, p);
    if (length == 0) {
      good.append(kReplacement);
      ++p;
    } else {
      good.append(text, p, length);
      p += length;
    }
  }
  return good;
}

std::string junit_of(const std::vector<CaseResult>& results) {
  Writer writer;
  return writer.document(results);
}

}  // namespace cardan::app

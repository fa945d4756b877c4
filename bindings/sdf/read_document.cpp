#include <algorithm>

#include "cardan/core/error.h"
#include "cardan/sdf/read_internal.h"

namespace cardan::sdformat {

namespace {

// Findings that libsdformat itself only warns about.
bool is_warning(::sdf::ErrorCode code) {
  switch (code) {
    case ::sdf::ErrorCode::ATTRIBUTE_DEPRECATED:
    case ::sdf::ErrorCode::ATTRIBUTE_INCORRECT_TYPE:
    case ::sdf::ErrorCode::ELEMENT_DEPRECATED:
    case ::sdf::ErrorCode::ELEMENT_INCORRECT_TYPE:
    case ::sdf::ErrorCode::VERSION_DEPRECATED:
      return true;
    default:
      return false;
  }
}

// The elements around a defect, and the text that could not be read.
bool repeats(const ::sdf::Error& error) {
  return error.Code() == ::sdf::ErrorCode::STRING_READ ||
         error.Message().compare(0, 21, "Error reading element") == 0;
}

std::string first_line(std::string message) {
  constexpr std::size_t kMost = 300;
  std::replace(message.begin(), message.end(), '\n', ' ');
  while (!message.empty() && message.back() == ' ') message.pop_back();
  if (message.size() > kMost) message = message.substr(0, kMost) + "...";
  return message;
}

void add_findings(Context& context, const ::sdf::Errors& errors) {
  bool failed = false;
  for (const ::sdf::Error& error : errors) {
    if (failed && repeats(error)) continue;
    const bool warning = is_warning(error.Code());
    failed = failed || !warning;
    std::string file = error.FilePath().value_or("");
    if (file.empty() || file[0] == '<') file = context.label;
    context.scene.diagnostics.push_back({warning ? Severity::kWarning : Severity::kError, file,
                                         error.LineNumber().value_or(0), "",
                                         first_line(error.Message())});
  }
}

}  // namespace

bool read_document(Context& context, const std::string& text,
                   const std::map<std::string, std::string>& includes, ::sdf::Root& root) {
  ::sdf::ParserConfig config;
  config.SetWarningsPolicy(::sdf::EnforcementPolicy::ERR);
  config.SetUnrecognizedElementsPolicy(::sdf::EnforcementPolicy::ERR);
  config.SetFindCallback([&](const std::string& uri) {
    const auto found = includes.find(uri);
    return found == includes.end() ? std::string() : found->second;
  });
  std::string broken;
  try {
    add_findings(context, root.LoadSdfString(text, config));
  } catch (const ::sdf::Exception& fault) {
    broken = fault.GetErrorStr();
  } catch (const std::exception& fault) {
    broken = fault.what();
  }
  if (!broken.empty())
    context.scene.diagnostics.push_back(
        {Severity::kError, context.label, 0, "", "libsdformat fails: " + first_line(broken)});
  return !context.failed();
}

}  // namespace cardan::sdformat

#include <algorithm>
#include <cstdlib>
#include <sdf/ParserConfig.hh>
#include <sstream>
#include <stdexcept>

#include "bindings/sdf/read.h"
#include "cardan/error.h"

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

// Names that cardan reads and this libsdformat does not know (scan_text, inertia_of), and sensors
// of unknown type, which add_sensors leaves out.
bool is_read_here(const ::sdf::Error& error) {
  const std::string& text = error.Message();
  return text.find("[auto] in element[inertial]") != text.npos ||
         text.find("Element[density], child of element[inertial]") != text.npos ||
         text.find("Element[density], child of element[collision]") != text.npos ||
         text.find("provided sensor type is missing or invalid") != text.npos;
}

// libsdformat only prints the errors of a file that a merged or nested model includes, each as
// "Error Code N: [PATH:FILE:LLINE]: Msg: TEXT".
::sdf::Errors printed_errors(const std::string& said) {
  constexpr std::string_view kBegin = "Error Code ", kMessage = ": Msg: ";
  ::sdf::Errors errors;
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(kBegin, 0) != 0) continue;
    const std::size_t message = line.find(kMessage);
    if (message == line.npos) continue;
    const auto code =
        static_cast<::sdf::ErrorCode>(std::strtol(line.c_str() + kBegin.size(), nullptr, 10));
    const std::string place = line.substr(0, message),
                      text = line.substr(message + kMessage.size());
    // The name of a file may have colons, and an XML path may have more of them: the file begins
    // after the last ":/".
    const std::size_t number = place.rfind(":L"), file = place.rfind(":/", number);
    if (number == place.npos || file == place.npos) {
      errors.emplace_back(code, text);
    } else {
      errors.emplace_back(code, text, place.substr(file + 1, number - file - 1),
                          std::atoi(place.c_str() + number + 2));
    }
  }
  return errors;
}

void add_findings(Context& context, const ::sdf::Errors& errors) {
  bool failed = false;
  for (const ::sdf::Error& error : errors) {
    if ((failed && repeats(error)) || is_read_here(error)) continue;
    const bool warning = is_warning(error.Code());
    failed = failed || !warning;
    std::string file = error.FilePath().value_or("");
    if (file.empty() || file[0] == '<') file = context.label;
    context.scene.diagnostics.push_back({warning ? Severity::kWarning : Severity::kError, file,
                                         error.LineNumber().value_or(0), "",
                                         first_line(error.Message())});
  }
}

/// Makes a configuration that of files within files, for which libsdformat 12 uses a global one.
class GlobalConfig {
 public:
  explicit GlobalConfig(const ::sdf::ParserConfig& config)
      : before_(::sdf::ParserConfig::GlobalConfig()) {
    ::sdf::ParserConfig::GlobalConfig() = config;
  }
  ~GlobalConfig() { ::sdf::ParserConfig::GlobalConfig() = before_; }
  GlobalConfig(const GlobalConfig&) = delete;
  GlobalConfig& operator=(const GlobalConfig&) = delete;

 private:
  ::sdf::ParserConfig before_;
};

}  // namespace

bool read_document(Context& context, const std::string& text,
                   const std::map<std::string, std::string>& includes, const Silence& silence,
                   ::sdf::Root& root) {
  ::sdf::ParserConfig config;
  config.SetWarningsPolicy(::sdf::EnforcementPolicy::ERR);
  config.SetUnrecognizedElementsPolicy(::sdf::EnforcementPolicy::ERR);
  config.SetFindCallback([&](const std::string& uri) {
    const auto found = includes.find(trimmed(uri));
    return found == includes.end() ? std::string() : found->second;
  });
  const GlobalConfig global(config);
  std::string broken;
  try {
    const ::sdf::Errors errors = root.LoadSdfString(text, config);
    add_findings(context, printed_errors(silence.said()));  // causes of the errors that follow
    if (!context.failed()) add_findings(context, errors);
  } catch (const ::sdf::Exception& fault) {
    broken = fault.GetErrorStr();
  } catch (const std::logic_error&) {  // std::stoi, or a string made of a null pointer
    broken = "an element or an attribute has no value, or one that is not a number";
  } catch (const std::exception& fault) {
    broken = fault.what();
  }
  if (!broken.empty())
    context.scene.diagnostics.push_back(
        {Severity::kError, context.label, 0, "", "libsdformat fails: " + first_line(broken)});
  return !context.failed();
}

}  // namespace cardan::sdformat

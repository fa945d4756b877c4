#include "apps/regress/case_process.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "apps/process/interrupt_guard.h"
#include "apps/process/stop_request.h"
#include "cardan/error.h"
#include "core/number_text.h"

namespace cardan::app {

namespace {

const char* text_of(SeriesKept kept) {
  switch (kept) {
    case SeriesKept::kNone:
      return "none";
    case SeriesKept::kFailed:
      return "failed";
    case SeriesKept::kAll:
      break;
  }
  return "all";
}

std::string with_last_line(std::string what, const std::string& printed) {
  const std::string line = last_line(printed);
  if (!line.empty()) what.append("; its last line: ").append(line);
  return what;
}

std::string why_no_result(const ChildEnd& end) {
  if (end.kind == ChildEnd::Kind::kSignalled) {
    return "the process was ended by " + name_of_signal(end.code);
  }
  return "the process ended with code " + std::to_string(end.code) + " without a result";
}

}  // namespace

ChildJob case_job(const CaseRequest& request) {
  ChildJob job;
  std::vector<std::string>& arguments = job.arguments;
  // One word each, since values may start with a dash.
  const auto add = [&](const std::string& name, const std::string& value) {
    arguments.push_back("--" + name + "=" + value);
  };
  arguments.emplace_back(kCaseCommand);
  add("file", request.id.file);
  add("scene", request.id.scene);
  add("formulation", request.id.formulation);
  add("solver", request.id.solver);
  for (const auto& [axis, value] : request.id.point) {
    add("at", std::string(axis).append("=").append(value));
  }
  for (const std::string& folder : request.plugins) add("plugins", folder);
  add("threads", std::to_string(request.threads));
  if (request.duration >= 0) add("duration", number_text(request.duration, 17));
  add("series", text_of(request.series));
  if (!request.capture_folder.empty()) {
    add("capture-dir", request.capture_folder);
    add("capture-limit", std::to_string(request.capture_limit));
  }
  if (!request.replay_page.empty()) add("replay-page", request.replay_page);
  if (request.record_golden) arguments.emplace_back("--record-golden");
  return job;
}

CaseResult result_of(const CaseRequest& request, const ChildEnd& end, double limit) {
  CaseResult result;
  bool handed_over = false;
  std::string unreadable;
  if (!end.result.empty()) {
    try {
      result = parse_case_result(end.result);
      handed_over = true;
    } catch (const Error& error) {
      unreadable = error.what();
    }
  }
  result.printed = end.printed;
  if (!handed_over) {
    result.id = request.id;
    result.wall_seconds = end.seconds;
  }
  const std::string reached =
      handed_over && result.steps > 0
          ? " at t = " + number_text(result.simulated, 17).substr(0, 8) + " s of the simulation"
          : "";
  switch (end.kind) {
    case ChildEnd::Kind::kTimedOut:
      if (!handed_over || result.status != CaseStatus::kKnown)
        result.status = CaseStatus::kTimedOut;
      char text[64];
      std::snprintf(text, sizeof text, "ended at the limit of %g s", limit);
      result.message = with_last_line(text + reached, handed_over ? "" : end.printed);
      break;
    case ChildEnd::Kind::kInterrupted:
      result.status = CaseStatus::kInterrupted;
      result.message = "interrupted" + reached;
      break;
    case ChildEnd::Kind::kSignalled:
    case ChildEnd::Kind::kExited:
      // A process that crashes during exit, after its result, counts as crashed.
      if (handed_over && end.kind == ChildEnd::Kind::kExited && end.code == 0) break;
      result.status = CaseStatus::kCrashed;
      result.message = with_last_line(why_no_result(end), end.printed);
      if (!unreadable.empty()) result.message.append("; ").append(unreadable);
      break;
  }
  return result;
}

void run_case_and_hand_over(CaseRequest request) {
  take_sigterm_as_stop_request();
  request.stop = [] { return stop_requested().load(); };
  const std::string text = case_result_json(run_case(request));
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t more = ::write(kResultDescriptor, text.data() + written, text.size() - written);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) throw Error("no process reads the result", kCaseCommand, "use cardan regress");
    written += static_cast<std::size_t>(more);
  }
  ::close(kResultDescriptor);
}

}  // namespace cardan::app

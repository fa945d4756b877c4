#include "page_document.h"

#include "web_bundle.h"

namespace cardan::view {

namespace {

// Text for an element of HTML.
std::string element_text(const std::string& plain) {
  std::string text;
  for (const char c : plain) {
    if (c == '&') {
      text.append("&amp;");
    } else if (c == '<') {
      text.append("&lt;");
    } else {
      text.push_back(c);
    }
  }
  return text;
}

// The page cannot ask any server for anything; a live page talks to its own program alone.
std::string security_policy(const PageDocument& page) {
  std::string policy =
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
      "img-src data: blob:; form-action 'none'; base-uri 'none'";
  if (!page.socket.empty()) policy.append("; connect-src ").append(page.socket);
  return policy;
}

}  // namespace

std::string document_text(const PageDocument& page) {
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  text.append(security_policy(page));
  text.append(
      "\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>");
  text.append(element_text(page.title)).append("</title>\n<style>\n").append(viewer_css());
  text.append(page.style).append("</style>\n</head>\n<body>\n");
  text.append("<noscript>This page needs JavaScript.</noscript>\n").append(page.markup);
  text.append("<script type=\"application/json\" id=\"head\">");
  text.append(page.head).append("</script>\n").append(page.chunks);
  text.append("<script>\n").append(viewer_js()).append("</script>\n</body>\n</html>\n");
  return text;
}

}  // namespace cardan::view

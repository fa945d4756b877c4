#include "view/page_document.h"

#include "view/content_hash.h"
#include "view/web_bundle.h"

namespace cardan::view {

namespace {

// Escapes text for an HTML element.
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

const std::string& script() {
  static const std::string kScript = std::string("\n").append(viewer_js());
  return kScript;
}

// The page cannot contact any server; a live page can contact only its own program. Only this
// script and this style are allowed.
std::string security_policy(const PageDocument& page, const std::string& style) {
  static const std::string kScriptHash = content_hash(script());
  std::string policy = "default-src 'none'; script-src ";
  policy.append(kScriptHash).append("; style-src ").append(content_hash(style));
  policy.append("; img-src data: blob:; form-action 'none'; base-uri 'none'");
  if (!page.socket.empty()) policy.append("; connect-src ").append(page.socket);
  return policy;
}

}  // namespace

std::string document_text(const PageDocument& page) {
  const std::string style = std::string("\n").append(viewer_css()).append(page.style);
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"";
  text.append(security_policy(page, style));
  text.append(
      "\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>");
  text.append(element_text(page.title)).append("</title>\n<style>").append(style);
  text.append("</style>\n</head>\n<body>\n");
  text.append("<noscript>This page needs JavaScript.</noscript>\n").append(page.markup);
  text.append("<script type=\"application/json\" id=\"head\">");
  text.append(page.head).append("</script>\n").append(page.chunks);
  text.append("<script>").append(script()).append("</script>\n</body>\n</html>\n");
  return text;
}

}  // namespace cardan::view

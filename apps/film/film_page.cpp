#include "apps/film/film_page.h"

#include <chrono>
#include <fstream>
#include <sstream>
#include <string_view>
#include <thread>

#include "cardan/error.h"

namespace cardan::app {

namespace {

using Json = nlohmann::json;

// Decodes Base64 [RFC 4648]; other characters are skipped.
std::string from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<unsigned, 256> digit_of{};
  digit_of.fill(kDigits.size());
  for (unsigned k = 0; k < kDigits.size(); ++k)
    digit_of[static_cast<unsigned char>(kDigits[k])] = k;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  unsigned buffer = 0, bits = 0;
  for (const char c : text) {
    const unsigned digit = digit_of[static_cast<unsigned char>(c)];
    if (digit == kDigits.size()) continue;
    buffer = (buffer << 6U | digit) & 0xffffU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<char>(buffer >> bits & 0xffU));
  }
  return bytes;
}

// Letters, digits and "/._-" are kept; all other characters are percent-encoded.
std::string file_address(const std::string& file) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string address = "file://";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/._-").find(c) != std::string_view::npos;
    if (plain) {
      address.push_back(c);
    } else {
      address.append({'%', kHex[byte >> 4U], kHex[byte & 0xfU]});
    }
  }
  return address;
}

}  // namespace

FilmPage::FilmPage(const std::string& page, const FilmLook& look)
    : browser_(require_chromium(), scratch_) {
  const std::string file = scratch_.file("page.html");
  if (!(std::ofstream(file, std::ios::binary) << page << std::flush))
    throw Error("cannot be written", file, "free some space, or set TMPDIR");
  browser_.call("Emulation.setDeviceMetricsOverride", {{"width", look.size[0]},
                                                       {"height", look.size[1]},
                                                       {"deviceScaleFactor", 1},
                                                       {"mobile", false}});
  const Json theme = {{"name", "prefers-color-scheme"}, {"value", look.dark ? "dark" : "light"}};
  browser_.call("Emulation.setEmulatedMedia", {{"features", Json::array({theme})}});
  open(file);
  // The canvas takes on its new size only after a frame.
  browser_.value_of(
      "cardan.film();"
      "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))");
  if (look.camera) {
    std::ostringstream text;
    text << "cardan.look(" << look.camera->azimuth << "," << look.camera->elevation << ","
         << look.camera->zoom << ")";
    browser_.value_of(text.str());
  }
}

void FilmPage::open(const std::string& file) {
  browser_.call("Page.navigate", {{"url", file_address(file)}});
  const char* const state =
      "document.querySelector('.failure')?.textContent ?? document.documentElement?.dataset.ready";
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  for (;;) {
    const Json found = browser_.value_of(state);
    if (found == "true") return;
    if (found.is_string()) throw Error(found.get<std::string>(), "page", "update Chromium");
    if (std::chrono::steady_clock::now() > end)
      throw Error("the page did not open within 5 minutes", "Chromium",
                  "take fewer frames (--rate)");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

std::string FilmPage::picture(std::size_t frame, const std::string& format) {
  browser_.value_of("cardan.seekFrame(" + std::to_string(frame) + "); cardan.draw()");
  Json parameters = {{"format", format}};
  constexpr int kQuality = 90;
  if (format != "png") parameters["quality"] = kQuality;
  return from_base64(
      browser_.call("Page.captureScreenshot", parameters).value("data", std::string()));
}

}  // namespace cardan::app

#include "apps/html_page.h"

#include <cmath>

#include "apps/plot/markup.h"
#include "apps/plot/svg.h"
#include "core/number_text.h"
#include "view/content_hash.h"

namespace cardan::app {

namespace {

// Every status is also a word, so that colour is never the only cue.
constexpr const char* kStyle =
    ":root{color-scheme:light dark;--ink:#1c1e21;--paper:#fff;--faint:#5a6068;--line:#d0d4d9;"
    "--shade:#f4f5f7;--link:#0a58a8;--good:#1a6b3c;--good-paper:#e2f4e8;--bad:#a11a1a;"
    "--bad-paper:#fde5e3;--known:#7a4d00;--known-paper:#fdf0d2}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#e3e5e8;--paper:#15171b;"
    "--faint:#a3a9b2;--line:#3a3f47;--shade:#1e2126;--link:#7cb8f5;--good:#7ddc9f;"
    "--good-paper:#12301f;--bad:#ff9d94;--bad-paper:#42181a;--known:#f0c36a;"
    "--known-paper:#3a2c0e}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);"
    "max-width:76rem;margin:0 auto;padding:1rem}\n"
    "h1{font-size:1.5rem;margin:.3rem 0}h2{font-size:1.2rem;margin:1.6rem 0 .5rem}"
    "h3{font-size:1rem;margin:1rem 0 .3rem}p{margin:.4rem 0}a{color:var(--link)}\n"
    "code,pre{font:13px/1.45 ui-monospace,monospace}"
    "pre{background:var(--shade);border:1px solid var(--line);border-radius:4px;"
    "padding:.5rem .7rem;overflow-x:auto;margin:.4rem "
    "0}code{overflow-wrap:anywhere}td{overflow-wrap:break-word}\n"
    ".wide{overflow-x:auto;margin:.4rem 0}"
    "table{border-collapse:collapse;font-size:.9rem}"
    "th,td{border:1px solid var(--line);padding:.2rem .5rem;text-align:left;vertical-align:top}"
    "thead th{background:var(--shade)}td.number{text-align:right;white-space:nowrap;"
    "font-variant-numeric:tabular-nums}\n"
    ".faint{color:var(--faint)}.status{display:inline-block;border-radius:3px;padding:0 .4rem;"
    "font-weight:600;white-space:nowrap;text-decoration:none}"
    ".passed{color:var(--good);background:var(--good-paper)}"
    ".failed,.error,.crashed,.timed_out{color:var(--bad);background:var(--bad-paper)}"
    ".known,.interrupted{color:var(--known);background:var(--known-paper)}"
    ".skipped{color:var(--faint);background:var(--shade)}\n"
    ".figures{margin:.6rem 0;display:flex;flex-wrap:wrap;gap:.6rem;align-items:flex-start}"
    ".figures svg{max-width:100%;height:auto;border:1px solid var(--line);border-radius:4px}\n"
    ".matrix tbody th{position:sticky;left:0;background:var(--paper);max-width:16rem;"
    "overflow-wrap:break-word}.matrix td{padding:.15rem .3rem;text-align:center}"
    ".facts{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:.5rem 0}.facts div{min-width:0}"
    "dt{font-size:.8rem;color:var(--faint)}dd{margin:0;overflow-wrap:anywhere}"
    ".checks td:nth-child(3){min-width:16rem}.message{font-weight:600;color:var(--bad)}\n"
    "details{border:1px solid var(--line);border-radius:4px;margin:.5rem 0;padding:.3rem .7rem}"
    "summary{cursor:pointer;overflow-wrap:anywhere}\n"
    "@media print{body{max-width:none;padding:0;font-size:10pt}details,svg,tr"
    "{break-inside:avoid}details[open]{break-inside:auto}a{color:inherit}"
    ".wide,pre{overflow:visible;white-space:pre-wrap}}\n";

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  const std::string style = "\n" + (kStyle + svg_style());
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ";
  page.append(view::content_hash(style)).append("\"/>\n<title>");
  page.append(escaped(title)).append("</title>\n<style>").append(style);
  page.append("</style>\n</head>\n<body>\n").append(body).append("</body>\n</html>\n");
  return page;
}

std::string number_or_dash(double value) { return std::isnan(value) ? "-" : number_text(value); }

}  // namespace cardan::app

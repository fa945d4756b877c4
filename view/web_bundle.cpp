#include "view/web_bundle.h"

// The assembler copies the files, which is fast; the compiler does not process their bytes.
#define CARDAN_EMBED(name, file)                                                 \
  __asm__(".pushsection .rodata\n" #name "_begin:\n.incbin \"" file "\"\n" #name \
          "_end:\n"                                                              \
          ".byte 0\n.popsection\n");                                             \
  extern "C" {                                                                   \
  extern const char name##_begin[] __attribute__((visibility("hidden")));        \
  extern const char name##_end[] __attribute__((visibility("hidden")));          \
  }

CARDAN_EMBED(cardan_viewer_js, CARDAN_VIEWER_JS)
CARDAN_EMBED(cardan_viewer_css, CARDAN_VIEWER_CSS)

namespace cardan::view {

std::string_view viewer_js() { return {cardan_viewer_js_begin, cardan_viewer_js_end}; }
std::string_view viewer_css() { return {cardan_viewer_css_begin, cardan_viewer_css_end}; }

}  // namespace cardan::view

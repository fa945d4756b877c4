#include "apps/page_notes.h"

#include <iostream>

#include "apps/printable_text.h"

namespace cardan::app {

void print_notes(const view::ReplayData& data) {
  constexpr std::size_t kMost = 5;
  std::size_t printed = 0;
  for (const std::string& note : data.notes) {
    if (printed++ == kMost) break;
    std::cerr << "cardan: note: " << one_line_text(note) << std::endl;
  }
  if (data.notes.size() > kMost)
    std::cerr << "cardan: note: " << data.notes.size() - kMost
              << " more notes are listed on the page (press ?)" << std::endl;
}

}  // namespace cardan::app

#include <string>

#include "cardan/error.h"

namespace cardan {

void fail_moved_from(const char* what) {
  throw Error(std::string(what).append(" was moved from"), "",
              "use the object that it was moved into");
}

}  // namespace cardan

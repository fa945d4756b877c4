#include "cardan/core/alive.h"

#include <string>

#include "cardan/core/error.h"

namespace cardan {

void fail_moved_from(const char* what) {
  throw Error(std::string(what).append(" was moved from"), "",
              "use the object that it was moved into");
}

}  // namespace cardan

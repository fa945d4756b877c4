#include <iostream>

#include "apps/commands.h"
#include "cardan/scene_schema.h"

namespace cardan::app {

void add_schema_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("schema", "Print the JSON Schema of scene files, for editors");
  command->callback([&exit_code] {
    std::cout << scene_schema();
    exit_code = kDone;
  });
}

}  // namespace cardan::app

// What both ways of grading, files and examples, share: from items to an exit status.
#pragma once

#include <vector>

#include "client/cli/command.h"
#include "client/cli/grading.h"

namespace leap::cli {

// The items of `leap grade FILE...`; throws std::runtime_error that names every file that cannot be graded.
std::vector<Item> file_items(TaskShelf& shelf, const GradeCommand& command);

// The items of `leap grade --examples`: each task's baseline and example solutions. A task that cannot be read becomes
// an item with the verdict bad_definition.
std::vector<Item> example_items(TaskShelf& shelf, const GradeCommand& command);

}  // namespace leap::cli

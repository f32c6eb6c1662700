#include "client/cli/run.h"

int main(int argc, char** argv) { return leap::cli::run(argc, argv); }

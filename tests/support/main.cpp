// The main function of the test programs, where Catch2 brings none (see tests/CMakeLists.txt).
#define CATCH_CONFIG_MAIN
#include "catch.hpp"

// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the test that its first argument names. A program with a single test needs no name.
#include <cstdio>
#include <map>
#include <string>

#include "tests/main/registered_test.h"

namespace stepzero {

namespace {

std::map<std::string, TestMain>& tests()
{
    static std::map<std::string, TestMain> all;
    return all;
}

/// Returns NAME for …/tst_NAME.cpp.
std::string name_of(const std::string& file)
{
    const std::size_t begin = file.rfind('/') + 1 + std::string("tst_").size();
    return file.substr(begin, file.rfind('.') - begin);
}

}   // namespace

RegisteredTest::RegisteredTest(const char* file, TestMain main) { tests().emplace(name_of(file), main); }

}   // namespace stepzero

int main(int argc, char** argv)
{
    const auto& tests = stepzero::tests();
    const auto test = argc > 1 ? tests.find(argv[1]) : tests.end();
    if (test != tests.end()) {
        argv[1] = argv[0];
        return test->second(argc - 1, argv + 1);
    }
    if (tests.size() == 1)
        return tests.begin()->second(argc, argv);
    std::fprintf(stderr, "usage: %s TEST [ARGUMENTS OF QT TEST], where TEST is one of\n", argv[0]);
    for (const auto& [name, main] : tests)
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}

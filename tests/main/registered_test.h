// SPDX-License-Identifier: GPL-3.0-or-later
// A file tst_NAME.cpp is the test NAME of its folder's program. The files of a folder form one program, because most of
// their compilation is the same headers. Each file has its code in a separate namespace, so that several can be
// compiled together, and a line STEPZERO_TEST in it.
//
//     test_core activation [ARGUMENTS OF QT TEST]
//
// Qt 6.4's moc loses track of a namespace at a raw string with an odd number of quotation marks inside, such as R"(")":
// write "\"".
#pragma once

#include <QTest>
#ifdef QT_WIDGETS_LIB
#include <QApplication>
#else
#include <QCoreApplication>
#endif

namespace stepzero {

/// Runs a test as main() would; returns the exit status.
using TestMain = int (*)(int argc, char** argv);

/// A static object of this type adds a test to its program. The name is NAME for a `file` …/tst_NAME.cpp.
struct RegisteredTest {
    RegisteredTest(const char* file, TestMain main);
};

/// For tests that need no Qt application.
struct NoApplication {
    NoApplication(int&, char**) { }
};

/// Runs the slots of a `Test` in an `Application`.
template <class Test, class Application>
int test_main(int argc, char** argv)
{
    [[maybe_unused]] const Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);   // as QTEST_MAIN does
    Test test;
    return QTest::qExec(&test, argc, argv);
}

}   // namespace stepzero

/// Registers the class `Test`, whose slots run in an `Application`: QApplication, QCoreApplication or NoApplication.
#define STEPZERO_TEST(Test, Application) STEPZERO_TEST_MAIN((stepzero::test_main<Test, Application>))
/// Registers a test with its TestMain.
#define STEPZERO_TEST_MAIN(main) static const stepzero::RegisteredTest registered_test(__FILE__, main);

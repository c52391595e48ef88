// SPDX-License-Identifier: GPL-3.0-or-later
// The results that `stepzero doctor` accepts, and its advice.
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <unistd.h>

#include "app/commands/checks.h"
#include "tests/app/program.h"
#include "tests/main/registered_test.h"

namespace tst_doctor {

using namespace stepzero;

class TestDoctor : public QObject {
    Q_OBJECT

private slots:
    void a_good_machine_needs_no_advice()
    {
        for (const Check& check : {check_display({}, "wayland"),
                 check_platforms("/p", {"libqoffscreen.so", "libqwayland-egl.so", "libqxcb.so"}), check_fonts(1, 5, 1),
                 check_cores(8, {}), check_cores(8, 8.0), check_memory(16e9), check_vectors("v4", "AVX-512", "v4"),
                 check_vectors("native", "AVX2", "v4"), check_locale("de_DE.UTF-8", true, "UTF-8")})
            QVERIFY2(check.advice.empty() && !check.found.empty(), check.subject.english().c_str());
    }

    void what_is_missing_is_advised()
    {
        const auto advises = [](const Check& check, const char* word) {
            return check.advice.english().find(word) != std::string::npos;
        };
        QVERIFY(advises(check_display(Text::name("there is no display"), ""), "ssh -X"));
        QVERIFY(advises(check_platforms("/p", {}), "offscreen"));
        QVERIFY(advises(check_platforms("/p", {"libqoffscreen.so"}), "qt6-wayland"));
        QVERIFY(advises(check_platforms("/p", {"libqxcb.so"}), "libqt6gui6"));
        QVERIFY(check_platforms("/p", {"libqxcb.so", "libqoffscreen.so"}).advice.empty());
        QVERIFY(advises(check_fonts(0, 5, 1), "another typeface"));
        QVERIFY(advises(check_fonts(1, 0, 0), "fonts-dejavu-core"));
        QVERIFY(advises(check_fonts(1, 5, 0), "fonts-droid-fallback"));
        QVERIFY(advises(check_cores(8, 2.5), "taskset -c 0-1"));
        QVERIFY(advises(check_cores(8, 0.5), "taskset -c 0-0"));
        QVERIFY(advises(check_cores(1, {}), "slowly"));
        QVERIFY(advises(check_memory(5e8), "1.2 GiB"));
        QVERIFY(advises(check_vectors("baseline", "SSE2", "v3"), "glibc 2.33"));
        QVERIFY(advises(check_locale("xx_XX", false, "ANSI_X3.4-1968"), "dpkg-reconfigure"));
        QVERIFY(advises(check_locale("C", true, "ANSI_X3.4-1968"), "UTF-8"));
    }

    void a_container_s_share_of_the_processors()
    {
        QVERIFY(quota_of("150000 100000\n") == 1.5);
        QVERIFY(!quota_of("max 100000\n"));
        QVERIFY(!quota_of(""));
    }

    void folders_are_written_to_and_left_as_they_were()
    {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        QVERIFY(check_folder(Text::name("settings"), path).advice.empty());
        QVERIFY(check_folder(Text::name("settings"), path + "/not/yet/there").advice.empty());
        QCOMPARE(all_files(folder.path()), QStringList());
        write(folder.path() + "/file", "x");
        QVERIFY(check_folder(Text::name("settings"), path + "/file/below").advice.english().find("not a folder")
            != std::string::npos);
        if (geteuid() == 0)
            return;   // root may write anywhere
        QVERIFY(QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::ExeOwner));
        QVERIFY(!check_folder(Text::name("settings"), path).advice.empty());
        QVERIFY(QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    void the_python_package_is_wanted_with_pytorch()
    {
        QVERIFY(check_python(true, "/usr/lib/python3/dist-packages/stepzero/__init__.py", true).advice.empty());
        QVERIFY(!check_python(true, "/usr/lib/python3/dist-packages/stepzero/__init__.py", false).advice.empty());
        QVERIFY(!check_python(true, "", true).advice.empty());
        QVERIFY(!check_python(false, "", false).advice.empty());
        QVERIFY(check_python(false, "", false).severity == Severity::note);   // all else works without
        // A package of this name in PYTHONPATH is found, without running it.
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("stepzero"));
        write(folder.path() + "/stepzero/__init__.py", "raise SystemExit('it was run')");
        Surroundings surroundings;
        surroundings.environment.insert("PYTHONPATH", folder.path());
        const Outcome outcome = run_program({"doctor"}, surroundings);
        if (outcome.out.contains("there is no python3"))
            QSKIP("there is no python3");
        QVERIFY2(outcome.out.contains("Python package: " + folder.path().toUtf8() + "/stepzero/__init__.py, with"),
            outcome.out);
    }

    void the_command_says_it_all_without_a_display_and_changes_nothing()
    {
        QTemporaryDir home;
        Surroundings surroundings;
        surroundings.environment.insert("HOME", home.path());
        surroundings.environment.insert("LC_ALL", "xx_XX.UTF-8");
        for (const char* folder : {"STEPZERO_CONFIG", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            surroundings.environment.remove(folder);
        const Outcome outcome = run_program({"doctor"}, surroundings);
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.out.startsWith("stepzero "), outcome.out);
        QVERIFY2(outcome.out.contains("\nwarning  display: there is no display"), outcome.out);
        QVERIFY2(outcome.out.contains("\nwarning  locale: xx_XX.UTF-8"), outcome.out);
        QVERIFY2(outcome.out.contains("\nok       settings: " + home.path().toUtf8()), outcome.out);
        for (const char* subject :
            {"Qt's platforms", "fonts", "cores", "memory", "vector instructions", "pictures", "Python package"})
            QVERIFY2(outcome.out.contains("  " + QByteArray(subject) + ": "), subject);
        QVERIFY(!QFile::exists(home.path() + "/.config"));
    }
};

STEPZERO_TEST(TestDoctor, NoApplication)

}   // namespace tst_doctor
#include "tst_doctor.moc"

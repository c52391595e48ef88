// SPDX-License-Identifier: GPL-3.0-or-later
#include <langinfo.h>

#include <QDir>
#include <QFontDatabase>
#include <QLibraryInfo>
#include <QProcess>
#include <QStandardPaths>
#include <clocale>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "app/commands/checks.h"
#include "app/commands/command.h"
#include "app/commands/headless.h"
#include "app/commands/output.h"
#include "app/commands/version.h"
#include "app/display.h"
#include "app/settings.h"
#include "core/base/run/memory.h"
#include "core/base/words/shown_text.h"
#include "core/vector_level.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

Check display()
{
    const std::optional<Text> missing = missing_display();
    return check_display(missing, qEnvironmentVariable("QT_QPA_PLATFORM").toStdString());
}

QString platform_folder() { return QLibraryInfo::path(QLibraryInfo::PluginsPath) + "/platforms"; }

Check platforms()
{
    std::vector<std::string> plugins;
    for (const QString& file : QDir(platform_folder()).entryList(QDir::Files))
        plugins.push_back(file.toStdString());
    return check_platforms(platform_folder().toStdString(), plugins);
}

/// Fonts are checked only where Qt can draw, because elsewhere asking for them ends the program.
Check fonts()
{
    if (QDir(platform_folder()).entryList({"libqoffscreen*"}).isEmpty())
        return {tr("fonts"), tr("not checked, since Qt cannot draw here"), tr("fix Qt's platforms first")};
    const HeadlessApplication application;
    const QStringList all = QFontDatabase::families();
    const int own = int(all.count("Inter"));
    return check_fonts(
        own, int(all.size()) - own, int(QFontDatabase::families(QFontDatabase::SimplifiedChinese).size()));
}

Check cores()
{
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    const std::string text {std::istreambuf_iterator<char>(file), {}};
    return check_cores(int(std::thread::hardware_concurrency()), quota_of(text));
}

Check vectors()
{
    std::string_view best = "baseline";
#ifdef __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        best = "v4";
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        best = "v3";
#endif
    return check_vectors(vector_level(), vector_registers(), best);
}

Check locale()
{
    const char* known = std::setlocale(LC_ALL, "");
    const std::string encoding = nl_langinfo(CODESET);
    std::string name = "C";
    for (const char* variable : {"LANG", "LC_CTYPE", "LC_ALL"})   // a later one takes precedence
        if (const char* value = std::getenv(variable); value && *value)
            name = value;
    std::setlocale(LC_ALL, "C");   // numbers must have a decimal point
    return check_locale(name, known != nullptr, encoding);
}

/// Asks python3 where packages are, without running them: importing PyTorch takes seconds. A python3 that does not
/// answer in ten seconds counts as missing.
Check python()
{
    constexpr int most = 10'000;   // ms
    QProcess process;
    process.start("python3",
        {"-c",
            "from importlib.util import find_spec\n"
            "for name in ('stepzero', 'torch'):\n"
            "    spec = find_spec(name)\n"
            "    print(spec.origin if spec and spec.origin else '')\n"});
    const bool answered
        = process.waitForFinished(most) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (!answered) {
        process.kill();
        process.waitForFinished(most);
        return check_python(false, {}, false);
    }
    const QList<QByteArray> lines = process.readAllStandardOutput().split('\n');
    return check_python(true, lines.value(0).toStdString(), !lines.value(1).isEmpty());
}

std::string place(QStandardPaths::StandardLocation location)
{
    return QStandardPaths::writableLocation(location).toStdString();
}

void run_doctor(const Arguments&)
{
    // Display and locale come before fonts, because checking fonts changes the environment to draw without a display.
    const std::vector<Check> checks {display(), platforms(), locale(), fonts(), cores(),
        check_memory(available_memory()), vectors(),
        check_folder(tr("settings"), Settings::usualFolder().toStdString()),
        check_folder(tr("pictures"), place(QStandardPaths::PicturesLocation)),
        check_folder(tr("temporary files"), place(QStandardPaths::TempLocation)), python()};

    const auto shown = [](const Text& text) { return translated(text).toStdString(); };
    constexpr std::size_t margin = 9;   // width of the first column
    std::string text = version_text() + "\n";
    std::size_t warnings = 0;
    for (const Check& check : checks) {
        text += padded(shown(check.advice.empty() ? tr("ok") : label_of(check.severity)), margin)
            + shown(joined({check.subject, check.found}, ": ")) + "\n";
        if (!check.advice.empty()) {
            text += padded({}, margin) + shown(check.advice) + "\n";
            warnings += check.severity == Severity::warning ? 1 : 0;
        }
    }
    const Text summary = warnings == 0 ? tr("No problems found.") : tr("%1 {warning|warnings}.", warnings);
    write_result("-", text + "\n" + shown(summary) + "\n");
}

}   // namespace

Command command_doctor()
{
    return {"doctor", "", 0, 0, tr("check this machine for problems, and show how to fix them"), {},
        tr("Checks the display, Qt's platforms, fonts, cores, memory, the processor's vector instructions, "
           "the\nfolders that stepzero writes to, the locale, and the Python package. A warning is not a failure: the "
           "exit status is 0.\n\nExample:\n  stepzero doctor\n"),
        run_doctor};
}

}   // namespace stepzero

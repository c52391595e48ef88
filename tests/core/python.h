// SPDX-License-Identifier: GPL-3.0-or-later
// Python as an independent reader and writer in tests: the system's, which Debian's packages belong to.
#pragma once

#include <QProcess>
#include <QString>

/// Whether these modules can be imported. Under the thread sanitizer nobody asks: what Qt's fork does to its books is
/// reported as races, or ends the test.
inline bool python_has([[maybe_unused]] const QString& modules)
{
#ifdef __SANITIZE_THREAD__
    return false;
#else
    QProcess python;
    python.start("/usr/bin/python3", {"-c", "import " + modules});
    return python.waitForFinished(120'000) && python.exitStatus() == QProcess::NormalExit && python.exitCode() == 0;
#endif
}

/// What the script prints; what it complains of, when it fails.
inline QString run_python(const QString& script, const QStringList& arguments = {})
{
    QProcess python;
    python.start("/usr/bin/python3", QStringList {"-c", script} + arguments);
    if (!python.waitForFinished(240'000) || python.exitStatus() != QProcess::NormalExit || python.exitCode() != 0)
        return "python failed: " + QString::fromUtf8(python.readAllStandardError());
    return QString::fromUtf8(python.readAllStandardOutput());
}

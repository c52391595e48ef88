// SPDX-License-Identifier: GPL-3.0-or-later
// Python as an independent reader and writer in tests. It is the system's Python, for which Debian's packages are
// installed.
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>

namespace python {

/// Asks the Python process of this test (python_server.py). It is started on first use, and ends with its standard
/// input.
inline QJsonObject ask(const QString& script, const QStringList& arguments)
{
    struct Server : QProcess {
        Server()
        {
            start("/usr/bin/python3", {STEPZERO_SOURCE_DIR "/tests/core/python_server.py"});
            waitForStarted();
        }
        ~Server() override
        {
            closeWriteChannel();
            waitForFinished();
        }
    };
    static Server server;
    server.write(QJsonDocument(QJsonObject {{"script", script}, {"arguments", QJsonArray::fromStringList(arguments)}})
                     .toJson(QJsonDocument::Compact)
        + '\n');
    while (!server.canReadLine())
        if (!server.waitForReadyRead(240'000))
            return {{"err", "no answer: " + QString::fromUtf8(server.readAllStandardError())}};
    return QJsonDocument::fromJson(server.readLine()).object();
}

}   // namespace python

/// Returns the output of a script, or its errors when it fails.
inline QString run_python(const QString& script, const QStringList& arguments = {})
{
    const QJsonObject answer = python::ask(script, arguments);
    return answer["good"].toBool() ? answer["out"].toString()
                                   : "python failed: " + answer["err"].toString() + answer["out"].toString();
}

/// Runs a script below tests/, such as "core/train_in_torch.py".
inline QString run_python_file(const QString& script, const QStringList& arguments = {})
{
    QFile file(STEPZERO_SOURCE_DIR "/tests/" + script);
    return file.open(QIODevice::ReadOnly) ? run_python(QString::fromUtf8(file.readAll()), arguments)
                                          : "there is no " + script;
}

/// Returns whether these modules can be imported. Always false under the thread sanitizer, which reports Qt's fork as
/// races or ends the test.
inline bool python_has([[maybe_unused]] const QString& modules)
{
#ifdef __SANITIZE_THREAD__
    return false;
#else
    return run_python("import " + modules).isEmpty();
#endif
}

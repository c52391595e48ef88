// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the program as a user's shell does.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTest>
#include <functional>

struct Outcome {
    int status = -1;   ///< −1: it did not end, or was killed
    QByteArray out, err;
};

struct Surroundings {
    QByteArray input {};
    QString folder {};   ///< working directory
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QString output_file {};   ///< file for standard output
    std::function<void()> in_child {};   ///< runs between fork and exec
};

inline Outcome run_program(const QStringList& arguments, const Surroundings& surroundings = {})
{
    QProcess program;
    QProcessEnvironment environment = surroundings.environment;
    for (const char* display : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(display);
    program.setProcessEnvironment(environment);
    program.setWorkingDirectory(surroundings.folder);
    if (!surroundings.output_file.isEmpty())
        program.setStandardOutputFile(surroundings.output_file);
    if (surroundings.in_child)
        program.setChildProcessModifier(surroundings.in_child);
    program.start(STEPZERO_PROGRAM, arguments);
    program.write(surroundings.input);
    program.closeWriteChannel();
    Outcome outcome;
    if (program.waitForFinished(200'000) && program.exitStatus() == QProcess::NormalExit)
        outcome.status = program.exitCode();
    outcome.out = program.readAllStandardOutput();
    outcome.err = program.readAllStandardError();
    return outcome;
}

inline QJsonObject json_object(const QByteArray& text) { return QJsonDocument::fromJson(text).object(); }

inline QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

inline void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

inline QStringList all_files(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

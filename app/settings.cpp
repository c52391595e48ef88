// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSize>
#include <QStandardPaths>

namespace stepzero {

const QVector<SettingInfo>& settingTable()
{
    static const QVector<SettingInfo> table {
        {"window/geometry", QByteArray()}, {"window/state", QByteArray()},   // state of the toolbar
        {"window/side", QByteArray()},   // JSON: which panels next to the board are hidden
        {"window/opened", QStringList()},   // open folds of the experiment panel
        {"window/panel", 300},   // width of the panel at scale 1, or the minimum of its rows
        {"window/layout", QByteArray()},   // JSON: layout of the figures, for each subject
        {"window/layouts", QByteArray()},   // JSON: named layouts
        {"window/views", QByteArray()},   // JSON: axes, zoom and legends of each figure
        {"look/theme", "system"},   // light, dark, contrast or system
        {"look/language", QString()},   // a code of languages(); empty: the system's
        {"look/scale", 0.0},   // scale of everything; 0: by the screen
        {"memory/idle", 256},   // MB of noise that are cached while nothing is computed
        {"help/offered", false},   // the welcome page was shown
        {"history/kept", true},   // experiments are recorded in the history
        {"session/crashes", 0},   // number of latest sessions in a row that crashed
        {"document/recent", QStringList()}, {"document/folder", QString()},   // see FolderFor
        {"checkpoint/folder", QString()}, {"capture/folder", QString()}, {"export/folder", QString()},
        {"lesson/file", QString()},   // file that the last step was added to
        {"lesson/done", QStringList()},   // keys of the lessons whose last step was reached, see lesson_progress.h
        {"lesson/progress", QByteArray()},   // JSON: the steps that were seen and solved, by key
        {"lesson/latest", QString()},   // key of the lesson that was read last
        {"present/choice", QByteArray()},   // JSON: figures and controls of a presentation
        {"study/geometry", QByteArray()},   // geometry of the window of studies
        {"study/panel", 300},   // width of its panel at scale 1
        {"study/layout", QByteArray()}, {"study/layouts", QByteArray()}, {"study/views", QByteArray()},
        {"checkpoint/geometry", QByteArray()},   // geometry of the window of a checkpoint
        {"checkpoint/panel", 300}, {"checkpoint/layout", QByteArray()}, {"checkpoint/layouts", QByteArray()},
        {"checkpoint/views", QByteArray()}, {"capture/geometry", QByteArray()},   // geometry of the window of a capture
        {"capture/panel", 300}, {"capture/layout", QByteArray()}, {"capture/layouts", QByteArray()},
        {"capture/views", QByteArray()}, {"compare/geometry", QByteArray()},   // of two experiments side by side
        {"compare/panel", 0}, {"compare/layout", QByteArray()}, {"compare/layouts", QByteArray()},
        {"compare/views", QByteArray()}, {"export/width", 1600.0}, {"export/height", 900.0},
        {"export/unit", "px"},   // px or mm
        {"export/dpi", 96}, {"export/theme", "print"}, {"export/plotScale", 0.0},   // 0: by the size of the picture
        {"export/caption", true}, {"animation/width", 1280.0},   // pixels; even numbers, as videos need
        {"animation/height", 720.0}, {"animation/unit", "px"}, {"animation/dpi", 96}, {"animation/theme", "print"},
        {"animation/plotScale", 0.0}, {"animation/caption", true},
        {"animation/ending", ".apng"},   // empty: a folder of pictures
        {"animation/loops", 0},   // 0: forever
    };
    return table;
}

QString Settings::usualFolder()
{
    const QString chosen = qEnvironmentVariable("STEPZERO_CONFIG");
    return chosen.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) : chosen;
}

Settings::Settings(const QString& folder)
    : folder_(folder.isEmpty() ? usualFolder() : folder),
      file_(folder_ + "/stepzero.ini", QSettings::IniFormat), place_ {folder_}
{
    QDir().mkpath(folder_);
}

static const SettingInfo& info(const char* name)
{
    for (const SettingInfo& setting : settingTable())
        if (qstrcmp(setting.name, name) == 0)
            return setting;
    qFatal("no setting %s", name);
}

QVariant Settings::value(const char* name) const
{
    const QVariant& byDefault = info(name).byDefault;
    QVariant value = file_.value(name, byDefault);
    // A manually edited file may contain anything. A value that cannot be converted is ignored.
    return value.convert(byDefault.metaType()) ? value : byDefault;
}

void Settings::set(const char* name, const QVariant& value)
{
    if (value == info(name).byDefault)
        file_.remove(name);
    else
        file_.setValue(name, value);
}

static const char* settingOf(FolderFor purpose)
{
    switch (purpose) {
    case FolderFor::checkpoints:
        return "checkpoint/folder";
    case FolderFor::captures:
        return "capture/folder";
    case FolderFor::exports:
        return "export/folder";
    case FolderFor::documents:
        break;
    }
    return "document/folder";
}

QString Settings::lastFolder(FolderFor purpose) const
{
    // A file dialog would watch an unreadable folder in vain, and print a warning.
    const auto usable = [this](FolderFor other) {
        const QFileInfo folder(value(settingOf(other)).toString());
        return folder.isDir() && folder.isReadable() && folder.isExecutable() ? folder.filePath() : QString();
    };
    const QString own = usable(purpose);
    return own.isEmpty() ? usable(FolderFor::documents) : own;
}

void Settings::setLastFolder(FolderFor purpose, const QString& file)
{
    if (const QFileInfo info(file); info.dir().exists())
        set(settingOf(purpose), info.absolutePath());
}

QJsonObject Settings::object(const char* name) const
{
    return QJsonDocument::fromJson(value(name).toByteArray()).object();
}

void Settings::setObject(const char* name, const QJsonObject& value)
{
    set(name, QJsonDocument(value).toJson(QJsonDocument::Compact));
}

}   // namespace stepzero

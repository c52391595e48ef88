// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers between two starts: one table of names and defaults, kept in an INI file. The
// folder is the platform's for configuration, or $STEPZERO_CONFIG.
#pragma once

#include <QJsonObject>
#include <QSettings>
#include <QString>
#include <QVariant>
#include <QVector>

namespace stepzero {

struct SettingInfo {
    const char* name;
    QVariant byDefault;
};

/// Every setting that there is.
const QVector<SettingInfo>& settingTable();

/// Where a window keeps what it has.
struct Place {
    QString folder;
    QString experiment() const { return folder + QStringLiteral("/last.json"); }   ///< saved or not
    QString study() const { return folder + QStringLiteral("/last-study.json"); }   ///< of many experiments
    QString pins() const { return folder + QStringLiteral("/pins"); }   ///< a folder
    /// Where the same things lie of a session that was not closed.
    Place lost() const { return {folder + QStringLiteral("/lost")}; }
};

/// What a folder is remembered for, each by itself: opening a checkpoint does not move where pictures are written.
enum class FolderFor { documents, checkpoints, exports };

class Settings {
public:
    /// folder: where stepzero.ini lies; empty for the usual place.
    explicit Settings(const QString& folder = {});

    /// The stored value or its default. The name must be in the table.
    QVariant value(const char* name) const;
    void set(const char* name, const QVariant& value);
    /// Of the last file of a purpose; while there is none, of the last document. Empty: none.
    QString lastFolder(FolderFor purpose) const;
    void setLastFolder(FolderFor purpose, const QString& file);   ///< the folder that the file is in
    /// Of a setting that is JSON.
    QJsonObject object(const char* name) const;
    void setObject(const char* name, const QJsonObject& value);
    /// $STEPZERO_CONFIG, or the platform's folder.
    static QString usualFolder();
    /// Writes to disk now.
    void sync() { file_.sync(); }
    QString folder() const { return folder_; }
    /// Of the window that has these settings.
    const Place& place() const { return place_; }
    void setPlace(const Place& place) { place_ = place; }

private:
    QString folder_;
    QSettings file_;
    Place place_;
};

}   // namespace stepzero

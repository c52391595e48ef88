// SPDX-License-Identifier: GPL-3.0-or-later
// The settings that the program remembers between two starts: one table of names and defaults, saved in an INI file.
// The folder is the platform's for configuration, or $STEPZERO_CONFIG.
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

/// Returns every setting.
const QVector<SettingInfo>& settingTable();

/// The files in which a window saves its state.
struct Place {
    QString folder;
    /// the experiment, whether it was saved or not
    QString experiment() const { return folder + QStringLiteral("/last.json"); }
    QString study() const { return folder + QStringLiteral("/last-study.json"); }   ///< the study of many experiments
    QString slides() const { return folder + QStringLiteral("/slides.json"); }   ///< a lesson
    QString pins() const { return folder + QStringLiteral("/pins"); }   ///< a folder
    QString history() const { return folder + QStringLiteral("/history.json"); }   ///< stays after a crash
    /// Returns where the files of a session without a proper end are put aside.
    Place lost() const { return {folder + QStringLiteral("/lost")}; }
};

/// The purposes for which folders are remembered separately: opening a checkpoint does not change where pictures are
/// written.
enum class FolderFor { documents, checkpoints, exports, captures };

class Settings {
public:
    /// `folder` is the location of stepzero.ini; empty for the default.
    explicit Settings(const QString& folder = {});

    /// Returns the stored value or its default. Precondition: the name is in the table.
    QVariant value(const char* name) const;
    void set(const char* name, const QVariant& value);
    /// Returns the folder of the last file with this purpose, or else of the last document. Empty: none.
    QString lastFolder(FolderFor purpose) const;
    void setLastFolder(FolderFor purpose, const QString& file);   ///< stores the folder that contains the file
    /// Returns the value of a JSON setting.
    QJsonObject object(const char* name) const;
    void setObject(const char* name, const QJsonObject& value);
    /// Returns $STEPZERO_CONFIG, or the platform's folder.
    static QString usualFolder();
    /// Writes to disk now.
    void sync() { file_.sync(); }
    QString folder() const { return folder_; }
    /// Returns the place of the window with these settings.
    const Place& place() const { return place_; }
    void setPlace(const Place& place) { place_ = place; }

private:
    QString folder_;
    QSettings file_;
    Place place_;
};

}   // namespace stepzero

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

class Settings {
public:
    /// folder: where stepzero.ini lies; empty for the usual place.
    explicit Settings(const QString& folder = {});

    /// The stored value or its default. The name must be in the table.
    QVariant value(const char* name) const;
    void set(const char* name, const QVariant& value);
    /// Of a setting that is JSON.
    QJsonObject object(const char* name) const;
    void setObject(const char* name, const QJsonObject& value);
    /// $STEPZERO_CONFIG, or the platform's folder.
    static QString usualFolder();
    /// Writes to disk now.
    void sync() { file_.sync(); }
    /// Where the last experiment is kept, saved or not.
    QString autosavePath() const { return folder_ + "/last.json"; }
    /// Where the last study of many experiments is kept.
    QString studyPath() const { return folder_ + "/last-study.json"; }
    /// Where the pinned experiments are kept.
    QString pinFolder() const { return folder_ + "/pins"; }
    /// Where the same things lie of a session that was not closed.
    QString lostFolder() const { return folder_ + "/lost"; }
    QString folder() const { return folder_; }

private:
    QString folder_;
    QSettings file_;
};

}   // namespace stepzero

// SPDX-License-Identifier: GPL-3.0-or-later
// Arrangements of a board by names that the user gave them, for each of its subjects; a setting keeps them:
//
//   {"layers": {"Lecture": {…layout_json.h…}}}
#pragma once

#include <QMenu>

namespace stepzero {

class Board;
class Settings;

class LayoutMenu : public QMenu {
    Q_OBJECT
public:
    /// `setting`: the name of one that is JSON.
    LayoutMenu(Board& board, Settings& settings, const QByteArray& setting, QWidget* parent);

    /// Of the present subject.
    QStringList names() const;
    /// The present arrangement, in place of another of that name.
    void save(const QString& name);
    void choose(const QString& name);
    /// In place of another of that name.
    void rename(const QString& name, const QString& next);
    void remove(const QString& name);

private:
    QJsonObject layouts() const;
    void setLayouts(const QJsonObject& layouts);
    void fill();
    /// Empty: none was given. `name`: proposed.
    QString askForName(const QString& title, const QString& name = {});

    Board& board_;
    Settings& settings_;
    QByteArray setting_;
    QMenu *rename_, *remove_;
};

}   // namespace stepzero

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
    /// `setting` is the name of a JSON setting.
    LayoutMenu(Board& board, Settings& settings, const QByteArray& setting, QWidget* parent);

    /// Returns the names for the present subject.
    QStringList names() const;
    /// Saves the present arrangement; replaces another with the same name.
    void save(const QString& name);
    void choose(const QString& name);
    /// Replaces another arrangement with the name `next`.
    void rename(const QString& name, const QString& next);
    void remove(const QString& name);

private:
    QJsonObject layouts() const;
    void setLayouts(const QJsonObject& layouts);
    void fill();
    /// Asks for a name, with the proposal `name`. Empty: none was given.
    QString askForName(const QString& title, const QString& name = {});

    Board& board_;
    Settings& settings_;
    QByteArray setting_;
    QMenu *rename_, *remove_;
};

}   // namespace stepzero

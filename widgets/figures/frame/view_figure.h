// SPDX-License-Identifier: GPL-3.0-or-later
// A figure that can be looked at in several ways: one of several, on or off, and names of its legend that were clicked
// away. That is its menu and a part of its view state.
#pragma once

#include <QMap>

#include "widgets/figures/frame/figure.h"

class QActionGroup;

namespace stepzero {

class ViewFigure : public Figure {
    Q_OBJECT
public:
    using Figure::Figure;

    QJsonObject viewState() const override;
    void setViewState(const QJsonObject& state) override;
    QList<QAction*> choices() const override { return actions_; }

protected:
    using Options = QVector<QPair<QString, QString>>;   ///< key and words
    /// One of several; the first is the default.
    void addChoice(const QString& key, const Options& options);
    void addToggle(const QString& key, const QString& words, bool on);
    /// Whether the menu has a choice or a toggle: it has a meaning for what is shown.
    void offer(const QString& key, bool applies);
    QString choice(const QString& key) const;
    bool toggled(const QString& key) const;
    /// A name of the legend that was clicked away.
    bool isOff(const QString& legendKey) const { return off_.contains(legendKey); }
    const QStringList& off() const { return off_; }
    /// A name was clicked: away, or back.
    void clickName(const QString& legendKey);
    void bringNamesBack() { off_.clear(); }

    /// Another of several was chosen; changed() comes next.
    virtual void chosenAnew() { }
    /// The view is another: draws it.
    virtual void changed();

    QPen pen(const QColor& color, double width, Qt::PenStyle line = Qt::SolidLine) const
    {
        return style().pen(color, width, line);
    }

private:
    QStringList off_;
    QMap<QString, QActionGroup*> groups_;
    QMap<QString, QAction*> toggles_;
    QList<QAction*> actions_;
};

}   // namespace stepzero

// SPDX-License-Identifier: GPL-3.0-or-later
// A figure with several views: choices of one among several, toggles, and legend entries that the user has hidden.
// These make up its menu and a part of its view state.
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
    using Options = QVector<QPair<QString, QString>>;   ///< pairs of key and label
    /// Adds a choice of one among several; the first option is the default.
    void addChoice(const QString& key, const Options& options);
    void addToggle(const QString& key, const QString& words, bool on);
    /// Sets whether the menu offers a choice or toggle, which must apply to what is shown.
    void offer(const QString& key, bool applies);
    QString choice(const QString& key) const;
    bool toggled(const QString& key) const;
    /// Returns whether the user has hidden an entry of the legend.
    bool isOff(const QString& legendKey) const { return off_.contains(legendKey); }
    const QStringList& off() const { return off_; }
    /// Hides or shows an entry of the legend that was clicked.
    void clickName(const QString& legendKey);
    void bringNamesBack() { off_.clear(); }

    /// Called when another option was chosen, before changed().
    virtual void chosenAnew() { }
    /// Draws the changed view.
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

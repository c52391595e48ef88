// SPDX-License-Identifier: GPL-3.0-or-later
// A figure with several views: choices of one among several, toggles, and legend entries that the user has hidden.
// These make up its menu and a part of its view state.
#pragma once

#include <QActionGroup>
#include <QMap>
#include <cassert>
#include <type_traits>

#include "widgets/figures/frame/figure.h"

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
    QActionGroup* addChoice(const QString& key, const Options& options);
    /// One option of a choice among values; `word` identifies it in view states.
    template <class Value>
    struct Option {
        Value value;
        const char* word;
        QString label;
    };
    /// A choice among values, such as those of an enum. addChoice() connects it to the menu.
    template <class Value>
    class ChoiceOf {
    public:
        Value value() const
        {
            assert(group_);   // addChoice() was called
            return values_.at(group_->actions().indexOf(group_->checkedAction()));
        }
        bool is(Value value) const { return this->value() == value; }

    private:
        friend class ViewFigure;
        const QActionGroup* group_ = nullptr;
        QVector<Value> values_;
    };
    template <class Value>
    void addChoice(
        ChoiceOf<Value>& choice, const QString& key, const QVector<std::type_identity_t<Option<Value>>>& options)
    {
        Options words;
        for (const Option<Value>& option : options) {
            choice.values_ << option.value;
            words << qMakePair(QString::fromLatin1(option.word), option.label);
        }
        choice.group_ = addChoice(key, words);
    }
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

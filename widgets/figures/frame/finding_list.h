// SPDX-License-Identifier: GPL-3.0-or-later
// Problems in plain words, one below the other: what, where and by how much, why, and how to fix it. A click, or
// Return, chooses one.
#pragma once

#include "core/diagnose/finding.h"
#include "widgets/figures/frame/scrolled_figure.h"
#include "widgets/language/language.h"

namespace stepzero {

struct ListedFinding {
    Severity severity = Severity::warning;
    QString message, cause, fix;   ///< cause and fix may be empty
};

/// Returns the list of findings of any kind, in the present language.
template <class Finding>
QVector<ListedFinding> listed(const std::vector<Finding>& findings)
{
    QVector<ListedFinding> all;
    for (const Finding& one : findings)
        all << ListedFinding {one.severity, translated(one.message), translated(one.cause), translated(one.fix)};
    return all;
}

/// Returns the table of findings of any kind, in English. `names` are the places that a finding names, and `header`
/// heads their column.
template <class Finding>
FigureTable tableOf(
    const std::vector<Finding>& findings, const QString& header, std::vector<std::string> Finding::*names)
{
    FigureTable table {{QStringLiteral("id"), QStringLiteral("severity"), header, QStringLiteral("message"),
                           QStringLiteral("cause"), QStringLiteral("fix")},
        {}};
    for (const Finding& one : findings) {
        QStringList places;
        for (const std::string& name : one.*names)
            places << QString::fromStdString(name);
        table.rows << QStringList {QString::fromStdString(one.id), QString::fromLatin1(word(one.severity)),
            places.join(QStringLiteral("; ")), QString::fromStdString(one.message.english()),
            QString::fromStdString(one.cause.english()), QString::fromStdString(one.fix.english())};
    }
    return table;
}

class FindingList : public ScrolledFigure {
    Q_OBJECT
public:
    explicit FindingList(QWidget* parent) : ScrolledFigure(parent) { setFocusPolicy(Qt::StrongFocus); }

    QSize minimumSizeHint() const override { return {260, 120}; }
    QSize sizeHint() const override { return {480, 300}; }

protected:
    /// Returns the findings of exhibit(), which is not null.
    virtual QVector<ListedFinding> findings() const = 0;
    virtual QString healthyText() const = 0;   ///< shown when there are none
    virtual void choose(int finding) = 0;   ///< −1: none

    void rebuild() override;
    void drawBody(QPainter& painter, const QSizeF& size) override;
    double top() const override { return style().px(titleShown() ? 30 : 8); }
    int shownLength(double height) const override { return int(std::max(0.0, height - top())); }
    double perNotch() const override { return 40; }
    int length() const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }

private:
    struct Item {   // a piece of the list, in coordinates from its top
        int finding = 0;
        QString words;   // empty: the background of a whole finding
        QRectF area;
        QColor color {};
    };
    QVector<Item> layOut(double width) const;
    int findingAt(const QPointF& at) const;

    QVector<ListedFinding> findings_;
    int hovered_ = -1, focused_ = -1;
};

}   // namespace stepzero

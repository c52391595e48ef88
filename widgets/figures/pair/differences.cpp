// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/pair/differences.h"

#include <QPainter>
#include <algorithm>

#include "core/diagnose/verdict.h"
#include "core/study/pair_study.h"
#include "widgets/figures/frame/math_line.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/scrolled_figure.h"
#include "widgets/language/language.h"
#include "widgets/language/verdict_text.h"

namespace stepzero {

namespace {

class DifferencesFigure : public ScrolledFigure {
public:
    using ScrolledFigure::ScrolledFigure;

    QSize minimumSizeHint() const override { return {300, 70}; }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("setting"), QStringLiteral("left"), QStringLiteral("right")}, {}};
        for (const SettingDifference& setting : pair().differences)
            table.rows << QStringList {QString::fromStdString(setting.label.english()),
                QString::fromStdString(setting.left.english()), QString::fromStdString(setting.right.english())};
        return table;
    }

protected:
    bool shows(const Exhibit& exhibit) const override { return dynamic_cast<const PairStudy*>(&exhibit); }

    void rebuild() override
    {
        rows_.clear();
        const auto& sides = pair().sides;
        const auto add = [&](const QString& label, const auto& textOf) {
            const auto text = [&](const PairSide& side) { return side.study ? textOf(*side.study) : tr("computing…"); };
            const Row row {label, text(sides[0]), text(sides[1])};
            if (!row.left.isEmpty() || !row.right.isEmpty())
                rows_ << row;
        };
        add(tr("verdict"), [](const Study& study) {
            const QString why = translated(reason(*study.verdict));
            return why.isEmpty() ? headOf(*study.verdict) : joinedText({headOf(*study.verdict), why}, ": ");
        });
        add(tr("trend"),
            [](const Study& study) { return translated(slopes_text(*study.verdict, study.experiment.network)); });
        add(tr("final RMS"), [](const Study& study) {
            const Measurement& measured = *study.measurement;
            const Distribution* last = measured.samples > 0 ? measured.output(measured.depth()) : nullptr;
            return last && last->count > 0 ? numberOf(*last, last->rms) : QString();
        });
        add(tr("depth scale"), [](const Study& study) {
            const bool known = study.theory && study.theory->fixed_point.xi_c;
            return known ? pretty(*study.theory->fixed_point.xi_c) : QString();
        });
        settingsFrom_ = int(rows_.size());
        for (const SettingDifference& setting : pair().differences)
            rows_ << Row {translated(setting.label), translated(setting.left), translated(setting.right)};
        if (pair().differences.empty())
            rows_ << Row {tr("The settings are identical"), {}, {}, true};
        placeBar();
    }

    void drawBody(QPainter& painter, const QSizeF& size) override
    {
        if (titleShown())   // the window shows the names elsewhere
            drawRow(painter, {{}, translated(pair().sides[0].name), translated(pair().sides[1].name)},
                top() - rowHeight(), size.width(), style().titleFont());
        const int first = firstShown(size.height());
        for (int row = first; row < std::min(first + shownLength(size.height()), length()); ++row) {
            const double y = top() + (row - first) * rowHeight();
            if (row == settingsFrom_)
                painter.fillRect(
                    QRectF(edge(), y, size.width() - 2 * edge(), std::max(1.0, style().px(1))), style().theme.grid);
            drawRow(painter, rows_[row], y, size.width(), style().font());
        }
    }

    double top() const override { return style().px(titleShown() ? 48 : 4); }
    int length() const override { return int(rows_.size()); }
    int shownLength(double height) const override { return std::max(1, int((height - top()) / rowHeight())); }
    double perNotch() const override { return 3; }

    QString shortenedAt(const QPoint& at) const override
    {
        const int row = int((at.y() - top()) / rowHeight());
        if (!shownExhibit() || at.y() < top() || row + firstShown(height()) >= length())
            return {};
        const Row& words = rows_[row + firstShown(height())];
        return at.x() < leftAt(width()) ? words.label : at.x() < width() / 2.0 ? words.left : words.right;
    }

private:
    struct Row {
        QString label, left, right;
        bool alone = false;   // the label has the whole row
    };

    const PairStudy& pair() const { return static_cast<const PairStudy&>(*exhibit()); }
    double rowHeight() const { return style().px(18); }
    /// Returns where the values of the left experiment begin. Those of the right one begin where its figures do.
    double leftAt(double width) const { return edge() + std::min(0.2 * width, style().px(170)); }

    void drawRow(QPainter& painter, const Row& row, double y, double width, const QFont& font) const
    {
        const auto write = [&](const QString& words, double from, double to, const QColor& color) {
            const MathBox line = elidedLine(words, font, to - from);
            line.draw(painter, {from, y + (rowHeight() + line.ascent - line.descent) / 2}, color);
        };
        const Theme& theme = style().theme;
        const double left = leftAt(width), middle = width / 2 + edge(), end = width - edge();
        write(row.label, edge(), row.alone ? end : left - style().px(8), row.alone ? theme.text : theme.faint_text);
        write(row.left.isEmpty() && !row.alone ? QStringLiteral("–") : row.left, left, middle - style().px(8),
            theme.text);
        write(row.right.isEmpty() && !row.alone ? QStringLiteral("–") : row.right, middle, end, theme.text);
    }

    QVector<Row> rows_;
    int settingsFrom_ = 0;   // first row below the verdicts
};

}   // namespace

FigureKind figure_differences()
{
    FigureKind kind {QStringLiteral("differences"), QObject::tr("Differences"), created<DifferencesFigure>, {}, {}};
    for (const QString& subject : pairSubjects())
        kind.places.insert(subject, 0);
    return kind;
}

}   // namespace stepzero

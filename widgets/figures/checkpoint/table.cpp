// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a checkpoint in rows, where the parts of a packed tensor have separate rows. A click on a column sorts
// them, and a typed text filters them.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "widgets/figures/checkpoint/audit_figure.h"
#include "widgets/figures/checkpoint/audit_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/table_frame.h"

namespace stepzero {

namespace {

constexpr double longest_words = 260;   // in Style pixels

struct AuditColumn {
    QString id, over, name;
    int rank = 0;
    bool words = false;
    std::function<QString(const AuditStudy&, std::size_t place)> text;   // empty: no text
    // sort key, exact in files; empty: sort by the text
    std::function<double(const AuditStudy&, std::size_t place)> number;
};

QString shortNumber(double value)
{
    return !std::isfinite(value) ? QString() : value == 0 ? QStringLiteral("0") : aligned(value);
}

AuditColumn wordColumn(const QString& id, const QString& name, int rank, decltype(AuditColumn::text) text)
{
    return {id, {}, name, rank, true, std::move(text), {}};
}

AuditColumn numberColumn(const QString& id, const QString& over, const QString& name, int rank,
    const std::function<std::optional<double>(const AuditStudy&, std::size_t)>& value)
{
    const auto known
        = [value](const AuditStudy& study, std::size_t place) { return value(study, place).value_or(std::nan("")); };
    return {id, over, name, rank, false,
        [known](const AuditStudy& study, std::size_t place) { return shortNumber(known(study, place)); }, known};
}

AuditColumn countColumn(const QString& id, const QString& name, int rank,
    const std::function<std::optional<double>(const AuditStudy&, std::size_t)>& count)
{
    AuditColumn column = numberColumn(id, {}, name, rank, count);
    column.text = [count](const AuditStudy& study, std::size_t place) {
        const auto value = count(study, place);
        return value ? QString::number(*value, 'f', 0) : QString();
    };
    return column;
}

std::optional<double> measured(const AuditStudy& study, std::size_t place, double EntryNumbers::*what)
{
    const EntryNumbers& entries = study.part(place).entries;
    return entries.finite() > 0 ? std::optional(entries.*what) : std::nullopt;
}

std::optional<double> recipeStd(const AuditStudy& study, std::size_t place)
{
    const AuditedPart& part = study.part(place);
    return part.law && part.law->below ? std::optional(part.law->std) : std::nullopt;
}

AuditColumn changeColumn()
{
    return numberColumn(QStringLiteral("relative_change"), QObject::tr("change"), QStringLiteral("‖ΔW‖/‖W‖"), 2,
        [](const AuditStudy& s, std::size_t p) {
            const WeightChange* change = s.change_of(p);
            return change ? std::optional(change->relative) : std::nullopt;
        });
}

AuditColumn cosineColumn()
{
    return numberColumn(QStringLiteral("cosine"), {}, QObject::tr("cosine"), 5, [](const AuditStudy& s, std::size_t p) {
        const WeightChange* change = s.change_of(p);
        return change ? std::optional(change->cosine) : std::nullopt;
    });
}

QVector<AuditColumn> columnsOf(const AuditStudy& study)
{
    using Study = AuditStudy;
    QVector<AuditColumn> columns {
        wordColumn(QStringLiteral("tensor"), QObject::tr("tensor"), 0,
            [](const Study& s, std::size_t p) { return QString::fromStdString(s.name_of(p)); }),
        wordColumn(QStringLiteral("verdict"), QObject::tr("verdict"), 1,
            [](const Study& s, std::size_t p) {
                const AuditVerdict verdict = s.part(p).verdict;
                return signOf(verdict) + QLatin1Char(' ')
                    + (verdict == AuditVerdict::unknown ? QObject::tr("no recipe")
                                                        : QString::fromLatin1(word(verdict)));
            }),
        numberColumn(QStringLiteral("std"), {}, QObject::tr("σ"), 2,
            [](const Study& s, std::size_t p) { return measured(s, p, &EntryNumbers::std); }),
        numberColumn(QStringLiteral("recipe_std"), QObject::tr("recipe's σ"), QObject::tr("σ"), 3, recipeStd),
        numberColumn(QStringLiteral("ratio"), {}, QObject::tr("ratio"), 4,
            [](const Study& s, std::size_t p) {
                const AuditedPart& part = s.part(p);
                return part.law && !part.law->range ? part.ratio() : std::nullopt;
            }),
        wordColumn(QStringLiteral("law"), QObject::tr("distribution"), 6,
            [](const Study& s, std::size_t p) { return QString::fromStdString(s.part(p).nearest).replace('_', ' '); }),
        numberColumn(QStringLiteral("p_value"), {}, QStringLiteral("p"), 7,
            [](const Study& s, std::size_t p) { return s.part(p).p; }),
        countColumn(QStringLiteral("block"), QObject::tr("block"), 9,
            [](const Study& s, std::size_t p) {
                const int block = s.tensor(p).understood.block;
                return block > 0 ? std::optional<double>(block) : std::nullopt;
            }),
        wordColumn(QStringLiteral("role"), QObject::tr("role"), 10,
            [](const Study& s, std::size_t p) {
                return s.audit->understanding.family ? roleText(s, p) : QString::fromStdString(s.part(p).role);
            }),
        wordColumn(QStringLiteral("shape"), QObject::tr("shape"), 11,
            [](const Study& s, std::size_t p) { return shapeText(s.tensor(p)); }),
        wordColumn(QStringLiteral("dtype"), QObject::tr("format"), 12,
            [](const Study& s, std::size_t p) {
                const std::string_view type = element_info(s.tensor(p).stored.type).word;
                return QString::fromUtf8(type.data(), qsizetype(type.size()));
            }),
        numberColumn(QStringLiteral("mean"), {}, QObject::tr("mean"), 13,
            [](const Study& s, std::size_t p) { return measured(s, p, &EntryNumbers::mean); }),
        numberColumn(QStringLiteral("kurtosis"), {}, QObject::tr("kurtosis"), 14,
            [](const Study& s, std::size_t p) { return s.part(p).entries.kurtosis; }),
        numberColumn(QStringLiteral("min"), {}, QObject::tr("min"), 15,
            [](const Study& s, std::size_t p) { return measured(s, p, &EntryNumbers::min); }),
        numberColumn(QStringLiteral("max"), {}, QObject::tr("max"), 16,
            [](const Study& s, std::size_t p) { return measured(s, p, &EntryNumbers::max); }),
        countColumn(QStringLiteral("zeros"), QObject::tr("zeros"), 17,
            [](const Study& s, std::size_t p) { return std::optional<double>(s.part(p).entries.zeros); })};
    if (study.change) {
        columns.insert(2, changeColumn());
        columns.insert(3, cosineColumn());
    }
    return columns;
}

class AuditTableFigure : public AuditFigure<TableFrame> {
public:
    explicit AuditTableFigure(QWidget* parent) : AuditFigure(parent) { setFocusPolicy(Qt::StrongFocus); }

    QJsonObject viewState() const override
    {
        QJsonObject state = TableFrame::viewState();
        state[QStringLiteral("sort")] = sort_;
        state[QStringLiteral("descending")] = descending_;
        return state;
    }

    void setViewState(const QJsonObject& state) override
    {
        sort_ = state.value(QStringLiteral("sort")).toString();
        descending_ = state.value(QStringLiteral("descending")).toBool();
        TableFrame::setViewState(state);
    }

    void goHome() override
    {
        sort_.clear();
        descending_ = false;
        TableFrame::goHome();
        changed();
    }

    /// The shown rows, with every digit.
    FigureTable table() const override
    {
        FigureTable table;
        if (!auditStudy())
            return table;
        const AuditStudy& study = *auditStudy();
        const QVector<AuditColumn> columns = columnsOf(study);
        for (const AuditColumn& column : columns)
            table.header << column.id;
        for (const std::size_t place : placesOf(study, columns)) {
            QStringList& row = table.rows.emplace_back();
            for (const AuditColumn& column : columns)
                row << (!column.number ? column.text(study, place) : exactNumber(column.number(study, place)));
        }
        return table;
    }

protected:
    void rebuild() override
    {
        const AuditStudy& study = *auditStudy();
        columns_ = columnsOf(study);
        places_ = placesOf(study, columns_);
        least_.clear();
        const QFontMetricsF metrics(style().numberFont());
        for (const AuditColumn& column : columns_) {
            double wide = std::max(
                metrics.horizontalAdvance(column.name) + style().px(12), metrics.horizontalAdvance(column.over));
            // Measured over all rows, so that columns do not move when the filter changes.
            for (std::size_t place = 0; place < study.places.size(); ++place)
                wide = std::max(wide, metrics.horizontalAdvance(column.text(study, place)) + 1);
            least_ << (column.words ? std::min(wide, style().px(longest_words)) : wide);
        }
        placeBar();
        if (study.chosen != chosen_) {   // follow the choice, but never scroll while the user reads
            chosen_ = study.chosen;
            if (const int row = rowOf(chosen_); row >= 0)
                reveal(row, row + 1);
        }
    }

    void restyle() override
    {
        rebuildView();
        TableFrame::restyle();
    }

    QString nothing() const override { return places_.empty() ? tr("no row matches the filter") : QString(); }

    int rows() const override { return int(places_.size()); }
    double gap() const override { return style().px(14); }

    QVector<TableHead> heads() const override
    {
        QVector<TableHead> heads;
        for (qsizetype i = 0; i < columns_.size(); ++i)
            heads << TableHead {
                columns_[i].over, columns_[i].name, columns_[i].rank, least_[i], columns_[i].words, i == 0};
        return heads;
    }

    QString headline(const QFontMetricsF& metrics, double width) const override
    {
        const AuditStudy& study = *auditStudy();
        const QString all = study.filter.empty() ? tr("%n tensor(s) and part(s)", nullptr, int(places_.size()))
                                                 : tr("%1 of %2 with “%3”")
                                                       .arg(places_.size())
                                                       .arg(study.places.size())
                                                       .arg(QString::fromStdString(study.filter));
        QStringList parts {all};
        for (const auto& [verdict, words] :
            {std::pair(AuditVerdict::follows, tr("%1 follow their recipe")), {AuditVerdict::deviates, tr("%1 deviate")},
                {AuditVerdict::trained, tr("%1 trained")}, {AuditVerdict::unknown, tr("%1 without a known recipe")}})
            if (const auto n = std::ranges::count_if(places_,
                    [&, verdict = verdict](std::size_t place) { return study.part(place).verdict == verdict; }))
                parts << words.arg(n);
        return metrics.elidedText(parts.join(QStringLiteral(" · ")), Qt::ElideRight, width);
    }

    void drawHead(QPainter& painter, const Placed& p, const TableHead& head) const override
    {
        const bool sorted = columns_[p.column].id == sort_;
        painter.setPen(sorted ? style().theme.text : style().theme.faint_text);
        TableFrame::drawHead(painter, p, head);
        if (!sorted)
            return;
        const QFontMetricsF metrics(style().numberFont());
        const double x = head.words ? p.from + metrics.horizontalAdvance(head.name) + style().px(7)
                                    : p.to - metrics.horizontalAdvance(head.name) - style().px(7);
        const double y = top() - style().px(12), r = style().px(3), up = descending_ ? 1 : -1;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(style().theme.text);
        painter.drawPolygon(QPolygonF({{x - r, y - up * r}, {x + r, y - up * r}, {x, y + up * r}}));
    }

    void drawRow(QPainter& painter, int row, const QRectF& area, const QVector<Placed>& placed) const override
    {
        const AuditStudy& study = *auditStudy();
        const Theme& theme = style().theme;
        const std::size_t place = places_[std::size_t(row)];
        painter.setRenderHint(QPainter::Antialiasing, false);
        if (row == hovered_)
            painter.fillRect(area, theme.grid);
        if (study.chosen == place) {
            painter.fillRect(area, theme.tint(theme.text, 0.12));
            if (hasFocus()) {
                painter.setPen(QPen(theme.text, style().px(1)));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
            }
        }
        const QFontMetricsF metrics(style().numberFont());
        const bool off = study.part(place).verdict == AuditVerdict::deviates;
        for (const Placed& p : placed) {
            const AuditColumn& column = columns_[p.column];
            const QString text = column.text(study, place);
            painter.setPen(off && column.id == QLatin1String("verdict") ? theme.warning : theme.text);
            painter.drawText(QRectF(p.from, area.top(), p.to - p.from, area.height()),
                (column.words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter | Qt::TextDontClip,
                text.isEmpty()     ? QStringLiteral("–")
                    : column.words ? metrics.elidedText(text, Qt::ElideMiddle, p.to - p.from + 1)
                                   : text);
        }
    }

    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }

    void mouseMoveEvent(QMouseEvent* event) override
    {
        const int row = rowAt(event->position());
        if (std::exchange(hovered_, row) != row)
            update();
        emit readout(row < 0 ? QString() : placeText(*shownAudit(), places_[std::size_t(row)]));
    }

    void leaveEvent(QEvent*) override
    {
        hovered_ = -1;
        update();
        emit readout(QString());
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (event->button() != Qt::LeftButton)
            return;
        if (const int row = rowAt(event->position()); row >= 0)
            choose(row);
        else if (const AuditColumn* column = headerAt(event->position()))
            sortBy(column->id);
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        const int last = rows() - 1, row = shownAudit() ? rowOf(shownAudit()->chosen) : -1;
        const int page = shownLength(height());
        if (last < 0)
            return TableFrame::keyPressEvent(event);
        switch (event->key()) {
        case Qt::Key_Down:
            return choose(std::min(row + 1, last));
        case Qt::Key_Up:
            return choose(row < 0 ? last : std::max(row - 1, 0));
        case Qt::Key_PageDown:
            return choose(std::min(std::max(0, row) + page, last));
        case Qt::Key_PageUp:
            return choose(std::max(row - page, 0));
        case Qt::Key_Home:
            return choose(0);
        case Qt::Key_End:
            return choose(last);
        default:
            return TableFrame::keyPressEvent(event);
        }
    }

private:
    std::vector<std::size_t> placesOf(const AuditStudy& study, const QVector<AuditColumn>& columns) const
    {
        const QString filter = QString::fromStdString(study.filter);
        std::vector<std::size_t> places;
        for (std::size_t place = 0; place < study.places.size(); ++place)
            if (filter.isEmpty() || std::ranges::any_of(columns, [&](const AuditColumn& column) {
                    return column.words && column.text(study, place).contains(filter, Qt::CaseInsensitive);
                }))
                places.push_back(place);
        const auto column = std::ranges::find(columns, sort_, &AuditColumn::id);
        if (column == columns.end())
            return places;
        // Missing values come last in both directions.
        std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
            if (!column->number) {
                const int order = column->text(study, a).localeAwareCompare(column->text(study, b));
                return descending_ ? order > 0 : order < 0;
            }
            const double x = column->number(study, a), y = column->number(study, b);
            if (std::isnan(x) || std::isnan(y))
                return !std::isnan(x) && std::isnan(y);
            return descending_ ? x > y : x < y;
        });
        return places;
    }

    /// The first click sorts from the smallest, the second from the largest, and the third restores the order of the
    /// file.
    void sortBy(const QString& column)
    {
        if (sort_ != column) {
            sort_ = column;
            descending_ = false;
        } else if (!descending_) {
            descending_ = true;
        } else {
            sort_.clear();
            descending_ = false;
        }
        changed();
    }

    const AuditColumn* headerAt(const QPointF& at) const
    {
        if (shownAudit() && at.y() < top() && at.y() >= top() - style().px(36))
            for (const Placed& p : placedColumns(bodyWidth()))
                if (at.x() >= p.from - gap() / 2 && at.x() < p.to + gap() / 2)
                    return &columns_[p.column];
        return nullptr;
    }

    int rowOf(const std::optional<std::size_t>& place) const
    {
        const auto found = place ? std::ranges::find(places_, *place) : places_.end();
        return found == places_.end() ? -1 : int(found - places_.begin());
    }

    void choose(int row) { emit cellChosen(int(places_[std::size_t(row)])); }

    QString sort_;   // id of the sorted column; empty: the order of the file
    bool descending_ = false;
    QVector<AuditColumn> columns_;
    QVector<double> least_;   // widths of the columns
    std::vector<std::size_t> places_;   // tensors of the rows
    std::optional<std::size_t> chosen_;
    int hovered_ = -1;
};

}   // namespace

FigureKind figure_audit_table()
{
    return {QStringLiteral("audit_table"), QObject::tr("Table of tensors"), created<AuditTableFigure>,
        {{oneCheckpoint, 2}}, QObject::tr("Table")};
}

}   // namespace stepzero

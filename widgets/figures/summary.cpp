// SPDX-License-Identifier: GPL-3.0-or-later
// Summary: the numbers themselves, a row a layer, under a line that says how the last activation stands.
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSet>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "core/exchange/result.h"
#include "core/study/deviation.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/layer_text.h"

namespace stepzero {

namespace {

struct Column {
    QString over, name;   // two lines of the header
    int rank;   // where there is no room for all columns, the highest rank goes first
    enum { count, number, signedNumber, percent, sigma } kind;
    QString (*cell)(const Study& study, std::size_t layer, bool exact);
};

QString percent(double share, bool exact)
{
    return exact ? exactNumber(share) : QString::number(100 * share, 'f', 1) + QStringLiteral(" %");
}

/// Three digits; fewer where the exponent needs their room.
QString number(const Distribution& d, double value, bool exact)
{
    if (exact)
        return exactNumber(d, value);
    const double exponent = std::abs(d.log10_of(value));
    if (!std::isfinite(exponent) || exponent < 100)
        return numberOf(d, value);
    return alignedLog10(d.log10_of(value), value < 0, exponent < 1000 ? 2 : 1);
}

const LayerMeasurement& at(const Study& s, std::size_t l) { return s.measurement->layers[l]; }

const LayerPrediction* predicted(const Study& s, std::size_t l)
{
    return s.prediction && l < s.prediction->layers.size() && s.prediction->layers[l] ? &*s.prediction->layers[l]
                                                                                      : nullptr;
}

/// A number of theory, of which log10 is known.
QString theory(std::optional<double> log10, bool exact)
{
    if (!log10)
        return {};
    if (exact)
        return std::isfinite(*log10) ? exactLog10(*log10, false) : exactNumber(*log10 < 0 ? 0.0 : *log10);
    const double exponent = std::abs(*log10);
    return alignedLog10(*log10, false, !std::isfinite(exponent) || exponent < 100 ? 3 : exponent < 1000 ? 2 : 1);
}

/// Standard deviations from theory, with their sign.
QString sigmas(const std::optional<double>& deviation, bool exact)
{
    if (!deviation || exact)
        return deviation ? exactNumber(*deviation) : QString();
    if (std::abs(*deviation) > 999)
        return QStringLiteral(">999 σ");
    return (*deviation < -0.05 ? QString(QChar(0x2212)) : QString()) + deviationText(*deviation);
}

const QVector<Column>& columns()
{
    static const QVector<Column> all {
        {{}, QStringLiteral("layer"), 0, Column::count,
            [](const Study&, std::size_t l, bool) { return QString::number(l + 1); }},
        {{}, QStringLiteral("fan_in"), 14, Column::count,
            [](const Study& s, std::size_t l, bool) { return QString::number(s.plan[l].fan_in); }},
        {QStringLiteral("weight"), QStringLiteral("std"), 8, Column::number,
            [](const Study& s, std::size_t l, bool e) { return number(at(s, l).weight, at(s, l).weight.std, e); }},
        {QStringLiteral("preact."), QStringLiteral("RMS"), 1, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                return number(at(s, l).preactivation, at(s, l).preactivation.rms, e);
            }},
        {QStringLiteral("preact."), QStringLiteral("theory"), 5, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                const LayerPrediction* p = predicted(s, l);
                return theory(p ? std::optional(p->log10_preactivation_rms) : std::nullopt, e);
            }},
        {QStringLiteral("preact."), QStringLiteral("σ off"), 2, Column::sigma,
            [](const Study& s, std::size_t l, bool e) { return sigmas(deviations(s, int(l) + 1).preactivation, e); }},
        {QStringLiteral("output"), QStringLiteral("mean"), 13, Column::signedNumber,
            [](const Study& s, std::size_t l, bool e) { return number(at(s, l).output, at(s, l).output.mean, e); }},
        {QStringLiteral("output"), QStringLiteral("std"), 4, Column::number,
            [](const Study& s, std::size_t l, bool e) { return number(at(s, l).output, at(s, l).output.std, e); }},
        {QStringLiteral("output"), QStringLiteral("RMS"), 6, Column::number,
            [](const Study& s, std::size_t l, bool e) { return number(at(s, l).output, at(s, l).output.rms, e); }},
        {QStringLiteral("gradient"), QStringLiteral("RMS"), 3, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                return at(s, l).gradient ? number(*at(s, l).gradient, at(s, l).gradient->rms, e) : QString();
            }},
        {QStringLiteral("gradient"), QStringLiteral("theory"), 9, Column::number,
            [](const Study& s, std::size_t l, bool e) {
                const LayerPrediction* p = predicted(s, l);
                return theory(p ? p->log10_gradient_rms : std::nullopt, e);
            }},
        {QStringLiteral("gradient"), QStringLiteral("σ off"), 7, Column::sigma,
            [](const Study& s, std::size_t l, bool e) { return sigmas(deviations(s, int(l) + 1).gradient, e); }},
        {{}, QStringLiteral("zero"), 10, Column::percent,
            [](const Study& s, std::size_t l, bool e) { return percent(at(s, l).zero_fraction, e); }},
        {{}, QStringLiteral("saturated"), 12, Column::percent,
            [](const Study& s, std::size_t l, bool e) { return percent(at(s, l).saturated_fraction, e); }},
        {{}, QStringLiteral("dead"), 11, Column::percent,
            [](const Study& s, std::size_t l, bool e) { return percent(at(s, l).dead_fraction, e); }},
    };
    return all;
}

class SummaryFigure : public Figure {
public:
    explicit SummaryFigure(QWidget* parent) : Figure(parent), bar_(new QScrollBar(Qt::Vertical, this))
    {
        setMouseTracking(true);
        setAttribute(Qt::WA_OpaquePaintEvent);
        connect(bar_, &QScrollBar::valueChanged, this, [this] { update(); });
    }

    QSize minimumSizeHint() const override { return {300, 120}; }
    QSize sizeHint() const override { return {620, 300}; }

    void paint(QPainter& painter, const QSizeF& size) override
    {
        refresh();
        const Theme& theme = style().theme;
        painter.fillRect(QRectF(QPointF(0, 0), size), theme.background);
        if (!study()) {
            drawWaiting(painter, size);
            return;
        }
        painter.setRenderHint(QPainter::TextAntialiasing);
        painter.setRenderHint(QPainter::Antialiasing, false);
        const Study& s = *study();
        const double edge = style().px(10), line = style().px(16);
        if (titleShown()) {
            painter.setFont(style().titleFont());
            painter.setPen(theme.text);
            painter.drawText(QRectF(edge, style().px(6), size.width() - edge, style().px(18)),
                Qt::AlignLeft | Qt::AlignVCenter, tr("Summary"));
        }
        painter.setFont(style().font());
        const QFontMetricsF wide(style().font());
        painter.setPen(theme.text);
        painter.drawText(
            QPointF(edge, top() - style().px(54) + wide.ascent()), headline(s, wide, size.width() - 2 * edge));

        painter.setFont(style().numberFont());
        const QVector<Placed> placed = placedColumns(size.width());
        painter.setPen(theme.faint_text);
        for (const Placed& p : placed) {
            const auto write = [&](double y, const QString& text) {
                painter.drawText(
                    QRectF(p.from, y, p.to - p.from, line), Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text);
            };
            write(top() - style().px(34), p.column->over);
            write(top() - style().px(20), p.column->name);
        }
        painter.setPen(QPen(theme.faint_text, style().px(1)));
        painter.drawLine(QPointF(edge, top() - style().px(2)), QPointF(size.width() - edge, top() - style().px(2)));

        const int rows = visibleRows(size.height()), depth = int(s.measurement->layers.size());
        const int first = firstRow(rows);
        for (int row = 0; row < rows && first + row < depth; ++row) {
            const int l = first + row;
            const QRectF place(edge / 2, top() + row * rowHeight(), size.width() - edge, rowHeight());
            if (l + 1 == s.layer)
                painter.fillRect(place, theme.tint(theme.text, 0.12));
            else if (l + 1 == hovered_)
                painter.fillRect(place, theme.grid);
            painter.setPen(theme.text);
            for (const Placed& p : placed) {
                const QString text = p.column->cell(s, std::size_t(l), false);
                painter.drawText(QRectF(p.from, place.top(), p.to - p.from, place.height()),
                    Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, text.isEmpty() ? QStringLiteral("–") : text);
            }
        }
    }

    FigureTable table() const override
    {
        FigureTable table;
        for (const Column& column : columns())
            table.header << QString(column.over.isEmpty() ? column.name : column.over + QLatin1Char('_') + column.name)
                                .replace(QStringLiteral("preact."), QStringLiteral("preactivation"))
                                .replace(QStringLiteral("σ off"), QStringLiteral("sigmas_off"))
                                .toLower();
        for (std::size_t l = 0; study() && l < study()->measurement->layers.size(); ++l) {
            QStringList row;
            for (const Column& column : columns())
                row << column.cell(*study(), l, true);
            table.rows << row;
        }
        return table;
    }

    QJsonObject viewState() const override { return {{QStringLiteral("row"), bar_->value()}}; }
    void setViewState(const QJsonObject& state) override
    {
        row_ = state.value(QStringLiteral("row")).toInt();
        bar_->setValue(row_);
    }
    void goHome() override { bar_->setValue(0); }

protected:
    void rebuild() override
    {
        const auto& layers = study()->measurement->layers;
        exponents_ = std::any_of(layers.begin(), layers.end(), [](const LayerMeasurement& m) {
            const auto has = [](const Distribution& d, double value) {
                const double log10 = d.log10_of(value);
                return std::isfinite(log10) && (log10 < -3 || log10 >= 3);
            };
            return has(m.weight, m.weight.std) || has(m.preactivation, m.preactivation.rms)
                || has(m.output, m.output.rms) || has(m.output, m.output.std)
                || (m.gradient && has(*m.gradient, m.gradient->rms));
        });
        placeBar();
        if (study()->layer != layer_) {   // follow the chosen layer, but never scroll under the reader's hand
            layer_ = study()->layer;
            const int rows = visibleRows(height());
            if (layer_ - 1 < bar_->value())
                bar_->setValue(layer_ - 1);
            else if (layer_ > bar_->value() + rows)
                bar_->setValue(layer_ - rows);
        }
    }
    void restyle() override { placeBar(); }
    void hoverChanged(int layer) override
    {
        if (layer == hovered_)
            return;
        hovered_ = layer;
        update();
    }
    void resizeEvent(QResizeEvent*) override { placeBar(); }
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        paint(painter, QSizeF(bodyWidth(), height()));
        if (bar_->isVisible())
            painter.fillRect(QRect(bodyWidth(), 0, width() - bodyWidth(), height()), style().theme.background);
        notifyPainted();
    }
    void wheelEvent(QWheelEvent* event) override
    {
        bar_->setValue(bar_->value() - event->angleDelta().y() / 40);
        event->accept();
    }
    void mouseMoveEvent(QMouseEvent* event) override
    {
        const int layer = layerAt(event->position());
        emit layerHovered(layer);
        emit readout(layer > 0 ? layerText(*shownStudy(), layer) : QString());
    }
    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (const int layer = layerAt(event->position()); layer > 0 && event->button() == Qt::LeftButton)
            emit layerChosen(layer);
    }
    void leaveEvent(QEvent*) override
    {
        emit layerHovered(0);
        emit readout(QString());
    }

private:
    double top() const { return style().px(titleShown() ? 78 : 60); }
    double rowHeight() const { return style().px(18); }
    int visibleRows(double height) const { return std::max(1, int((height - top()) / rowHeight())); }
    int bodyWidth() const { return bar_->isVisible() ? width() - bar_->width() : width(); }
    /// An export has no scroll bar, so the row it starts from comes with the view.
    int firstRow(int rows) const
    {
        const int depth = int(study()->measurement->layers.size());
        return std::clamp(bar_->isVisible() ? bar_->value() : row_, 0, std::max(0, depth - rows));
    }
    int layerAt(const QPointF& at) const
    {
        if (!shownStudy() || at.y() < top())
            return 0;
        const int rows = visibleRows(height());
        const int layer = firstRow(rows) + int((at.y() - top()) / rowHeight()) + 1;
        return layer <= int(shownStudy()->measurement->layers.size()) ? layer : 0;
    }
    struct Placed {
        const Column* column;
        double from, to;
    };
    double leastWidth(const Column& column) const
    {
        const QFontMetricsF metrics(style().numberFont());
        const QString longest = column.kind == Column::count    ? QStringLiteral("00000")
            : column.kind == Column::percent                    ? QStringLiteral("100.0 %")
            : column.kind == Column::sigma                      ? QStringLiteral("−00.0 σ")
            : exponents_ || column.kind == Column::signedNumber ? QStringLiteral("−0.00×10⁻⁰⁰")
                                                                : QStringLiteral("0.00000");
        return std::max({metrics.horizontalAdvance(longest), metrics.horizontalAdvance(column.over),
                   metrics.horizontalAdvance(column.name)})
            + style().px(8);
    }
    /// The columns that fit, by their rank; what is left of the width is shared out.
    QVector<Placed> placedColumns(double width) const
    {
        double left = width - style().px(20);
        QVector<const Column*> byRank;
        for (const Column& column : columns())
            byRank << &column;
        std::sort(byRank.begin(), byRank.end(), [](const Column* a, const Column* b) { return a->rank < b->rank; });
        QSet<const Column*> shown;
        for (const Column* column : byRank) {
            left -= leastWidth(*column);
            if (left < 0 && !shown.isEmpty()) {
                left += leastWidth(*column);
                break;
            }
            shown << column;
        }
        const double more = std::min(std::max(0.0, left) / double(shown.size()), style().px(40));
        QVector<Placed> placed;
        double x = style().px(10) - style().px(8);
        for (const Column& column : columns())
            if (shown.contains(&column)) {
                const double to = x + leastWidth(column) + (placed.isEmpty() ? 0 : more);
                placed << Placed {&column, x, to};
                x = to;
            }
        return placed;
    }
    /// The parts of the line above the columns; what finds no room goes, the last ranks first.
    QString headline(const Study& s, const QFontMetricsF& metrics, double width) const
    {
        const Measurement& m = *s.measurement;
        const Distribution& last = m.layers.back().output;
        const QString luck = luckText(s);
        struct Part {
            int rank;
            QString text;
        };
        QVector<Part> parts {{0, tr("last activation std %1").arg(numberOf(last, last.std))},
            {luck.isEmpty() ? 1 : 2,
                tr("stability %1").arg(QString::fromLatin1(stability(last.plain(last.std)).data()))}};
        if (!luck.isEmpty())
            parts << Part {1, luck};
        parts << Part {4, tr("%1 samples").arg(m.samples)};
        if (m.replicas > 1)
            parts << Part {3, tr("%1 replicas").arg(m.replicas)};
        parts << Part {5, s.stage == Stage::preview ? tr("preview") : tr("%1 ms").arg(qRound(1000 * s.seconds))};
        for (int most = 5;; --most) {
            QStringList shown;
            for (const Part& part : parts)
                if (part.rank <= most)
                    shown << part.text;
            const QString text = shown.join(QStringLiteral(" · "));
            if (most == 0 || metrics.horizontalAdvance(text) <= width)
                return metrics.elidedText(text, Qt::ElideRight, std::max(0.0, width));
        }
    }
    /// How the last layer's signal stands to theory: luck or fault. Empty where no spread is known.
    static QString luckText(const Study& s)
    {
        const std::size_t l = s.measurement->layers.size() - 1;
        const std::optional<double> off = deviations(s, int(l) + 1).preactivation;
        if (!off)
            return {};
        const Distribution& z = at(s, l).preactivation;
        if (z.rms == 0)
            return tr("not this theory: the last signal is zero");
        const double size = std::abs(*off);
        const QString far = tr("%1 from theory").arg(deviationText(*off));
        if (size <= 2)
            return tr("%1, as expected of a network this size").arg(far);
        if (size <= 3)
            return tr("%1, unlucky").arg(far);
        if (size <= 4)
            return tr("%1, most unlucky").arg(far);
        const double log10_ratio = z.log10_of(z.rms) - predicted(s, l)->log10_preactivation_rms;
        return log10_ratio < 0 ? tr("%1, not this theory: ÷%2").arg(far, prettyLog10(-log10_ratio))
                               : tr("%1, not this theory: ×%2").arg(far, prettyLog10(log10_ratio));
    }
    void placeBar()
    {
        const int rows = visibleRows(height()), depth = study() ? int(study()->measurement->layers.size()) : 0;
        bar_->setRange(0, std::max(0, depth - rows));
        bar_->setPageStep(rows);
        bar_->setVisible(depth > rows);
        const int wide = bar_->sizeHint().width();
        bar_->setGeometry(width() - wide, int(top()), wide, std::max(0, height() - int(top())));
    }

    QScrollBar* bar_;
    int row_ = 0, layer_ = 0, hovered_ = 0;
    bool exponents_ = false;   // numbers are written with powers of ten, and need the room
};

}   // namespace

Figure* createSummary(QWidget* parent) { return new SummaryFigure(parent); }

}   // namespace stepzero

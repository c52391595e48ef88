// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of the chosen layer's weights, of its Jacobian, or of the whole network. For networks made of blocks,
// they are those of the chosen matrix.
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/kinds/kinds.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/outline.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/frame/predicted.h"
#include "widgets/figures/network/matrix_choice.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/figures/network/spectrum_numbers.h"
#include "widgets/style/math.h"

namespace stepzero {

namespace {

/// A pin with such a spectrum: its line without points, and its values.
struct PinnedSpectrum {
    PinLine line;
    QVector<double> values;
    bool whole = false;   // no value is zero, so that all are on a logarithmic axis
};

class SpectrumFigure : public NetworkFigure<PlotFigure>, public PredictedFigure {
public:
    explicit SpectrumFigure(QWidget* parent) : NetworkFigure(parent), matrix_(new MatrixChoice(this))
    {
        addChoice(source_, QStringLiteral("source"),
            {{SpectrumSource::network, "network", tr("Jacobian of the whole network")},
                {SpectrumSource::jacobian, "jacobian", tr("Jacobian of the layer")},
                {SpectrumSource::weights, "weights", tr("Weights of the layer")}});
        addChoice(histogram_, QStringLiteral("view"),
            {{true, "histogram", tr("Histogram")}, {false, "sorted", tr("Sorted")}});
        addToggle(QStringLiteral("theory"), tr("Show theory"), true);
        addToggle(QStringLiteral("operator"), tr("Convolution as an operator"), false);
    }

    /// Networks made of blocks offer only the matrix, and the whole network if its kind has a Jacobian.
    QList<QAction*> choices() const override
    {
        QList<QAction*> all = PlotFigure::choices();
        if (study() && !is_layered(*study()))
            all.erase(all.begin(), std::find_if(all.begin(), all.end(), [](const QAction* a) {
                return a->data() == QStringLiteral("histogram");
            }));
        if (study() && study()->plan->kind->jacobian) {   // the Jacobian exists for all blocks together only
            const QList<QAction*> every = PlotFigure::choices();
            for (qsizetype i = every.size(); i-- > 0;)
                if (every[i]->data() == QStringLiteral("network") || every[i]->data() == QStringLiteral("weights"))
                    all.prepend(every[i]);
        }
        return all + matrix_->actions();
    }

    FigureTable table() const override
    {
        return withPins(study().get(), pins(), 1, [this](const Study* s) { return tableOf(s); });
    }

    std::optional<TheoryCurve> theoryCurve(const QSize& size) const override
    {
        if (study()->step > 0)   // theory is that of step 0
            return std::nullopt;
        const Canvas c = canvas(size);
        const TheoryCurve curve {tr("theory"), c.plot, gridLines(c)};
        return isHistogram() ? withShape(curve, c, [this](double x) { return spectrumTheoryAt(theory_, x); })
                             : withLine(curve, c, theory_.x, theory_.y);
    }

private:
    /// Returns the table of a study; for null, its header.
    FigureTable tableOf(const Study* study) const
    {
        FigureTable table {{QStringLiteral("index"), QStringLiteral("log10_singular_value")}, {}};
        if (!study)
            return table;
        int index = 0;
        if (const auto values = spectrumOf(*study, source()))
            for (const std::optional<double>& value : *values)
                table.rows << QStringList {QString::number(++index), exactNumber(value)};
        return table;
    }

protected:
    bool showsPins() const override { return true; }
    /// Zeros are reported in the notes, so the figure is not empty.
    QString nothing() const override { return numbers_.all ? QString() : NetworkFigure::nothing(); }

    /// A theoretical distribution alone is worth drawing.
    bool awaitsStudy(const Study& study) const override
    {
        const SpectrumSource source = sourceOf(study);
        return NetworkFigure::study() && is_coming(study.stage) && !spectrumOf(study, source)
            && !spectrumLawOf(study, source);
    }

    void rebuild() override
    {
        const bool histogram = isHistogram();
        matrix_->follow(*study());
        offer(QStringLiteral("operator"), study()->matrix.window.dimensions > 0);
        numbers_ = ShownSpectrum(*study(), source(), toggled(QStringLiteral("theory")));
        theory_ = {};

        Frame f;
        f.xScale = histogram ? Scale::log10 : Scale::count;
        f.yScale = histogram ? Scale::linear : Scale::log10;
        const QString what = spectrumLabel(*study(), source());
        f.xLabel = histogram ? what : tr("index");
        f.yLabel = histogram ? tr("count") : what;
        if (!numbers_.all && !numbers_.law) {
            f.quiet = missingSpectrumText(*study(), source());
            keepAxes(f);
            clearGraphs(0);
            setFrame(f);
            return;
        }
        const bool showsLaw = !isOff(QStringLiteral("theory")), drawn = numbers_.law && showsLaw;
        f.notes << spectrumNotes(*study(), numbers_, showsLaw);
        moments_ = spectrumMoments(numbers_);
        const QVector<PinnedSpectrum> pinned = pinnedSpectra();
        Range logs = numbers_.range(drawn);
        for (const PinnedSpectrum& one : pinned)
            logs = logs.united({one.values.last(), one.values.first()});
        f.notes = distanceNotes(pinned) + f.notes;
        if (histogram)
            buildHistogram(f, roundedOut(Scale::log10, logs), pinned, drawn);
        else
            buildSorted(f, roundedOut(Scale::log10, logs), pinned, drawn);
        graph(0)->setVisible(!numbers_.values.isEmpty());
        if (numbers_.law)
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("theory"), style().theme.text, LegendEntry::Mark::line, std::nullopt};
        drawTheory();
        if (pinned.isEmpty())
            f.quiet = numbers_.quiet();
        kept_ = KeptAxes {histogram, f.xHome, f.yHome};
        setFrame(f);
    }

    QString readoutAt(const QPointF& value) const override
    {
        const QVector<double>& values = numbers_.values;
        if (values.isEmpty())
            return {};
        if (!isHistogram()) {
            const int first = numbers_.first;
            const auto place = std::clamp(std::lround(value.x()) - first, 0L, long(values.size()) - 1);
            const double theory = spectrumTheoryAt(theory_, double(first + place));
            return tr("singular value %1 · %2").arg(first + place).arg(prettyLog10(values[place]))
                + (std::isnan(theory) ? QString() : tr(" (theory %1)").arg(prettyLog10(theory)));
        }
        const auto i = std::lround((value.x() - bins_.centers.first()) / bins_.width());
        const double count = i < 0 || i >= counts_.size() ? 0 : counts_[i];
        const double theory = spectrumTheoryAt(theory_, value.x());
        return tr("s = %1 · %2 singular values").arg(prettyLog10(value.x())).arg(count)
            + (std::isnan(theory) ? QString() : tr(" (theory %1)").arg(theory, 0, 'f', 1));
    }

    /// Draws spikes of equal singular values, and the end of the theoretical distribution.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        const SpectrumLaw* law = numbers_.law;
        if (!law || (numbers_.values.isEmpty() && numbers_.all) || isOff(QStringLiteral("theory")))
            return;
        drawMoments(painter, c, isHistogram());
        if (!isHistogram())
            return;
        painter.setPen(pen(style().theme.text, 1));
        painter.setBrush(style().theme.text);
        for (const SpectrumLaw::Atom& atom : law->atoms) {
            if (!c.x.contains(atom.log10_s))
                continue;
            const double count = atom.share * double(numbers_.count);
            const QPointF top = c.at(atom.log10_s, std::min(count, c.y.high));
            painter.drawLine(QPointF(top.x(), c.py(c.y.low)), top);
            painter.drawEllipse(top, style().px(3), style().px(3));
        }
        if (!law->log10_upper_edge || !c.x.contains(*law->log10_upper_edge))
            return;
        const double x = c.px(*law->log10_upper_edge), base = c.plot.bottom() + 1;
        painter.drawLine(QPointF(x, base), QPointF(x, base - style().px(14)));
    }

private:
    struct KeptAxes {   // those of the last spectrum
        bool histogram;
        Range x, y;
    };

    bool isHistogram() const { return histogram_.value(); }
    SpectrumSource source() const { return sourceOf(*study()); }
    SpectrumSource sourceOf(const Study& study) const
    {
        if (source_.is(SpectrumSource::network) && (is_layered(study) || study.plan->kind->jacobian))
            return SpectrumSource::network;
        if (is_layered(study) && source_.is(SpectrumSource::jacobian))
            return SpectrumSource::jacobian;
        return study.matrix.window.dimensions > 0 && toggled(QStringLiteral("operator")) ? SpectrumSource::convolution
                                                                                         : SpectrumSource::weights;
    }

    /// Keeps the axes of the previous spectrum, since an empty panel between two results would flicker.
    void keepAxes(Frame& f) const
    {
        const bool histogram = isHistogram();
        const bool kept = kept_ && kept_->histogram == histogram;
        f.xHome = kept ? kept_->x : histogram ? Range {-1, 1} : Range {0, 10};
        f.yHome = kept ? kept_->y : histogram ? Range {0, 10} : Range {-1, 1};
    }

    QColor color() const
    {
        const bool kernel
            = numbers_.source == SpectrumSource::convolution || numbers_.source == SpectrumSource::weights;
        return kernel ? style().theme.weights : style().theme.gradient;
    }

    void buildHistogram(Frame& f, const Range& decades, const QVector<PinnedSpectrum>& pinned, bool lawDrawn)
    {
        bins_ = SpectrumBins(decades);
        counts_ = bins_.countsOf(numbers_.values);
        for (auto [line, values, whole] : pinned) {
            line.steps = true;
            for (const double center : bins_.centers)
                line.x << center - bins_.width() / 2;
            line.y = bins_.countsOf(values);
            addPin(f, line);
        }
        if (lawDrawn)
            theory_ = lawOfBins(*numbers_.law, numbers_.count, bins_);
        const double most
            = topOfBins(*std::max_element(counts_.begin(), counts_.end()), theory_, numbers_.all.has_value());
        f.xHome = decades;
        f.yHome = roundedOut(Scale::linear, withPinnedY(f.pins, {0, most}));
        QCPGraph* g = graph(0);
        g->setAntialiasedFill(false);
        g->setLineStyle(QCPGraph::lsStepCenter);
        g->setAntialiased(false);
        g->setPen(pen(color(), 1));
        g->setBrush(style().theme.tint(color(), 0.35));
        g->setScatterStyle(QCPScatterStyle::ssNone);
        g->setData(bins_.centers, counts_, true);
    }

    void buildSorted(Frame& f, const Range& decades, const QVector<PinnedSpectrum>& pinned, bool lawDrawn)
    {
        const QVector<double>& values = numbers_.values;
        QVector<double> index(values.size());
        std::iota(index.begin(), index.end(), numbers_.first);
        for (auto [line, pinnedValues, whole] : pinned) {
            line.x.resize(pinnedValues.size());
            std::iota(line.x.begin(), line.x.end(), 1.0);
            line.y = pinnedValues;
            addPin(f, line);
        }
        if (lawDrawn)
            theory_ = lawOfSorted(*numbers_.law, numbers_.count);
        f.xHome = {0, withPinnedX(f.pins, {0, std::max(1.0, double(numbers_.count))}).high + 1};
        f.yHome = decades;
        QCPGraph* g = graph(0);
        g->setAntialiasedFill(false);
        g->setLineStyle(QCPGraph::lsLine);
        g->setAntialiased(true);
        g->setPen(pen(color(), 1.8));
        g->setBrush(Qt::NoBrush);
        g->setScatterStyle(values.size() <= 64 ? QCPScatterStyle(QCPScatterStyle::ssDisc, color(), style().px(4))
                                               : QCPScatterStyle(QCPScatterStyle::ssNone));
        g->setData(index, values, true);
    }

    void drawTheory()
    {
        if (theory_.x.empty())
            return clearGraphs(1);
        QCPGraph* line = graph(1);
        line->setLineStyle(QCPGraph::lsLine);
        line->setAntialiased(true);
        line->setPen(pen(style().theme.text, 1));
        line->setBrush(Qt::NoBrush);
        line->setScatterStyle(QCPScatterStyle::ssNone);
        line->setData(QVector<double>(theory_.x.begin(), theory_.x.end()),
            QVector<double>(theory_.y.begin(), theory_.y.end()), true);
    }

    /// Draws the table in the corner that the values leave free, since few are small.
    void drawMoments(QPainter& painter, const Canvas& c, bool top) const
    {
        const QFont font = style().numberFont();
        const QFontMetricsF metrics(font);
        const double high = style().px(15), gap = style().px(12);
        std::array<double, 3> wide {};
        for (const QStringList& row : moments_)
            for (std::size_t i = 0; i < wide.size(); ++i)
                wide[i] = std::max(wide[i], metrics.horizontalAdvance(row[int(i)]));
        const double all = wide[0] + wide[1] + wide[2] + 4 * gap, rows = double(moments_.size()) * high;
        if (moments_.isEmpty() || all > 0.7 * c.plot.width() || rows > 0.4 * c.plot.height())
            return;
        const double from = top ? c.plot.top() + style().px(4) : c.plot.bottom() - rows - style().px(4);
        QRectF table(c.plot.left() + gap / 2, from, all - 2 * gap, rows);
        if (top && hidesBars(table, c)) {
            table.moveRight(c.plot.right() - gap / 2);
            if (hidesBars(table, c))
                return;
        }
        painter.fillRect(table, style().theme.background);
        double y = from + metrics.ascent();
        for (const QStringList& row : moments_) {
            double x = table.left() + gap / 2;
            for (std::size_t i = 0; i < wide.size(); ++i) {
                const QString& text = row[int(i)];
                const double at = i == 0 ? x : x + wide[i] - metrics.horizontalAdvance(text);
                const bool said = i == 0 || row.first().isEmpty();
                mathLine(text, font).draw(painter, {at, y}, said ? style().theme.faint_text : style().theme.text);
                x += wide[i] + gap;
            }
            y += high;
        }
    }

    bool hidesBars(const QRectF& place, const Canvas& c) const
    {
        for (qsizetype i = 0; i < bins_.centers.size(); ++i)
            if (counts_[i] > 0 && c.py(counts_[i]) < place.bottom() + style().px(6)
                && c.px(bins_.centers[i] + bins_.width() / 2) > place.left()
                && c.px(bins_.centers[i] - bins_.width() / 2) < place.right())
                return true;
        return false;
    }

    QVector<PinnedSpectrum> pinnedSpectra() const
    {
        QVector<PinnedSpectrum> all;
        for (const Pin& pin : pins()) {
            const Study& s = *pin.study;
            const auto found = is_layered(s) == is_layered(*study()) ? spectrumOf(s, source()) : std::nullopt;
            const QVector<double> values = found ? drawnSpectrum(*found) : QVector<double>();
            if (values.isEmpty())
                continue;
            PinLine line {pin, {}};
            if (!is_layered(s) && matrixText(s) != matrixText(*study()))
                line.remark = matrixText(s);
            else if (is_layered(s) && source() != SpectrumSource::network
                && s.layer_spectra->layer != spectrumLayer(*study()))
                line.remark = tr("layer %1").arg(s.layer_spectra->layer);
            all << PinnedSpectrum {line, values, values.size() == qsizetype(found->size())};
        }
        return all;
    }

    /// Returns how far the values of pins are from those of the figure's own study. A value of zero would be infinitely
    /// far from any other on a logarithmic axis.
    QStringList distanceNotes(const QVector<PinnedSpectrum>& pinned) const
    {
        QStringList notes;
        const QVector<double>& own = numbers_.values;
        if (own.isEmpty() || own.size() != qsizetype(numbers_.count))
            return notes;
        const Curve f = distribution_function({own.begin(), own.end()});
        for (const PinnedSpectrum& one : pinned)
            if (one.whole && !isOff(one.line.pin))
                notes << decadesText(one.line.pin.name,
                    wasserstein_distance(f, distribution_function({one.values.begin(), one.values.end()})));
        return notes;
    }

    MatrixChoice* matrix_;   // owned as a child
    ShownSpectrum numbers_;
    SpectrumBins bins_;   // bins of the last histogram
    QVector<double> counts_;
    Curve theory_;   // the theoretical distribution in axis coordinates
    QVector<QStringList> moments_;
    std::optional<KeptAxes> kept_;
    ChoiceOf<SpectrumSource> source_;
    ChoiceOf<bool> histogram_;
};

}   // namespace

FigureKind figure_spectrum()
{
    return {QStringLiteral("spectrum"), QObject::tr("Singular values"), created<SpectrumFigure>,
        {{networkLayers, 3}, {networkStream, 3}, {networkTokens, 1}}};
}

}   // namespace stepzero

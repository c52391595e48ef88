// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of the chosen layer's weights, of its Jacobian, or of the whole network.
#include <qcustomplot.h>

#include <cmath>

#include "widgets/figures/figures.h"
#include "widgets/figures/layer_text.h"
#include "widgets/figures/plot_figure.h"

namespace stepzero {

namespace {

class SpectrumFigure : public PlotFigure {
public:
    explicit SpectrumFigure(QWidget* parent) : PlotFigure(tr("Singular values"), parent)
    {
        addChoice(QStringLiteral("source"),
            {{QStringLiteral("network"), tr("Jacobian of the whole network")},
                {QStringLiteral("jacobian"), tr("Jacobian of the layer")},
                {QStringLiteral("weights"), tr("Weights of the layer")}});
        addChoice(QStringLiteral("view"),
            {{QStringLiteral("histogram"), tr("Histogram")}, {QStringLiteral("sorted"), tr("Sorted")}});
    }

    FigureTable table() const override
    {
        FigureTable table {{QStringLiteral("index"), QStringLiteral("log10_singular_value")}, {}};
        if (!study())
            return table;
        int index = 0;
        if (const auto values = spectrum())
            for (const std::optional<double>& value : *values)
                table.rows << QStringList {QString::number(++index), value ? exactNumber(*value) : QString()};
        return table;
    }

protected:
    void rebuild() override
    {
        const bool histogram = choice(QStringLiteral("view")) == QLatin1String("histogram");
        const QString source = choice(QStringLiteral("source"));
        const auto all = spectrum();
        values_.clear();
        if (all)
            for (const std::optional<double>& value : *all)
                if (value && std::isfinite(*value))
                    values_ << *value;

        Frame f;
        f.xScale = histogram ? Scale::log10 : Scale::count;
        f.yScale = histogram ? Scale::linear : Scale::log10;
        const QString what = source == QLatin1String("weights") ? tr("singular value of W%1").arg(subscript(layer()))
            : source == QLatin1String("jacobian")
            ? tr("singular value of ∂x%1/∂x%2").arg(subscript(layer()), subscript(layer() - 1))
            : tr("singular value of ∂x%1/∂x₀").arg(subscript(depth()));
        f.xLabel = histogram ? what : tr("index");
        f.yLabel = histogram ? tr("count") : what;
        if (!all) {
            const Measure& asked = study()->experiment.measure;
            const bool wanted = source == QLatin1String("network") ? asked.jacobian : asked.weight_spectra;
            f.quiet = study()->stage == Stage::preview && wanted ? tr("computing…") : tr("not measured");
            // The axes of the last spectrum stay: an empty panel between two results would flicker.
            f.xHome = kept_ && keptHistogram_ == histogram ? keptX_ : histogram ? Range {-1, 1} : Range {0, 10};
            f.yHome = kept_ && keptHistogram_ == histogram ? keptY_ : histogram ? Range {0, 10} : Range {-1, 1};
            clearGraphs(0);
            setFrame(f);
            return;
        }
        if (const auto absent = all->size() - std::size_t(values_.size()); absent > 0)
            f.notes << (values_.isEmpty() ? tr("all %1 singular values are zero").arg(absent)
                                          : tr("%1 zeros not drawn").arg(absent));
        Range logs {-0.5, 0.5};
        if (!values_.isEmpty())
            logs = {values_.last(), values_.first()};
        const Range decades = roundedOut(Scale::log10, logs);
        QCPGraph* g = graph(0);
        const QColor color = source == QLatin1String("weights") ? style().theme.weights : style().theme.gradient;
        g->setAntialiasedFill(false);
        if (histogram) {
            bins(decades);
            f.xHome = decades;
            f.yHome = roundedOut(Scale::linear, {0, std::max(4.0, *std::max_element(counts_.begin(), counts_.end()))});
            g->setLineStyle(QCPGraph::lsStepCenter);
            g->setAntialiased(false);
            g->setPen(pen(color, 1));
            g->setBrush(style().theme.tint(color, 0.35));
            g->setScatterStyle(QCPScatterStyle::ssNone);
            g->setData(centers_, counts_, true);
        } else {
            QVector<double> index(values_.size());
            std::iota(index.begin(), index.end(), 1.0);
            f.xHome = {0, std::max(1.0, double(all->size())) + 1};
            f.yHome = decades;
            g->setLineStyle(QCPGraph::lsLine);
            g->setAntialiased(true);
            g->setPen(pen(color, 1.8));
            g->setBrush(Qt::NoBrush);
            g->setScatterStyle(values_.size() <= 64 ? QCPScatterStyle(QCPScatterStyle::ssDisc, color, style().px(4))
                                                    : QCPScatterStyle(QCPScatterStyle::ssNone));
            g->setData(index, values_, true);
        }
        g->setVisible(!values_.isEmpty());
        kept_ = true;
        keptHistogram_ = histogram;
        keptX_ = f.xHome;
        keptY_ = f.yHome;
        setFrame(f);
    }

    QString readoutAt(const QPointF& value) const override
    {
        if (values_.isEmpty())
            return {};
        if (choice(QStringLiteral("view")) == QLatin1String("sorted")) {
            const auto i = std::clamp(std::lround(value.x()), 1L, long(values_.size()));
            return tr("singular value %1 · %2").arg(i).arg(prettyLog10(values_[i - 1]));
        }
        const double bin = centers_.size() > 1 ? centers_[1] - centers_[0] : 1;
        const auto i = std::lround((value.x() - centers_.first()) / bin);
        const double count = i < 0 || i >= counts_.size() ? 0 : counts_[i];
        return tr("σ %1 · %2 singular values").arg(prettyLog10(value.x())).arg(count);
    }

private:
    int depth() const { return int(study()->measurement->layers.size()); }
    int layer() const { return study()->layer_spectra ? study()->layer_spectra->layer : study()->layer; }

    static QString subscript(int number)
    {
        QString text;
        for (const QChar digit : QString::number(number))
            text += QChar(0x2080 + digit.digitValue());
        return text;
    }

    /// log10 of the chosen values, largest first; nothing when the study does not have them.
    std::optional<LogSpectrum> spectrum() const
    {
        const Study& s = *study();
        const QString source = choice(QStringLiteral("source"));
        if (source == QLatin1String("network"))
            return s.jacobian ? std::optional(*s.jacobian) : std::nullopt;
        if (!s.layer_spectra)
            return std::nullopt;
        if (source == QLatin1String("jacobian"))
            return s.layer_spectra->jacobian;
        LogSpectrum logs;
        for (const double value : s.layer_spectra->weight)
            logs.push_back(value > 0 ? std::optional(std::log10(value)) : std::nullopt);
        return logs;
    }

    /// Bins over whole decades, empty ones outside so that the outline comes down to zero.
    void bins(const Range& decades)
    {
        constexpr double most = 60;   // bins; more are a comb where values are few
        const int perDecade = std::clamp(int(most / decades.span()), 1, 20);
        const double low = decades.low,
                     width = decades.span() > most ? std::ceil(decades.span() / most) : 1.0 / perDecade;
        const int n = int(std::ceil(decades.span() / width));
        centers_.resize(n + 2);
        counts_.fill(0, n + 2);
        for (int i = 0; i < n + 2; ++i)
            centers_[i] = low + (i - 0.5) * width;
        for (const double value : values_)
            ++counts_[1 + std::clamp(int((value - low) / width), 0, n - 1)];
    }

    QVector<double> values_, centers_, counts_;
    bool kept_ = false, keptHistogram_ = true;
    Range keptX_, keptY_;
};

}   // namespace

Figure* createSpectrum(QWidget* parent) { return new SpectrumFigure(parent); }

}   // namespace stepzero

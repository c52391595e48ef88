// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of the chosen layer's weights, of its Jacobian, or of the whole network. For networks made of blocks,
// they are those of the chosen matrix.
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/words/off_scale.h"
#include "core/kinds/kinds.h"
#include "core/simulate/network_spectra.h"
#include "core/theory/spectrum_compare.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/frame/plot_figure.h"
#include "widgets/figures/network/matrix_choice.h"
#include "widgets/figures/network/network_figure.h"
#include "widgets/figures/network/pin_table.h"
#include "widgets/style/math.h"

namespace stepzero {

namespace {

class SpectrumFigure : public NetworkFigure<PlotFigure> {
public:
    explicit SpectrumFigure(QWidget* parent) : NetworkFigure(parent), matrix_(new MatrixChoice(this))
    {
        addChoice(QStringLiteral("source"),
            {{QStringLiteral("network"), tr("Jacobian of the whole network")},
                {QStringLiteral("jacobian"), tr("Jacobian of the layer")},
                {QStringLiteral("weights"), tr("Weights of the layer")}});
        addChoice(QStringLiteral("view"),
            {{QStringLiteral("histogram"), tr("Histogram")}, {QStringLiteral("sorted"), tr("Sorted")}});
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
                table.rows << QStringList {QString::number(++index), value ? exactNumber(*value) : QString()};
        return table;
    }

protected:
    bool showsPins() const override { return true; }
    /// Zeros are reported in the notes, so the figure is not empty.
    QString nothing() const override { return measured_ ? QString() : NetworkFigure::nothing(); }

    /// A theoretical distribution alone is worth drawing.
    bool awaitsStudy(const Study& study) const override
    {
        return NetworkFigure::study() && is_coming(study.stage) && !spectrumOf(study, sourceOf(study)) && !lawOf(study);
    }

    void rebuild() override
    {
        const bool histogram = choice(QStringLiteral("view")) == QLatin1String("histogram");
        const QString source = this->source();
        const auto all = spectrum();
        matrix_->follow(*study());
        offer(QStringLiteral("operator"), study()->matrix.window.dimensions > 0);
        values_ = all ? drawnOf(*all) : QVector<double>();
        first_ = 1 + (all ? int(std::count_if(all->begin(), all->end(), isAbove)) : 0);

        law_ = toggled(QStringLiteral("theory")) ? lawOf(*study()) : nullptr;
        theory_ = {};

        Frame f;
        f.xScale = histogram ? Scale::log10 : Scale::count;
        f.yScale = histogram ? Scale::linear : Scale::log10;
        const bool whole = source == QLatin1String("operator"), kernel = whole || source == QLatin1String("weights");
        const QString as = whole ? tr(" as an operator") : QString();
        const bool throughAll = !is_layered(*study()) && source == QLatin1String("network");
        const QString what = throughAll ? tr("singular value of ∂h%1/∂h₀").arg(subscript(depth()))
            : !is_layered(*study())     ? tr("singular value · %1").arg(matrixText(*study())) + as
            : kernel                    ? tr("singular value of W%1").arg(subscript(layer())) + as
            : source == QLatin1String("jacobian")
            ? tr("singular value of ∂x%1/∂x%2").arg(subscript(layer()), subscript(layer() - 1))
            : tr("singular value of ∂x%1/∂x₀").arg(subscript(depth()));
        f.xLabel = histogram ? what : tr("index");
        f.yLabel = histogram ? tr("count") : what;
        if (!all && !law_) {
            f.quiet = missingSpectrum();
            measured_ = false;
            // The axes of the previous spectrum stay, since an empty panel between two results would flicker.
            f.xHome = kept_ && keptHistogram_ == histogram ? keptX_ : histogram ? Range {-1, 1} : Range {0, 10};
            f.yHome = kept_ && keptHistogram_ == histogram ? keptY_ : histogram ? Range {0, 10} : Range {-1, 1};
            law_ = nullptr;
            clearGraphs(0);
            setFrame(f);
            return;
        }
        all_ = all ? all->size() : countOf(*study());
        collectNotes(all, f);
        if (!all)
            f.notes << missingSpectrum();
        else if (whole)
            collectOperatorNotes(f);
        noteOffScale(all, f);
        Range logs {-0.5, 0.5};
        if (!values_.isEmpty())
            logs = {values_.last(), values_.first()};
        const bool drawn = law_ && !isOff(QStringLiteral("theory"));
        if (drawn && !all)
            logs = rangeOfLaw();
        if (drawn && (!values_.isEmpty() || !all))
            logs = withLaw(logs);
        const QVector<QPair<PinLine, QVector<double>>> pinned = pinnedSpectra();
        for (const auto& [line, values] : pinned)
            logs = logs.united({values.last(), values.first()});
        const Range decades = roundedOut(Scale::log10, logs);
        QCPGraph* g = graph(0);
        const QColor color = kernel ? style().theme.weights : style().theme.gradient;
        g->setAntialiasedFill(false);
        if (histogram) {
            bins(decades);
            for (auto [line, values] : pinned) {
                line.steps = true;
                for (const double center : centers_)
                    line.x << center - binWidth() / 2;
                line.y = countsOf(values, decades);
                addPin(f, line);
            }
            double most = std::max(4.0, *std::max_element(counts_.begin(), counts_.end()));
            if (drawn) {
                for (std::size_t i = 0; i < law_->density.x.size(); ++i) {
                    if (std::isnan(onScale(Scale::log10, law_->density.x[i])))
                        continue;
                    theory_.x.push_back(law_->density.x[i]);
                    theory_.y.push_back(double(all_) * law_->density.y[i] * binWidth());
                }
                if (!theory_.y.empty()) {   // a density may have a pole without a maximum
                    std::vector<double> heights = theory_.y;
                    std::sort(heights.begin(), heights.end());
                    most = all ? std::min(std::max(most, heights.back()), 2 * most)
                               : std::max(most, heights[heights.size() * 9 / 10]);
                }
            }
            f.xHome = decades;
            f.yHome = roundedOut(Scale::linear, withPinnedY(f.pins, {0, most}));
            g->setLineStyle(QCPGraph::lsStepCenter);
            g->setAntialiased(false);
            g->setPen(pen(color, 1));
            g->setBrush(style().theme.tint(color, 0.35));
            g->setScatterStyle(QCPScatterStyle::ssNone);
            g->setData(centers_, counts_, true);
        } else {
            QVector<double> index(values_.size());
            std::iota(index.begin(), index.end(), first_);
            for (auto [line, values] : pinned) {
                line.x.resize(values.size());
                std::iota(line.x.begin(), line.x.end(), 1.0);
                line.y = values;
                addPin(f, line);
            }
            f.xHome = {0, withPinnedX(f.pins, {0, std::max(1.0, double(all_))}).high + 1};
            f.yHome = decades;
            g->setLineStyle(QCPGraph::lsLine);
            g->setAntialiased(true);
            g->setPen(pen(color, 1.8));
            g->setBrush(Qt::NoBrush);
            g->setScatterStyle(values_.size() <= 64 ? QCPScatterStyle(QCPScatterStyle::ssDisc, color, style().px(4))
                                                    : QCPScatterStyle(QCPScatterStyle::ssNone));
            g->setData(index, values_, true);
            if (drawn)
                theory_ = sorted_law(*law_, double(all_));
            for (double& log10_s : theory_.y)
                log10_s = onScale(Scale::log10, log10_s);
        }
        g->setVisible(!values_.isEmpty());
        if (law_)
            f.legend << LegendEntry {
                QStringLiteral("theory"), tr("theory"), style().theme.text, LegendEntry::Mark::line, std::nullopt};
        if (theory_.x.empty()) {
            clearGraphs(1);
        } else {
            QCPGraph* line = graph(1);
            line->setLineStyle(QCPGraph::lsLine);
            line->setAntialiased(true);
            line->setPen(pen(style().theme.text, 1));
            line->setBrush(Qt::NoBrush);
            line->setScatterStyle(QCPScatterStyle::ssNone);
            line->setData(QVector<double>(theory_.x.begin(), theory_.x.end()),
                QVector<double>(theory_.y.begin(), theory_.y.end()), true);
        }
        if (all && values_.isEmpty() && pinned.isEmpty())
            f.quiet = std::ranges::all_of(*all, isZero) ? tr("all values are zero: a logarithmic axis shows none")
                                                        : tr("no value is in the floating-point range");
        measured_ = all.has_value();
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
            const auto place = std::clamp(std::lround(value.x()) - first_, 0L, long(values_.size()) - 1);
            const double theory = theoryAt(double(first_ + place));
            return tr("singular value %1 · %2").arg(first_ + place).arg(prettyLog10(values_[place]))
                + (std::isnan(theory) ? QString() : tr(" (theory %1)").arg(prettyLog10(theory)));
        }
        const auto i = std::lround((value.x() - centers_.first()) / binWidth());
        const double count = i < 0 || i >= counts_.size() ? 0 : counts_[i];
        const double theory = theoryAt(value.x());
        return tr("s = %1 · %2 singular values").arg(prettyLog10(value.x())).arg(count)
            + (std::isnan(theory) ? QString() : tr(" (theory %1)").arg(theory, 0, 'f', 1));
    }

    /// Draws spikes of equal singular values, and the end of the theoretical distribution.
    void drawOver(QPainter& painter, const Canvas& c) override
    {
        if (!law_ || (values_.isEmpty() && spectrum()) || isOff(QStringLiteral("theory")))
            return;
        const bool sorted = choice(QStringLiteral("view")) == QLatin1String("sorted");
        drawMoments(painter, c, !sorted);
        if (sorted)
            return;
        painter.setPen(pen(style().theme.text, 1));
        painter.setBrush(style().theme.text);
        for (const SpectrumLaw::Atom& atom : law_->atoms) {
            if (!c.x.contains(atom.log10_s))
                continue;
            const double count = atom.share * double(all_);
            const QPointF top = c.at(atom.log10_s, std::min(count, c.y.high));
            painter.drawLine(QPointF(top.x(), c.py(c.y.low)), top);
            painter.drawEllipse(top, style().px(3), style().px(3));
        }
        if (!law_->log10_upper_edge || !c.x.contains(*law_->log10_upper_edge))
            return;
        const double x = c.px(*law_->log10_upper_edge), base = c.plot.bottom() + 1;
        painter.drawLine(QPointF(x, base), QPointF(x, base - style().px(14)));
    }

private:
    QString source() const { return sourceOf(*study()); }
    QString sourceOf(const Study& study) const
    {
        const QString asked = choice(QStringLiteral("source"));
        const bool known = is_layered(study) || (study.plan->kind->jacobian && asked == QLatin1String("network"));
        const QString chosen = known ? asked : QStringLiteral("weights");
        return chosen == QLatin1String("weights") && study.matrix.window.dimensions > 0
                && toggled(QStringLiteral("operator"))
            ? QStringLiteral("operator")
            : chosen;
    }
    int depth() const { return study()->measurement->depth(); }
    int layer() const { return study()->layer_spectra ? study()->layer_spectra->layer : study()->layer; }

    static QString subscript(int number)
    {
        QString text;
        for (const QChar digit : QString::number(number))
            text += QChar(0x2080 + digit.digitValue());
        return text;
    }

    /// Returns the theoretical distribution of the chosen values; null when there is none.
    const SpectrumLaw* lawOf(const Study& study) const
    {
        const auto& laws = study.laws;
        const QString source = sourceOf(study);
        const bool other = study.layer_spectra && study.layer_spectra->layer != study.layer;
        if (!laws || (source != QLatin1String("network") && other))
            return nullptr;
        const std::optional<SpectrumLaw>& law = source == QLatin1String("network") ? laws->jacobian
            : source == QLatin1String("jacobian")                                  ? laws->layer_jacobian
            : source == QLatin1String("operator")                                  ? laws->whole
                                                                                   : laws->weights;
        return law ? &*law : nullptr;
    }

    /// Returns the number of the chosen values in a network.
    std::size_t countOf(const Study& study) const
    {
        const Shape of = source() == QLatin1String("network")
            ? Shape {study.plan->blocks.back().entries_out(), study.plan->blocks.front().entries_in()}
            : study.matrix.shape;
        return std::size_t(std::min(of.rows(), of.columns()));
    }

    /// Returns the range of theory for as many values as the network has.
    Range rangeOfLaw() const
    {
        Range range {1e300, -1e300};
        for (const double log10_s : sorted_law(*law_, double(all_)).y)
            if (std::isfinite(onScale(Scale::log10, log10_s)))
                range = range.united({log10_s, log10_s});
        return range.low > range.high ? Range {-0.5, 0.5} : range;
    }

    void collectNotes(const std::optional<LogSpectrum>& all, Frame& f)
    {
        moments_.clear();
        collectLargest(all, f);   // the most important note: a small figure has room for one
        const std::size_t zeros = all ? std::size_t(std::count_if(all->begin(), all->end(), isZero)) : 0;
        const auto percent = [](double share) { return QString::number(100 * share, 'g', 3) + QStringLiteral("%"); };
        QString note;
        if (zeros > 0)
            note = zeros == all->size()
                ? zeros == 1 ? tr("the singular value is zero") : tr("all %1 singular values are zero").arg(zeros)
                : tr("%1 of %2 are exactly 0").arg(zeros).arg(all->size());
        if (law_ && (law_->zero > 0 || zeros > 0))
            note += note.isEmpty() ? tr("theory: %1 are exactly 0").arg(percent(law_->zero))
                                   : tr(" (theory %1)").arg(percent(law_->zero));
        if (!note.isEmpty())
            f.notes << note;
        if (!law_)
            return;
        for (const SpectrumLaw::Atom& atom : law_->atoms)
            f.notes << (atom.share > 0.9999
                    ? tr("theory: all are %1").arg(prettyLog10(atom.log10_s))
                    : tr("theory: %1 are exactly %2").arg(percent(atom.share), prettyLog10(atom.log10_s)));
        if (!values_.isEmpty())
            collectMoments(square_moments(*all));
    }

    /// Notes how many values the axis cannot show.
    void noteOffScale(const std::optional<LogSpectrum>& all, Frame& f) const
    {
        const auto is = [](const std::optional<double>& value) { return value && is_off_scale(*value); };
        if (const auto beyond = all ? std::count_if(all->begin(), all->end(), is) : 0; beyond > 0)
            f.notes << tr("%1 of %2 are off the scale").arg(beyond).arg(all->size());
    }

    /// Notes the largest value, measured and in theory, which describes step 0.
    void collectLargest(const std::optional<LogSpectrum>& all, Frame& f) const
    {
        const std::optional<double> edge
            = law_ && !isOff(QStringLiteral("theory")) ? law_->log10_upper_edge : std::nullopt;
        if (!all || all->empty()) {
            if (edge)
                f.notes << tr("theory: $s_max$ %1").arg(prettyLog10(*edge));
            return;
        }
        const QString largest = all->front() ? prettyLog10(*all->front()) : QStringLiteral("0");
        f.notes << (!edge           ? tr("$s_max$ %1").arg(largest)
                : study()->step > 0 ? tr("$s_max$ %1 (theory at step 0: %2)").arg(largest, prettyLog10(*edge))
                                    : tr("$s_max$ %1 (theory %2)").arg(largest, prettyLog10(*edge)));
    }

    /// Notes which linear map the values belong to, and which part of it was computed.
    void collectOperatorNotes(Frame& f) const
    {
        const OperatorSpectrum& spectrum = study()->layer_spectra->whole;
        if (!spectrum.exact)
            f.notes << tr("assuming circular padding");
        else if (law_ && !study()->matrix.window.uniform())
            f.notes << tr("theory assumes circular padding");
        if (spectrum.frequencies < spectrum.of)
            f.notes << tr("%1 of %2 frequencies").arg(spectrum.frequencies).arg(spectrum.of);
    }

    /// Collects mean and variance of s², as rows of a small table.
    void collectMoments(const SquareMoments& found)
    {
        const auto variance = [](double log10_mean, double relative) {
            return std::isinf(relative) ? pretty(relative) : prettyLog10(2 * log10_mean + std::log10(relative));
        };
        moments_ = {{QString(), tr("measured"), tr("theory")},
            {tr("mean of s²"), prettyLog10(found.log10_mean_square), prettyLog10(law_->log10_mean_square)},
            {tr("variance of s²"), variance(found.log10_mean_square, found.relative_variance),
                variance(law_->log10_mean_square, law_->relative_variance)}};
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
        for (qsizetype i = 0; i < centers_.size(); ++i)
            if (counts_[i] > 0 && c.py(counts_[i]) < place.bottom() + style().px(6)
                && c.px(centers_[i] + binWidth() / 2) > place.left()
                && c.px(centers_[i] - binWidth() / 2) < place.right())
                return true;
        return false;
    }

    /// Extends the range by the end and the spikes of theory, unless those are decades away.
    Range withLaw(Range logs) const
    {
        const double reach = std::max(1.0, logs.span());
        const auto take = [&](double log10_s) {
            if (log10_s > logs.low - reach && log10_s < logs.high + reach)
                logs = logs.united({log10_s, log10_s});
        };
        for (const SpectrumLaw::Atom& atom : law_->atoms)
            take(atom.log10_s);
        if (law_->log10_upper_edge)
            take(*law_->log10_upper_edge);
        return logs;
    }

    double binWidth() const { return centers_.size() > 1 ? centers_[1] - centers_[0] : 1; }

    /// Interpolates the theoretical line; NaN beyond its ends.
    double theoryAt(double x) const
    {
        const auto& xs = theory_.x;
        const auto next = std::upper_bound(xs.begin(), xs.end(), x);
        if (next == xs.begin() || next == xs.end())
            return std::numeric_limits<double>::quiet_NaN();
        const auto i = std::size_t(next - xs.begin());
        const double share = (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
        return theory_.y[i - 1] + share * (theory_.y[i] - theory_.y[i - 1]);
    }

    static bool isZero(const std::optional<double>& log10_s)
    {
        return !log10_s || (std::isinf(*log10_s) && *log10_s < 0);
    }

    static bool isAbove(const std::optional<double>& log10_s) { return log10_s && *log10_s > most_decades; }

    /// Returns the values that a logarithmic axis can show.
    static QVector<double> drawnOf(const LogSpectrum& all)
    {
        QVector<double> values;
        for (const std::optional<double>& value : all)
            if (value && std::isfinite(onScale(Scale::log10, *value)))
                values << *value;
        return values;
    }

    /// Returns, for each pin with such a spectrum, its line without points, and the values.
    QVector<QPair<PinLine, QVector<double>>> pinnedSpectra() const
    {
        QVector<QPair<PinLine, QVector<double>>> all;
        for (const Pin& pin : pins()) {
            const Study& s = *pin.study;
            const auto found = is_layered(s) == is_layered(*study()) ? spectrumOf(s, source()) : std::nullopt;
            const QVector<double> values = found ? drawnOf(*found) : QVector<double>();
            if (values.isEmpty())
                continue;
            PinLine line {pin, {}};
            if (!is_layered(s) && matrixText(s) != matrixText(*study()))
                line.remark = matrixText(s);
            else if (is_layered(s) && source() != QLatin1String("network") && s.layer_spectra->layer != layer())
                line.remark = tr("layer %1").arg(s.layer_spectra->layer);
            all << qMakePair(line, values);
        }
        return all;
    }

    /// Returns log10 of the chosen values, largest first; nothing when the study does not have them.
    std::optional<LogSpectrum> spectrum() const { return spectrumOf(*study(), source()); }

    static std::optional<LogSpectrum> spectrumOf(const Study& s, const QString& source)
    {
        if (source == QLatin1String("network"))
            return s.jacobian ? std::optional(*s.jacobian) : std::nullopt;
        if (!s.layer_spectra)
            return std::nullopt;
        if (source == QLatin1String("jacobian"))
            return s.layer_spectra->jacobian;
        const bool whole = source == QLatin1String("operator");
        LogSpectrum logs;
        for (const double value : whole ? s.layer_spectra->whole.values : s.layer_spectra->weight)
            logs.push_back(value > 0 ? std::optional(std::log10(value)) : std::nullopt);
        return logs;
    }

    /// Says why there are no values.
    QString missingSpectrum() const
    {
        const Study& s = *study();
        const bool network = source() == QLatin1String("network"), passage = source() == QLatin1String("jacobian");
        if (network ? s.jacobian.is(Absence::not_asked) : s.layer_spectra.is(Absence::not_asked))
            return tr("not measured");
        if (s.plan->kind->kernels
            && (network ? s.jacobian.is(Absence::impossible) : passage && !has_jacobian(*s.plan, layer())))
            return tr("more than 2048 rows or columns: not computed");
        return is_coming(s.stage) ? tr("computing…") : tr("not computed");
    }

    /// Makes bins over whole decades, with empty ones outside, so that the outline returns to zero.
    void bins(const Range& decades)
    {
        constexpr double most = 60;   // bins; more would look like a comb when values are few
        const int perDecade = std::clamp(int(most / decades.span()), 1, 20);
        const double low = decades.low,
                     width = decades.span() > most ? std::ceil(decades.span() / most) : 1.0 / perDecade;
        const int n = int(std::ceil(decades.span() / width));
        centers_.resize(n + 2);
        for (int i = 0; i < n + 2; ++i)
            centers_[i] = low + (i - 0.5) * width;
        counts_ = countsOf(values_, decades);
    }

    /// Counts values in the bins of centers_.
    QVector<double> countsOf(const QVector<double>& values, const Range& decades) const
    {
        const int n = int(centers_.size()) - 2;
        QVector<double> counts(n + 2, 0);
        for (const double value : values)
            ++counts[1 + std::clamp(int((value - decades.low) / binWidth()), 0, n - 1)];
        return counts;
    }

    MatrixChoice* matrix_;   // owned as a child
    QVector<double> values_, centers_, counts_;
    bool measured_ = false;
    int first_ = 1;   // index of values_.front(): earlier values are off the scale
    const SpectrumLaw* law_ = nullptr;   // theory of the shown study
    QVector<QStringList> moments_;
    Curve theory_;   // the theoretical distribution in axis coordinates
    std::size_t all_ = 0;   // number of singular values, including zeros
    bool kept_ = false, keptHistogram_ = true;
    Range keptX_, keptY_;
};

}   // namespace

FigureKind figure_spectrum()
{
    return {QStringLiteral("spectrum"), QObject::tr("Singular values"), created<SpectrumFigure>,
        {{networkLayers, 3}, {networkStream, 3}, {networkTokens, 1}}};
}

}   // namespace stepzero

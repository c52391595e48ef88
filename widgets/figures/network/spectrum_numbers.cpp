// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/network/spectrum_numbers.h"

#include <QObject>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/words/off_scale.h"
#include "core/kinds/kinds.h"
#include "core/simulate/network_spectra.h"
#include "core/theory/spectrum_compare.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/figures/network/matrix_choice.h"

namespace stepzero {

namespace {

bool isZeroValue(const std::optional<double>& log10_s) { return !log10_s || (std::isinf(*log10_s) && *log10_s < 0); }

bool isAboveScale(const std::optional<double>& log10_s) { return log10_s && *log10_s > most_decades; }

QString subscript(int number)
{
    QString text;
    for (const QChar digit : QString::number(number))
        text += QChar(0x2080 + digit.digitValue());
    return text;
}

/// Returns the number of the chosen values in a network.
std::size_t countOfSpectrum(const Study& study, SpectrumSource source)
{
    const Shape of = source == SpectrumSource::network
        ? Shape {study.plan->blocks.back().entries_out(), study.plan->blocks.front().entries_in()}
        : study.matrix.shape;
    return std::size_t(std::min(of.rows(), of.columns()));
}

/// Extends a range by the end and the spikes of theory, unless those are decades away.
Range withLaw(const SpectrumLaw& law, Range logs)
{
    const double reach = std::max(1.0, logs.span());
    const auto take = [&](double log10_s) {
        if (log10_s > logs.low - reach && log10_s < logs.high + reach)
            logs = logs.united({log10_s, log10_s});
    };
    for (const SpectrumLaw::Atom& atom : law.atoms)
        take(atom.log10_s);
    if (law.log10_upper_edge)
        take(*law.log10_upper_edge);
    return logs;
}

/// Returns the range of theory for as many values as the network has.
Range rangeOfLaw(const SpectrumLaw& law, std::size_t count)
{
    Range range {1e300, -1e300};
    for (const double log10_s : sorted_law(law, double(count)).y)
        if (std::isfinite(onScale(Scale::log10, log10_s)))
            range = range.united({log10_s, log10_s});
    return range.low > range.high ? Range {-0.5, 0.5} : range;
}

QString shareText(double share) { return QString::number(100 * share, 'g', 3) + QStringLiteral("%"); }

/// Returns the largest value, measured and in theory, which describes step 0; empty when neither is known.
QString largestValueText(const Study& study, const ShownSpectrum& numbers, const std::optional<double>& edge)
{
    const std::optional<LogSpectrum>& all = numbers.all;
    if (!all || all->empty())
        return edge ? QObject::tr("theory: $s_max$ %1").arg(prettyLog10(*edge)) : QString();
    const QString largest = all->front() ? prettyLog10(*all->front()) : QStringLiteral("0");
    return !edge         ? QObject::tr("$s_max$ %1").arg(largest)
        : study.step > 0 ? QObject::tr("$s_max$ %1 (theory at step 0: %2)").arg(largest, prettyLog10(*edge))
                         : QObject::tr("$s_max$ %1 (theory %2)").arg(largest, prettyLog10(*edge));
}

/// Returns how many values are exactly zero, measured and in theory; empty when none are.
QString zerosText(const ShownSpectrum& numbers)
{
    const std::optional<LogSpectrum>& all = numbers.all;
    const std::size_t zeros = all ? std::size_t(std::count_if(all->begin(), all->end(), isZeroValue)) : 0;
    QString note;
    if (zeros > 0)
        note = zeros == all->size() ? zeros == 1 ? QObject::tr("the singular value is zero")
                                                 : QObject::tr("all %1 singular values are zero").arg(zeros)
                                    : QObject::tr("%1 of %2 are exactly 0").arg(zeros).arg(all->size());
    if (numbers.law && (numbers.law->zero > 0 || zeros > 0))
        note += note.isEmpty() ? QObject::tr("theory: %1 are exactly 0").arg(shareText(numbers.law->zero))
                               : QObject::tr(" (theory %1)").arg(shareText(numbers.law->zero));
    return note;
}

/// Returns which linear map the values belong to, and which part of it was computed.
QStringList convolutionNotes(const Study& study, const SpectrumLaw* law)
{
    QStringList notes;
    const OperatorSpectrum& spectrum = study.layer_spectra->whole;
    if (!spectrum.exact)
        notes << QObject::tr("assuming circular padding");
    else if (law && !study.matrix.window.uniform())
        notes << QObject::tr("theory assumes circular padding");
    if (spectrum.frequencies < spectrum.of)
        notes << QObject::tr("%1 of %2 frequencies").arg(spectrum.frequencies).arg(spectrum.of);
    return notes;
}

}   // namespace

std::optional<LogSpectrum> spectrumOf(const Study& study, SpectrumSource source)
{
    if (source == SpectrumSource::network)
        return study.jacobian ? std::optional(*study.jacobian) : std::nullopt;
    if (!study.layer_spectra)
        return std::nullopt;
    if (source == SpectrumSource::jacobian)
        return study.layer_spectra->jacobian;
    const bool whole = source == SpectrumSource::convolution;
    LogSpectrum logs;
    for (const double value : whole ? study.layer_spectra->whole.values : study.layer_spectra->weight)
        logs.push_back(value > 0 ? std::optional(std::log10(value)) : std::nullopt);
    return logs;
}

const SpectrumLaw* spectrumLawOf(const Study& study, SpectrumSource source)
{
    const auto& laws = study.laws;
    const bool other = study.layer_spectra && study.layer_spectra->layer != study.layer;
    if (!laws || (source != SpectrumSource::network && other))
        return nullptr;
    const std::optional<SpectrumLaw>& law = source == SpectrumSource::network ? laws->jacobian
        : source == SpectrumSource::jacobian                                  ? laws->layer_jacobian
        : source == SpectrumSource::convolution                               ? laws->whole
                                                                              : laws->weights;
    return law ? &*law : nullptr;
}

int spectrumLayer(const Study& study) { return study.layer_spectra ? study.layer_spectra->layer : study.layer; }

QString spectrumLabel(const Study& study, SpectrumSource source)
{
    const bool whole = source == SpectrumSource::convolution;
    const QString as = whole ? QObject::tr(" as an operator") : QString();
    const QString layer = subscript(spectrumLayer(study)), depth = subscript(study.measurement->depth());
    if (!is_layered(study))
        return source == SpectrumSource::network ? QObject::tr("singular value of ∂h%1/∂h₀").arg(depth)
                                                 : QObject::tr("singular value · %1").arg(matrixText(study)) + as;
    if (whole || source == SpectrumSource::weights)
        return QObject::tr("singular value of W%1").arg(layer) + as;
    if (source == SpectrumSource::jacobian)
        return QObject::tr("singular value of ∂x%1/∂x%2").arg(layer, subscript(spectrumLayer(study) - 1));
    return QObject::tr("singular value of ∂x%1/∂x₀").arg(depth);
}

QString missingSpectrumText(const Study& study, SpectrumSource source)
{
    const bool network = source == SpectrumSource::network, passage = source == SpectrumSource::jacobian;
    if (network ? study.jacobian.is(Absence::not_asked) : study.layer_spectra.is(Absence::not_asked))
        return QObject::tr("not measured");
    if (study.plan->kind->kernels
        && (network ? study.jacobian.is(Absence::impossible)
                    : passage && !has_jacobian(*study.plan, spectrumLayer(study))))
        return QObject::tr("more than 2048 rows or columns: not computed");
    return is_coming(study.stage) ? QObject::tr("computing…") : QObject::tr("not computed");
}

QVector<double> drawnSpectrum(const LogSpectrum& all)
{
    QVector<double> values;
    for (const std::optional<double>& value : all)
        if (value && std::isfinite(onScale(Scale::log10, *value)))
            values << *value;
    return values;
}

ShownSpectrum::ShownSpectrum(const Study& study, SpectrumSource of, bool theory)
    : source(of), all(spectrumOf(study, of)), law(theory ? spectrumLawOf(study, of) : nullptr)
{
    if (all) {
        values = drawnSpectrum(*all);
        first += int(std::count_if(all->begin(), all->end(), isAboveScale));
        count = all->size();
    } else if (law) {
        count = countOfSpectrum(study, of);
    }
}

Range ShownSpectrum::range(bool lawDrawn) const
{
    Range logs {-0.5, 0.5};
    if (!values.isEmpty())
        logs = {values.last(), values.first()};
    if (lawDrawn && !all)
        logs = rangeOfLaw(*law, count);
    return lawDrawn && (!values.isEmpty() || !all) ? withLaw(*law, logs) : logs;
}

QString ShownSpectrum::quiet() const
{
    if (!all || !values.isEmpty())
        return {};
    return std::ranges::all_of(*all, isZeroValue) ? QObject::tr("all values are zero: a logarithmic axis shows none")
                                                  : QObject::tr("no value is in the floating-point range");
}

SpectrumBins::SpectrumBins(const Range& decades) : low(decades.low)
{
    constexpr double most = 60;   // bins; more would look like a comb when values are few
    const int perDecade = std::clamp(int(most / decades.span()), 1, 20);
    const double wide = decades.span() > most ? std::ceil(decades.span() / most) : 1.0 / perDecade;
    const int n = int(std::ceil(decades.span() / wide));
    centers.resize(n + 2);
    for (int i = 0; i < n + 2; ++i)
        centers[i] = low + (i - 0.5) * wide;
}

QVector<double> SpectrumBins::countsOf(const QVector<double>& values) const
{
    const int n = int(centers.size()) - 2;
    QVector<double> counts(n + 2, 0);
    for (const double value : values)
        ++counts[1 + std::clamp(int((value - low) / width()), 0, n - 1)];
    return counts;
}

Curve lawOfBins(const SpectrumLaw& law, std::size_t count, const SpectrumBins& bins)
{
    Curve line;
    for (std::size_t i = 0; i < law.density.x.size(); ++i) {
        if (std::isnan(onScale(Scale::log10, law.density.x[i])))
            continue;
        line.x.push_back(law.density.x[i]);
        line.y.push_back(double(count) * law.density.y[i] * bins.width());
    }
    return line;
}

Curve lawOfSorted(const SpectrumLaw& law, std::size_t count)
{
    Curve line = sorted_law(law, double(count));
    for (double& log10_s : line.y)
        log10_s = onScale(Scale::log10, log10_s);
    return line;
}

double spectrumTheoryAt(const Curve& line, double x)
{
    const auto& xs = line.x;
    const auto next = std::upper_bound(xs.begin(), xs.end(), x);
    if (next == xs.begin() || next == xs.end())
        return std::numeric_limits<double>::quiet_NaN();
    const auto i = std::size_t(next - xs.begin());
    const double share = (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
    return line.y[i - 1] + share * (line.y[i] - line.y[i - 1]);
}

double topOfBins(double most, const Curve& theory, bool measured)
{
    most = std::max(4.0, most);
    if (theory.y.empty())
        return most;
    // A density may have a pole without a maximum.
    std::vector<double> heights = theory.y;
    std::sort(heights.begin(), heights.end());
    return measured ? std::min(std::max(most, heights.back()), 2 * most)
                    : std::max(most, heights[heights.size() * 9 / 10]);
}

QStringList spectrumNotes(const Study& study, const ShownSpectrum& numbers, bool edge)
{
    const SpectrumLaw* law = numbers.law;
    QStringList notes {
        largestValueText(study, numbers, law && edge ? law->log10_upper_edge : std::nullopt), zerosText(numbers)};
    notes.removeAll(QString());
    for (const SpectrumLaw::Atom& atom : law ? law->atoms : std::vector<SpectrumLaw::Atom>())
        notes << (atom.share > 0.9999
                ? QObject::tr("theory: all are %1").arg(prettyLog10(atom.log10_s))
                : QObject::tr("theory: %1 are exactly %2").arg(shareText(atom.share), prettyLog10(atom.log10_s)));
    if (!numbers.all)
        return notes << missingSpectrumText(study, numbers.source);
    if (numbers.source == SpectrumSource::convolution)
        notes << convolutionNotes(study, law);
    const auto isOff = [](const std::optional<double>& value) { return value && is_off_scale(*value); };
    if (const auto beyond = std::count_if(numbers.all->begin(), numbers.all->end(), isOff); beyond > 0)
        notes << QObject::tr("%1 of %2 are off the scale").arg(beyond).arg(numbers.all->size());
    return notes;
}

QVector<QStringList> spectrumMoments(const ShownSpectrum& numbers)
{
    if (!numbers.law || numbers.values.isEmpty())
        return {};
    const SpectrumLaw& law = *numbers.law;
    const SquareMoments found = square_moments(*numbers.all);
    const auto variance = [](double log10_mean, double relative) {
        return std::isinf(relative) ? pretty(relative) : prettyLog10(2 * log10_mean + std::log10(relative));
    };
    return {{QString(), QObject::tr("measured"), QObject::tr("theory")},
        {QObject::tr("mean of s²"), prettyLog10(found.log10_mean_square), prettyLog10(law.log10_mean_square)},
        {QObject::tr("variance of s²"), variance(found.log10_mean_square, found.relative_variance),
            variance(law.log10_mean_square, law.relative_variance)}};
}

}   // namespace stepzero

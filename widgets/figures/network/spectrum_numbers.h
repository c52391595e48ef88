// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that the figure of singular values draws: which values of a study they are, their theory, and the notes
// about both. Singular values are base-10 logarithms, as on the figure's axis.
#pragma once

#include <QStringList>
#include <QVector>
#include <optional>

#include "core/study/study.h"
#include "core/theory/spectrum_law.h"
#include "widgets/figures/frame/ticks.h"

namespace stepzero {

enum class SpectrumSource {
    network,   ///< Jacobian of the whole network
    jacobian,   ///< Jacobian of the layer
    weights,   ///< matrix of the layer, or the chosen one of a network made of blocks
    convolution,   ///< weights of a convolution as a map of whole samples
};

/// Returns the chosen values, largest first; nothing when the study does not have them.
std::optional<LogSpectrum> spectrumOf(const Study& study, SpectrumSource source);
/// Returns the theoretical distribution of the chosen values; null when there is none.
const SpectrumLaw* spectrumLawOf(const Study& study, SpectrumSource source);
/// Returns the layer that the values belong to.
int spectrumLayer(const Study& study);
/// Returns "singular value of ∂x₃/∂x₂".
QString spectrumLabel(const Study& study, SpectrumSource source);
/// Says why there are no values.
QString missingSpectrumText(const Study& study, SpectrumSource source);

/// Returns the values that a logarithmic axis can show.
QVector<double> drawnSpectrum(const LogSpectrum& all);

struct ShownSpectrum {
    ShownSpectrum() = default;
    ShownSpectrum(const Study& study, SpectrumSource of, bool theory);

    /// Returns the range of the values, and of theory if it is drawn.
    Range range(bool lawDrawn) const;
    /// Returns why no value is drawn although there are values; empty when some are.
    QString quiet() const;

    SpectrumSource source = SpectrumSource::network;
    std::optional<LogSpectrum> all;
    QVector<double> values;   ///< those that a logarithmic axis can show
    int first = 1;   ///< index of values.front(): earlier values are off the scale
    std::size_t count = 0;   ///< number of singular values, including zeros
    const SpectrumLaw* law = nullptr;   ///< theory of the study
};

/// Bins over whole decades, with empty ones outside, so that the outline returns to zero.
struct SpectrumBins {
    SpectrumBins() = default;
    explicit SpectrumBins(const Range& decades);

    double width() const { return centers.size() > 1 ? centers[1] - centers[0] : 1; }
    QVector<double> countsOf(const QVector<double>& values) const;

    double low = 0;
    QVector<double> centers;
};

/// Returns theory in the coordinates of a histogram of `count` values, or of their sorted line.
Curve lawOfBins(const SpectrumLaw& law, std::size_t count, const SpectrumBins& bins);
Curve lawOfSorted(const SpectrumLaw& law, std::size_t count);
/// Interpolates a theoretical line; NaN beyond its ends.
double spectrumTheoryAt(const Curve& line, double x);
/// Returns the upper end of the axis of counts, for bins of which the highest has `most` values.
double topOfBins(double most, const Curve& theory, bool measured);

/// Returns the notes about values and theory, the most important first, since a small figure has room for one.
/// `edge`: includes the upper edge of theory.
QStringList spectrumNotes(const Study& study, const ShownSpectrum& numbers, bool edge);
/// Returns mean and variance of s², measured and in theory, as rows of a small table; empty unless both are known.
QVector<QStringList> spectrumMoments(const ShownSpectrum& numbers);

}   // namespace stepzero

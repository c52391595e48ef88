// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of one matrix, as a histogram or sorted, with the distribution for independent entries of its size,
// and the outliers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/theory/marchenko_pastur.h"
#include "widgets/figures/frame/plot_figure.h"

namespace stepzero {

class SpectrumFigure : public PlotFigure {
    Q_OBJECT
public:
    explicit SpectrumFigure(QWidget* parent);

    FigureTable table() const override;

protected:
    struct Spectrum {
        QString name;   ///< name of the matrix
        std::vector<double> values;   ///< descending
        std::optional<SingularValueLaw> law;
        std::uint64_t rows = 0, columns = 0;
        QString obstacle;   ///< reason why there are no values; empty when there are
        QStringList notes;   ///< shown in addition to the largest value
    };
    /// Returns the singular values of the chosen matrix in exhibit(), which is not null.
    virtual Spectrum spectrum() const = 0;

    void rebuild() override;
    void drawUnder(QPainter&, const Canvas&) override { }
    void drawOver(QPainter& painter, const Canvas& canvas) override;
    QString readoutAt(const QPointF& value) const override;

private:
    bool isSorted() const { return sorted_.value(); }
    void drawHistogram(const std::vector<double>& values, double most);
    void drawSorted(const std::vector<double>& values);
    void drawLine(int number, const QVector<double>& x, const QVector<double>& y, const QColor& color);

    std::vector<double> values_;
    std::optional<SingularValueLaw> law_;
    double limit_ = 0;   // values above it stand out
    double tallest_ = 1;
    ChoiceOf<bool> sorted_;
};

}   // namespace stepzero

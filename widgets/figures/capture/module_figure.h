// SPDX-License-Identifier: GPL-3.0-or-later
// Base of figures by module: x is the module in the order of execution, with the blocks as a background. A click or the
// arrow keys choose a module.
#pragma once

#include <QVector>
#include <vector>

#include "widgets/figures/capture/capture_figure.h"
#include "widgets/figures/frame/axes_figure.h"

namespace stepzero {

/// A quantity by module, in axis coordinates; NaN where it is absent.
struct ModuleLine {
    QString key, name;
    QColor color;
    QVector<double> value;   ///< one per shown module
    Qt::PenStyle pen = Qt::SolidLine;   ///< Qt::NoPen: points only
    double width = 1.6;
};

class ModuleFigure : public CaptureFigure<AxesFigure> {
public:
    explicit ModuleFigure(QWidget* parent);

protected:
    /// Adds the choice of the modules that are shown.
    void addModuleChoice();

    /// Sets the modules, and everything of the frame that belongs to the x axis.
    void showModules(Frame& frame, std::vector<std::size_t> modules);
    /// Shows the modules of the choice.
    void showModules(Frame& frame);
    /// Adds a line, and its name to the legend; a line without a value is left out. Returns whether it is drawn.
    bool addLine(Frame& frame, ModuleLine line);
    void clearLines() { lines_.clear(); }
    const QVector<ModuleLine>& lines() const { return lines_; }
    Range rangeOfLines() const;   ///< {1e300, −1e300} without a value
    /// Returns the indices of the shown modules into Capture::modules.
    const std::vector<std::size_t>& modules() const { return modules_; }
    const CapturedModule& moduleAt(qsizetype i) const;

    /// Returns the text for the pointer at a module.
    virtual QString textOf(std::size_t module) const = 0;
    virtual void drawLines(QPainter& painter, const Canvas& canvas);
    /// Draws a mark, such as "▲", at the upper edge (or the lower one) for modules where `is` holds.
    void drawEdgeMarks(
        QPainter& painter, const Canvas& canvas, const std::vector<bool>& is, const QColor& color, bool top) const;

    void drawUnder(QPainter& painter, const Canvas& canvas) override;
    void drawMarks(QPainter& painter, const Canvas& canvas) override;
    void drawContent(QPainter& painter, const QSize& size, const Canvas& canvas) override;
    QVector<QPolygonF> drawnLines() const override;
    QString readoutAt(const QPointF& value) const override;
    void clickedAt(const QPointF& value) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent*) override { changed(); }
    void focusOutEvent(QFocusEvent*) override { changed(); }

private:
    int nearest(double x) const;   ///< index into modules(); −1: none

    std::vector<std::size_t> modules_;
    std::vector<BlockRun> runs_;
    QVector<ModuleLine> lines_;
    ChoiceOf<ModuleFilter> filter_;
    bool chooses_ = false;   // addModuleChoice() was called
};

}   // namespace stepzero

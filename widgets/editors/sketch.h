// SPDX-License-Identifier: GPL-3.0-or-later
// A few curves without axes, as small as a row of a panel, under a line of text. It shows at a glance what has been
// chosen. Where there is no room for curves, only the text is shown.
#pragma once

#include <QStaticText>
#include <QVector>
#include <QWidget>

#include "core/math/activation/activation.h"
#include "core/network/init/parameter.h"

namespace stepzero {

class Sketch : public QWidget {
    Q_OBJECT
public:
    explicit Sketch(QWidget* parent = nullptr);

    /// Shows φ and φ′ with the formula. For a gated pair, the activation of the gate is shown.
    void showActivation(const Activation& activation);
    /// Shows the distribution that a parameter is initialized from: its density, σ, and fan_in·Var of a weight. `name`
    /// is the parameter's name for people.
    void showLaw(const ParameterPlan& parameter, const QString& name);
    /// Shows text only.
    void showWords(const QString& words);

    const QString& name() const { return shown_.name; }
    QString words() const { return shown_.words; }
    bool hasCurves() const { return !shown_.lines.isEmpty() || !shown_.atoms.isEmpty(); }

    QSize sizeHint() const override { return {1, fontMetrics().height()}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    enum class Look { forward, gradient, law };
    struct Line {
        Look look;
        QString name;   // shown next to a sample of the curve; empty: none
        QVector<QPointF> points;
        bool operator==(const Line&) const = default;
    };
    struct Drawing {
        QString name, words, tip;
        QVector<Line> lines;
        QVector<QPointF> atoms;   // value and probability of each atom
        QVector<double> marks;   // positions of hairlines: the axis, or the mean and mean ± σ
        QRectF window;
        bool operator==(const Drawing&) const = default;
    };
    void show(const Drawing& drawing);

    Drawing shown_;
    QStaticText words_;
};

}   // namespace stepzero

// SPDX-License-Identifier: GPL-3.0-or-later
// A few curves without axes, as small as a row of a panel, under a line of words: what has been chosen, at a glance.
// The words alone where there is no room for curves.
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

    /// φ and φ′ with the formula. A gated pair: its gate's.
    void showActivation(const Activation& activation);
    /// The law that a parameter is drawn from, `name` for people: its density, σ, and fan_in·Var of a weight.
    void showLaw(const ParameterPlan& parameter, const QString& name);
    /// Words alone.
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
        QString name;   // beside a sample of it; empty: none
        QVector<QPointF> points;
        bool operator==(const Line&) const = default;
    };
    struct Drawing {
        QString name, words, tip;
        QVector<Line> lines;
        QVector<QPointF> atoms;   // value, probability
        QVector<double> marks;   // hairlines: the axis, or the mean and σ to both sides
        QRectF window;
        bool operator==(const Drawing&) const = default;
    };
    void show(const Drawing& drawing);

    Drawing shown_;
    QStaticText words_;
};

}   // namespace stepzero

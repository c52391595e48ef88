// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/sketch.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTextOption>
#include <cmath>

#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/modules/gated.h"
#include "core/study/study.h"
#include "widgets/editors/field_row.h"
#include "widgets/language/language.h"
#include "widgets/style/palette.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr double reach = 4;   // range of z to both sides
constexpr double lowest = -2;   // lower end of φ: diverging functions must not flatten the rest
constexpr int points = 161;
constexpr double air = 0.08;   // margin above and below

}   // namespace

Sketch::Sketch(QWidget* parent) : QWidget(parent)
{
    words_.setTextFormat(Qt::RichText);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    words_.setTextOption(option);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

/// A slider changes one of several sketches; the others need no repaint.
void Sketch::show(const Drawing& drawing)
{
    if (drawing == shown_)
        return;
    shown_ = drawing;
    words_.setText(drawing.words);
    setToolTip(drawing.tip);
    setAccessibleName(drawing.name);
    setAccessibleDescription(QString(drawing.tip).remove(QStringLiteral("<sub>")).remove(QStringLiteral("</sub>")));
    update();
}

void Sketch::showWords(const QString& words)
{
    Drawing drawing;
    drawing.words = words;
    show(drawing);
}

void Sketch::showActivation(const Activation& activation)
{
    const bool gated = is_gated(activation);
    const ActivationFunction phi(gated ? gate_activation(activation.name) : activation);
    std::vector<double> z(points), value(points), slope(points);
    for (int i = 0; i < points; ++i)
        z[std::size_t(i)] = reach * (2.0 * i / (points - 1) - 1);
    phi.value(z.data(), value.data(), points);
    phi.derivative(z.data(), slope.data(), points);
    Drawing drawing;
    drawing.lines = {{Look::gradient, QStringLiteral("φ′"), {}}, {Look::forward, QStringLiteral("φ"), {}}};
    double low = 0, high = 0;
    for (int i = 0; i < points; ++i) {
        const auto at = std::size_t(i);
        drawing.lines[0].points << QPointF(z[at], slope[at]);
        drawing.lines[1].points << QPointF(z[at], value[at]);
        low = std::min({low, value[at], slope[at]});
        high = std::max({high, value[at], slope[at]});
    }
    drawing.marks = {0};
    low = std::max(low, lowest);
    high = std::min(high, reach);
    drawing.window = QRectF(-reach, low - air * (high - low), 2 * reach, (1 + 2 * air) * (high - low));
    // A typed formula is shown in its editor above.
    const QString formula = activation.name == formula_name ? translated(stepzero::tr("as typed"))
                                                            : QString::fromStdString(phi.info().formula);
    drawing.words = gated ? tr("gate φ(z) = %1").arg(formula) : QStringLiteral("φ(z) = ") + formula;
    drawing.tip = tr("φ and its derivative φ′ for z from −%1 to %1").arg(reach);
    show(drawing);
}

void Sketch::showLaw(const ParameterPlan& parameter, const QString& name)
{
    const WeightView view
        = weight_view(parameter.block, law_of(draw_of(parameter), parameter.shape, parameter.kind), {});
    const Law& law = view.law;
    const double std = std::sqrt(law.variance);
    Drawing drawing;
    drawing.name = name;
    drawing.marks = {law.mean};
    if (std > 0)
        drawing.marks << law.mean - std << law.mean + std;
    double low = law.mean - std, high = law.mean + std, peak = 0;
    if (!view.density.x.empty()) {
        QVector<QPointF> line;
        for (std::size_t i = 0; i < view.density.x.size(); ++i)
            if (std::isfinite(view.density.y[i])) {
                line << QPointF(view.density.x[i], view.density.y[i]);
                peak = std::max(peak, view.density.y[i]);
            }
        low = view.density.x.front();
        high = view.density.x.back();
        drawing.lines << Line {Look::law, {}, line};
    }
    const double tall = peak > 0 ? peak : 1;
    for (const Law::Atom& atom : law.atoms) {
        low = std::min(low, atom.value);
        high = std::max(high, atom.value);
        drawing.atoms << QPointF(atom.value, tall * atom.probability);
    }
    const double margin = high > low ? 0.1 * (high - low) : std::max(1.0, std::abs(low));
    drawing.window = QRectF(low - margin, 0, high - low + 2 * margin, (1 + air) * tall);

    const bool weight = parameter.kind == Role::weight;
    const double fan = parameter.shape.fan_in;
    QStringList words;
    if (law.mean != 0 || std == 0)
        words << (std == 0 ? tr("all %1") : tr("mean %1")).arg(pretty(law.mean));
    if (std > 0)
        words << QStringLiteral("σ ") + pretty(std);
    words << (weight ? QStringLiteral("σ<sub>w</sub>² = %1").arg(pretty(fan * law.variance))
                     : QStringLiteral("σ<sub>b</sub>² = %1").arg(pretty(law.variance)));
    drawing.words = words.join(QStringLiteral(" · "));
    drawing.tip = weight
        ? tr("Distribution of the weights of %1 (%2 × %3), with ±σ; effective σ<sub>w</sub>² = fan_in · Var(w) = %3 · "
             "%4 = %5")
              .arg(name)
              .arg(parameter.shape.rows())
              .arg(parameter.shape.fan_in)
              .arg(pretty(law.variance), pretty(fan * law.variance))
        : tr("Distribution of the biases of %1; σ<sub>b</sub>² = Var(b) = %2").arg(name, pretty(law.variance));
    show(drawing);
}

void Sketch::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const Theme& look = theme(themeFor(palette()));
    const auto colour = [&](Look of) {
        return of == Look::forward ? look.forward : of == Look::gradient ? look.gradient : look.text;
    };
    const int line = fontMetrics().height(), left = labelColumnWidth(this) + fieldSpacing;
    const double hair = line / 16.0;   // lines grow with the font
    const auto pen
        = [&](Look of) { return QPen(colour(of), 1.5 * hair, of == Look::gradient ? Qt::DashLine : Qt::SolidLine); };
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(QRect(0, 0, left - fieldSpacing, line), Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(shown_.name, Qt::ElideRight, left - fieldSpacing));
    painter.drawStaticText(left, 0, words_);

    const QRectF plot(left, line + 2, width() - left, height() - line - 2);
    if (plot.height() < line || !hasCurves() || event->rect().bottom() < plot.top())
        return;
    for (int i = 0; i < shown_.lines.size(); ++i) {   // names of the curves, the topmost first
        const Line& of = shown_.lines[shown_.lines.size() - 1 - i];
        if (of.name.isEmpty())
            continue;
        const double y = plot.top() + (i + 0.5) * line;
        painter.setPen(pen(of.look));
        painter.drawLine(QPointF(0, y), QPointF(1.5 * line, y));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(2 * line, y - line / 2.0, left, line), Qt::AlignVCenter | Qt::AlignLeft, of.name);
    }
    painter.setClipRect(plot);
    const auto at = [&](const QPointF& p) {
        return QPointF(plot.left() + (p.x() - shown_.window.left()) / shown_.window.width() * plot.width(),
            plot.bottom() - (p.y() - shown_.window.top()) / shown_.window.height() * plot.height());
    };
    const double zero = at({0, 0}).y();
    painter.setPen(QPen(look.tint(look.text, 0.3), hair));
    painter.drawLine(QPointF(plot.left(), std::min(zero, plot.bottom() - 1)),
        QPointF(plot.right(), std::min(zero, plot.bottom() - 1)));
    for (int i = 0; i < shown_.marks.size(); ++i) {
        painter.setPen(QPen(look.tint(look.text, 0.3), hair, i == 0 ? Qt::SolidLine : Qt::DashLine));
        const double x = at({shown_.marks[i], 0}).x();
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Line& of : shown_.lines) {
        QPainterPath path;
        path.addPolygon([&] {
            QPolygonF polygon;
            for (const QPointF& p : of.points)
                polygon << at(p);
            return polygon;
        }());
        if (of.look == Look::law)
            painter.fillPath(path, look.tint(look.weights, 0.35));
        painter.strokePath(path, pen(of.look));
    }
    painter.setPen(pen(Look::law));
    painter.setBrush(look.text);
    for (const QPointF& atom : shown_.atoms) {
        painter.drawLine(at({atom.x(), 0}), at(atom));
        painter.drawEllipse(at(atom), 2.5 * hair, 2.5 * hair);
    }
}

}   // namespace stepzero

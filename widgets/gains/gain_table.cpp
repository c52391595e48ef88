// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gains/gain_table.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <cmath>

#include "widgets/editors/field_row.h"
#include "widgets/figures/frame/number_text.h"
#include "widgets/language/language.h"
#include "widgets/style/math.h"

namespace stepzero {

/// A typeset formula as a label.
class MathLabel : public QWidget {
public:
    MathLabel(const QString& formula, QWidget* parent) : QWidget(parent), formula_(formula)
    {
        setAccessibleName(formula);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    void setStyle(const Style& style)
    {
        color_ = style.theme.text;
        box_ = typeset(formula_, style.px(13));
        updateGeometry();
        update();
    }
    QSize sizeHint() const override { return {int(std::ceil(box_.width)) + 2, int(std::ceil(box_.height())) + 2}; }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        box_.draw(painter, {1, (height() - box_.height()) / 2 + box_.ascent}, color_);
    }

private:
    QString formula_;
    QColor color_;
    MathBox box_;
};

namespace {

const QString dash = QStringLiteral("–");

QString wordOf(Stability stability)
{
    return stability == Stability::stable  ? GainTable::tr("stable")
        : stability == Stability::unstable ? GainTable::tr("unstable")
                                           : GainTable::tr("half-stable");
}

/// Six significant digits, since these numbers are copied into programs.
QString sixDigits(double value)
{
    const double size = std::abs(value);
    if (value == 0 || (size >= 1e-3 && size < 1e6)) {
        QString text = QString::number(value, 'f', std::max(0, value == 0 ? 6 : 5 - int(std::floor(std::log10(size)))));
        return text.replace('-', QChar(0x2212));
    }
    return pretty(value);
}

}   // namespace

GainTable::GainTable(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this))
{
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(14);
    grid_->setVerticalSpacing(3);
    grid_->setColumnStretch(1, 1);
    addHeading(tr("At this q"));
    addRow("mean", tr("mean"), "E[φ]");
    addRow("square", tr("mean square"), "E[φ^2]");
    addRow("spread", tr("variance"), "Var[φ]");
    addRow("derivative_square", tr("mean square of φ′"), "E[φ'^2]");
    addHeading(tr("Gains"));
    addRow("forward", tr("forward gain"), "√(q/E[φ^2])");
    addRow("variance", tr("variance gain"), "√(q/Var[φ])");
    addRow("backward", tr("backward gain"), "1/√(E[φ'^2])");
    addRow("pytorch", tr("PyTorch's gain"), "");
    addHeading(tr("Critical at this q"));
    addRow("weight_variance", tr("weight variance"), "σ_w^2");
    addRow("weight_deviation", tr("weight std"), "σ_w");
    addRow("bias_variance", tr("bias variance"), "σ_b^2");
    addRow("bias_deviation", tr("bias std"), "σ_b");
    addRow("slope", tr("slope of the variance map"), "V'(q)");
    addRow("stability", tr("stability at this q"), "");
    addHeading(tr("Critical without biases"));
    addRow("weight_without_bias", tr("weight variance"), "σ_w^2");
    addRow("settles", tr("stable fixed point q*"), "q^*");
    addHeading(tr("Fixed points at the forward gain"));
    addRow("points", "", "q = V(q)");
    remark_ = new QLabel(this);
    remark_->setWordWrap(true);
    remark_->setTextFormat(Qt::PlainText);
    remark_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    remark_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    remark_->setMinimumHeight(3 * fontMetrics().lineSpacing());
    grid_->addWidget(remark_, grid_->rowCount(), 0, 1, 3);
    grid_->setRowStretch(grid_->rowCount(), 1);
    setGains(nullptr);
}

void GainTable::addHeading(const QString& text)
{
    auto* label = new QLabel(text, this);
    if (!headings_.isEmpty())
        label->setContentsMargins(0, 7, 0, 0);
    headings_ << label;
    grid_->addWidget(label, grid_->rowCount(), 0, 1, 3);
}

void GainTable::addRow(const QString& key, const QString& name, const QString& formula)
{
    const int row = grid_->rowCount();
    Row made {key, name, formula, new TermLabel(name, this), new QLabel(this), new MathLabel(formula, this), {}};
    made.valueLabel->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    made.valueLabel->setTextFormat(Qt::PlainText);
    made.valueLabel->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    made.valueLabel->setAccessibleName(name.isEmpty() ? headings_.last()->text() : name);
    made.valueLabel->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("0.00000000 (unstable)")));
    grid_->addWidget(made.nameLabel, row, 0);
    grid_->addWidget(made.formulaLabel, row, 1, Qt::AlignLeft | Qt::AlignVCenter);
    grid_->addWidget(made.valueLabel, row, 2);
    rows_ << made;
}

void GainTable::setStyle(const Style& style)
{
    for (QLabel* heading : headings_)
        heading->setFont(style.titleFont());
    for (const Row& row : rows_) {
        row.formulaLabel->setStyle(style);
        row.valueLabel->setFont(style.font());
    }
}

void GainTable::show(const QString& key, std::optional<double> value, const QString& words)
{
    for (Row& row : rows_)
        if (row.key == key) {
            row.valueLabel->setText(!words.isEmpty() ? words : value ? sixDigits(*value) : dash);
            row.exact = value ? exactNumber(*value) : words;
        }
}

void GainTable::setGains(const GainsPtr& gains)
{
    for (const Row& row : rows_)
        show(row.key, std::nullopt);
    remark_->clear();
    if (!gains)
        return;
    const GainNumbers& at = gains->at_q;
    show("mean", at.mean);
    show("square", at.square);
    show("spread", at.variance);
    show("derivative_square", at.derivative_square);
    show("forward", at.forward);
    show("variance", at.of_variance);
    show("backward", at.backward);
    show("pytorch", gains->pytorch, gains->pytorch ? QString() : tr("none"));
    QStringList remarks;
    if (const auto& point = gains->critical) {
        const bool exists = point->variances.bias >= 0;
        show("weight_variance", point->variances.weight);
        show("weight_deviation", std::sqrt(point->variances.weight));
        show("bias_variance", point->variances.bias);
        if (exists)
            show("bias_deviation", std::sqrt(point->variances.bias));
        show("slope", point->length_slope);
        constexpr double marginal = 1e-9;
        const double over = std::abs(point->length_slope) - 1;
        show("stability", std::nullopt,
            !exists                         ? tr("not available")
                : std::abs(over) < marginal ? tr("marginal")
                : over < 0                  ? tr("stable")
                                            : tr("unstable"));
        if (!exists)
            remarks << tr("No critical point at this q: it would need a negative bias variance.");
    }
    show("weight_without_bias", gains->critical_weight_without_bias);
    if (const auto& point = gains->without_bias) {
        show("settles", point->q_star, point->q_star ? QString() : tr("no fixed point"));
        if (!point->remark.empty())
            remarks << tr("Critical without biases: %1.").arg(translated(point->remark));
    }
    if (const auto& points = gains->at_forward_gain) {
        QStringList words;
        for (const LengthFixedPoint& point : points->points)
            words << QStringLiteral("%1 (%2)").arg(pretty(point.q), wordOf(point.stability));
        if (points->every)
            words = QStringList {tr("all q")};
        show("points", std::nullopt, words.join(QStringLiteral("\n")));
        if (points->unbounded && !points->every)
            remarks << tr("With the forward gain, larger signals grow without bound.");
    }
    remark_->setText(remarks.join(' '));
}

QString GainTable::text() const
{
    QString all;
    for (const Row& row : rows_)
        all += QStringList {row.name, row.formula, QString(row.exact).replace('\n', QStringLiteral("; "))}.join('\t')
            + '\n';
    return all;
}

QLabel* GainTable::value(const QString& key) const
{
    for (const Row& row : rows_)
        if (row.key == key)
            return row.valueLabel;
    return nullptr;
}

}   // namespace stepzero

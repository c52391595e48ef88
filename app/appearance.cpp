// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/appearance.h"

#include <QApplication>
#include <QFile>
#include <QHash>
#include <QLabel>
#include <QPainter>
#include <QPixmapCache>
#include <QProxyStyle>
#include <QStyleOption>
#include <QSvgRenderer>
#include <algorithm>
#include <utility>

#include "widgets/style/style.h"

namespace stepzero {

namespace {

QPalette paletteOf(const Theme& theme)
{
    const bool dark = theme.dark, contrast = theme.name == QLatin1String("contrast");
    const QColor window = contrast ? theme.background : dark ? QColor("#25282d") : QColor("#f3f4f6");
    const QColor button = contrast ? QColor("#262626") : dark ? QColor("#33373d") : QColor("#f3f4f6");
    QPalette palette(button, window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.faint_text);
    palette.setColor(QPalette::Base, theme.background);
    palette.setColor(QPalette::AlternateBase, theme.tint(theme.text, 0.04));
    palette.setColor(QPalette::ToolTipBase, theme.background);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, dark ? QColor("#2f78ad") : QColor("#0072b2"));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    if (contrast) {
        palette.setColor(QPalette::Highlight, QColor("#ffe14d"));
        palette.setColor(QPalette::HighlightedText, Qt::black);
        palette.setColor(QPalette::Mid, theme.grid);
        palette.setColor(QPalette::Dark, theme.faint_text);
    }
    palette.setColor(QPalette::Link, theme.forward);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.tint(theme.text, 0.45));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.tint(theme.text, 0.3));
    return palette;
}

QPixmap drawn(const QByteArray& svg, const QColor& colour, int size)
{
    QByteArray coloured = svg;
    coloured.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(coloured);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(0, 0, size, size));
    return pixmap;
}

double scaleNow = 0;   // 0: none was applied yet

/// Fusion with its icons and controls at a scale. Text follows the font without this.
class ScaledStyle : public QProxyStyle {
public:
    explicit ScaledStyle(double scale) : QProxyStyle(QStringLiteral("Fusion")), scale_(scale) { }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        switch (metric) {
        case PM_ToolBarIconSize:
            return qRound(18 * scale_);
        case PM_SmallIconSize:
        case PM_ButtonIconSize:
        case PM_TabBarIconSize:
        case PM_MessageBoxIconSize:
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight:
        case PM_CheckBoxLabelSpacing:
        case PM_SliderThickness:
        case PM_SliderControlThickness:
        case PM_SliderLength:
        case PM_ScrollBarExtent:
        case PM_ScrollBarSliderMin:
            return qRound(scale_ * QProxyStyle::pixelMetric(metric, option, widget));
        default:
            return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

    void drawPrimitive(
        PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override
    {
        const bool arrow = element >= PE_IndicatorArrowDown && element <= PE_IndicatorArrowUp;
        const Resolution finer(arrow ? scalable(option) : nullptr, scaled_);
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        switch (element) {
        case PE_Frame:
        case PE_FrameMenu:
        case PE_PanelMenu:
        case PE_FrameLineEdit:
        case PE_FrameGroupBox:
        case PE_FrameTabWidget:
        case PE_PanelTipLabel:
        case PE_PanelButtonCommand:
        case PE_IndicatorCheckBox:
            drawOutline(option, painter, option->rect);
            break;
        case PE_IndicatorRadioButton:
            drawOutline(option, painter, option->rect, true);
            break;
        case PE_PanelButtonTool:
            if (!(option->state & State_AutoRaise))
                drawOutline(option, painter, option->rect);
            break;
        default:
            break;
        }
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget) const override
    {
        const Resolution finer(hasArrows(control) ? scalable(option) : nullptr, scaled_);
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        if (control == CC_ComboBox || (spin && spin->frame))
            drawOutline(option, painter, option->rect);
    }

    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
        const QWidget* widget) const override
    {
        const Resolution finer(hasArrows(control) ? scalable(option) : nullptr, scaled_);
        return QProxyStyle::subControlRect(control, option, part, widget);
    }

private:
    /// Draws outlines on a black window in the colour of text. Fusion's outlines are darker than the window, so they
    /// would be invisible.
    static void drawOutline(const QStyleOption* option, QPainter* painter, const QRect& rect, bool round = false)
    {
        if (QApplication::palette().color(QPalette::Window) != theme(QStringLiteral("contrast")).background)
            return;
        const QPalette& palette = option->palette;
        const bool active = option->state & State_HasFocus && option->state & State_Enabled;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing, round);
        painter->setPen(palette.color(active ? QPalette::Highlight : QPalette::WindowText));
        painter->setBrush(Qt::NoBrush);
        if (round)
            painter->drawEllipse(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5));
        else
            painter->drawRect(rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }

    const QStyleOption* scalable(const QStyleOption* option) const { return scale_ == 1 ? nullptr : option; }

    static bool hasArrows(ComplexControl control)
    {
        return control == CC_ComboBox || control == CC_SpinBox || control == CC_ScrollBar;
    }

    /// While an object of this class lives, an option has font metrics at the scale, which determine the size of
    /// Fusion's arrows. The option belongs to the caller, and is restored afterwards.
    class Resolution {
    public:
        Resolution(const QStyleOption* option, const QFontMetrics& scaled)
            : option_(const_cast<QStyleOption*>(option)), kept_(scaled)
        {
            if (option_)
                std::swap(option_->fontMetrics, kept_);
        }
        ~Resolution()
        {
            if (option_)
                std::swap(option_->fontMetrics, kept_);
        }
        Resolution(const Resolution&) = delete;
        Resolution& operator=(const Resolution&) = delete;

    private:
        QStyleOption* option_;
        QFontMetrics kept_;
    };

    /// Returns metrics of the application's font on a device whose resolution is multiplied by the scale.
    static QFontMetrics metricsAt(double scale)
    {
        constexpr double metre = 1 / 0.0254;   // inches per metre
        const int dots = qRound(scale * QFontMetricsF(QApplication::font()).fontDpi() * metre);
        QImage paper(1, 1, QImage::Format_RGB32);
        paper.setDotsPerMeterX(dots);
        paper.setDotsPerMeterY(dots);
        return {QApplication::font(), &paper};
    }

    double scale_;
    QFontMetrics scaled_ = metricsAt(scale_);
};

}   // namespace

double automaticScale(const QSize& screen)
{
    constexpr double large = 1440;   // rows from which a screen counts as large
    const QSizeF usual(1920, 1080);   // size that the window was designed for
    const double scale = std::min(screen.width() / usual.width(), screen.height() / usual.height());
    return screen.height() < large ? 1 : std::clamp(scale, 1.0, mostScale);
}

void applyScale(double scale)
{
    if (scale == scaleNow)
        return;
    scaleNow = scale;
    QPixmapCache::clear();   // Fusion caches pixmaps of its controls, regardless of the size of their arrows
    static const QFont atOne = QApplication::font();
    QFont font = atOne;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(scale * font.pointSizeF());
    else
        font.setPixelSize(qRound(scale * font.pixelSize()));
    QApplication::setFont(font);
    QApplication::setStyle(new ScaledStyle(scale));
}

double appliedScale() { return scaleNow; }

void applyAppearance(const QString& choice)
{
    static const QStringList own {"light", "dark", "contrast"};
    if (own.contains(choice))
        QApplication::setPalette(paletteOf(theme(choice)));
    else
        QApplication::setPalette(QPalette());   // an empty palette means that of the platform
}

QLabel* boldLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

QIcon lineIcon(const QString& name, const QPalette& palette)
{
    const QColor text = palette.color(QPalette::Active, QPalette::ButtonText),
                 faint = palette.color(QPalette::Disabled, QPalette::ButtonText);
    // Drawing an icon takes longer than creating its row of buttons, so icons are cached. The cache is never destroyed,
    // because pixmaps must not outlive the application.
    static auto* const drawnBefore = new QHash<QString, QIcon>;
    QIcon& icon = (*drawnBefore)[name + text.name() + faint.name()];
    QFile file(":/icons/" + name + ".svg");
    if (!icon.isNull() || !file.open(QIODevice::ReadOnly))
        return icon;
    const QByteArray svg = file.readAll();
    for (const int size : {16, 20, 32, 40, 64}) {
        icon.addPixmap(drawn(svg, text, size));
        icon.addPixmap(drawn(svg, faint, size), QIcon::Disabled);
    }
    return icon;
}

}   // namespace stepzero

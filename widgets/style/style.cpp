// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/style.h"

#include <QFile>
#include <QFontDatabase>
#include <QtEndian>
#include <array>

// The macro must be used in the global namespace. Resources of a static library are not registered automatically.
static void initFontResource() { Q_INIT_RESOURCE(fonts); }

namespace stepzero {

namespace {

const QString family = QStringLiteral("Inter");

Theme light()
{
    Theme t;
    t.name = QStringLiteral("light");
    t.background = "#ffffff";
    t.text = "#1c1e21";
    t.faint_text = "#666b73";
    t.grid = "#e6e8eb";
    t.forward = "#0072b2";
    t.gradient = "#d55e00";
    t.weights = "#009e73";
    t.warning = "#a8326e";
    t.palette = {"#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"};
    t.pins = {"#7a3cff", "#5e5224", "#e69acd", "#000000", "#9bc163", "#55005f", "#b08fff", "#f0e442"};
    return t;
}

Theme dark()
{
    Theme t;
    t.name = QStringLiteral("dark");
    t.dark = true;
    t.background = "#1b1d21";
    t.text = "#e8eaed";
    t.faint_text = "#a3a8b0";
    t.grid = "#34383e";
    t.forward = "#4aa8e0";
    t.gradient = "#f08a4b";
    t.weights = "#2bbd93";
    t.warning = "#e588b7";
    t.palette = {"#ffffff", "#e69f00", "#62bcee", "#2bbd93", "#f0e442", "#4a90d9", "#f08a4b", "#cc79a7"};
    t.pins = {"#8f82ff", "#7d6a2a", "#a8459d", "#ffffff", "#b6ffb0", "#c02050", "#7a2cff", "#f0e442"};
    return t;
}

Theme print()
{
    Theme t = light();
    t.name = QStringLiteral("print");
    t.text = "#000000";
    t.faint_text = "#4d4d4d";
    t.grid = "#d9d9d9";
    return t;
}

/// For people with low vision: text, the colours of the study and the palette have a contrast to black of at least 7:1.
Theme contrast()
{
    Theme t;
    t.name = QStringLiteral("contrast");
    t.dark = true;
    t.background = "#000000";
    t.text = "#ffffff";
    t.faint_text = "#e0e0e0";
    t.grid = "#6e6e6e";
    t.forward = "#5cc8ff";
    t.gradient = "#ff9a3c";
    t.weights = "#3ce8a8";
    t.warning = "#ff8ccf";
    t.palette = {"#ffffff", "#ffb000", "#5cc8ff", "#00d68f", "#ffff55", "#3f9bff", "#ff7f2a", "#ff9ad5"};
    t.pins = {"#9580ff", "#938035", "#d048b8", "#ffffff", "#b4ff8e", "#e03070", "#8030ff", "#ffe81f"};
    return t;
}

const std::array<Theme, 4>& themes()
{
    static const std::array<Theme, 4> all {light(), dark(), print(), contrast()};
    return all;
}

QFont pixelFont(double pixels, QFont::Weight weight)
{
    QFont font(family);
    font.setPixelSize(std::max(1, qRound(pixels)));
    font.setWeight(weight);
    // Hinting would move glyphs depending on the scale, so text in a picture would have another width than on the
    // screen.
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

/// Returns an OpenType font without contextual alternates: the feature calt of its table GSUB is renamed to an unused
/// name. Inter raises "=", "×", "−" and "→" next to digits by glyphs without a character. Text that is searched in or
/// copied from a PDF would have holes there.
QByteArray withoutAlternates(QByteArray font)
{
    const auto number = [&font](qsizetype at) { return qsizetype(qFromBigEndian<quint16>(font.constData() + at)); };
    for (qsizetype entry = 12; entry < 12 + 16 * number(4); entry += 16)
        if (font.sliced(entry, 4) == "GSUB") {
            const auto table = qsizetype(qFromBigEndian<quint32>(font.constData() + entry + 8));
            const qsizetype features = table + number(table + 6);
            for (qsizetype i = 0, at = features + 2; i < number(features); ++i, at += 6)
                if (font.sliced(at, 4) == "calt")
                    font.replace(at, 4, "calx");
        }
    return font;
}

}   // namespace

QColor Theme::tint(const QColor& color, double share) const
{
    const auto mix = [share](int over, int under) { return qRound(share * over + (1 - share) * under); };
    return {mix(color.red(), background.red()), mix(color.green(), background.green()),
        mix(color.blue(), background.blue())};
}

const Theme& theme(const QString& name)
{
    for (const Theme& t : themes())
        if (t.name == name)
            return t;
    return themes().front();
}

QStringList themeNames()
{
    QStringList names;
    for (const Theme& t : themes())
        names << t.name;
    return names;
}

QPen Style::pen(const QColor& color, double width, Qt::PenStyle line) const
{
    QPen p(color, px(width), line);
    p.setCapStyle(Qt::FlatCap);
    p.setJoinStyle(Qt::RoundJoin);
    return p;
}

QFont Style::font() const { return pixelFont(px(12), QFont::Normal); }
QFont Style::titleFont() const { return pixelFont(px(13), QFont::DemiBold); }
QFont Style::numberFont() const { return pixelFont(px(11), QFont::Normal); }

void installFonts()
{
    initFontResource();
    for (const char* name : {"Inter-Regular.otf", "Inter-SemiBold.otf", "Inter-Italic.otf"}) {
        QFile file(QStringLiteral(":/fonts/") + QLatin1String(name));
        if (file.open(QIODevice::ReadOnly))
            QFontDatabase::addApplicationFontFromData(withoutAlternates(file.readAll()));
    }
}

}   // namespace stepzero

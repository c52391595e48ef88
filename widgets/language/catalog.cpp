// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/language/catalog.h"

#include <QRegularExpression>
#include <QXmlStreamReader>
#include <algorithm>
#include <array>
#include <utility>

namespace stepzero {

namespace {

/// Separators between two Texts (joined). All others are the same in every language.
const std::array<std::pair<QString, QString>, 4> separators {
    {{QStringLiteral("%1, %2"), QStringLiteral("%1，%2")}, {QStringLiteral("%1; %2"), QStringLiteral("%1；%2")},
        {QStringLiteral("%1: %2"), QStringLiteral("%1：%2")}, {QStringLiteral("%1. %2"), QStringLiteral("%1。%2")}}};

/// Puts a space between Chinese characters and letters or numbers, and removes those between Chinese characters.
QString spaced(QString text)
{
    static const QRegularExpression behind(QStringLiteral("([A-Za-z0-9%])([\\x{4e00}-\\x{9fff}])")),
        before(QStringLiteral("([\\x{4e00}-\\x{9fff}])([A-Za-z0-9])")),
        between(QStringLiteral("([\\x{4e00}-\\x{9fff}]) +(?=[\\x{4e00}-\\x{9fff}])"));
    return text.replace(behind, QStringLiteral("\\1 \\2"))
        .replace(before, QStringLiteral("\\1 \\2"))
        .replace(between, QStringLiteral("\\1"));
}

}   // namespace

Catalog::Catalog(const QByteArray& linguist)
{
    QXmlStreamReader xml(linguist);
    QString context, source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            source = xml.readElementText();
        if (xml.name() != QLatin1String("translation") || xml.attributes().hasAttribute(QLatin1String("type")))
            continue;
        const QString translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        if (xml.error() != QXmlStreamReader::NoError || translation.isEmpty())
            continue;
        const bool ofCore = context == QLatin1String("core");
        (ofCore ? core_ : window_).insert(source, translation);
        if (!ofCore || !sources_.contains(translation))   // the window's messages precede those of the core
            sources_.insert(translation, source);
    }
}

QString Catalog::rendered(const Text& text) const
{
    const auto translate = [this](const Text& part) {
        const QString english = QString::fromStdString(part.format());
        const auto separator = std::ranges::find(separators, english, &std::pair<QString, QString>::first);
        return (separator != separators.end() ? separator->second : core_.value(english, window_.value(english)))
            .toStdString();
    };
    return spaced(QString::fromStdString(stepzero::rendered(text, translate)));
}

}   // namespace stepzero

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/layout_json.h"
#include "widgets/language/language.h"

#include <QJsonArray>
#include <QJsonValue>
#include <QObject>
#include <algorithm>

namespace stepzero {

namespace {

using Kind = BoardPart::Kind;

constexpr int deepest = 32;   // maximum nesting of parts

const char* word(Kind kind) { return kind == Kind::row ? "row" : kind == Kind::column ? "column" : "tabs"; }

QJsonObject partToJson(const BoardPart& part, bool withShare)
{
    QJsonObject json;
    QJsonArray list;
    if (part.kind == Kind::tabs) {
        list = QJsonArray::fromStringList(part.figures);
        if (part.front != part.figures.value(0))
            json["front"] = part.front;
    } else {
        for (const BoardPart& child : part.parts)
            list << partToJson(child, true);
    }
    json[QLatin1String(word(part.kind))] = list;
    if (withShare)
        json["share"] = part.share;
    return json;
}

class Reader {
public:
    QStringList problems;

    BoardPart part(const QJsonValue& value, const QString& where, int depth)
    {
        BoardPart part;
        if (!value.isObject()) {
            problems << QObject::tr("%1 is not an object.").arg(where);
            return part;
        }
        const QJsonObject json = value.toObject();
        QVector<Kind> kinds;
        for (const Kind kind : {Kind::tabs, Kind::row, Kind::column})
            if (json.contains(QLatin1String(word(kind))))
                kinds << kind;
        if (kinds.size() != 1) {
            problems << QObject::tr("%1 must have exactly one of tabs, row or column.").arg(where);
            return part;
        }
        part.kind = kinds.first();
        const QString list = QLatin1String(word(part.kind));
        onlyKnown(
            json, where, part.kind == Kind::tabs ? QStringList {list, "share", "front"} : QStringList {list, "share"});
        if (json.contains("share")) {
            part.share = json["share"].toDouble(-1);
            if (!(part.share > 0))
                problems << QObject::tr("%1.share must be a number above 0.").arg(where);
        }
        if (part.kind == Kind::tabs) {
            part.figures = names(json[list], where + ".tabs");
            part.front = json.contains("front") ? json["front"].toString() : part.figures.value(0);
            if (part.front != part.figures.value(0) && !part.figures.contains(part.front))
                problems << QObject::tr("%1.front must be one of its tabs.").arg(where);
            for (const QString& figure : std::as_const(part.figures)) {
                if (seen_.contains(figure))
                    problems << QObject::tr("%1.tabs: “%2” appears twice.").arg(where, figure);
                seen_ << figure;
            }
        } else if (depth >= deepest) {
            problems << QObject::tr("%1 is nested too deeply: at most %2 levels are allowed.").arg(where).arg(deepest);
        } else if (!json[list].isArray() || json[list].toArray().isEmpty()) {
            problems << QObject::tr("%1.%2 must be a list of parts.").arg(where, list);
        } else {
            const QJsonArray children = json[list].toArray();
            for (qsizetype i = 0; i < children.size(); ++i)
                part.parts.push_back(
                    this->part(children[i], QStringLiteral("%1.%2[%3]").arg(where, list).arg(i), depth + 1));
        }
        return part;
    }

    QStringList names(const QJsonValue& value, const QString& where)
    {
        QStringList names;
        bool good = value.isArray();
        const QJsonArray list = value.toArray();
        for (const QJsonValue name : list) {
            good = good && name.isString() && !name.toString().isEmpty();
            names << name.toString();
        }
        if (!good)
            problems << QObject::tr("%1 must be a list of figure names.").arg(where);
        return names;
    }

    void onlyKnown(const QJsonObject& json, const QString& where, const QStringList& known)
    {
        for (const QString& name : json.keys())
            if (!known.contains(name))
                problems
                    << QObject::tr("%1 has no member “%2”; it may have %3.").arg(where, name, joinedText(known, ", "));
    }

    bool stands(const QString& figure) const { return seen_.contains(figure); }

private:
    QSet<QString> seen_;
};

}   // namespace

QJsonObject toJson(const BoardLayout& layout)
{
    QJsonObject json {{"board", partToJson(layout.root, false)}};
    if (!layout.hidden.isEmpty()) {
        QStringList hidden(layout.hidden.begin(), layout.hidden.end());
        std::sort(hidden.begin(), hidden.end());
        json["hidden"] = QJsonArray::fromStringList(hidden);
    }
    if (!layout.enlarged.isEmpty())
        json["enlarged"] = layout.enlarged;
    return json;
}

std::variant<BoardLayout, QStringList> layoutFromJson(const QJsonObject& json, const QString& within)
{
    Reader reader;
    reader.onlyKnown(json, QObject::tr("the layout"), {"board", "hidden", "enlarged"});
    BoardLayout layout;
    layout.root = reader.part(json["board"], within + "board", 0);
    const QStringList hidden
        = json.contains("hidden") ? reader.names(json["hidden"], within + "hidden") : QStringList();
    layout.hidden = QSet<QString>(hidden.begin(), hidden.end());
    for (const QString& figure : hidden)
        if (!reader.stands(figure))
            reader.problems << QObject::tr("hidden: “%1” is not in any part.").arg(figure);
    if (json.contains("enlarged")) {
        layout.enlarged = json["enlarged"].toString();
        if (!reader.stands(layout.enlarged) || layout.hidden.contains(layout.enlarged))
            reader.problems << QObject::tr("enlarged must be a figure that is in a part and is not hidden.");
    }
    if (!reader.problems.isEmpty())
        return reader.problems;
    return normal(std::move(layout));
}

}   // namespace stepzero

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/language/glossary.h"

#include <QFile>
#include <QRegularExpression>
#include <algorithm>
#include <map>
#include <string>

#include "core/base/formats/csv_table.h"
#include "widgets/language/language.h"
#include "widgets/style/math.h"

static void initGlossary() { Q_INIT_RESOURCE(translations); }

namespace stepzero {

namespace {

bool isChinese() { return language() == QLatin1String("zh_CN"); }

/// Returns a label without the markup of its formulas: "σ<sub>w</sub>" and "$σ_w$" both become σ_w.
QString plain(QString label)
{
    static const QRegularExpression tag(QStringLiteral("<[^>]*>"));
    return label.replace(QStringLiteral("<sub>"), QStringLiteral("_")).remove(tag).remove(QLatin1Char('$')).trimmed();
}

/// Returns whether a label begins with a name that ends at the end of a word. "logits" begins with "logit".
bool beginsWith(const QString& label, const QString& name)
{
    // Symbols are case-sensitive: "C" is not the correlation c.
    const Qt::CaseSensitivity letters = name.size() > 2 ? Qt::CaseInsensitive : Qt::CaseSensitive;
    if (!label.startsWith(name, letters))
        return false;
    if (constexpr char16_t firstCharacter = 0x2e80; name.back() >= QChar(firstCharacter))
        return true;   // Chinese words are not separated by spaces
    static const QRegularExpression end(QStringLiteral("\\G(?:e?s)?(?![\\p{L}\\p{N}_-])"));
    return end.match(label, name.size()).hasMatch();
}

}   // namespace

const GlossaryEntry::Words& GlossaryEntry::words() const { return isChinese() ? chinese : english; }

Glossary::Glossary(const QByteArray& csv)
{
    for (const std::vector<CsvCell>& row : read_csv_table({csv.constData(), std::size_t(csv.size())})) {
        std::map<std::string, QString> cells;
        for (const CsvCell& cell : row)
            cells[cell.title] = QString::fromStdString(cell.text);
        if (cells["Definition"].isEmpty())
            continue;
        const QStringList others = cells["Labels"].split(QLatin1Char('|'), Qt::SkipEmptyParts);
        entries_ << GlossaryEntry {{QStringList {cells["English"]} + others, cells["Definition"]},
            {cells["Chinese"].split(QLatin1Char('|')) + others, cells["Chinese definition"]}, cells["Formula"],
            cells["Source"]};
    }
}

const GlossaryEntry* Glossary::term(const QString& label) const
{
    const QString words = plain(label);
    const GlossaryEntry* found = nullptr;
    if (isChinese())
        found = leading(words.mid(words.lastIndexOf(QChar(u'的')) + 1).trimmed());
    return found ? found : leading(words);
}

const GlossaryEntry* Glossary::leading(const QString& label) const
{
    const GlossaryEntry* best = nullptr;
    qsizetype longest = 0, place = 0;   // the best name so far: its length, and its index among the names
    for (const GlossaryEntry& entry : entries_) {
        const QStringList& names = entry.words().names;
        for (qsizetype i = 0; i < names.size(); ++i) {
            const bool better = names[i].size() > longest || (names[i].size() == longest && i < place);
            if (better && beginsWith(label, names[i])) {
                best = &entry;
                longest = names[i].size();
                place = i;
            }
        }
    }
    return best;
}

const Glossary& glossary()
{
    static const Glossary all = [] {
        initGlossary();
        QFile file(QStringLiteral(":/translations/glossary.csv"));
        const bool opened = file.open(QIODevice::ReadOnly);
        Q_ASSERT(opened);
        return Glossary(opened ? file.readAll() : QByteArray());
    }();
    return all;
}

QString toolTipOf(const GlossaryEntry& entry)
{
    QStringList lines {QStringLiteral("<b>%1</b>").arg(htmlWithFormulas(entry.words().names.first())),
        htmlWithFormulas(entry.words().definition)};
    for (const QString& line : {entry.formula, entry.source})
        if (!line.isEmpty())
            lines << htmlWithFormulas(line);
    return QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("<br>")));
}

QString withDefinition(const QString& label, const QString& help)
{
    const GlossaryEntry* entry = glossary().term(label);
    if (!entry)
        return help;
    const QString above
        = Qt::mightBeRichText(help) ? help : help.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
    return (help.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(above)) + toolTipOf(*entry);
}

}   // namespace stepzero

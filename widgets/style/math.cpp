// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/math.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <algorithm>
#include <cmath>

#include "widgets/style/style.h"

namespace stepzero {

namespace {

// Fractions of the font size.
constexpr double axis_height = 0.36;   // height of the minus sign, and of fraction bars
constexpr double script_size = 0.72, fraction_size = 0.88;
constexpr double thin = 0.17, medium = 0.22, thick = 0.28;
constexpr double ascent_share = 0.78, descent_share = 0.22;   // extent of letters, digits and brackets

const QString superscripts = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁻");
const QString plain_digits = QStringLiteral("0123456789−");

QFont fontOf(double pixels, bool italic)
{
    QFont font = Style {{}, 1}.font();
    font.setPixelSize(std::max(1, qRound(pixels)));
    font.setItalic(italic);
    return font;
}

MathBox textBox(const QString& text, double pixels, bool italic)
{
    const QFont font = fontOf(pixels, italic);
    MathBox box;
    box.width = QFontMetricsF(font).horizontalAdvance(text);
    box.ascent = ascent_share * pixels;
    box.descent = descent_share * pixels;
    box.texts << MathBox::Text {{0, 0}, text, font};
    return box;
}

void place(MathBox& onto, const MathBox& box, const QPointF& at)
{
    for (const MathBox::Text& text : box.texts)
        onto.texts << MathBox::Text {text.at + at, text.text, text.font};
    for (const MathBox::Stroke& stroke : box.strokes)
        onto.strokes << MathBox::Stroke {stroke.points.translated(at), stroke.width};
    onto.ascent = std::max(onto.ascent, box.ascent - at.y());
    onto.descent = std::max(onto.descent, box.descent + at.y());
    onto.width = std::max(onto.width, at.x() + box.width);
}

void append(MathBox& onto, const MathBox& box, double space = 0) { place(onto, box, {onto.width + space, 0}); }

MathBox fractionBox(const MathBox& above, const MathBox& below, double pixels)
{
    const double line = std::max(1.0, 0.06 * pixels), room = 0.16 * pixels, side = 0.06 * pixels;
    const double wide = std::max(above.width, below.width) + 4 * side, axis = axis_height * pixels;
    MathBox box;
    place(box, above, {side + (wide - above.width) / 2, -axis - room - above.descent});
    place(box, below, {side + (wide - below.width) / 2, -axis + room + below.ascent});
    box.strokes << MathBox::Stroke {QPolygonF({QPointF(side, -axis), QPointF(side + wide, -axis)}), line};
    box.width = wide + 2 * side;
    return box;
}

MathBox rootBox(const MathBox& under, double pixels)
{
    const double line = std::max(1.0, 0.06 * pixels), top = -under.ascent - 0.1 * pixels;
    const double foot = std::max(0.08 * pixels, under.descent - 0.08 * pixels), hook = 0.58 * pixels;
    MathBox box;
    place(box, under, {hook + 0.06 * pixels, 0});
    box.width += 0.08 * pixels;
    const double knee = foot - (foot - top) * 0.45;
    box.strokes << MathBox::Stroke {
        QPolygonF({QPointF(0.06 * pixels, knee + 0.06 * pixels), QPointF(0.17 * pixels, knee),
            QPointF(0.32 * pixels, foot), QPointF(hook, top), QPointF(box.width, top)}),
        line};
    box.ascent = std::max(box.ascent, line - top);
    return box;
}

/// Returns a bracket as high as its contents.
MathBox bracketBox(QChar bracket, const MathBox& inside, double pixels)
{
    const double axis = axis_height * pixels;
    const double reach = std::max(inside.ascent - axis, inside.descent + axis);
    const double size = std::clamp(reach / (0.62 * pixels), 1.0, 2.5) * pixels;
    MathBox box;
    const MathBox sign = textBox(bracket, size, false);
    place(box, sign, {0, size > pixels ? axis_height * size - axis : 0});
    return box;
}

class Setter {
public:
    explicit Setter(const QString& source) : source_(source) { }

    /// Typesets from position i up to `stop` or the end, and leaves i after it.
    MathBox row(int& i, QChar stop, double pixels, bool tight = false) const
    {
        // In scripts, spaces around signs are narrow, as in l−1.
        const double relation = tight ? 0.06 : thick;
        MathBox line;
        line.ascent = ascent_share * pixels;
        line.descent = descent_share * pixels;
        Kind last = Kind::none;
        bool spaced = false;
        while (i < source_.size() && source_[i] != stop) {
            const QChar c = source_[i];
            if (c == ' ') {
                spaced = true;
                ++i;
                continue;
            }
            if (relations().contains(c)) {
                append(line, textBox(c, pixels, false), last == Kind::none ? 0 : relation * pixels);
                line.width += relation * pixels;
                last = Kind::sign;
                ++i;
            } else if (operators().contains(c)) {
                // A sign is close to its operand: in "a −b" it belongs to the number, in "a − b" and "a−b" to the
                // difference.
                const bool apart = spaced && i + 1 < source_.size() && source_[i + 1] != ' ';
                const bool unary = last != Kind::ordinary || apart;
                if (unary && last == Kind::ordinary)
                    line.width += thin * pixels;
                const double space = unary ? 0 : tight ? 0.05 : c == u'·' ? 0.12 : !spaced && c == u'×' ? 0.04 : medium;
                append(line, textBox(c == '-' ? QChar(u'−') : c, pixels, false), space * pixels);
                line.width += space * pixels;
                last = Kind::sign;
                ++i;
            } else if (c == ',' || c == ';') {
                append(line, textBox(c, pixels, false));
                line.width += thick * pixels;
                last = Kind::sign;
                ++i;
            } else {
                const MathBox atom = factor(i, pixels);
                append(line, atom, last == Kind::ordinary && spaced ? thin * pixels : 0);
                last = Kind::ordinary;
            }
            spaced = false;
        }
        if (i < source_.size())
            ++i;
        return line;
    }

private:
    enum class Kind { none, ordinary, sign };

    static const QString& relations()
    {
        static const QString all = QStringLiteral("=≈<>≤≥→≠");
        return all;
    }
    static const QString& operators()
    {
        static const QString all = QStringLiteral("+-−×·±");
        return all;
    }
    QChar at(int i) const { return i < source_.size() ? source_[i] : QChar(); }
    static QChar closing(QChar open) { return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : QChar(); }

    /// Returns an atom, or the fraction whose numerator it is.
    MathBox factor(int& i, double pixels) const
    {
        const int from = i;
        MathBox box = atom(i, pixels);
        int slash = i;
        while (at(slash) == ' ')
            ++slash;
        if (at(slash) != '/')
            return box;
        const QString above = source_.mid(from, i - from);
        i = slash + 1;
        while (at(i) == ' ')
            ++i;
        const int below = i;
        if (below >= source_.size())
            return box;
        atom(i, pixels);
        return fractionBox(
            bare(above, fraction_size * pixels), bare(source_.mid(below, i - below), fraction_size * pixels), pixels);
    }

    /// Returns a formula without the brackets around all of it.
    static MathBox bare(QString source, double pixels)
    {
        if (source.size() > 1 && (source[0] == '(' || source[0] == '{')) {
            int depth = 0, end = 0;
            for (; end < source.size(); ++end) {
                depth += closing(source[end]).isNull() ? 0 : 1;
                depth -= source[end] == ')' || source[end] == ']' || source[end] == '}' ? 1 : 0;
                if (depth == 0)
                    break;
            }
            if (end == source.size() - 1)
                source = source.mid(1, end - 1);
        }
        return typeset(source, pixels);
    }

    /// Returns a letter, word, number or group with its scripts and arguments; after ∂, including its variable.
    MathBox atom(int& i, double pixels) const
    {
        if (at(i) == u'∂' && i + 1 < source_.size()) {
            MathBox box = textBox(at(i++), pixels, false);
            append(box, atom(i, pixels));
            return box;
        }
        bool called = false;
        MathBox box = nucleus(i, pixels, called);
        scripts(i, box, pixels);
        if (called && (at(i) == '(' || at(i) == '[')) {
            bool unused = false;
            MathBox arguments = nucleus(i, pixels, unused);
            scripts(i, arguments, pixels);
            append(box, arguments);
        }
        return box;
    }

    MathBox nucleus(int& i, double pixels, bool& called) const
    {
        const QChar c = at(i);
        if (c == '"') {
            const int end = source_.indexOf('"', i + 1) < 0 ? source_.size() : source_.indexOf('"', i + 1);
            const QString words = source_.mid(i + 1, end - i - 1);
            i = end + 1;
            return textBox(words, pixels, false);
        }
        if (c == u'√') {
            ++i;
            return rootBox(argument(i, pixels, false), pixels);
        }
        if (!closing(c).isNull()) {
            const QChar close = closing(c);
            ++i;
            MathBox inside = row(i, close, pixels);
            if (c == '{')
                return inside;
            MathBox box = bracketBox(c, inside, pixels);
            append(box, inside);
            append(box, bracketBox(close, inside, pixels));
            return box;
        }
        if (c.isDigit()) {
            const int from = i;
            while (at(i).isDigit() || (at(i) == '.' && at(i + 1).isDigit()))
                ++i;
            return textBox(source_.mid(from, i - from), pixels, false);
        }
        if (c.isLetter() && !superscripts.contains(c)) {
            const int from = i++;
            called = true;
            if (c.unicode() < 128)
                while (at(i).unicode() < 128 && at(i).isLetter())
                    ++i;
            const bool upright = i - from > 1 || (c.unicode() >= 128 && c.isUpper()) || (c == 'E' && at(i) == '[');
            return textBox(source_.mid(from, i - from), pixels, !upright);
        }
        ++i;
        return textBox(c, pixels, false);
    }

    /// Returns the contents of a script or a root: one token, or a group without its brackets.
    MathBox argument(int& i, double pixels, bool tight) const
    {
        const QChar close = closing(at(i));
        if (!close.isNull()) {
            ++i;
            return row(i, close, pixels, tight);
        }
        if (operators().contains(at(i)) && i + 1 < source_.size()) {   // x^−1
            MathBox box = textBox(at(i), pixels, false);
            ++i;
            append(box, argument(i, pixels, tight));
            return box;
        }
        bool called = false;
        MathBox box = nucleus(i, pixels, called);
        if (at(i) == '_' && at(i - 1) != '_') {   // √q_l: the index belongs under the root
            int next = i + 1;
            const MathBox index = argument(next, script_size * pixels, true);
            place(box, index, {box.width, 0.18 * pixels});
            i = next;
        }
        return box;
    }

    void scripts(int& i, MathBox& box, double pixels) const
    {
        const double from = box.width, size = script_size * pixels;
        MathBox above, below;
        for (;;) {
            const QChar c = at(i);
            if (c == u'′') {
                append(box, textBox(c, pixels, false));
                ++i;
            } else if (!c.isNull() && superscripts.contains(c)) {
                QString digits;
                while (!at(i).isNull() && superscripts.contains(at(i)))
                    digits += plain_digits[superscripts.indexOf(source_[i++])];
                append(above, textBox(digits, size, false));
            } else if ((c == '_' || c == '^') && i + 1 < source_.size()) {
                ++i;
                // An index is one token here: in x_l^2 the exponent belongs to the base, and both scripts are above
                // each other.
                bool called = false;
                const bool group = !closing(at(i)).isNull() || operators().contains(at(i));
                append(c == '_' ? below : above, group ? argument(i, size, true) : nucleus(i, size, called));
            } else
                break;
        }
        // Two scripts are moved apart.
        const double apart = above.texts.isEmpty() || below.texts.isEmpty() ? 0 : 0.07 * pixels;
        const double away = from == box.width ? 0.03 * pixels : box.width - from;   // after a prime
        if (!above.texts.isEmpty())
            place(box, above, {from + away, -std::max(0.36 * pixels, box.ascent - 0.44 * pixels) - apart});
        if (!below.texts.isEmpty())
            place(box, below, {from + away, std::max(0.17 * pixels, box.descent - 0.06 * pixels) + apart});
    }

    const QString& source_;
};

/// Formats powers of ten and minus signs in plain text.
QString withPowers(QString words)
{
    static const QRegularExpression power(QStringLiteral("(?<![\\w./-])(-?\\d+(?:\\.\\d+)?)e([+-]\\d+)\\b")),
        minus(QStringLiteral("(?<![^\\s(=±])-(?=\\d)"));
    for (auto match = power.match(words); match.hasMatch(); match = power.match(words)) {
        const QString factor = match.captured(1), ten = powerOfTen(match.captured(2).toInt());
        words.replace(match.capturedStart(), match.capturedLength(),
            factor == QLatin1String("1")        ? ten
                : factor == QLatin1String("-1") ? QChar(u'−') + ten
                                                : factor + u'×' + ten);
    }
    return words.replace(minus, QStringLiteral("−"));
}

/// Matches a symbol with an index, or a Greek letter that stands alone.
const QRegularExpression& symbol()
{
    static const QRegularExpression expression(
        QStringLiteral("(?<![A-Za-z_.‘“\"-])(√?(?:(?<base>fan|(?<!\\d)[A-Za-z]|[α-ωΔΠΣ])_"
                       "(?<index>in|out|res|max|min|top|[A-Za-z0-9](?![A-Za-z0-9])|\\([^()$]*\\)|\\{[^{}$]*\\})"
                       "(?!\\w|\\.[A-Za-z])(?<power>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*)|"
                       "(?<letter>[α-ω])(?![\\w_])(?<marks>[₀-₉⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*(?:['′](?=\\())?)))"));
    return expression;
}

struct Run {
    QString text;
    bool italic = false, index = false;
};

/// Returns the parts of a symbol for lines of text: "σ" in italics, "w" lowered, "²".
QVector<Run> runsOf(const QRegularExpressionMatch& match)
{
    const QString base = match.captured(u"base") + match.captured(u"letter");
    QString index = match.captured(u"index");
    if (index.startsWith(u'(') || index.startsWith(u'{'))
        index = index.sliced(1, index.size() - 2);
    return {{match.captured().startsWith(u'√') ? QStringLiteral("√") : QString()}, {base, base.size() == 1},
        {index, false, true}, {match.captured(u"power") + match.captured(u"marks")}};
}

QVector<Run> runsOf(const QString& sentence)
{
    const QString words = withPowers(sentence);
    QVector<Run> runs;
    qsizetype from = 0;
    for (auto matches = symbol().globalMatch(words); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        runs << Run {words.sliced(from, match.capturedStart() - from)} << runsOf(match);
        from = match.capturedEnd();
    }
    runs << Run {words.sliced(from)};
    runs.removeIf([](const Run& run) { return run.text.isEmpty(); });
    return runs;
}

QTextCharFormat formatOf(const Run& run)
{
    QTextCharFormat format;
    if (run.italic)
        format.setFontItalic(true);
    if (run.index)
        format.setVerticalAlignment(QTextCharFormat::AlignSubScript);
    return format;
}

}   // namespace

QString withFormulas(const QString& sentence)
{
    QStringList parts = sentence.split(QLatin1Char('$'));
    for (qsizetype i = 0; i < parts.size(); i += 2)
        parts[i] = withPowers(parts[i]).replace(symbol(), QStringLiteral("$\\1$"));
    return parts.join(QLatin1Char('$'));
}

QString htmlWithFormulas(const QString& sentence)
{
    QString html;
    for (const Run& run : runsOf(sentence)) {
        const QString words = run.text.toHtmlEscaped();
        html += run.italic ? QStringLiteral("<i>%1</i>").arg(words)
            : run.index    ? QStringLiteral("<sub>%1</sub>").arg(words)
                           : words;
    }
    return html;
}

FormattedWords formattedWithFormulas(const QString& sentence)
{
    FormattedWords words;
    for (const Run& run : runsOf(sentence)) {
        if (run.italic || run.index)
            words.formats << QTextLayout::FormatRange {int(words.text.size()), int(run.text.size()), formatOf(run)};
        words.text += run.text;
    }
    return words;
}

void setFormulas(QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QVector<QRegularExpressionMatch> symbols;
        for (auto matches = symbol().globalMatch(block.text()); matches.hasNext();)
            symbols.prepend(matches.next());
        for (const QRegularExpressionMatch& match : std::as_const(symbols)) {
            QTextCursor cursor(block);
            cursor.setPosition(block.position() + int(match.capturedStart()));
            cursor.setPosition(block.position() + int(match.capturedEnd()), QTextCursor::KeepAnchor);
            const QTextCharFormat around = cursor.charFormat();
            if (around.fontFixedPitch())
                continue;   // code
            cursor.removeSelectedText();
            for (const Run& run : runsOf(match)) {
                QTextCharFormat format = around;
                format.merge(formatOf(run));
                cursor.insertText(run.text, format);
            }
        }
    }
}

void MathBox::draw(QPainter& painter, const QPointF& baseline, const QColor& color) const
{
    painter.setPen(color);
    for (const Text& text : texts) {
        painter.setFont(text.font);
        painter.drawText(baseline + text.at, text.text);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const Stroke& stroke : strokes) {
        painter.setPen(QPen(color, stroke.width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.drawPolyline(stroke.points.translated(baseline));
    }
    painter.restore();
}

MathBox typeset(const QString& formula, double pixels)
{
    int i = 0;
    return Setter(formula).row(i, QChar(), pixels);
}

}   // namespace stepzero

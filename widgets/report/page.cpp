// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/page.h"

#include <QCryptographicHash>
#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <cmath>
#include <new>

#include "core/base/words/shown_text.h"
#include "widgets/style/math.h"

// The macro must be used in the global namespace. Resources of a static library are not registered automatically.
static void initPageResource() { Q_INIT_RESOURCE(pages); }

namespace stepzero {

namespace {

constexpr int best_compression = 9;
constexpr int exact_digits = 17;
constexpr double least_band = 0.03;   // a hand cannot draw more precisely, as a fraction of the height of the axes

QString pageResource(const char* name)
{
    initPageResource();
    QFile file(QStringLiteral(":/pages/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Numbers the lines of texts, so that equal lines are stored once.
class SharedLines {
public:
    /// Returns the numbers of the lines of a text, as differences of consecutive numbers.
    QJsonArray add(const QByteArray& text)
    {
        QJsonArray steps;
        qsizetype before = 0;
        for (const QByteArray& line : text.split('\n')) {
            const auto found = numbers_.constFind(line);
            const qsizetype number = found != numbers_.constEnd() ? *found : lines_.size();
            if (found == numbers_.constEnd()) {
                numbers_.insert(line, number);
                lines_ << QString::fromUtf8(line);
            }
            steps << number - before;
            before = number;
        }
        return steps;
    }
    const QJsonArray& lines() const { return lines_; }

private:
    QHash<QByteArray, qsizetype> numbers_;
    QJsonArray lines_;
};

/// A tenth of a pixel is enough.
double tenths(double pixels) { return std::round(10 * pixels) / 10; }

QJsonArray jsonOf(const QVector<double>& pixels)
{
    QJsonArray all;
    for (const double pixel : pixels)
        all << tenths(pixel);
    return all;
}

QJsonValue jsonOf(const std::optional<TheoryCurve>& curve)
{
    if (!curve)
        return QJsonValue::Null;
    const QRect& plot = curve->plot;
    QJsonObject all {{"plot", QJsonArray {plot.left(), plot.top(), plot.width(), plot.height()}},
        {"grid", jsonOf(curve->grid)}, {"x", jsonOf(curve->x)}};
    if (curve->base) {
        all["y"] = jsonOf(curve->y);
        all["base"] = tenths(*curve->base);
        return all;
    }
    QVector<double> top, bottom;
    for (qsizetype i = 0; i < curve->x.size(); ++i) {
        const double room = least_band * curve->plot.height();
        top << std::min(curve->top[i], curve->y[i] - room);
        bottom << std::max(curve->bottom[i], curve->y[i] + room);
    }
    all["top"] = jsonOf(top);
    all["bottom"] = jsonOf(bottom);
    return all;
}

/// Returns an element. `attributes` and `content` are HTML.
QString elementOf(const QString& name, const QString& attributes, const QString& content)
{
    return QLatin1Char('<') + name + (attributes.isEmpty() ? QString() : QLatin1Char(' ') + attributes)
        + QLatin1Char('>') + content + QStringLiteral("</") + name + QLatin1Char('>');
}

QString attribute(const char* name, const QString& value)
{
    return QLatin1String(name) + QStringLiteral("=\"") + value.toHtmlEscaped() + QLatin1Char('"');
}

QString attributes(const QStringList& all) { return all.join(QLatin1Char(' ')); }

/// Returns the positions of the sliders at a stop.
QVector<qsizetype> positionsOf(const PageFigure& figure, qsizetype stop)
{
    QVector<qsizetype> positions;
    for (qsizetype i = figure.sliders.size() - 1; i >= 0; --i) {
        const qsizetype count = figure.sliders[i].values.size();
        positions.prepend(stop % count);
        stop /= count;
    }
    return positions;
}

QString sliderRows(const PageFigure& figure)
{
    QString rows;
    const QVector<qsizetype> start = positionsOf(figure, figure.start);
    for (qsizetype i = 0; i < figure.sliders.size(); ++i) {
        const PageSlider& slider = figure.sliders[i];
        const QString id = QStringLiteral("%1-%2").arg(figure.id).arg(i + 1);
        const QString value = slider.values[start[i]];
        rows += elementOf("div", attribute("class", "setting"),
                    elementOf("label", attribute("for", id), htmlWithFormulas(slider.name))
                        + elementOf("output", attribute("for", id), value.toHtmlEscaped())
                        + QStringLiteral("<input type=\"range\" min=\"0\" step=\"1\" ")
                        + attributes({attribute("id", id), attribute("max", QString::number(slider.values.size() - 1)),
                            attribute("value", QString::number(start[i])), attribute("aria-valuetext", value)})
                        + QLatin1Char('>'))
            + QLatin1Char('\n');
    }
    return rows;
}

/// Returns a curve that a reader may predict; null when no stop has one.
const TheoryCurve* curveOf(const PageFigure& figure)
{
    for (const PageStop& stop : figure.stops)
        for (const PageDrawing& drawing : stop.drawings)
            if (drawing.curve)
                return &*drawing.curve;
    return nullptr;
}

bool hasCurve(const PageFigure& figure) { return figure.predicted && curveOf(figure); }

QString predictionPart(const PageFigure& figure)
{
    const auto button = [](const char* name, const QString& words, const char* more) {
        return elementOf("button",
            attribute("type", "button") + QLatin1Char(' ') + attribute("class", QLatin1String(name))
                + QLatin1String(more),
            words.toHtmlEscaped());
    };
    const TheoryCurve& curve = *curveOf(figure);
    return elementOf("div", attribute("class", "predict"),
               elementOf("p", {},
                   htmlWithFormulas(curve.base
                           ? QObject::tr("Predict first: draw the shape of the distribution on the figure, then "
                                         "compare it with theory.")
                           : QObject::tr("Predict first: draw the curve “%1” on the figure, then compare it with "
                                         "theory.")
                                 .arg(curve.name)))
                   + button("reveal", QObject::tr("Reveal"), "")
                   + button("again", QObject::tr("Predict again"), " hidden")
                   + elementOf("p",
                       attributes({attribute("class", "result"), attribute("role", "status"),
                           attribute(
                               "data-inside", QObject::tr("%1 of %2 points are within the band of theory (%3%).")),
                           attribute("data-area",
                               QObject::tr("Your shape differs from theory by %1% of its area; the peak is %2% of the "
                                           "width away.")),
                           attribute("data-place", QObject::tr("Point %1 of %2: %3% of the height"))}),
                       {}))
        + QLatin1Char('\n');
}

QString stopTable(const PageFigure& figure)
{
    QString head, rows;
    for (const PageSlider& slider : figure.sliders)
        head += elementOf("th", attribute("scope", "col"), htmlWithFormulas(slider.name));
    head += elementOf("th", attribute("scope", "col"), QObject::tr("Verdict").toHtmlEscaped());
    for (qsizetype stop = 0; stop < figure.stops.size(); ++stop) {
        const PageStop& at = figure.stops[stop];
        const QVector<qsizetype> positions = positionsOf(figure, stop);
        QString row;
        for (qsizetype i = 0; i < positions.size(); ++i)
            row += elementOf("td", {}, figure.sliders[i].values[positions[i]].toHtmlEscaped());
        row += elementOf("td", attribute("data-severity", at.severity),
            elementOf("strong", {}, at.verdict.toHtmlEscaped())
                + (at.reason.isEmpty() ? QString() : QLatin1Char(' ') + htmlWithFormulas(at.reason)));
        rows += elementOf("tr", {}, row) + QLatin1Char('\n');
    }
    return elementOf("details", {},
        elementOf("summary", {}, QObject::tr("Values and verdicts").toHtmlEscaped())
            + elementOf("div", attribute("class", "scroll") + QStringLiteral(" tabindex=\"0\""),
                elementOf("table", {},
                    elementOf("thead", {}, elementOf("tr", {}, head)) + QLatin1Char('\n')
                        + elementOf("tbody", {}, QLatin1Char('\n') + rows))));
}

}   // namespace

QByteArray packedDrawings(const PageFigure& figure)
{
    SharedLines shared;
    QJsonArray sizes, drawings, curves;
    for (const DrawingSize& size : figure.sizes)
        sizes << QJsonArray {size.pixels.width(), size.pixels.height(), size.least};
    for (const PageStop& stop : figure.stops) {
        QJsonArray bySize;
        for (const PageDrawing& drawing : stop.drawings) {
            drawings << shared.add(drawing.light) << shared.add(drawing.dark);
            bySize << jsonOf(drawing.curve);
        }
        curves << bySize;
    }
    const QJsonObject all {{"sizes", sizes}, {"lines", shared.lines()}, {"drawings", drawings},
        {"curves", hasCurve(figure) ? QJsonValue(curves) : QJsonValue(QJsonValue::Null)}};
    constexpr qsizetype length = 4;   // qCompress() puts the length before zlib's format
    const QByteArray bytes = qCompress(QJsonDocument(all).toJson(QJsonDocument::Compact), best_compression);
    if (bytes.size() <= length)
        throw std::bad_alloc();   // nothing but a lack of memory can go wrong
    return bytes.sliced(length);
}

QString pageFigureHtml(const PageFigure& figure)
{
    const bool predicted = hasCurve(figure);
    const QString overlay = predicted
        ? elementOf("svg",
            attributes({attribute("class", "overlay"), attribute("role", "application"), attribute("tabindex", "0"),
                attribute("aria-label", QObject::tr("Drawing area: arrow keys move the line of your prediction"))}),
            {})
        : QString();
    const QString stage = elementOf("div", attribute("class", "stage"),
        elementOf("div",
            attributes(
                {attribute("class", "drawing"), attribute("role", "img"), attribute("aria-label", figure.title)}),
            {})
            + overlay);
    const QString side = elementOf("div", attribute("class", "side"),
        QLatin1Char('\n') + sliderRows(figure) + elementOf("p", attribute("class", "verdict"), {}) + QLatin1Char('\n')
            + (predicted ? predictionPart(figure) : QString()));
    return elementOf("section", attributes({attribute("class", "dial"), attribute("id", figure.id)}),
               QLatin1Char('\n')
                   + elementOf("div", attribute("class", "dial-body"),
                       QLatin1Char('\n') + stage + QLatin1Char('\n') + side + QLatin1Char('\n'))
                   + QLatin1Char('\n')
                   + elementOf("p", attribute("class", "problem") + QStringLiteral(" hidden"),
                       QObject::tr("This browser is too old to unpack the figures. Chrome 80, Firefox 113 and Safari "
                                   "16.4 can, and so can later versions.")
                           .toHtmlEscaped())
                   + elementOf("noscript", {},
                       elementOf("p", {},
                           QObject::tr("The figures need JavaScript, which is turned off in this browser.")
                               .toHtmlEscaped()))
                   + QLatin1Char('\n') + stopTable(figure) + QLatin1Char('\n')
                   + elementOf("script", attribute("type", "application/octet-stream"),
                       QString::fromLatin1(packedDrawings(figure).toBase64()))
                   + QLatin1Char('\n'))
        + QLatin1Char('\n');
}

QString exerciseHtml(const PageExercise& exercise)
{
    const auto bound = [](double number) { return QString::fromStdString(short_text(number)); };
    const QString right = QObject::tr("✓ Right: between %1 and %2").arg(bound(exercise.low), bound(exercise.high));
    return elementOf("form",
               attributes({attribute("class", "exercise"), attribute("data-lesson", exercise.lesson),
                   attribute("data-step", QString::number(exercise.step)), attribute("data-title", exercise.title),
                   attribute("data-low", QString::number(exercise.low, 'g', exact_digits)),
                   attribute("data-high", QString::number(exercise.high, 'g', exact_digits))}),
               elementOf("label", {},
                   QObject::tr("Your answer").toHtmlEscaped()
                       + QStringLiteral(" <input type=\"text\" inputmode=\"text\" autocomplete=\"off\" size=\"12\">"))
                   + elementOf("button", attribute("type", "submit"), QObject::tr("Check").toHtmlEscaped())
                   + elementOf("output",
                       attributes({attribute("data-right", right), attribute("data-small", QObject::tr("✗ Too small")),
                           attribute("data-large", QObject::tr("✗ Too large")),
                           attribute("data-number", QObject::tr("Type a number, such as 0.5, 1/3 or 2^-5."))}),
                       {}))
        + QLatin1Char('\n');
}

QString saveAnswersHtml()
{
    return elementOf("p", attribute("class", "save-answers") + QStringLiteral(" hidden"),
               elementOf("button", attribute("type", "button"), QObject::tr("Save answers").toHtmlEscaped()))
        + QLatin1Char('\n');
}

QString pageStyle() { return pageResource("page.css"); }
QString pageScript() { return pageResource("page.js"); }

QString securityPolicy(const QString& style, const QString& script)
{
    const auto allowed = [](const char* what, const QString& text) {
        const QByteArray hash = QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toBase64();
        return text.isEmpty() ? QString()
                              : QStringLiteral(" %1 'sha256-%2';").arg(QLatin1String(what), QString::fromLatin1(hash));
    };
    return QStringLiteral(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';%1%2 img-src data:; "
        "base-uri 'none'; form-action 'none'\">\n")
        .arg(allowed("style-src", style), allowed("script-src", script));
}

QString linksHtml(const QVector<PageLink>& links)
{
    QString all;
    for (const PageLink& link : links) {
        QStringList own {attribute("href", link.address)};
        if (!link.language.isEmpty())
            own << attribute("hreflang", link.language) << attribute("lang", link.language);
        all += elementOf("a", attributes(own), link.text.toHtmlEscaped()) + QLatin1Char('\n');
    }
    return all.isEmpty() ? all : elementOf("nav", {}, QLatin1Char('\n') + all) + QLatin1Char('\n');
}

QString pageHead(const QString& title, const QString& language, const QString& footer, const QString& script)
{
    const QString style = pageStyle();
    return QStringLiteral(
               "<!DOCTYPE html>\n<html lang=\"%1\" class=\"themed page\">\n<head>\n<meta charset=\"utf-8\">\n")
               .arg(language)
        + securityPolicy(style, script)
        + QStringLiteral("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                         "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" ")
        + attribute("content", footer) + QStringLiteral(">\n") + elementOf("title", {}, title.toHtmlEscaped())
        + QStringLiteral("\n<style>") + style + QStringLiteral("</style>\n</head>\n<body>\n");
}

QString pageHtml(const Page& page)
{
    const QString script = pageScript();
    return pageHead(page.title, page.language, page.footer, script) + elementOf("h1", {}, htmlWithFormulas(page.title))
        + QLatin1Char('\n') + elementOf("p", attribute("class", "faint"), htmlWithFormulas(page.settings))
        + QLatin1Char('\n') + pageFigureHtml(page.figure) + elementOf("footer", {}, page.footer.toHtmlEscaped())
        + QStringLiteral("\n<script>") + script + QStringLiteral("</script>\n</body>\n</html>\n");
}

}   // namespace stepzero

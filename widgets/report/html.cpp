// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a report as one HTML file with inline style and pictures, without external resources. It has a script only if
// figures have sliders.
#include <QImage>
#include <QObject>
#include <QPainter>
#include <cmath>
#include <functional>

#include "widgets/figures/picture.h"
#include "widgets/language/language.h"
#include "widgets/report/contents.h"
#include "widgets/style/math.h"

namespace stepzero {

namespace {

constexpr int pixels_a_pixel = 2;   // image pixels per CSS pixel, for dense screens and print
constexpr QSize column_figure(470, 310);
constexpr int full_width = 960;
constexpr double formula_pixels = 16;

/// All text must pass through this function.
QString escaped(const QString& text) { return text.toHtmlEscaped(); }

const char* style()
{
    return ":root{--background:#fff;--text:#1c1e21;--faint:#555b63;--grid:#d5d8dc;--line:#8b9098;--warning:#a8326e;"
           "--code:#f5f6f7}"
           "body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 3rem;background:var(--background);color:var(--text);"
           "font:1rem/1.5 Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}"
           "h1{font-size:1.7rem;line-height:1.25;margin:0 0 .25rem}"
           "h2{font-size:1.2rem;margin:2.2rem 0 .6rem;padding-top:.6rem;border-top:1px solid var(--grid)}"
           "h1,h2,h3,p,td,th,li,figcaption{overflow-wrap:break-word}"
           "h3{font-size:1rem;margin:1.4rem 0 .2rem}"
           "p{margin:.3rem 0;max-width:44rem}.faint,figcaption,caption,footer{color:var(--faint)}"
           "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
           ".scroll{overflow-x:auto;margin:.6rem 0}"
           "td,th{padding:.15rem .8rem .15rem 0;text-align:left;vertical-align:top}"
           "thead th{border-bottom:1px solid var(--line);font-weight:600;vertical-align:bottom}"
           "tbody th{font-weight:400;color:var(--faint)}"
           "caption{caption-side:bottom;text-align:left;font-size:.85rem;padding-top:.3rem}"
           ".numbers{font-size:.68rem;line-height:1.5}"
           ".numbers td,.numbers th{text-align:right;padding:.1rem .3rem;white-space:nowrap}"
           ".numbers thead th{white-space:normal;overflow-wrap:normal}"
           ".numbers .words{text-align:left}.numbers td:first-child,.numbers "
           "th:first-child{text-align:left;padding-left:0}"
           ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1.2rem 1rem}"
           "figure{margin:0;break-inside:avoid}figure.wide{grid-column:1/-1}"
           "img{display:block;max-width:100%;height:auto}figcaption{font-size:.85rem;line-height:1.4}"
           ".finding{margin:1rem 0 1.6rem;padding-left:.9rem;border-left:3px solid var(--line)}"
           ".finding h3{margin-top:0}.warning,.error{border-color:var(--warning)}"
           ".error .severity,.warning .severity{color:var(--warning)}"
           ".finding figure{max-width:29.4rem;margin-top:.6rem}"
           "ul{margin:.3rem 0;padding-left:1.2rem}.formula{margin:.5rem 0}"
           "details{margin:.6rem 0}summary{cursor:pointer}"
           "pre{overflow-x:auto;font:.78rem/1.45 ui-monospace,Consolas,'DejaVu Sans Mono',monospace;"
           "background:var(--code);padding:.8rem}"
           "footer{margin-top:3rem;font-size:.85rem}"
           "@media print{@page{size:A4;margin:16mm}body{max-width:none;padding:0;font-size:10pt}"
           "h2,h3{break-after:avoid}tr,.finding{break-inside:avoid}.scroll,pre{overflow:visible}"
           "pre{white-space:pre-wrap}.numbers{font-size:6.5pt}footer{margin-top:1rem}"
           ".figures{grid-template-columns:1fr 1fr}}";
}

/// Draws a picture, with this theme, at the painter's origin.
using Drawing = std::function<void(QPainter&, const QString& theme)>;

QString pictureData(const QSize& size, const Drawing& draw, const QString& theme)
{
    QImage image = blankImage(size * pixels_a_pixel, stepzero::theme(theme).background);
    QPainter painter(&image);
    painter.scale(pixels_a_pixel, pixels_a_pixel);
    draw(painter, theme);
    painter.end();
    return QStringLiteral("data:image/png;base64,") + QString::fromLatin1(pngOf(image).toBase64());
}

QString imageElement(const QSize& size, const Drawing& draw, const QString& theme, const QString& words)
{
    return QStringLiteral("<img src=\"%1\" width=\"%2\" height=\"%3\" alt=\"")
               .arg(pictureData(size, draw, theme))
               .arg(size.width())
               .arg(size.height())
        + escaped(words) + QStringLiteral("\">");
}

class HtmlWriter {
public:
    HtmlWriter(const Report& report, const ReportOptions& options) : options_(options), themed_(report.themed)
    {
        for (const ReportSection& section : report.sections) {
            for (const ReportFigure& figure : section.figures)
                (figure.sliders ? sliders_ : all_) += 1;
            for (const ReportFinding& finding : section.findings)
                all_ += finding.change ? 1 : 0;
            exercises_ += section.exercise ? 1 : 0;
        }
        head(report);
        for (const ReportSection& section : report.sections)
            add(section);
        if (exercises_ > 0)
            html_ += saveAnswersHtml();
        html_ += QStringLiteral("<footer>") + escaped(report.footer) + QStringLiteral("</footer>\n");
        if (isLive())
            html_ += QStringLiteral("<script>") + pageScript() + QStringLiteral("</script>\n");
        html_ += QStringLiteral("</body>\n</html>\n");
    }

    const QString& html() const { return html_; }

private:
    /// Returns whether the document needs the script.
    bool isLive() const { return sliders_ + exercises_ > 0; }

    /// Writes an element with text, whose symbols are typeset.
    void element(const QString& name, const QString& text, const QString& kind = {})
    {
        markup(name, htmlWithFormulas(text), kind);
    }
    void markup(const QString& name, const QString& html, const QString& kind)
    {
        html_ += QLatin1Char('<') + name + (kind.isEmpty() ? QString() : QStringLiteral(" class=\"%1\"").arg(kind))
            + QLatin1Char('>') + html + QStringLiteral("</") + name + QStringLiteral(">\n");
    }

    void head(const Report& report)
    {
        const QString look = QLatin1String(style()) + (isLive() || themed_ ? pageStyle() : QString());
        html_ = QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\"%2>\n<head>\n<meta charset=\"utf-8\">\n")
                    .arg(report.language, themed_ ? QStringLiteral(" class=\"themed\"") : QString())
            + (isLive() ? securityPolicy(look, pageScript()) : QString())
            + QStringLiteral("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                             "<meta name=\"generator\" content=\"")
            + escaped(report.footer) + QStringLiteral("\">\n");
        markup(QStringLiteral("title"), escaped(report.title), {});
        html_ += QStringLiteral("<style>") + look + QStringLiteral("</style>\n</head>\n<body>\n");
        html_ += linksHtml(report.links);
        element(QStringLiteral("h1"), report.title);
        element(QStringLiteral("p"), report.settings, QStringLiteral("faint"));
        if (!report.date.isEmpty())
            element(QStringLiteral("p"), report.date, QStringLiteral("faint"));
    }

    void add(const ReportSection& section)
    {
        element(QStringLiteral("h2"), section.title);
        for (const QString& paragraph : section.paragraphs)
            element(QStringLiteral("p"), paragraph);
        for (const QString& formula : section.formulas)
            addFormula(formula);
        for (const ReportFinding& finding : section.findings)
            add(finding);
        for (const ReportTable& table : section.tables)
            add(table);
        if (!section.figures.isEmpty()) {
            html_ += QStringLiteral("<div class=\"figures\">\n");
            for (const ReportFigure& figure : section.figures)
                add(figure);
            html_ += QStringLiteral("</div>\n");
        }
        for (const ReportCode& code : section.code) {
            html_ += QStringLiteral("<details>\n");
            element(QStringLiteral("summary"), code.title);
            markup(QStringLiteral("pre"), escaped(code.text), {});
            html_ += QStringLiteral("</details>\n");
        }
        for (const QString& paragraph : section.closing)
            element(QStringLiteral("p"), paragraph);
        if (section.exercise)
            html_ += exerciseHtml(*section.exercise);
        if (!section.answer.isEmpty()) {
            html_ += QStringLiteral("<details>\n");
            element(QStringLiteral("summary"), QObject::tr("Show the answer"));
            element(QStringLiteral("p"), section.answer);
            html_ += QStringLiteral("</details>\n");
        }
    }

    void add(const ReportFinding& finding)
    {
        const QString severity = QString::fromLatin1(word(finding.severity));
        html_ += QStringLiteral("<div class=\"finding %1\">\n<h3><span class=\"severity\">%2 %3</span> · ")
                     .arg(severity, QString::fromUtf8(sign(finding.severity)), words(label_of(finding.severity)))
            + htmlWithFormulas(finding.where) + QStringLiteral("</h3>\n");
        element(QStringLiteral("p"), finding.message);
        if (!finding.cause.isEmpty())
            element(QStringLiteral("p"), finding.cause, QStringLiteral("faint"));
        if (!finding.formula.isEmpty())
            addFormula(finding.formula);
        if (!finding.fixes.isEmpty()) {
            element(QStringLiteral("p"),
                words(finding.fixes.size() == 1 ? stepzero::tr("Suggested fix:") : stepzero::tr("Suggested fixes:")),
                QStringLiteral("faint"));
            html_ += QStringLiteral("<ul>\n");
            for (const QString& fix : finding.fixes)
                element(QStringLiteral("li"), fix);
            html_ += QStringLiteral("</ul>\n");
        }
        if (!finding.unfixed.isEmpty())
            element(QStringLiteral("p"), finding.unfixed, QStringLiteral("faint"));
        if (finding.change)
            add(*finding.change);
        if (!finding.as.isEmpty())
            element(QStringLiteral("p"), finding.as, QStringLiteral("faint"));
        html_ += QStringLiteral("</div>\n");
    }

    static QString kindOf(const ReportTable& table, qsizetype column)
    {
        return table.words.value(column) ? QStringLiteral(" class=\"words\"") : QString();
    }

    void add(const ReportTable& table)
    {
        html_ += QStringLiteral("<div class=\"scroll\">\n<table%1>\n")
                     .arg(table.numeric ? QStringLiteral(" class=\"numbers\"") : QString());
        if (!table.note.isEmpty())
            element(QStringLiteral("caption"), table.note);
        if (!table.header.isEmpty()) {
            html_ += QStringLiteral("<thead><tr>");
            for (qsizetype c = 0; c < table.header.size(); ++c)
                html_ += QStringLiteral("<th scope=\"col\"") + kindOf(table, c) + QLatin1Char('>')
                    + htmlWithFormulas(table.header[c]) + QStringLiteral("</th>");
            html_ += QStringLiteral("</tr></thead>\n");
        }
        html_ += QStringLiteral("<tbody>\n");
        for (const QStringList& row : table.rows) {
            html_ += QStringLiteral("<tr>");
            for (qsizetype c = 0; c < row.size(); ++c) {
                const QString cell = c == 0 ? QStringLiteral("th") : QStringLiteral("td");
                html_ += QLatin1Char('<') + cell + (c == 0 ? QStringLiteral(" scope=\"row\">") : QStringLiteral(">"))
                    + (table.numeric ? escaped(row[c]) : htmlWithFormulas(row[c])) + QStringLiteral("</") + cell
                    + QLatin1Char('>');
            }
            html_ += QStringLiteral("</tr>\n");
        }
        html_ += QStringLiteral("</tbody>\n</table>\n</div>\n");
    }

    /// Writes a picture; where the document follows the reader, also one for dark screens. Paper is light.
    void image(const QSize& size, const Drawing& draw, const QString& theme, const QString& words)
    {
        const QString light = imageElement(size, draw, theme, words);
        html_ += themed_
            ? QStringLiteral("<picture><source media=\"screen and (prefers-color-scheme: dark)\" srcset=\"")
                + pictureData(size, draw, QStringLiteral("dark")) + QStringLiteral("\">") + light
                + QStringLiteral("</picture>")
            : light;
    }

    /// Writes a formula as it is typeset everywhere in the program, with alternative text for screen readers.
    void addFormula(const QString& formula)
    {
        const MathBox box = typeset(formula, formula_pixels);
        constexpr int edge = 1;
        html_ += QStringLiteral("<p class=\"formula\">");
        image(
            {int(std::ceil(box.width)) + 2 * edge, int(std::ceil(box.height())) + 2 * edge},
            [&box](QPainter& painter, const QString& name) {
                box.draw(painter, {edge, edge + box.ascent}, theme(name).text);
            },
            QStringLiteral("light"), formula);
        html_ += QStringLiteral("</p>\n");
    }

    void add(const ReportFigure& figure)
    {
        if (figure.sliders)
            return addSliders(figure);
        if (options_.progress)
            options_.progress(double(drawn_) / double(all_));
        const QSize size = figure.wide > 0 ? QSize(full_width, qRound(figure.wide * full_width)) : column_figure;
        html_ += QStringLiteral("<figure%1>").arg(figure.wide > 0 ? QStringLiteral(" class=\"wide\"") : QString());
        image(
            size, [&](QPainter& painter, const QString& name) { paintFigure(painter, size, figure, name); },
            options_.theme, figure.words);
        ++drawn_;
        endFigure(figure);
    }

    void addSliders(const ReportFigure& figure)
    {
        html_ += QStringLiteral("<figure class=\"wide\">\n") + pageFigureHtml(*figure.sliders);
        endFigure(figure);
    }

    void endFigure(const ReportFigure& figure)
    {
        element(QStringLiteral("figcaption"), QObject::tr("Figure %1. ").arg(++numbered_) + figure.caption);
        html_ += QStringLiteral("</figure>\n");
    }

    const ReportOptions& options_;
    const bool themed_;
    QString html_;
    qsizetype all_ = 0, drawn_ = 0;   // pictures, which are drawn here
    qsizetype sliders_ = 0, exercises_ = 0;   // figures with sliders
    qsizetype numbered_ = 0;   // figures so far
};

}   // namespace

QString reportHtml(const Report& report, const ReportOptions& options) { return HtmlWriter(report, options).html(); }

QString reportHtml(const ExhibitPtr& exhibit, const ReportOptions& options)
{
    return reportHtml(reportOf(exhibit, options), options);
}

}   // namespace stepzero

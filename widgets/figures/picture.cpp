// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <new>

#include "core/base/formats/file.h"
#include "core/base/run/memory.h"
#include "core/base/words/text_error.h"
#include "core/files/experiment_json.h"
#include "core/files/title.h"
#include "core/kinds/kinds.h"
#include "core/math/activation/activation.h"
#include "core/modules/precision.h"
#include "core/network/init/scheme.h"
#include "core/study/audit_study.h"
#include "core/study/capture_study.h"
#include "core/study/grid/grid_json.h"
#include "core/study/grid_study.h"
#include "core/study/pair_study.h"
#include "core/study/study.h"
#include "core/train/optimizer.h"
#include "core/version.h"
#include "widgets/figures/capture/capture_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/relay.h"
#include "widgets/figures/frame/scrolled_figure.h"
#include "widgets/figures/pdf_document.h"
#include "widgets/file_path.h"
#include "widgets/language/audit_words.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

const QString software = QStringLiteral("Stepzero ") + QLatin1String(version);

/// Returns the parameters that differ from the defaults, to follow a name: "(relu, bounds sigma)"; empty when none do.
Text parametersOf(const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    QStringList words;
    const Parameters all = completed(infos, given);
    for (const ParameterInfo& info : infos) {
        const ParameterValue& value = all.at(info.name);
        if (value == info.default_value || !applies(info, all))
            continue;
        const QString name = QString::fromStdString(info.name) + QLatin1Char(' ');
        const std::string* typed = typed_text(value);
        words << (typed ? name + QString::fromStdString(*typed)
                : std::holds_alternative<double>(value)
                ? name + pretty(std::get<double>(value))
                : (info.quiet ? name : QString()) + QString::fromStdString(std::get<std::string>(value)));
    }
    return words.isEmpty() ? Text() : Text::name("(" + words.join(QStringLiteral(", ")).toStdString() + ")");
}

Text activationOf(const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return info ? joined({info->label, parametersOf(info->parameters, activation.parameters)}, " ")
                : Text::name(activation.name);
}

Text schemeOf(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    return joined(
        {Text::name(initializer.scheme), scheme ? parametersOf(scheme->parameters, initializer.parameters) : Text()},
        " ");
}

Text widthsOf(const Network& network)
{
    if (network.widths.empty())
        return Text::name(std::to_string(network.depth) + " × " + std::to_string(network.width));
    if (network.widths.size() > 6)
        return tr("%1 {layer|layers} of widths %2 to %3", network.widths.size(),
            *std::min_element(network.widths.begin(), network.widths.end()),
            *std::max_element(network.widths.begin(), network.widths.end()));
    std::string widths;
    for (const int width : network.widths)
        widths += (widths.empty() ? "" : "–") + std::to_string(width);
    return Text::name(widths);
}

/// Returns "10 × 32, 3 × 3 on 8 × 8", "16 × 256, bottleneck, 3 × 3 on 32 × 32" or "12 × 768, patches of 16 × 16 on 224
/// × 224".
Text sizeOf(const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    return kind.sizes ? joined({widthsOf(network), kind.sizes(network)}, ", ") : widthsOf(network);
}

/// Returns one entry per list: "6 values of network.weight".
Text variedOf(const Grid& grid)
{
    std::vector<Text> lists;
    for (const GridAxis& axis : grid.axes)
        lists.push_back(tr("%1 {value|values} of %2", axis.values.size(), axis.path));
    return joined(lists, " × ");
}

/// Precondition: a GridStudy.
const Grid& gridOf(const Exhibit& exhibit) { return static_cast<const GridStudy&>(exhibit).result->grid; }

QSizeF logicalSize(const PictureOptions& options) { return QSizeF(options.pixels) * (96 / options.dpi); }

/// Returns the area of the figures, between the title and the settings.
QRectF bodyOf(const PictureOptions& options, const Style& style)
{
    const QRectF all(QPointF(0, 0), logicalSize(options));
    return options.caption ? all.adjusted(0, style.px(28), 0, -style.px(22)) : all;
}

/// Returns the style. A table or list that is too long to be readable on a slide is smaller, down to the size on the
/// screen.
Style styleOf(const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options)
{
    Style style {theme(options.theme), options.scale};
    if (options.scale > 0)
        return style;
    style.scale = readableScale(logicalSize(options), parts.size());
    const std::unique_ptr<Figure> figure = parts.size() == 1 ? figureOf(parts.first(), exhibit, style) : nullptr;
    auto* scrolled = dynamic_cast<ScrolledFigure*>(figure.get());
    while (scrolled && style.scale > 1) {
        scrolled->setStyle(style);
        scrolled->resize(bodyOf(options, style).size().toSize());
        if (scrolled->fits())
            break;
        style.scale = std::max(1.0, 0.95 * style.scale);
    }
    return style;
}

/// Returns the figures of the parts, null where there is no such kind.
std::vector<std::unique_ptr<Figure>> figuresOf(
    const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const Style& style)
{
    std::vector<std::unique_ptr<Figure>> figures;
    for (const PicturePart& part : parts)
        figures.push_back(figureOf(part, exhibit, style));
    return figures;
}

/// Paints the whole picture in logical pixels at the painter's origin.
void paintPicture(QPainter& painter, const Exhibit& exhibit, const QVector<PicturePart>& parts,
    const std::vector<std::unique_ptr<Figure>>& figures, const Style& style, const PictureOptions& options)
{
    const QSizeF size = logicalSize(options);
    painter.fillRect(QRectF(QPointF(0, 0), size), style.theme.background);
    const QRectF body = bodyOf(options, style);
    if (options.caption) {
        const double edge = style.px(10), high = style.px(22);
        painter.setRenderHint(QPainter::TextAntialiasing);
        QFont title = style.titleFont();
        title.setPixelSize(qRound(style.px(15)));
        painter.setFont(title);
        painter.setPen(style.theme.text);
        const double wide = size.width() - 2 * edge;
        const QFontMetricsF letters(title);
        const double marked = options.mark.isEmpty() ? 0 : letters.horizontalAdvance(options.mark) + 2 * edge;
        painter.drawText(QRectF(edge, style.px(5), wide, high), Qt::AlignRight | Qt::AlignVCenter, options.mark);
        painter.drawText(QRectF(edge, style.px(5), wide - marked, high), Qt::AlignLeft | Qt::AlignVCenter,
            letters.elidedText(titleOf(exhibit), Qt::ElideRight, wide - marked));
        painter.setFont(style.numberFont());
        painter.setPen(style.theme.faint_text);
        painter.drawText(QRectF(edge, size.height() - high, wide, high - style.px(5)), Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(style.numberFont()).elidedText(settingsOf(exhibit), Qt::ElideRight, wide));
    }
    for (std::size_t i = 0; i < figures.size(); ++i) {
        Figure* const figure = figures[i].get();
        const PicturePart& part = parts[qsizetype(i)];
        if (!figure)
            continue;
        // Whole logical pixels keep hairlines sharp.
        const QRect place(qRound(body.left() + part.place.left() * body.width()),
            qRound(body.top() + part.place.top() * body.height()), qRound(part.place.width() * body.width()),
            qRound(part.place.height() * body.height()));
        figure->resize(place.size());   // some figures use their own size for the layout
        painter.save();
        painter.translate(place.topLeft());
        painter.setClipRect(QRect(QPoint(0, 0), place.size()), Qt::IntersectClip);
        figure->paint(painter, QSizeF(place.size()));
        painter.restore();
    }
}

void paintPicture(
    QPainter& painter, const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options)
{
    const Style style = styleOf(exhibit, parts, options);
    paintPicture(painter, *exhibit, parts, figuresOf(exhibit, parts, style), style, options);
}

/// Returns a blank image with the text keys of its file.
QImage namedImage(const Exhibit& exhibit, const PictureOptions& options)
{
    QImage image = blankImage(options.pixels, theme(options.theme).background);
    image.setDotsPerMeterX(qRound(options.dpi / 0.0254));
    image.setDotsPerMeterY(qRound(options.dpi / 0.0254));
    image.setText(QStringLiteral("Title"), titleOf(exhibit));
    image.setText(QStringLiteral("Description"), settingsOf(exhibit));
    image.setText(QStringLiteral("Software"), software);
    if (const auto* study = dynamic_cast<const Study*>(&exhibit))
        image.setText(
            QStringLiteral("stepzero-experiment"), QString::fromStdString(format_experiment(study->experiment)));
    else if (dynamic_cast<const GridStudy*>(&exhibit))
        image.setText(QStringLiteral("stepzero-study"), QString::fromStdString(format_grid(gridOf(exhibit))));
    return image;
}

QByteArray paintedPng(const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options)
{
    return pngOf(renderPicture(exhibit, parts, options));
}

/// Returns an SVG file of what `paint` paints.
QByteArray svgFile(const Exhibit& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options,
    const std::function<void(QPainter&)>& paint)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    const QSize size = logicalSize(options).toSize();
    svg.setOutputDevice(&buffer);
    svg.setResolution(96);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(0, 0), size));
    svg.setTitle(titleOf(exhibit));
    QStringList said;   // letters are outlines, so the words are nowhere else in the file
    for (const PicturePart& part : parts)
        if (const FigureKind* kind = findFigureKind(part.kind, exhibit))
            said << titleOf(*kind, exhibit);
    svg.setDescription((said << settingsOf(exhibit) << software).join(QStringLiteral(" · ")));
    QPainter onto(&svg);
    {
        Relay relay(onto, size, Clipping::cut);
        QPainter painter(&relay);
        paint(painter);
    }
    onto.end();
    return bytes;
}

QByteArray svgOf(const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options)
{
    return svgFile(
        *exhibit, parts, options, [&](QPainter& painter) { paintPicture(painter, exhibit, parts, options); });
}

QByteArray pdfOf(const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options)
{
    const QPageSize size(logicalSize(options) * 0.75, QPageSize::Point, QString(), QPageSize::ExactMatch);
    return pdfDocument(size, titleOf(*exhibit), software,
        [&](QPainter& painter, QPagedPaintDevice&) { paintPicture(painter, exhibit, parts, options); });
}

}   // namespace

double readableScale(const QSizeF& logicalSize, qsizetype figures)
{
    constexpr double letters = 11;   // size of Style::numberFont()
    const double side = std::min(logicalSize.width(), logicalSize.height());
    return std::max(1.0, side / (figures > 1 ? 80 : 45) / letters);
}

std::unique_ptr<Figure> figureOf(const PicturePart& part, const ExhibitPtr& exhibit, const Style& style)
{
    const FigureKind* kind = exhibit ? findFigureKind(part.kind, *exhibit) : findFigureKind(part.kind);
    if (!kind)
        return nullptr;
    std::unique_ptr<Figure> figure(kind->create(nullptr));
    figure->setStyle(style);
    figure->setViewState(part.view);
    figure->setPins(part.pins);
    figure->setExhibit(exhibit);
    return figure;
}

QString titleOf(const Experiment& experiment) { return translated(title_of(experiment)); }

QString titleOf(const Exhibit& exhibit)
{
    if (const auto* study = dynamic_cast<const Study*>(&exhibit))
        return titleOf(study->experiment);
    if (const auto* audit = dynamic_cast<const AuditStudy*>(&exhibit))
        return QString::fromStdString(audit->name);
    if (const auto* capture = dynamic_cast<const CaptureStudy*>(&exhibit))
        return QString::fromStdString(capture->name);
    if (const auto* pair = dynamic_cast<const PairStudy*>(&exhibit))
        return translated(pair->sides[0].name) + QStringLiteral(" | ") + translated(pair->sides[1].name);
    const Grid& grid = gridOf(exhibit);
    const Text title = title_of(grid);
    return translated(title.empty() ? variedOf(grid) : title);
}

QString settingsOf(const Exhibit& exhibit)
{
    if (const auto* study = dynamic_cast<const Study*>(&exhibit))
        return settingsOf(study->experiment);
    if (const auto* audit = dynamic_cast<const AuditStudy*>(&exhibit))
        return summaryText(*audit);
    if (const auto* capture = dynamic_cast<const CaptureStudy*>(&exhibit))
        return summaryText(*capture);
    if (const auto* pair = dynamic_cast<const PairStudy*>(&exhibit))
        return settingsOf(pair->sides[0].experiment) + QStringLiteral(" | ") + settingsOf(pair->sides[1].experiment);
    const Grid& grid = gridOf(exhibit);
    return translated(variedOf(grid)) + QStringLiteral(" · ") + sharedSettings(grid);
}

/// Returns the settings of an experiment, one text per setting.
static std::vector<Text> settingTexts(const Experiment& experiment)
{
    const Network& network = experiment.network;
    const bool drawn = experiment.weights.file.empty();
    const auto nameOf = [](const std::string& file) { return QFileInfo(pathText(file)).fileName().toStdString(); };
    std::vector<Text> all {kind_of(network).label, sizeOf(network), activationOf(network.activation),
        drawn ? schemeOf(network.weight)
              : tr("weights of %1, theory from their variances", nameOf(experiment.weights.file))};
    if (drawn && !find_scheme(network.bias.scheme)->is_zero())
        all.push_back(tr("bias %1", schemeOf(network.bias)));
    if (drawn && !network.roles.empty())
        all.push_back(tr("own settings for %1 {role|roles}", network.roles.size()));
    if (!network.overrides.empty())
        all.push_back(tr("own settings for %1 {layer|layers}", network.overrides.size()));
    if (!experiment.input.file.empty())
        all.push_back(tr("input %1", nameOf(experiment.input.file)));
    else if (kind_of(network).takes_tokens)
        all.push_back(tr("%1 × %2 {token|tokens}", experiment.input.samples, experiment.input.tokens));
    else
        all.push_back(tr("%1 {sample|samples}", experiment.input.samples));
    if (precision_of(experiment.measure))
        all.push_back(tr("also run in %1", precision_info(experiment.measure).label));
    if (experiment.train)
        all.push_back(tr("%1 {step|steps} of %2 at %3", experiment.train->steps,
            find_optimizer(experiment.train->optimizer.name)->label,
            pretty(experiment.train->learning_rate).toStdString()));
    all.push_back(tr("seed %1", experiment.seed));
    if (experiment.replicas > 1)
        all.push_back(tr("%1 {replica|replicas}", experiment.replicas));
    return all;
}

QString sharedSettings(const Grid& grid)
{
    std::vector<Text> shared = settingTexts(cell_experiment(grid, 0));
    std::size_t stride = cell_count(grid);
    for (const GridAxis& axis : grid.axes) {
        stride /= axis.values.size();
        for (std::size_t i = 1; i < axis.values.size(); ++i) {
            const std::vector<Text> others = settingTexts(cell_experiment(grid, i * stride));
            std::erase_if(shared, [&](const Text& text) { return std::ranges::find(others, text) == others.end(); });
        }
    }
    return translated(joined(shared, " · "));
}

QString settingsOf(const Experiment& experiment) { return translated(joined(settingTexts(experiment), " · ")); }

QImage blankImage(const QSize& pixels, const QColor& colour)
{
    constexpr std::size_t copies = 4, beside = std::size_t(16) << 20;   // memory that painting and compressing may need
    need_memory(copies * std::size_t(pixels.width()) * std::size_t(pixels.height()) * 4 + beside);
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull())
        throw std::bad_alloc();
    image.fill(colour);
    return image;
}

QByteArray pngOf(const QImage& image)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG"))
        throw std::bad_alloc();   // nothing but a lack of memory can go wrong
    return bytes;
}

QImage renderPicture(const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options)
{
    QImage image = namedImage(*exhibit, options);
    QPainter painter(&image);
    painter.scale(options.dpi / 96, options.dpi / 96);
    paintPicture(painter, exhibit, parts, options);
    painter.end();
    return image;
}

Frames::Frames(QVector<PicturePart> parts, const PictureOptions& options)
    : parts_(std::move(parts)), options_(options), style_ {theme(options.theme), options.scale}
{
    if (options_.scale <= 0)
        style_.scale = readableScale(logicalSize(options_), parts_.size());
}

Frames::~Frames() = default;

void Frames::show(const ExhibitPtr& exhibit)
{
    if (figures_.empty()) {
        figures_ = figuresOf(exhibit, parts_, style_);
        for (const auto& figure : figures_)
            figure->setDragging(true);   // axes grow, but never shrink
    }
    for (const auto& figure : figures_)
        figure->setExhibit(exhibit);
}

void Frames::measure(const ExhibitPtr& exhibit)
{
    show(exhibit);
    for (const auto& figure : figures_)
        (void)figure->whyEmpty();   // makes the figure process the exhibit
}

QImage Frames::picture(const ExhibitPtr& exhibit, const QString& mark)
{
    show(exhibit);
    options_.mark = mark;
    QImage image = namedImage(*exhibit, options_);
    QPainter painter(&image);
    painter.scale(options_.dpi / 96, options_.dpi / 96);
    paintPicture(painter, *exhibit, parts_, figures_, style_, options_);
    return image;
}

QByteArray Frames::svg(const ExhibitPtr& exhibit)
{
    show(exhibit);
    return svgFile(*exhibit, parts_, options_,
        [&](QPainter& painter) { paintPicture(painter, *exhibit, parts_, figures_, style_, options_); });
}

const std::vector<PictureFormat>& pictureFormats()
{
    static const std::vector<PictureFormat> all {{"png", paintedPng}, {"svg", svgOf}, {"pdf", pdfOf}};
    return all;
}

const PictureFormat* findPictureFormat(const QString& ending)
{
    const auto found = std::ranges::find(
        pictureFormats(), ending, [](const PictureFormat& known) { return QLatin1String(known.ending); });
    return found == pictureFormats().end() ? nullptr : &*found;
}

QString pictureEndings(const QString& first, const QString& between)
{
    QStringList endings;
    for (const PictureFormat& format : pictureFormats())
        endings << QLatin1String(format.ending);
    return first + endings.join(between);
}

bool writePicture(const std::filesystem::path& path, const ExhibitPtr& exhibit, const QVector<PicturePart>& parts,
    const PictureOptions& options, QString* error)
{
    const PictureFormat* format = findPictureFormat(QFileInfo(pathText(path)).suffix().toLower());
    if (!format) {
        *error = translated(tr("%1: images are written as %2", pathText(path).toStdString(),
            pictureEndings(QStringLiteral("."), QStringLiteral(", .")).toStdString()));
        return false;
    }
    try {
        const QByteArray bytes = format->render(exhibit, parts, options);
        write_file(path, {bytes.constData(), std::size_t(bytes.size())});
    } catch (const FileError& failure) {
        *error = translated(text_of(failure));
        return false;
    }
    return true;
}

}   // namespace stepzero

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>
#include <filesystem>
#include <new>

#include "core/activation/activation.h"
#include "core/files/experiment_json.h"
#include "core/files/title.h"
#include "core/formats/file.h"
#include "core/grid/grid_json.h"
#include "core/init/scheme.h"
#include "core/kinds/kinds.h"
#include "core/modules/precision.h"
#include "core/run/memory.h"
#include "core/study/audit_study.h"
#include "core/study/grid_study.h"
#include "core/study/study.h"
#include "core/train/optimizer.h"
#include "core/version.h"
#include "widgets/figures/checkpoint/audit_words.h"
#include "widgets/figures/figures.h"
#include "widgets/figures/frame/relay.h"
#include "widgets/figures/frame/scrolled_figure.h"
#include "widgets/figures/pdf_document.h"
#include "widgets/file_path.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

const QString software = QStringLiteral("Stepzero ") + QLatin1String(version);

/// Behind a name what differs from the defaults: " (relu, bounds sigma)".
QString parametersOf(const std::vector<ParameterInfo>& infos, const Parameters& given)
{
    QStringList words;
    const Parameters all = completed(infos, given);
    for (const ParameterInfo& info : infos) {
        const ParameterValue& value = all.at(info.name);
        if (value == info.default_value || !applies(info, all))
            continue;
        const QString name = QString::fromStdString(info.name) + QLatin1Char(' ');
        words << (std::holds_alternative<double>(value)
                ? name + pretty(std::get<double>(value))
                : (info.quiet ? name : QString()) + QString::fromStdString(std::get<std::string>(value)));
    }
    return words.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(words.join(QStringLiteral(", ")));
}

QString activationOf(const Activation& activation)
{
    const ActivationInfo* info = find_activation(activation.name);
    return info ? spoken(info->label) + parametersOf(info->parameters, activation.parameters)
                : QString::fromStdString(activation.name);
}

QString schemeOf(const Initializer& initializer)
{
    const Scheme* scheme = find_scheme(initializer.scheme);
    return QString::fromStdString(initializer.scheme)
        + (scheme ? parametersOf(scheme->parameters, initializer.parameters) : QString());
}

QString widthsOf(const Network& network)
{
    if (network.widths.empty())
        return QStringLiteral("%1 × %2").arg(network.depth).arg(network.width);
    if (network.widths.size() > 6)
        return QStringLiteral("%1 layers of %2 to %3")
            .arg(network.widths.size())
            .arg(*std::min_element(network.widths.begin(), network.widths.end()))
            .arg(*std::max_element(network.widths.begin(), network.widths.end()));
    QStringList widths;
    for (const int width : network.widths)
        widths << QString::number(width);
    return widths.join(QStringLiteral("–"));
}

/// "10 × 32, 3 × 3 on 8 × 8", "16 × 256, bottleneck, 3 × 3 on 32 × 32", "12 × 768, patches of 16 × 16 on 224 × 224"
QString sizeOf(const Network& network)
{
    const NetworkKind& kind = kind_of(network);
    return kind.sizes ? widthsOf(network) + QStringLiteral(", ") + QString::fromStdString(kind.sizes(network))
                      : widthsOf(network);
}

/// "6 of network.weight", a list each.
QStringList variedOf(const Grid& grid)
{
    QStringList lists;
    for (const GridAxis& axis : grid.axes)
        lists << QStringLiteral("%1 of %2").arg(axis.values.size()).arg(QString::fromStdString(axis.path));
    return lists;
}

/// Precondition: a GridStudy.
const Grid& gridOf(const Exhibit& exhibit) { return static_cast<const GridStudy&>(exhibit).result->grid; }

QSizeF logicalSize(const PictureOptions& options) { return QSizeF(options.pixels) * (96 / options.dpi); }

/// Where figures are: between the title and the settings.
QRectF bodyOf(const PictureOptions& options, const Style& style)
{
    const QRectF all(QPointF(0, 0), logicalSize(options));
    return options.caption ? all.adjusted(0, style.px(28), 0, -style.px(22)) : all;
}

/// A table or list that is longer than what can be read of it on a slide is smaller instead, down to the screen's size.
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

/// Those of the parts, nullptr where there is no such kind.
std::vector<std::unique_ptr<Figure>> figuresOf(
    const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const Style& style)
{
    std::vector<std::unique_ptr<Figure>> figures;
    for (const PicturePart& part : parts)
        figures.push_back(figureOf(part, exhibit, style));
    return figures;
}

/// The whole picture in logical pixels at the painter's origin.
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
        // Whole logical pixels, so that hairlines stay hairlines.
        const QRect place(qRound(body.left() + part.place.left() * body.width()),
            qRound(body.top() + part.place.top() * body.height()), qRound(part.place.width() * body.width()),
            qRound(part.place.height() * body.height()));
        figure->resize(place.size());   // some measure themselves
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

/// With what its file tells of it, blank.
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

QByteArray svgOf(const ExhibitPtr& exhibit, const QVector<PicturePart>& parts, const PictureOptions& options)
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
    svg.setTitle(titleOf(*exhibit));
    QStringList said;   // letters are outlines, and nothing else in the file has the words
    for (const PicturePart& part : parts)
        if (const FigureKind* kind = findFigureKind(part.kind))
            said << titleOf(*kind, *exhibit);
    svg.setDescription((said << settingsOf(*exhibit) << software).join(QStringLiteral(" · ")));
    QPainter onto(&svg);
    {
        Relay relay(onto, size, Clipping::cut);
        QPainter painter(&relay);
        paintPicture(painter, exhibit, parts, options);
    }
    onto.end();
    return bytes;
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
    constexpr double letters = 11;   // of Style::numberFont()
    const double side = std::min(logicalSize.width(), logicalSize.height());
    return std::max(1.0, side / (figures > 1 ? 80 : 45) / letters);
}

std::unique_ptr<Figure> figureOf(const PicturePart& part, const ExhibitPtr& exhibit, const Style& style)
{
    const FigureKind* kind = findFigureKind(part.kind);
    if (!kind)
        return nullptr;
    std::unique_ptr<Figure> figure(kind->create(nullptr));
    figure->setStyle(style);
    figure->setViewState(part.view);
    figure->setPins(part.pins);
    figure->setExhibit(exhibit);
    return figure;
}

QString titleOf(const Experiment& experiment) { return spoken(title_of(experiment)); }

QString titleOf(const Exhibit& exhibit)
{
    if (const auto* study = dynamic_cast<const Study*>(&exhibit))
        return titleOf(study->experiment);
    if (const auto* audit = dynamic_cast<const AuditStudy*>(&exhibit))
        return QString::fromStdString(audit->name);
    const Grid& grid = gridOf(exhibit);
    const std::string title = title_of(grid);
    return title.empty() ? spoken(variedOf(grid).join(QStringLiteral(" × "))) : spoken(title);
}

QString settingsOf(const Exhibit& exhibit)
{
    if (const auto* study = dynamic_cast<const Study*>(&exhibit))
        return settingsOf(study->experiment);
    if (const auto* audit = dynamic_cast<const AuditStudy*>(&exhibit))
        return summaryText(*audit);
    const Grid& grid = gridOf(exhibit);
    return variedOf(grid).join(QStringLiteral(" × ")) + QStringLiteral(" · ") + sharedSettings(grid);
}

QString sharedSettings(const Grid& grid)
{
    const QString dot = QStringLiteral(" · ");
    QStringList shared = settingsOf(cell_experiment(grid, 0)).split(dot);
    std::size_t stride = cell_count(grid);
    for (const GridAxis& axis : grid.axes) {
        stride /= axis.values.size();
        for (std::size_t i = 1; i < axis.values.size(); ++i) {
            const QStringList words = settingsOf(cell_experiment(grid, i * stride)).split(dot);
            shared.removeIf([&](const QString& word) { return !words.contains(word); });
        }
    }
    return shared.join(dot);
}

QString settingsOf(const Experiment& experiment)
{
    const Network& network = experiment.network;
    const bool drawn = experiment.weights.file.empty();
    QStringList words {QString::fromStdString(network.kind), sizeOf(network), activationOf(network.activation),
        drawn ? schemeOf(network.weight)
              : QStringLiteral("weights of %1, theory of their variances")
                    .arg(QFileInfo(pathText(experiment.weights.file)).fileName())};
    if (drawn && find_scheme(network.bias.scheme)->everywhere != "0")
        words << QStringLiteral("bias ") + schemeOf(network.bias);
    if (drawn && !network.roles.empty())
        words << (network.roles.size() == 1 ? QStringLiteral("one role of its own")
                                            : QStringLiteral("%1 roles of their own").arg(network.roles.size()));
    if (!network.overrides.empty())
        words << (network.overrides.size() == 1
                ? QStringLiteral("one layer of its own")
                : QStringLiteral("%1 layers of their own").arg(network.overrides.size()));
    if (!experiment.input.file.empty())
        words << QStringLiteral("input ") + QFileInfo(pathText(experiment.input.file)).fileName();
    else if (kind_of(network).takes_tokens)
        words << (experiment.input.tokens == 1 ? QStringLiteral("%1 × %2 token") : QStringLiteral("%1 × %2 tokens"))
                     .arg(experiment.input.samples)
                     .arg(experiment.input.tokens);
    else
        words << (experiment.input.samples == 1 ? QStringLiteral("%1 sample") : QStringLiteral("%1 samples"))
                     .arg(experiment.input.samples);
    if (precision_of(experiment.measure))
        words << QStringLiteral("also run in ") + spoken(precision_info(experiment.measure).label);
    if (experiment.train)
        words << (experiment.train->steps == 1 ? QStringLiteral("%1 step of %2 at %3")
                                               : QStringLiteral("%1 steps of %2 at %3"))
                     .arg(experiment.train->steps)
                     .arg(spoken(find_optimizer(experiment.train->optimizer.name)->label),
                         pretty(experiment.train->learning_rate));
    words << QStringLiteral("seed %1").arg(experiment.seed);
    if (experiment.replicas > 1)
        words << QStringLiteral("%1 replicas").arg(experiment.replicas);
    return spoken(words.join(QStringLiteral(" · ")));
}

QImage blankImage(const QSize& pixels, const QColor& colour)
{
    constexpr std::size_t copies = 4, beside = std::size_t(16) << 20;   // that painting and compressing may need
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
        throw std::bad_alloc();   // nothing else can go wrong
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
            figure->setDragging(true);   // axes grow, and do not shrink
    }
    for (const auto& figure : figures_)
        figure->setExhibit(exhibit);
}

void Frames::measure(const ExhibitPtr& exhibit)
{
    show(exhibit);
    for (const auto& figure : figures_)
        (void)figure->whyEmpty();   // takes it in
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

const std::vector<PictureFormat>& pictureFormats()
{
    static const std::vector<PictureFormat> all {{"png", paintedPng}, {"svg", svgOf}, {"pdf", pdfOf}};
    return all;
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
    const QString ending = QFileInfo(pathText(path)).suffix().toLower();
    const auto format = std::ranges::find_if(
        pictureFormats(), [&](const PictureFormat& known) { return ending == QLatin1String(known.ending); });
    if (format == pictureFormats().end()) {
        *error = QStringLiteral("%1: pictures are written as %2")
                     .arg(pathText(path), pictureEndings(QStringLiteral("."), QStringLiteral(", .")));
        return false;
    }
    try {
        const QByteArray bytes = format->render(exhibit, parts, options);
        write_file(path, {bytes.constData(), std::size_t(bytes.size())});
    } catch (const FileError& failure) {
        *error = QString::fromStdString(failure.what());
        return false;
    }
    return true;
}

}   // namespace stepzero

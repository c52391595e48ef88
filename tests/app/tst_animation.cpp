// SPDX-License-Identifier: GPL-3.0-or-later
// Animations: what is written can be read back by libav, and shows the same as pictures.
#include <QImage>
#include <QPainter>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>
#include <memory>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
}

#include "core/base/formats/file.h"
#include "core/files/experiment_json.h"
#include "core/study/grid/sweep.h"
#include "core/study/make_study.h"
#include "tests/app/program.h"
#include "tests/main/registered_test.h"
#include "widgets/figures/picture.h"

namespace tst_animation {

using namespace stepzero;

namespace {

const QByteArray small = R"({"format": "stepzero-experiment", "version": 1, "title": "small",
  "network": {"kind": "dense", "depth": 3, "width": 16, "activation": "tanh"}, "input": {"samples": 8}})";

struct Played {
    QVector<QImage> frames;
    double seconds = 0;   // from the first frame to the end of the last
};

Played played(const QString& path)
{
    Played result;
    AVFormatContext* file = nullptr;
    if (avformat_open_input(&file, path.toUtf8().constData(), nullptr, nullptr) < 0)
        return result;
    avformat_find_stream_info(file, nullptr);
    const AVCodec* codec = avcodec_find_decoder(file->streams[0]->codecpar->codec_id);
    AVCodecContext* context = avcodec_alloc_context3(codec);
    avcodec_parameters_to_context(context, file->streams[0]->codecpar);
    avcodec_open2(context, codec, nullptr);
    AVPacket* packet = av_packet_alloc();
    AVFrame* frame = av_frame_alloc();
    std::int64_t first = AV_NOPTS_VALUE, last = 0;
    const auto take = [&] {
        while (avcodec_receive_frame(context, frame) >= 0) {
            QImage image(frame->width, frame->height, QImage::Format_ARGB32);
            SwsContext* scaler = sws_getContext(frame->width, frame->height, AVPixelFormat(frame->format), frame->width,
                frame->height, AV_PIX_FMT_BGRA, SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr, nullptr);
            if (context->colorspace == AVCOL_SPC_BT709)
                sws_setColorspaceDetails(scaler, sws_getCoefficients(SWS_CS_ITU709), 0,
                    sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
            std::uint8_t* to[] = {image.bits()};
            const int strides[] = {int(image.bytesPerLine())};
            sws_scale(scaler, frame->data, frame->linesize, 0, frame->height, to, strides);
            sws_freeContext(scaler);
            result.frames << image;
            last = frame->best_effort_timestamp;
            first = first == AV_NOPTS_VALUE ? last : first;
        }
    };
    while (av_read_frame(file, packet) >= 0) {
        avcodec_send_packet(context, packet);
        av_packet_unref(packet);
        take();
    }
    avcodec_send_packet(context, nullptr);
    take();
    if (const auto shown = result.frames.size(); shown > 1)
        result.seconds = double(last - first) * av_q2d(file->streams[0]->time_base) * double(shown) / double(shown - 1);
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&context);
    avformat_close_input(&file);
    return result;
}

quint32 number(const QByteArray& bytes, qsizetype at, int size)
{
    quint32 value = 0;
    for (int i = 0; i < size; ++i)
        value |= quint32(quint8(bytes[at + i])) << (8 * i);
    return value;
}

QByteArray bytesOf(quint32 value)
{
    QByteArray bytes(4, 0);
    qToLittleEndian(value, bytes.data());
    return bytes;
}

/// Decodes an animated WebP, which libav can write but not read. Each frame is a picture that libav can read, and is
/// drawn on the canvas as the container specifies.
Played playedWebP(const QString& path)
{
    Played result;
    const QByteArray file = read(path);
    QImage canvas;
    for (qsizetype at = 12; at + 8 <= file.size();) {
        const QByteArray name = file.mid(at, 4);
        const qsizetype size = number(file, at + 4, 4), body = at + 8;
        if (name == "VP8X") {
            canvas
                = QImage(int(number(file, body + 4, 3)) + 1, int(number(file, body + 7, 3)) + 1, QImage::Format_ARGB32);
            canvas.fill(Qt::transparent);
        } else if (name == "ANMF") {
            const QPoint place(2 * int(number(file, body, 3)), 2 * int(number(file, body + 3, 3)));
            const QByteArray picture = file.mid(body + 16, size - 16);
            QTemporaryDir folder;
            QFile still(folder.filePath("still.webp"));
            if (!still.open(QIODevice::WriteOnly))
                return {};
            still.write("RIFF" + bytesOf(quint32(picture.size() + 4)) + "WEBP" + picture);
            still.close();
            const Played one = played(still.fileName());
            if (one.frames.size() != 1)
                return {};
            const int flags = quint8(file[body + 15]);
            QPainter painter(&canvas);
            painter.setCompositionMode(
                flags & 2 ? QPainter::CompositionMode_Source : QPainter::CompositionMode_SourceOver);
            painter.drawImage(place, one.frames.first());
            painter.end();
            result.frames << canvas.convertToFormat(QImage::Format_RGB32);
            result.seconds += number(file, body + 12, 3) / 1000.0;
            if (flags & 1)   // the frame is removed before the next one
                for (int y = 0; y < one.frames.first().height(); ++y)
                    for (int x = 0; x < one.frames.first().width(); ++x)
                        canvas.setPixel(place + QPoint(x, y), 0);
        }
        at = body + size + size % 2;
    }
    return result;
}

/// Returns the mean difference over all pixels and colours, of 255.
double difference(const QImage& a, const QImage& b)
{
    double sum = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y), q = b.pixel(x, y);
            sum += std::abs(qRed(p) - qRed(q)) + std::abs(qGreen(p) - qGreen(q)) + std::abs(qBlue(p) - qBlue(q));
        }
    return sum / (3.0 * a.width() * a.height());
}

Outcome animate(const QString& output, const QStringList& more = {})
{
    return run_program(QStringList {"animate", "-", "--vary", "network.depth=1..4", "--size", "320x180", "--fps", "5",
                           "--output", output}
            + more,
        {small});
}

}   // namespace

class TestAnimation : public QObject {
    Q_OBJECT
private slots:
    void what_is_written_is_read_back_data()
    {
        QTest::addColumn<double>("tolerance");   // mean of 255: the loss of a video at letters and lines
        QTest::newRow("apng") << 0.0;
        QTest::newRow("webp") << 0.0;
        QTest::newRow("webm") << 4.0;
        QTest::newRow("mp4") << 4.0;
    }
    void what_is_written_is_read_back()
    {
        QFETCH(double, tolerance);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.") + QTest::currentDataTag()),
                      again = folder.filePath(QStringLiteral("b.") + QTest::currentDataTag());
        const Outcome outcome = animate(path);
        QVERIFY2(outcome.status == 0, outcome.err);
        QCOMPARE(animate(again).status, 0);
        QVERIFY(read(path) == read(again));   // the same bytes each time
        QCOMPARE(animate(folder.filePath("pictures")).status, 0);
        QCOMPARE(
            all_files(folder.filePath("pictures")), (QStringList {"0001.png", "0002.png", "0003.png", "0004.png"}));
        const Played film = QTest::currentDataTag() == QByteArray("webp") ? playedWebP(path) : played(path);
        QCOMPARE(film.frames.size(), 4);
        QVERIFY2(std::abs(film.seconds - 0.8) < 0.011, qPrintable(QString::number(film.seconds)));
        for (int i = 0; i < 4; ++i) {
            const QImage picture(folder.filePath(QStringLiteral("pictures/000%1.png").arg(i + 1)));
            QCOMPARE(film.frames[i].size(), QSize(320, 180));
            const double off = difference(film.frames[i], picture.convertToFormat(QImage::Format_RGB32));
            QVERIFY2(off <= tolerance, qPrintable(QString::number(off)));
        }
    }

    /// The axes equal those of a picture if one value fills them.
    void a_frame_is_the_picture()
    {
        QTemporaryDir folder;
        Outcome outcome = run_program(
            {"animate", "-", "--vary", "network.depth=3", "--output", folder.filePath("one"), "--size", "320x180"},
            {small});
        QVERIFY2(outcome.status == 0, outcome.err);
        outcome
            = run_program({"export", "-", "--to", folder.path(), "--figures", "signal", "--size", "320x180"}, {small});
        QVERIFY2(outcome.status == 0, outcome.err);
        QImage frame(folder.filePath("one/0001.png")), picture(folder.filePath("signal.png"));
        QCOMPARE(frame.text("stepzero-experiment"), picture.text("stepzero-experiment"));
        const QRect below(0, 60, 320, 120);   // excludes the row with the title, where the first frame has "depth 3"
        QVERIFY(frame.copy(below) == picture.copy(below));
        QVERIFY(frame != picture);
    }

    /// Two settings, and the same bytes each time. It starts where the experiment is.
    void a_page()
    {
        QTemporaryDir folder;
        const auto page = [&](const char* name) {
            const Outcome outcome = run_program({"animate", "-", "--vary", "network.activation=relu,tanh", "--vary",
                                                    "network.depth=1..4", "--output", folder.filePath(name)},
                {small});
            return outcome.status == 0 ? read(folder.filePath(name)) : outcome.err;
        };
        const QByteArray html = page("a.html");
        QVERIFY2(html.startsWith("<!DOCTYPE html>"), html);
        QVERIFY(html == page("b.htm"));
        QCOMPARE(html.count("<tr><td>"), 8);
        QCOMPARE(html.count("<td data-severity="), 8);
        QVERIFY(html.contains("max=\"1\" value=\"1\"") && html.contains("max=\"3\" value=\"2\""));   // tanh, depth 3
        QVERIFY(html.contains("<title>small</title>"));
    }

    /// The first frame has the axes that the last one needs.
    void axes_are_held()
    {
        const Experiment base = std::get<Experiment>(parse_experiment(small.toStdString()));
        const Sweep sweep = sweep_of(base, "network.depth", "1, 4");
        StudyCaches caches(1 << 20);
        QVector<StudyPtr> studies;
        for (std::size_t i = 0; i < 2; ++i)
            studies << full_study({frame_at(base, sweep, i).experiment, 1, {}, nullptr, {}}, caches, {});
        PictureOptions options;
        options.pixels = {320, 180};
        const QVector<PicturePart> parts {{"signal", {}}};
        Frames held(parts, options), alone(parts, options);
        for (const StudyPtr& study : studies)
            held.measure(study);
        const QImage first = held.picture(studies[0], {}), last = held.picture(studies[1], {});
        QVERIFY(first != alone.picture(studies[0], {}));
        QVERIFY(first != last);
        QVERIFY(first == held.picture(studies[0], {}));   // there and back
        // The row of numbers below the axes is the same in both.
        const QRect numbers(0, 136, 320, 14);
        QVERIFY(first.copy(numbers) == last.copy(numbers));
    }

    void what_cannot_be_is_a_sentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("words");
        QTest::newRow("ending") << QStringList {"--vary", "seed=1..3", "--output", "x.gif"}
                                << "an animation must be .html, .apng, .webp, .webm or .mp4";
        QTest::newRow("odd") << QStringList {"--vary", "seed=1..3", "--output", "x.mp4", "--size", "321x180"}
                             << "a video needs an even width and height";
        QTest::newRow("where") << QStringList {"--vary", "seed=1..3"} << "--output FILE is required";
        QTest::newRow("what") << QStringList {"--output", "x.apng"} << "--vary PATH=VALUES is required";
        QTest::newRow("path") << QStringList {"--vary", "depth=1..3", "--output", "x.apng"} << "must be one of";
        QTest::newRow("range") << QStringList {"--vary", "network.depth=0..3", "--output", "x.apng"} << "not within";
        QTest::newRow("step") << QStringList {"--vary", "step=0..3", "--output", "x.apng"} << "no training";
        QTest::newRow("two in a film") << QStringList {"--vary", "seed=1..3", "--vary", "network.depth=1..2",
            "--output", "x.apng"} << "only a page, .html, can vary several settings";
        QTest::newRow("three") << QStringList {"--vary", "seed=1..3", "--vary", "network.depth=1..2", "--vary",
            "network.width=1..2", "--output", "x.html"}
                               << "--vary is given 3 times, 2 at most";
        QTest::newRow("same twice") << QStringList {"--vary", "seed=1..3", "--vary", "seed=4..5", "--output", "x.html"}
                                    << "a page cannot vary seed twice";
        QTest::newRow("figures of a page") << QStringList {"--vary", "seed=1..3", "--figure", "signal,weights",
            "--output", "x.html"} << "a page has one figure, got 2";
        QTest::newRow("theme of a page") << QStringList {"--vary", "seed=1..3", "--theme", "dark", "--output", "x.html"}
                                         << "--theme cannot be used with a page";
        QTest::newRow("figure") << QStringList {"--vary", "seed=1..3", "--output", "x.apng", "--figure", "sgnal"}
                                << "signal";
    }
    void what_cannot_be_is_a_sentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, words);
        QTemporaryDir folder;
        const Outcome outcome = run_program(QStringList {"animate", "-"} + arguments, {small, folder.path()});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.err.contains(words.toUtf8()), outcome.err);
        QVERIFY(all_files(folder.path()).isEmpty());
    }
};

STEPZERO_TEST(TestAnimation, QApplication)

}   // namespace tst_animation
#include "tst_animation.moc"

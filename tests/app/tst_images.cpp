// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of images as input: images written by Qt are read back, cropped and scaled, and unreadable ones are reported.
#include <QColor>
#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "app/image_files.h"
#include "core/files/complete.h"
#include "core/network/input/image_reader.h"
#include "core/network/input/input.h"
#include "tests/app/program.h"
#include "tests/main/registered_test.h"

namespace tst_images {

using namespace stepzero;

namespace {

constexpr double step = 1.0 / 255;

/// Returns a smooth pattern that differs between channels.
QImage pattern(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.setPixel(x, y, qRgb(x * 255 / width, y * 255 / height, (x + y) * 127 / (width + height) + 60));
    return image;
}

Experiment of(int entries, const QString& folder)
{
    Experiment e;
    e.network.widths = {8, 4};
    e.network.input_width = entries;
    e.input.file = folder.toStdString();
    return with_completed_parameters(e);
}

QByteArray experimentOf(const QString& folder)
{
    return QString(
        "{\"format\": \"stepzero-experiment\", \"version\": 1, \"network\": {\"kind\": \"dense\", \"depth\": 2, "
        "\"width\": 8, \"input_width\": 64}, \"input\": {\"file\": \"%1\", \"scaling\": \"standardized\"}}")
        .arg(folder)
        .toUtf8();
}

double luma(QRgb pixel) { return (0.299 * qRed(pixel) + 0.587 * qGreen(pixel) + 0.114 * qBlue(pixel)) / 255; }

}   // namespace

class TestImages : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { installImageReader(); }

    /// Images of the network's size are exact to a step of 8 bits; of a wide or tall one, the middle square is used.
    void readBack()
    {
        constexpr int side = 12;
        const QTemporaryDir dir;
        const QVector<QSize> sizes {{side, side}, {side + 7, side}, {side, side + 4}};
        for (int i = 0; i < sizes.size(); ++i)
            QVERIFY(pattern(sizes[i].width(), sizes[i].height()).save(dir.filePath("%1.png").arg(i)));
        for (const int channels : {1, 3}) {
            const Experiment e = of(channels * side * side, dir.path());
            QCOMPARE(sample_count(e), int(sizes.size()));
            const Eigen::MatrixXf x = draw_input(e, 0, int(sizes.size()), {});
            for (int i = 0; i < sizes.size(); ++i) {
                const QImage image = pattern(sizes[i].width(), sizes[i].height());
                const int left = (image.width() - side) / 2, top = (image.height() - side) / 2;
                for (int row = 0; row < side; ++row)
                    for (int column = 0; column < side; ++column) {
                        const QRgb pixel = image.pixel(left + column, top + row);
                        const int at = row * side + column;
                        if (channels == 1) {
                            QVERIFY(std::abs(double(x(at, i)) - luma(pixel)) < step);
                        } else {
                            QVERIFY(std::abs(double(x(at, i)) - qRed(pixel) * step) < step);
                            QVERIFY(std::abs(double(x(at + side * side, i)) - qGreen(pixel) * step) < step);
                            QVERIFY(std::abs(double(x(at + 2 * side * side, i)) - qBlue(pixel) * step) < step);
                        }
                    }
            }
        }
    }

    /// Reduced by an integer factor, pixels are the means of blocks; enlarged, they are interpolated. Sixteen bits of
    /// grey are not reduced to eight.
    void scaled()
    {
        const QTemporaryDir dir;
        QVERIFY(pattern(64, 64).save(dir.filePath("a.png")));
        const Eigen::MatrixXf small = draw_input(of(16 * 16, dir.path()), 0, 1, {});
        const QImage image = pattern(64, 64);
        for (int row = 0; row < 16; ++row)
            for (int column = 0; column < 16; ++column) {
                double mean = 0;
                for (int i = 0; i < 16; ++i)
                    mean += luma(image.pixel(4 * column + i % 4, 4 * row + i / 4)) / 16;
                QVERIFY2(std::abs(double(small(row * 16 + column, 0)) - mean) < step,
                    qPrintable(QString("%1 against %2").arg(double(small(row * 16 + column, 0))).arg(mean)));
            }
        const Eigen::MatrixXf large = draw_input(of(100 * 100, dir.path()), 0, 1, {});
        QVERIFY(large.minCoeff() >= 0 && large.maxCoeff() <= 1);
        QVERIFY(std::abs(double(large.mean() - small.mean())) < step);

        const QTemporaryDir deep;
        QImage grey(2, 2, QImage::Format_Grayscale16);
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 2; ++column)
                reinterpret_cast<quint16*>(grey.scanLine(row))[column] = quint16(10000 + 40 * (2 * row + column));
        QVERIFY(grey.save(deep.filePath("a.png")));
        const Eigen::MatrixXf read = draw_input(of(4, deep.path()), 0, 1, {});
        for (int i = 0; i < 4; ++i)
            QVERIFY(std::abs(double(read(i, 0)) - (10000 + 40 * i) / 65535.0) < 1e-6);
    }

    /// Reported with the file and the reason, on the command line too.
    void whatCannotBeRead()
    {
        const QTemporaryDir dir;
        QVERIFY(pattern(8, 8).save(dir.filePath("a.png")));
        write(dir.filePath("b.png"), "no image at all");
        const auto said = [&](const Experiment& e) {
            try {
                input_rows(e, {});
                return QString("nothing");
            } catch (const BadInput& error) {
                return QString(error.what());
            }
        };
        QVERIFY2(said(of(64, dir.path())).startsWith(dir.filePath("b.png") + ": cannot be read as an image: "),
            qPrintable(said(of(64, dir.path()))));
        write(dir.filePath("b.png"), read(dir.filePath("a.png")).left(40));
        QVERIFY(said(of(64, dir.path())).startsWith(dir.filePath("b.png") + ": cannot be read as an image"));
        const Outcome bad = run_program({"run", "-"}, {.input = experimentOf(dir.path()), .folder = dir.path()});
        QCOMPARE(bad.status, 2);
        QVERIFY2(bad.err.contains("b.png: cannot be read as an image"), bad.err);
        QVERIFY2(bad.err.count('\n') == 1, bad.err);   // no line of libpng
        QVERIFY(QFile::remove(dir.filePath("b.png")));
        const Outcome good = run_program({"run", "-"}, {.input = experimentOf(dir.path()), .folder = dir.path()});
        QVERIFY2(good.status == 0, good.err);
        const QTemporaryDir empty;
        QVERIFY(said(of(64, empty.path())).startsWith(empty.path() + ": has no images"));
    }
};

STEPZERO_TEST(TestImages, NoApplication)

}   // namespace tst_images
#include "tst_images.moc"

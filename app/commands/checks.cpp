// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/checks.h"

#include <QFileInfo>
#include <QTemporaryFile>
#include <algorithm>
#include <sstream>

#include "core/base/words/words.h"

namespace stepzero {

namespace {

/// Returns the folder, or its nearest parent that exists.
QFileInfo existing(QFileInfo folder)
{
    while (!folder.exists() && folder.absoluteFilePath() != folder.absolutePath())
        folder = QFileInfo(folder.absolutePath());
    return folder;
}

}   // namespace

Check check_display(const std::optional<Text>& missing, const std::string& platform)
{
    if (missing)
        return {tr("display"), *missing,
            tr("to open the window, start stepzero in a desktop session, or connect from one with ssh -X")};
    return {tr("display"), platform.empty() ? tr("Qt chooses the platform") : tr("Qt's platform is %1", platform)};
}

Check check_platforms(const std::string& folder, const std::vector<std::string>& plugins)
{
    Check check {tr("Qt's platforms"), {}};
    std::vector<std::string> found, missing;
    for (const char* name : {"xcb", "wayland", "offscreen"}) {
        const bool there = std::any_of(plugins.begin(), plugins.end(),
            [&](const std::string& plugin) { return plugin.starts_with(std::string("libq") + name); });
        (there ? found : missing).emplace_back(name);
    }
    check.found = found.empty() ? tr("none in %1", folder) : tr("%1 in %2", list_text(found), folder);
    if (std::find(missing.begin(), missing.end(), "offscreen") != missing.end())
        check.advice = tr("export and report need offscreen, and the window needs xcb or wayland: install libqt6gui6");
    else if (missing.size() == 2)
        check.advice = tr("the window needs xcb or wayland: install libqt6gui6 or qt6-wayland");
    return check;
}

Check check_fonts(int own, int families, int wide)
{
    Check check {tr("fonts"),
        own > 0 ? tr("Inter is loaded, and the system has %1 font {family|families}", families)
                : tr("Inter cannot be loaded, and the system has %1 font {family|families}", families)};
    if (own == 0)
        check.advice = tr("figures are drawn in another typeface; the program was built without its own");
    else if (families == 0)
        check.advice = tr("characters that Inter lacks become boxes: install fonts-dejavu-core");
    else if (wide == 0)
        check.advice = tr("Chinese and Japanese titles become boxes: install fonts-droid-fallback or a similar font");
    return check;
}

Check check_cores(int cores, std::optional<double> quota)
{
    Check check {tr("cores"), Text::name(std::to_string(cores))};
    if (quota && *quota < cores) {
        check.found = tr("%1, of which this container may use %2", cores, number_text(*quota));
        check.advice
            = tr("threads wait for each other: start stepzero with taskset -c 0-%1", std::max(1, int(*quota)) - 1);
    } else if (cores == 1)
        check.advice = tr("computing and drawing share one core: figures follow the sliders slowly");
    return check;
}

Check check_memory(double bytes)
{
    constexpr double gigabyte = 1 << 30;
    Check check {tr("memory"), tr("%1 GiB available", number_text(std::round(bytes / gigabyte * 10) / 10))};
    if (bytes < gigabyte)
        check.advice = tr("enough for dense networks of width 1000; GPT-2 XL needs 1.2 GiB: close other programs");
    return check;
}

Check check_vectors(std::string_view level, std::string_view registers, std::string_view best)
{
    const std::string used = std::string(level) + " (" + std::string(registers) + ")";
    Check check {tr("vector instructions"), Text::name(used)};
    if (level == "native" || level == best)
        return check;
    check.found = tr("%1, but the processor supports %2", used, best);
    check.advice = tr("computations are slower than necessary: use glibc 2.33 or later, and unset GLIBC_TUNABLES");
    return check;
}

Check check_folder(const Text& subject, const std::string& path)
{
    Check check {subject, Text::name(path)};
    const QFileInfo there = existing(QFileInfo(QString::fromStdString(path)));
    // Writes a file, because permissions do not reveal that a disk is full or read-only.
    QTemporaryFile file(there.absoluteFilePath() + "/.stepzero-XXXXXX");
    if (!there.isDir() || !file.open() || file.write("stepzero") != 8 || !file.flush())
        check.advice = tr("cannot write to %1: %2", there.absoluteFilePath().toStdString(),
            there.isDir() ? Text::name(file.errorString().toStdString()) : tr("it is not a folder"));
    return check;
}

Check check_locale(const std::string& name, bool known, const std::string& encoding)
{
    Check check {tr("locale"), Text::name(name + ", " + encoding)};
    if (!known)
        check.advice
            = tr("the system does not have this locale: create it with dpkg-reconfigure locales, or use C.UTF-8");
    else if (encoding != "UTF-8")
        check.advice = tr("file names and messages with non-ASCII letters may be wrong: set LC_ALL to a UTF-8 locale");
    return check;
}

Check check_python(bool python, const std::string& package, bool torch)
{
    Check check {tr("Python package"), {}, {}, Severity::note};
    if (!python)
        check.found = tr("there is no python3");
    else if (package.empty())
        check.found = tr("python3 does not find stepzero");
    else
        check.found = torch ? tr("%1, with PyTorch", package) : tr("%1, without PyTorch", package);
    if (!python || package.empty())
        check.advice = tr("to capture your own models, add Stepzero's folder resources/python to PYTHONPATH, or "
                          "install its Debian package");
    else if (!torch)
        check.advice = tr("to capture your own models, install PyTorch for python3");
    return check;
}

std::optional<double> quota_of(const std::string& cpu_max)
{
    std::istringstream words(cpu_max);
    double granted = 0, period = 0;
    if (words >> granted >> period && period > 0)
        return granted / period;
    return std::nullopt;
}

}   // namespace stepzero

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/checks.h"

#include <QFileInfo>
#include <QTemporaryFile>
#include <algorithm>
#include <sstream>

#include "core/words/words.h"

namespace stepzero {

namespace {

/// The folder, or what it would be made in.
QFileInfo existing(QFileInfo folder)
{
    while (!folder.exists() && folder.absoluteFilePath() != folder.absolutePath())
        folder = QFileInfo(folder.absolutePath());
    return folder;
}

}   // namespace

Check check_display(const std::optional<std::string>& missing, const std::string& platform)
{
    if (missing)
        return {"display", *missing, "for the window, start it within a desktop, or with ssh -X from one"};
    return {"display", platform.empty() ? "Qt chooses the platform" : "Qt's platform is " + platform};
}

Check check_platforms(const std::string& folder, const std::vector<std::string>& plugins)
{
    Check check {"Qt's platforms", ""};
    std::vector<std::string> missing;
    for (const char* name : {"xcb", "wayland", "offscreen"}) {
        const bool there = std::any_of(plugins.begin(), plugins.end(),
            [&](const std::string& plugin) { return plugin.starts_with(std::string("libq") + name); });
        if (there)
            check.found += (check.found.empty() ? "" : ", ") + std::string(name);
        else
            missing.emplace_back(name);
    }
    if (check.found.empty())
        check.found = "none";
    check.found += " in " + folder;
    if (std::find(missing.begin(), missing.end(), "offscreen") != missing.end())
        check.advice = "export and report need offscreen, and the window xcb or wayland: install libqt6gui6";
    else if (missing.size() == 2)
        check.advice = "the window needs xcb or wayland: install libqt6gui6 or qt6-wayland";
    return check;
}

Check check_fonts(int own, int families, int wide)
{
    Check check {"fonts",
        "Inter " + std::string(own > 0 ? "is read" : "cannot be read") + ", " + std::to_string(families)
            + " families of the system"};
    if (own == 0)
        check.advice = "figures are drawn in another typeface; the program was built without its own";
    else if (families == 0)
        check.advice = "signs that Inter lacks become boxes: install fonts-dejavu-core";
    else if (wide == 0)
        check.advice = "Chinese and Japanese titles become boxes: install fonts-droid-fallback or another such font";
    return check;
}

Check check_cores(int cores, std::optional<double> quota)
{
    Check check {"cores", std::to_string(cores)};
    if (quota && *quota < cores) {
        check.found += ", of which this container may use " + number_text(*quota);
        check.advice
            = "threads wait for each other: start it with taskset -c 0-" + std::to_string(std::max(1, int(*quota)) - 1);
    } else if (cores == 1)
        check.advice = "the window computes while it draws: figures follow the sliders slowly";
    return check;
}

Check check_memory(double bytes)
{
    constexpr double gigabyte = 1 << 30;
    Check check {"memory", number_text(std::round(bytes / gigabyte * 10) / 10) + " GiB can be had"};
    if (bytes < gigabyte)
        check.advice = "enough for dense networks of width 1000; GPT-2 XL needs 1.2 GiB: end other programs";
    return check;
}

Check check_vectors(std::string_view level, std::string_view registers, std::string_view best)
{
    Check check {"vector level", std::string(level) + " (" + std::string(registers) + ")"};
    if (level == "native" || level == best)
        return check;
    check.found += ", and the processor has " + std::string(best);
    check.advice = "it is slower than it could be: glibc 2.33 or later finds the faster core, without GLIBC_TUNABLES";
    return check;
}

Check check_folder(const std::string& subject, const std::string& path)
{
    Check check {subject, path};
    const QFileInfo there = existing(QFileInfo(QString::fromStdString(path)));
    // By writing: permissions say nothing of a full disk, or of one that is read only.
    QTemporaryFile file(there.absoluteFilePath() + "/.stepzero-XXXXXX");
    if (!there.isDir() || !file.open() || file.write("stepzero") != 8 || !file.flush())
        check.advice = "nothing can be written in " + there.absoluteFilePath().toStdString() + ": "
            + (there.isDir() ? file.errorString().toStdString() : std::string("it is no folder"));
    return check;
}

Check check_locale(const std::string& name, bool known, const std::string& encoding)
{
    Check check {"locale", name + ", " + encoding};
    if (!known)
        check.advice = "the system does not have this locale: make it with dpkg-reconfigure locales, or take C.UTF-8";
    else if (encoding != "UTF-8")
        check.advice = "file names and messages with letters beyond ASCII may be wrong: set LC_ALL to one of UTF-8";
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

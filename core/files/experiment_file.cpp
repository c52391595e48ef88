// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/experiment_file.h"

#include "core/files/experiment_json.h"
#include "core/files/fields.h"

namespace stepzero {

namespace fs = std::filesystem;

/// Returns pointers to all file names of an experiment.
static std::vector<std::string*> files_of(Experiment& experiment)
{
    std::vector<std::string*> files;
    for (const Field& field : fields_of(experiment.network))
        if (field.file && applies(field, experiment))
            files.push_back(&std::get<Place<std::string>>(field.place)(experiment));
    return files;
}

std::vector<std::string> named_files(const Experiment& experiment)
{
    std::vector<std::string> named;
    Experiment copy = experiment;
    for (const std::string* file : files_of(copy))
        if (!file->empty())
            named.push_back(*file);
    return named;
}

Experiment with_input_from(const fs::path& folder, Experiment experiment)
{
    for (std::string* file : files_of(experiment))
        if (!file->empty())
            *file = (fs::absolute(folder.empty() ? "." : folder) / *file)
                        .lexically_normal()
                        .string();   // an absolute path is unchanged
    return experiment;
}

std::variant<Experiment, std::vector<Problem>> load_experiment(const fs::path& path)
{
    auto parsed = parse_experiment(read_file(path));
    if (const auto* experiment = std::get_if<Experiment>(&parsed))
        return with_input_from(path.parent_path(), *experiment);
    return parsed;
}

Experiment with_input_beside(const fs::path& path, Experiment experiment)
{
    const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
    for (std::string* file : files_of(experiment)) {
        const fs::path relative = file->empty() ? fs::path() : fs::path(*file).lexically_relative(folder);
        if (!relative.empty() && *relative.begin() != "..")
            *file = relative.generic_string();
    }
    return experiment;
}

void save_experiment(const fs::path& path, const Experiment& experiment)
{
    write_file(path, format_experiment(with_input_beside(path, experiment)));
}

}   // namespace stepzero

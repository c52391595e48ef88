# Writes OUTPUT, a C++ file that holds the preset files PRESETS, the study files STUDIES, the family files FAMILIES, the
# files PARAMETRIZATIONS, the lesson files LESSONS and the files CAPTURES (separated by |) as raw string literals.
function(entries_of files suffix result)
  string(REPLACE "|" ";" files "${files}")
  list(SORT files)
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME)
    string(REPLACE "${suffix}" "" name "${name}")
    file(READ "${file}" text)
    string(APPEND entries "        {R\"preset(${name})preset\", R\"preset(${text})preset\"},\n")
  endforeach()
  set(${result} "${entries}" PARENT_SCOPE)
endfunction()
entries_of("${PRESETS}" ".stepzero.json" presets)
entries_of("${STUDIES}" ".stepzero-study.json" studies)
entries_of("${FAMILIES}" ".stepzero-family.json" families)
entries_of("${PARAMETRIZATIONS}" ".stepzero-parametrization.json" parametrizations)
entries_of("${LESSONS}" ".stepzero-lesson.json" lessons)
entries_of("${CAPTURES}" ".stepzero-capture.json" captures)
file(WRITE "${OUTPUT}" "// Written by embed_presets.cmake from resources; edit the files there.
#include \"core/base/json/embedded_files.h\"

namespace stepzero {
std::vector<EmbeddedFile> embedded_presets()
{
    return {
${presets}    };
}

std::vector<EmbeddedFile> embedded_studies()
{
    return {
${studies}    };
}

std::vector<EmbeddedFile> embedded_families()
{
    return {
${families}    };
}

std::vector<EmbeddedFile> embedded_parametrizations()
{
    return {
${parametrizations}    };
}

std::vector<EmbeddedFile> embedded_lessons()
{
    return {
${lessons}    };
}

std::vector<EmbeddedFile> embedded_captures()
{
    return {
${captures}    };
}
}   // namespace stepzero
")

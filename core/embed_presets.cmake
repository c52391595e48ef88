# Writes OUTPUT, a C++ file that holds the preset files FILES (separated by |) as raw string literals.
string(REPLACE "|" ";" files "${FILES}")
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME)
  string(REPLACE ".stepzero.json" "" name "${name}")
  file(READ "${file}" text)
  string(APPEND entries "        {R\"preset(${name})preset\", R\"preset(${text})preset\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Written by embed_presets.cmake from resources/presets; edit the files there.
#include \"core/experiment/embedded_presets.h\"

namespace stepzero {
std::vector<EmbeddedPreset> embedded_presets()
{
    return {
${entries}    };
}
}   // namespace stepzero
")

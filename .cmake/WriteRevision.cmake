# Writes OUTPUT with the revision of SOURCE_DIR; touches it only when something changed.
execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND git -C ${SOURCE_DIR} status --porcelain
                OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT revision)
    set(revision "unknown")
endif()
set(dirty 0)
if(changes)
    set(dirty 1)
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
"#pragma once
#define LIGHTSWEEP_VERSION \"${VERSION}\"
#define LIGHTSWEEP_REVISION \"${revision}\"
#define LIGHTSWEEP_DIRTY ${dirty}
#define LIGHTSWEEP_COMPILER \"${COMPILER}\"
#define LIGHTSWEEP_FLAGS \"${FLAGS}\"
#define LIGHTSWEEP_LIBRARIES \"${LIBRARIES}\"
")

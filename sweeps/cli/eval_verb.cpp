#include "sweeps/cli/verbs.hpp"
namespace lightsweep::sweeps { int eval_verb(const std::string&){return 0;} int schedule_verb(const ScheduleArguments&){return 0;} }

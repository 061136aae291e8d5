#include "engine/io/errors.hpp"

#include <cerrno>
#include <cstring>

namespace lightsweep::engine {
namespace {

std::string remedy(int error_number) {
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
            return "free space or raise the quota there, then start again (a sweep: with --resume)";
        case EFBIG:
            return "raise the limit of file sizes (ulimit -f), then start again (a sweep: with "
                   "--resume)";
        case ELOOP:
            return "links of that name are not followed: remove it, then start again";
        case ENOLCK:
        case ENOSYS:
        case EOPNOTSUPP:
            return "choose a folder (-o) on a file system that has locks (Lustre: mounted with -o "
                   "flock)";
        case EACCES:
        case EPERM:
        case EROFS:
            return "choose a folder you may write to (-o)";
        case ENOENT:
            return "check the path; on a cluster it must be on a file system that all ranks share";
        case EMFILE:
        case ENFILE:
            return "raise the limit of open files (ulimit -n)";
        default:
            return "check the file system, then start again (a sweep: with --resume)";
    }
}

}  // namespace

IoError::IoError(const std::string& action, const std::string& path, int error_number)
    : std::runtime_error("cannot " + action + " " + path + ": " + std::strerror(error_number) +
                         "; " + remedy(error_number)) {}

}  // namespace lightsweep::engine

#include "protocol/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "protocol/schema_error.h"
#include "protocol/solution_check.h"
#include "protocol/text.h"

namespace leap::protocol {
namespace {

constexpr std::size_t kChunkBytes = 64u << 10;

class File {
 public:
  // O_NONBLOCK, so that opening a pipe without a writer returns and the kind of file can be seen.
  explicit File(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

std::string reason(int error) {
  return error == ELOOP ? "is a symbolic link, which is not followed: put the file itself here"
                        : "cannot be read: " + std::generic_category().message(error);
}

}  // namespace

std::string read_regular_file(const std::filesystem::path& path, std::size_t max_bytes) {
  const std::string place = one_line(path.string(), kMaxPlaceBytes);
  const File file(path);
  if (file.descriptor() < 0) throw SchemaError(place, reason(errno));
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) throw SchemaError(place, reason(errno));
  if (!S_ISREG(status.st_mode)) throw SchemaError(place, "is not a regular file");

  std::string content;
  while (content.size() <= max_bytes) {  // one byte beyond the limit is enough to know
    const std::size_t begin = content.size();
    content.resize(std::min(begin + kChunkBytes, max_bytes + 1));
    const ssize_t got = ::read(file.descriptor(), content.data() + begin, content.size() - begin);
    const int error = errno;
    content.resize(begin + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return content;
    if (got < 0 && error != EINTR) throw SchemaError(place, reason(error));
  }
  throw SchemaError(place, "has more than " + std::to_string(max_bytes) + " bytes, which is the limit");
}

}  // namespace leap::protocol

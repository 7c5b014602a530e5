// Built with -fno-exceptions: what would be thrown is a sentence for HEED_ON_ERROR, before anything is written, and the program
// ends. Each mistake is made in a process of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

void on_error(const char* sentence);
#ifdef TEST_HANDLER
#define HEED_ON_ERROR(sentence) on_error(sentence)
#endif
#include <heed/heed.hpp>

namespace {
struct Query {};
struct Key {};
struct Feature {};
heed::tensor<float, Query[], Feature[3]> q(heed::sized<Query>(2));
heed::tensor<float, Query[], Feature[3]> longer(heed::sized<Query>(4));
heed::tensor<float, Query[2]> out;
int problems = 0;

// What f prints before it is aborted.
template <class F> void expect(const char* what, const std::string& words, F f) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(2);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 2);
    f();
    _exit(0);
  }
  close(ends[1]);
  std::string said;
  char some[256];
  for (ssize_t n; (n = read(ends[0], some, sizeof(some))) > 0;) said.append(some, static_cast<std::size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (said != words || !WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT) {
    std::printf("%s: it said \"%s\" and ended with status %d\n", what, said.c_str(), status);
    ++problems;
  }
}
}  // namespace

#ifdef TEST_HANDLER
void on_error(const char* sentence) { std::fprintf(stderr, "%s%s\n", out(0) == 5 ? "" : "written to: ", sentence); }
#define SAID(sentence) sentence "\n"
#else
#define SAID(sentence) "heed: " sentence "\n"
#endif

int main() {
  out = 5;
  expect("run-time extents", SAID("operator*: Query is 2 in the left operand and 4 in the right"), [] { out = heed::sum<Feature>(q * longer); });
  expect("a target", SAID("operator=: Query is 2 in the target and 4 in the expression"), [] { out = heed::par(heed::sum<Feature>(longer), 2); });
  expect("an element", SAID("Query is 7, outside its extent 2"), [] { out.operator()<true>(7) = 1; });
  expect("threads", SAID("par(x, n): n is 0, and must be at least 1"), [] { out = heed::par(heed::sum<Feature>(q), 0); });
  expect("memory", SAID("more elements than memory has addresses: Query[1152921504606846976], Feature[3]"), [] { q.resize(heed::sized<Query>(heed::index_t{1} << 60)); });
  // and what is right, is computed
  q = 2;
  out = heed::par(heed::sum<Feature>(q), 2);
  if (out(0) != 6 || out(1) != 6) ++problems;
  return problems;
}

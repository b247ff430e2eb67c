// All programs of this folder in one, each in a namespace of its own, so that a test compiles once.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <utility>
#include <vector>

#include "check.h"

#define main run
namespace bfs {
#include "bfs.cu"
}
namespace constant {
#include "constant.cu"
}
namespace cooperative {
#include "cooperative.cu"
}
namespace errors {
#include "errors.cu"
}
namespace hash {
#include "hash.cu"
}
namespace managed {
#include "managed.cu"
}
namespace print {
#include "print.cu"
}
namespace properties_program {
#include "properties.cu"
}
namespace recursion_program {
#include "recursion.cu"
}
namespace reduce {
#include "reduce.cu"
}
namespace scan_program {
#include "scan.cu"
}
namespace sort_program {
#include "sort.cu"
}
namespace stencil {
#include "stencil.cu"
}
namespace streams_program {
#include "streams.cu"
}
#undef main

int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "";
  auto is = [&](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("bfs")) return bfs::run();
  if (is("constant")) return constant::run();
  if (is("cooperative")) return cooperative::run();
  if (is("errors")) return errors::run(argc - 1, argv + 1);
  if (is("hash")) return hash::run();
  if (is("managed")) return managed::run();
  if (is("print")) return print::run();
  if (is("properties")) return properties_program::run();
  if (is("recursion")) return recursion_program::run();
  if (is("reduce")) return reduce::run();
  if (is("scan")) return scan_program::run();
  if (is("sort")) return sort_program::run();
  if (is("stencil")) return stencil::run(argc - 1, argv + 1);
  if (is("streams")) return streams_program::run();
  std::printf("no program %s\n", name);
  return 64;
}

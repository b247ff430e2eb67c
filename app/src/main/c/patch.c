/*
 * Programs that have NVIDIA's runtime linked into them, as nvcc does by default. Before any of the program's own code
 * runs, each public function of the runtime that an object's symbol table names gets a jump to ours as its first
 * instruction. The runtime's own code is then never entered. Needs the symbol table: what was stripped is refused by
 * the launcher, which says how to link it again. This library is linked with -z initfirst, so that its constructor
 * goes before those in which libraries register their kernels.
 */
#include "core.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { JUMP = 14 };
static void put_jump(unsigned char *at, void *target) {
  static const unsigned char jump[] = {0xff, 0x25, 0, 0, 0, 0}; /* jmp *0(%rip) */
  memcpy(at, jump, sizeof jump);
  memcpy(at + sizeof jump, &target, sizeof target);
}
#elif defined(__aarch64__)
enum { JUMP = 16 };
static void put_jump(unsigned char *at, void *target) {
  static const uint32_t jump[] = {0x58000050, 0xd61f0200}; /* ldr x16, 8; br x16 */
  memcpy(at, jump, sizeof jump);
  memcpy(at + sizeof jump, &target, sizeof target);
}
#else
#error "only x86-64 and aarch64 are supported"
#endif

static int is_ours(const char *name) { return strncmp(name, "cuda", 4) == 0 || strncmp(name, "__cuda", 6) == 0; }

static void patch(unsigned char *at, void *target) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t from = (uintptr_t)at / page * page;
  uintptr_t to = ((uintptr_t)at + JUMP + page - 1) / page * page;
  if (mprotect((void *)from, to - from, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
    complain("cannot change the program's code, which has NVIDIA's runtime in it: link with nvcc -cudart shared");
    _exit(2);
  }
  put_jump(at, target);
  __builtin___clear_cache((char *)at, (char *)at + JUMP);
  mprotect((void *)from, to - from, PROT_READ | PROT_EXEC);
}

/* A function may be as short as a jump to another one; the next begins at a multiple of 16. */
static int has_room(const ElfW(Sym) *symbols, size_t count, const ElfW(Sym) *function) {
  if (function->st_size >= JUMP) return 1;
  if (function->st_value % 16) return 0;
  for (size_t s = 0; s < count; s++) {
    if (symbols[s].st_value > function->st_value && symbols[s].st_value < function->st_value + JUMP) return 0;
  }
  return 1;
}

/* Looks for the marks of the static runtime: __cudaRegisterFatBinary defined, not asked for. */
static void patch_object(const unsigned char *file, size_t size, uintptr_t base) {
  const ElfW(Ehdr) *elf = (const void *)file;
  if (size < sizeof *elf || memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 || elf->e_shoff == 0) return;
  if (elf->e_shoff + (size_t)elf->e_shnum * sizeof(ElfW(Shdr)) > size) return;
  const ElfW(Shdr) *sections = (const void *)(file + elf->e_shoff);
  for (int i = 0; i < elf->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= elf->e_shnum) continue;
    const ElfW(Shdr) *names = &sections[sections[i].sh_link];
    if (sections[i].sh_offset + sections[i].sh_size > size || names->sh_offset + names->sh_size > size) continue;
    const ElfW(Sym) *symbols = (const void *)(file + sections[i].sh_offset);
    size_t count = sections[i].sh_size / sizeof *symbols;
    for (size_t s = 0; s < count; s++) {
      if (ELF64_ST_TYPE(symbols[s].st_info) != STT_FUNC || symbols[s].st_shndx == SHN_UNDEF) continue;
      if (symbols[s].st_name >= names->sh_size) continue;
      const char *name = (const char *)file + names->sh_offset + symbols[s].st_name;
      if (!is_ours(name)) continue;
      void *target = own_function(name);
      if (!target) continue;
      if (has_room(symbols, count, &symbols[s])) patch((unsigned char *)base + symbols[s].st_value, target);
      else complain("%s in this program is too short for a jump: link with nvcc -cudart shared", name);
    }
  }
}

static int look(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  Dl_info own;
  if (dladdr((void *)look, &own) && own.dli_fbase == (void *)info->dlpi_addr) return 0;
  const char *path = info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat stat;
  if (fd < 0) return 0;
  if (fstat(fd, &stat) == 0 && stat.st_size > 0 && !strstr(path, "libcudart.so")) {
    void *file = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file != MAP_FAILED) {
      patch_object(file, (size_t)stat.st_size, info->dlpi_addr);
      munmap(file, (size_t)stat.st_size);
    }
  }
  close(fd);
  return 0;
}

/* So early that getenv does not work yet; the loader passes the environment. */
__attribute__((constructor)) static void patch_all(int count, char **words, char **environment) {
  static const char name[] = "SYNCOPATE_CUDA_SOCKET=";
  (void)count, (void)words;
  while (*environment && strncmp(*environment, name, sizeof name - 1) != 0) environment++;
  if (*environment) dl_iterate_phdr(look, NULL);
}

package dev.syncopate.app.cuda.elf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Properties of a program that are known before its start.
 *
 * @param file the program
 * @param kind how it comes to the CUDA runtime
 * @param runtime major version of the runtime it was built for; 0 where nothing tells
 * @param missing shared libraries of CUDA that it needs and that the simulator does not have
 * @param imports functions of the CUDA runtime and driver that it has from shared libraries
 */
public record CudaProgram(
    Path file, Kind kind, int runtime, List<String> missing, List<String> imports) {
  /** Form in which a program contains the CUDA runtime. */
  public enum Kind {
    /** By a shared library ({@code nvcc -cudart shared}), or by the driver's alone. */
    SHARED,
    /** The runtime is linked into it, and its symbol table says where each function is. */
    STATIC,
    /** The runtime is linked into it, and nothing says where. */
    STRIPPED,
    /** All its libraries are linked into it. */
    WITHOUT_LOADER,
    /** A script, or a program without kernels, which may start or load others. */
    OTHER
  }

  private static final Pattern RUNTIME = Pattern.compile("libcudart\\.so\\.(\\d+).*");

  private static final Pattern FUNCTION = Pattern.compile("(__)?cuda[A-Z]\\w*|cu[A-Z]\\w*");

  /** Libraries on top of CUDA, which come without PTX that could be run. */
  private static final Pattern LIBRARY =
      Pattern.compile(
          "lib(cublas|cublasLt|cufft|cufftw|curand|cusolver|cusolverMg|cusparse|cudnn|nccl|nvrtc|"
              + "npp[a-z]*|nvjpeg|nvJitLink|cutensor|cudss|nvshmem[a-z_]*)(_[a-z_]+)?\\.so.*");

  /** Looks at a program. */
  public static CudaProgram inspect(Path file) throws IOException {
    Optional<ElfFile> read = Files.isRegularFile(file) ? ElfFile.read(file) : Optional.empty();
    if (read.isEmpty()) {
      return new CudaProgram(file, Kind.OTHER, 0, List.of(), List.of());
    }
    ElfFile elf = read.get();
    List<String> missing = new ArrayList<>();
    int runtime = 0;
    for (String library : elf.needed()) {
      Matcher named = RUNTIME.matcher(library);
      if (named.matches()) {
        runtime = Integer.parseInt(named.group(1));
      } else if (LIBRARY.matcher(library).matches()) {
        missing.add(library);
      }
    }
    return new CudaProgram(
        file,
        kind(elf, runtime),
        runtime != 0 ? runtime : version(elf),
        missing,
        missing.isEmpty()
            ? elf.imports().stream().filter(name -> FUNCTION.matcher(name).matches()).toList()
            : List.of());
  }

  private static Kind kind(ElfFile elf, int shared) {
    if (shared != 0) {
      return Kind.SHARED;
    }
    if (elf.hasSection(".nvFatBinSegment") && !elf.hasSection(".interp")) {
      return Kind.WITHOUT_LOADER;
    }
    if (elf.functions().contains("__cudaRegisterFatBinary")) {
      return Kind.STATIC;
    }
    if (!elf.hasSection(".nvFatBinSegment")) {
      return elf.needed().contains("libcuda.so.1") ? Kind.SHARED : Kind.OTHER;
    }
    return Kind.STRIPPED;
  }

  /** By functions that came or went with a version. */
  private static int version(ElfFile elf) {
    if (elf.functions().contains("cudaGetDeviceProperties_v2")) {
      return 12;
    }
    if (elf.functions().contains("__cudaGetKernel")) {
      return 13;
    }
    return elf.functions().contains("cudaMallocAsync")
        ? 11
        : elf.functions().contains("cudaMalloc") ? 10 : 0;
  }
}

package dev.syncopate.app.cuda.client;

import dev.syncopate.app.cuda.elf.ElfFile;
import dev.syncopate.sim.config.FileErrors;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder with {@code libsyncopate-cuda.so}, which has every function, and libraries of the names
 * that programs ask for, which have nothing but their name and version and lead to it.
 */
public final class ClientLibraries {
  /** The library that has the functions. */
  public static final String CORE = "libsyncopate-cuda.so";

  /** Sources, and what they include. */
  static final List<String> SOURCES =
      List.of(
          "device.c",
          "driver.c",
          "driver_launch.c",
          "driver_link.c",
          "driver_memory.c",
          "driver_stream.c",
          "driver_tensor.c",
          "errors.c",
          "guard.c",
          "image.c",
          "launch.c",
          "memory.c",
          "order.c",
          "patch.c",
          "runtime_device.c",
          "runtime_launch.c",
          "runtime_memory.c",
          "system.c",
          "table.c",
          "unsupported.c",
          "wire.c");

  static final List<String> HEADERS =
      List.of("core.h", "protocol.h", "runtime.h", "errors.inc", "unsupported.inc");

  /** Libraries that programs are linked with; each defines its own name as a version. */
  private static final List<String> RUNTIMES =
      List.of(
          "libcudart.so.10.0",
          "libcudart.so.10.1",
          "libcudart.so.10.2",
          "libcudart.so.11.0",
          "libcudart.so.12",
          "libcudart.so.13");

  private static final Pattern UNLOADABLE = Pattern.compile("[\\s:]");

  private static final String DRIVER = "libcuda.so.1";

  /** Where the library is that programs are linked with, apart from those that they run with. */
  private static final String STUBS = "stubs";

  /** The driver's library as programs ask for it when they are linked, and some when they run. */
  private static final String DRIVER_LINK = "libcuda.so";

  private static final Pattern DRIVER_FUNCTION = Pattern.compile("cu[A-Z]\\w*");

  private static final List<String> OPTIONS =
      List.of("-std=c11", "-D_GNU_SOURCE", "-O1", "-fPIC", "-fvisibility=hidden", "-shared");

  private final Map<String, String> environment;

  /**
   * @param environment of this process, for the compiler ({@code CC}) and the folder ({@code
   *     XDG_CACHE_HOME}, {@code HOME})
   */
  public ClientLibraries(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * The folder; compiled if no earlier run has.
   *
   * @throws ClientException if there is no C compiler, it fails, or the folder cannot be written
   */
  public Path folder() {
    if (!System.getProperty("os.name").equals("Linux")) {
      throw new ClientException(
          "CUDA programs run on Linux alone, not on " + System.getProperty("os.name"));
    }
    try {
      Map<String, byte[]> sources = new java.util.TreeMap<>();
      for (String name : Stream.concat(SOURCES.stream(), HEADERS.stream()).toList()) {
        sources.put(name, resource(name));
      }
      Path cache = cache();
      if (UNLOADABLE.matcher(cache.toString()).find()) {
        throw new ClientException(
            cache
                + " has a space or a colon in its name, which LD_PRELOAD takes for its end:"
                + " XDG_CACHE_HOME may name another folder");
      }
      Path folder = cache.resolve("cuda-" + digest(sources));
      if (!Files.exists(folder.resolve(DRIVER))) {
        Files.createDirectories(cache);
        build(sources, cache, folder);
      }
      return folder;
    } catch (IOException e) {
      throw new ClientException(
          "cannot keep the CUDA libraries that programs are run with: "
              + FileErrors.reason(e)
              + "; XDG_CACHE_HOME may name another folder");
    }
  }

  /**
   * The folder of a {@code libcuda.so} that has the names of the driver's functions and nothing
   * else, as CUDA's own stub: what is linked with it asks for {@code libcuda.so.1}, the simulator's
   * or NVIDIA's.
   *
   * @throws ClientException as {@link #folder}
   */
  public Path stubs() {
    return folder().resolve(STUBS);
  }

  /**
   * Those of these functions that there are not.
   *
   * @param folder of the libraries
   */
  public static List<String> lacking(Path folder, List<String> functions) throws IOException {
    Set<String> provided =
        ElfFile.read(folder.resolve(CORE)).map(ElfFile::functions).orElse(Set.of());
    return functions.stream().filter(name -> !provided.contains(name)).toList();
  }

  private Path cache() {
    String cacheHome = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    if (cacheHome.startsWith("/")) {
      return Path.of(cacheHome, "syncopate");
    }
    return home.startsWith("/")
        ? Path.of(home, ".cache", "syncopate")
        : Path.of(
            System.getProperty("java.io.tmpdir"), "syncopate-" + System.getProperty("user.name"));
  }

  private void build(Map<String, byte[]> sources, Path cache, Path folder) throws IOException {
    Path work = Files.createTempDirectory(cache, "building-");
    try {
      for (Map.Entry<String, byte[]> source : sources.entrySet()) {
        Files.write(work.resolve(source.getKey()), source.getValue());
      }
      List<String> core = new ArrayList<>(OPTIONS);
      // Its constructor goes before those of libraries that register kernels in theirs. Its calls
      // of its functions are bound to itself, even if the program defines functions of the same
      // names.
      core.addAll(List.of("-Wl,-soname," + CORE, "-Wl,-z,initfirst", "-Wl,-Bsymbolic"));
      core.addAll(List.of("-o", CORE));
      core.addAll(SOURCES);
      core.addAll(List.of("-ldl", "-lpthread"));
      compile(work, core);
      Files.writeString(work.resolve("empty.c"), "typedef int nothing;\n");
      for (String name : RUNTIMES) {
        Files.writeString(work.resolve("version.map"), name + " { };\n");
        compile(work, named(name, "-Wl,--version-script,version.map"));
      }
      compile(work, named(DRIVER, "-Wl,-z,defs"));
      Files.createSymbolicLink(work.resolve(DRIVER_LINK), Path.of(DRIVER));
      stub(work);
      for (String source : sources.keySet()) {
        Files.delete(work.resolve(source));
      }
      Files.delete(work.resolve("empty.c"));
      Files.delete(work.resolve("version.map"));
      move(work, folder);
    } finally {
      remove(work);
    }
  }

  private void stub(Path work) throws IOException {
    String functions =
        ElfFile.read(work.resolve(CORE)).map(ElfFile::functions).orElse(Set.of()).stream()
            .filter(name -> DRIVER_FUNCTION.matcher(name).matches())
            .map("__attribute__((visibility(\"default\"))) void %s(void) {}\n"::formatted)
            .collect(Collectors.joining());
    Files.createDirectory(work.resolve(STUBS));
    Files.writeString(work.resolve("stub.c"), functions);
    List<String> words = new ArrayList<>(OPTIONS);
    words.addAll(List.of("-Wl,-soname," + DRIVER, "-o", STUBS + "/" + DRIVER_LINK, "stub.c"));
    compile(work, words);
    Files.delete(work.resolve("stub.c"));
  }

  /** A library that has a name and nothing else. */
  private static List<String> named(String name, String option) {
    List<String> words = new ArrayList<>(OPTIONS);
    words.addAll(
        List.of(
            "-Wl,-soname," + name,
            option,
            "-Wl,--no-as-needed",
            "-Wl,-rpath,$ORIGIN",
            "-o",
            name,
            "empty.c",
            "-L.",
            "-l:" + CORE));
    return words;
  }

  /** Another run may have been faster: then its folder is as good. */
  private static void move(Path work, Path folder) throws IOException {
    try {
      Files.move(work, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException e) {
      // theirs stays
    } catch (java.nio.file.FileSystemException e) {
      if (!Files.exists(folder.resolve(DRIVER))) {
        throw e;
      }
    }
  }

  private static void remove(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void compile(Path folder, List<String> options) {
    String compiler = environment.getOrDefault("CC", "cc");
    List<String> command = new ArrayList<>(List.of(compiler.split(" ", -1)));
    command.addAll(options);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    try {
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new ClientException(
            "%s cannot compile the CUDA libraries that programs are run with:%n%s"
                .formatted(compiler, output.stripTrailing()));
      }
    } catch (IOException e) {
      throw new ClientException(
          "there is no C compiler '%s': the CUDA libraries that programs are run with are compiled"
                  .formatted(compiler)
              + " once on this machine; install one (for example the package gcc, or clang and"
              + " CC=clang)");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientException("interrupted");
    }
  }

  private static byte[] resource(String name) {
    try (InputStream stream = ClientLibraries.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the libraries depend on: the sources, the way they are compiled, and the processor. */
  private static String digest(Map<String, byte[]> sources) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      sources.forEach((name, bytes) -> {
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      });
      digest.update(
          (OPTIONS + " initfirst stubs " + RUNTIMES + System.getProperty("os.arch"))
              .getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

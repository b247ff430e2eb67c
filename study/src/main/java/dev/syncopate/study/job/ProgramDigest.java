package dev.syncopate.study.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The digest of the classes, kernels and machines that simulate: it changes when a result may. The
 * modules that only show results are left out, so that a new chart costs no simulation.
 */
public final class ProgramDigest {
  /** A class of each module that takes part in a simulation. */
  private static final List<String> ANCHORS =
      List.of(
          "dev/syncopate/sim/engine/Engine.class",
          "dev/syncopate/ptx/parse/PtxReader.class",
          "dev/syncopate/memory/access/WarpAccess.class",
          "dev/syncopate/machine/gpu/Gpu.class",
          "dev/syncopate/workload/runtime/Device.class");

  private ProgramDigest() {}

  /** Of the running program, in hexadecimal. */
  public static String current() {
    MessageDigest digest = Digests.sha256();
    for (String anchor : ANCHORS) {
      URL url = ProgramDigest.class.getClassLoader().getResource(anchor);
      if (url == null) {
        throw new IllegalStateException("this build has no " + anchor);
      }
      String module = anchor.substring(0, anchor.indexOf('/', "dev/syncopate/".length()) + 1);
      try {
        if (url.openConnection() instanceof JarURLConnection jar) {
          jar.setUseCaches(false);
          try (JarFile file = jar.getJarFile()) {
            add(digest, file, module);
          }
        } else {
          add(digest, Path.of(url.toURI()), anchor, module);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + url, e);
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }
    return Digests.hex(digest);
  }

  private static void add(MessageDigest digest, JarFile jar, String module) throws IOException {
    TreeMap<String, JarEntry> entries = new TreeMap<>();
    jar.stream()
        .filter(entry -> entry.getName().startsWith(module) && !entry.isDirectory())
        .forEach(entry -> entries.put(entry.getName(), entry));
    for (JarEntry entry : entries.values()) {
      try (InputStream stream = jar.getInputStream(entry)) {
        add(digest, entry.getName(), stream.readAllBytes());
      }
    }
  }

  private static void add(MessageDigest digest, Path anchorFile, String anchor, String module)
      throws IOException {
    String file = anchorFile.toString();
    Path root = Path.of(file.substring(0, file.length() - anchor.length()));
    List<Path> files;
    try (Stream<Path> walk = Files.walk(root.resolve(module))) {
      files = walk.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path found : files) {
      add(digest, root.relativize(found).toString().replace('\\', '/'), Files.readAllBytes(found));
    }
  }

  private static void add(MessageDigest digest, String name, byte[] content) {
    digest.update((name + " " + content.length + "\n").getBytes(StandardCharsets.UTF_8));
    digest.update(content);
  }
}

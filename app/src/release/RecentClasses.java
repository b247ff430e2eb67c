import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rewrites the classes of a jar that are older than Java 6 as classes of Java 8, with stack maps.
 *
 * <p>The JVM keeps no class without stack maps in its AOT cache. Picocli's classes are of Java 5: a
 * start parsed and verified all of them, a tenth of its processor time.
 *
 * <p>The build runs this file with the jar as its argument. A second run changes nothing.
 */
public final class RecentClasses {
  /** First version whose classes have stack maps. */
  private static final int WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;

  private RecentClasses() {}

  public static void main(String[] arguments) throws IOException {
    Path jar = Path.of(arguments[0]);
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      ClassHierarchyResolver hierarchy =
          ClassHierarchyResolver.ofResourceParsing(
                  type -> open(files.getPath("/", path(type.descriptorString()))))
              .orElse(ClassHierarchyResolver.defaultResolver());
      ClassFile classFile =
          ClassFile.of(
              ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
              ClassFile.ClassHierarchyResolverOption.of(hierarchy),
              ClassFile.ConstantPoolSharingOption.NEW_POOL);
      for (Path file : classes(files)) {
        byte[] bytes = Files.readAllBytes(file);
        if (majorVersion(bytes) < WITH_STACK_MAPS) {
          FileTime time = Files.getLastModifiedTime(file);
          byte[] rewritten = classFile.transformClass(classFile.parse(bytes), rewritten());
          List<VerifyError> faults = classFile.verify(rewritten);
          if (!faults.isEmpty()) {
            throw new IllegalStateException(file + " would not be verified", faults.getFirst());
          }
          Files.write(file, rewritten);
          Files.setLastModifiedTime(file, time);
        }
      }
    }
  }

  private static List<Path> classes(FileSystem files) throws IOException {
    try (Stream<Path> all = Files.walk(files.getPath("/"))) {
      return all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }

  private static int majorVersion(byte[] bytes) {
    return Byte.toUnsignedInt(bytes[6]) << Byte.SIZE | Byte.toUnsignedInt(bytes[7]);
  }

  /** Method bodies are built anew, since copied ones would get no stack maps. */
  private static ClassTransform rewritten() {
    ClassTransform version =
        (builder, element) -> {
          if (element instanceof ClassFileVersion) {
            builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
          } else {
            builder.with(element);
          }
        };
    return version.andThen(
        ClassTransform.transformingMethodBodies((code, element) -> code.with(element)));
  }

  /** The file of a class of that descriptor. */
  private static String path(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1) + ".class";
  }

  private static InputStream open(Path file) {
    try {
      return Files.exists(file) ? Files.newInputStream(file) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cuda.Programs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes whose switches the build replaces: they do what they did. */
class PlainSwitchesTest {
  private static final String SOURCE =
      """
      package sample;

      public class Shapes {
        sealed interface Shape {
          default String text(Object other) {
            return switch (other) {
              case Circle c when c.radius() > 5 -> "large circle";
              case Circle c -> "circle " + c.radius();
              case Square s -> "square " + s;
              default -> "no shape";
            };
          }
        }
        record Circle(double radius) implements Shape {}
        record Square(int side, String name, long area, float weight, boolean filled, char sign,
            byte small, short number, int[] corners) implements Shape {}
        record Nothing() {}

        static String inClass(Object object) {
          return switch (object) {
            case null -> "null";
            case Integer i when i > 3 -> "big";
            case Number n -> "number " + n;
            case int[] array -> "array " + array.length;
            default -> "other";
          };
        }

        static String words(Object object) {
          return switch (object) {
            case String s when s.length() > 2 -> s;
            case String s -> "short";
            default -> "none";
          };
        }

        public static String run() {
          StringBuilder text = new StringBuilder();
          Shape shape = new Circle(2);
          int[] corners = {1};
          Square square = new Square(3, "a", 9L, 1.5f, true, 'x', (byte) 1, (short) 2, corners);
          Square same = new Square(3, "a", 9L, 1.5f, true, 'x', (byte) 1, (short) 2, corners);
          Square other = new Square(3, null, 9L, 1.5f, true, 'x', (byte) 1, (short) 2, corners);
          for (Object o : new Object[] {new Circle(7), shape, "ab", 4, 2, 2.5, corners}) {
            text.append(shape.text(o)).append(',').append(inClass(o)).append(',').append(words(o));
            text.append(';');
          }
          text.append(inClass(null));
          text.append(square.equals(same)).append(square.equals(other)).append(other.equals(square));
          text.append(square.equals(null)).append(square.equals("a")).append(other.equals(other));
          text.append(new Circle(0.0).equals(new Circle(-0.0)));
          text.append(new Circle(Double.NaN).equals(new Circle(Double.NaN)));
          text.append(new Nothing().equals(new Nothing())).append(new Nothing().hashCode());
          text.append(new Circle(2.5).hashCode());
          text.append(new Square(3, "a", 1L << 40, 1.5f, false, 'x', (byte) 1, (short) 2, null).hashCode());
          try {
            shape.text(null);
          } catch (NullPointerException e) {
            text.append("refused");
          }
          return text.toString();
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void switchesAndRecordsDoWhatTheyDidWithoutGeneratedCode() throws Exception {
    Path jar = compiled();
    String expected = run(jar);
    assertThat(expected).contains("large circle,other,none;circle 2.0").endsWith("refused");
    assertThat(dynamicCalls(jar)).contains("typeSwitch", "hashCode", "equals");
    replace(jar);
    assertThat(run(jar)).isEqualTo(expected);
    assertThat(dynamicCalls(jar))
        .contains("toString", "makeConcatWithConstants")
        .doesNotContain("typeSwitch", "hashCode", "equals");
    byte[] once = Files.readAllBytes(jar);
    replace(jar);
    assertThat(run(jar)).isEqualTo(expected);
    assertThat(Files.readAllBytes(jar)).as("a second run changes nothing").hasSameSizeAs(once);
  }

  private Path compiled() throws IOException {
    Path source = Files.writeString(folder.resolve("Shapes.java"), SOURCE);
    Path classes = Files.createDirectories(folder.resolve("classes"));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    assertThat(code).isZero();
    Path jar = folder.resolve("sample.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      for (Path path : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
        out.write(Files.readAllBytes(path));
      }
    }
    return jar;
  }

  private static void replace(Path jar) {
    Path program = Checkout.launcher().resolveSibling("app/src/release/PlainSwitches.java");
    Programs.command(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            program.toString(),
            jar.toString(),
            "sample"));
  }

  private static String run(Path jar) throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      return (String) loader.loadClass("sample.Shapes").getMethod("run").invoke(null);
    }
  }

  private static List<String> dynamicCalls(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .flatMap(entry -> calls(file, entry))
          .map(call -> call.name().stringValue())
          .distinct()
          .toList();
    }
  }

  private static Stream<InvokeDynamicInstruction> calls(JarFile file, JarEntry entry) {
    try {
      byte[] bytes = file.getInputStream(entry).readAllBytes();
      return ClassFile.of().parse(bytes).methods().stream()
          .flatMap(method -> method.code().stream())
          .flatMap(code -> code.elementStream())
          .filter(InvokeDynamicInstruction.class::isInstance)
          .map(InvokeDynamicInstruction.class::cast);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

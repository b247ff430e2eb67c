package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.api.Internal;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The API of programs that embed the simulator: it is closed, and its signatures are those of
 * {@code api.txt}. {@code -DupdateDocs} adds new ones there; one that is gone fails in any case.
 */
class ApiTest {
  private static final Path LISTED =
      Path.of("src/test/resources/dev/syncopate/workload/runtime/api.txt");

  private static final Set<String> OF_EVERY_OBJECT = Set.of("equals", "hashCode", "toString");

  private static List<Class<?>> types() throws Exception {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> member : List.of(Device.class, CtaSample.class)) {
      Path classes = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
      Path folder = classes.resolve(member.getPackageName().replace('.', '/'));
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".class") && !name.equals("package-info.class")) {
            types.add(
                Class.forName(
                    member.getPackageName() + "." + name.substring(0, name.length() - 6)));
          }
        }
      }
    }
    return types.stream().filter(ApiTest::isApi).collect(Collectors.toList());
  }

  private static boolean isApi(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return isVisible(type.getModifiers())
        && !isInternal(type)
        && !type.isAnonymousClass()
        && !type.isAnnotation()
        && (outer == null || isApi(outer))
        && (type.getPackage() == Device.class.getPackage()
            || type.getPackage() == CtaSample.class.getPackage());
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static boolean isInternal(AnnotatedElement element) {
    return element.isAnnotationPresent(Internal.class);
  }

  /** The constructor of a record with an internal component is as internal as that. */
  private static boolean hasInternalComponent(Member member) {
    Class<?> type = member.getDeclaringClass();
    return member instanceof Constructor
        && type.isRecord()
        && Arrays.stream(type.getRecordComponents())
            .anyMatch(component -> isInternal(component.getAccessor()));
  }

  private static <M extends Member & AnnotatedElement> List<M> api(M[] members) {
    return Arrays.stream(members)
        .filter(member -> !hasInternalComponent(member))
        .filter(member -> isVisible(member.getModifiers()))
        .filter(member -> !member.isSynthetic() && !isInternal(member))
        .filter(member -> !OF_EVERY_OBJECT.contains(member.getName()))
        .toList();
  }

  private static SortedSet<String> signatures() throws Exception {
    SortedSet<String> signatures = new TreeSet<>();
    for (Class<?> type : types()) {
      signatures.add(head(type));
      for (Constructor<?> constructor : api(type.getDeclaredConstructors())) {
        signatures.add(brief(constructor.toGenericString()));
      }
      for (Method method : api(type.getDeclaredMethods())) {
        signatures.add(brief(method.toGenericString()));
      }
      for (Field field : api(type.getDeclaredFields())) {
        signatures.add(brief(field.toGenericString()));
      }
    }
    return signatures;
  }

  private static String head(Class<?> type) {
    StringBuilder head = new StringBuilder(brief(type.toGenericString()));
    if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
      head.append(" extends ").append(brief(type.getGenericSuperclass().getTypeName()));
    }
    for (Type of : type.getGenericInterfaces()) {
      head.append(" implements ").append(brief(of.getTypeName()));
    }
    return head.toString();
  }

  private static String brief(String signature) {
    return signature
        .replace("dev.syncopate.workload.runtime.", "")
        .replaceAll("java\\.(lang|util|util\\.function)\\.(?=[A-Z])", "")
        .replace(",", ", ");
  }

  private static void collect(Type type, Set<Class<?>> into) {
    switch (type) {
      case Class<?> plain -> into.add(plain.isArray() ? plain.getComponentType() : plain);
      case ParameterizedType generic -> {
        collect(generic.getRawType(), into);
        Arrays.stream(generic.getActualTypeArguments()).forEach(part -> collect(part, into));
      }
      case GenericArrayType array -> collect(array.getGenericComponentType(), into);
      case WildcardType wildcard -> {
        Arrays.stream(wildcard.getUpperBounds()).forEach(part -> collect(part, into));
        Arrays.stream(wildcard.getLowerBounds()).forEach(part -> collect(part, into));
      }
      default -> {} // a variable, whose bounds are in the declaration
    }
  }

  private static List<String> strangers(Executable member, Type result) {
    Set<Class<?>> named = new LinkedHashSet<>();
    collect(result, named);
    Arrays.stream(member.getGenericParameterTypes()).forEach(type -> collect(type, named));
    Arrays.stream(member.getGenericExceptionTypes()).forEach(type -> collect(type, named));
    return named.stream()
        .filter(type -> !type.isPrimitive() && !type.getName().startsWith("java.") && !isApi(type))
        .map(type -> brief(member.toGenericString()) + " names " + type.getName())
        .toList();
  }

  @Test
  void everyTypeThatTheApiNamesIsApi() throws Exception {
    List<String> strangers = new ArrayList<>();
    for (Class<?> type : types()) {
      for (Constructor<?> constructor : api(type.getDeclaredConstructors())) {
        strangers.addAll(strangers(constructor, void.class));
      }
      for (Method method : api(type.getDeclaredMethods())) {
        strangers.addAll(strangers(method, method.getGenericReturnType()));
      }
      for (Field field : api(type.getDeclaredFields())) {
        Set<Class<?>> named = new LinkedHashSet<>();
        collect(field.getGenericType(), named);
        named.stream()
            .filter(of -> !of.isPrimitive() && !of.getName().startsWith("java.") && !isApi(of))
            .forEach(
                of -> strangers.add(brief(field.toGenericString()) + " names " + of.getName()));
      }
    }
    assertThat(strangers).as("mark these @Internal, or move the types that they name").isEmpty();
  }

  @Test
  void theApiIsWhatItsListSays() throws Exception {
    List<String> lines = Files.readAllLines(LISTED);
    List<String> listed = lines.stream().filter(line -> !line.startsWith("#")).toList();
    SortedSet<String> now = signatures();
    List<String> gone = listed.stream().filter(line -> !now.contains(line)).toList();
    assertThat(gone)
        .as("gone from the API; docs/develop/compatibility.md says when that may be")
        .isEmpty();
    List<String> added = now.stream().filter(line -> !listed.contains(line)).toList();
    if (System.getProperty("updateDocs") != null) {
      write(lines, now);
    } else {
      assertThat(added)
          .as("new: mark it @Internal, or add it by -DupdateDocs to " + LISTED)
          .isEmpty();
    }
  }

  private static void write(List<String> old, SortedSet<String> signatures) throws IOException {
    List<String> lines =
        new ArrayList<>(old.stream().filter(line -> line.startsWith("#")).toList());
    lines.addAll(signatures);
    Files.writeString(LISTED, String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
  }
}

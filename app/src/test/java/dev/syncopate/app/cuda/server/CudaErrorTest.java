package dev.syncopate.app.cuda.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The simulator and the CUDA libraries number errors alike and call them the same. */
class CudaErrorTest {
  private static final Path SOURCES = Path.of("src", "main", "c");
  private static final Pattern ERRORS =
      Pattern.compile("(?s)/\\* Errors, [^/]*\\*/\nenum \\{\n(.*?)\\};");
  private static final Pattern CONSTANT = Pattern.compile("(\\w+) = (\\d+)");
  private static final Pattern TEXT = Pattern.compile("(?m)^ERROR\\((\\d+), ");

  @Test
  void anErrorOfBothSidesHasOneNumberAndOneName() throws Exception {
    Map<String, Integer> simulator = simulator();
    Map<String, Integer> libraries = libraries();
    Map<Integer, String> names = new TreeMap<>();
    simulator.forEach((name, number) -> names.put(number, name));
    assertThat(libraries.keySet()).contains("SUCCESS", "NOT_SUPPORTED");
    libraries.forEach((name, number) -> {
      assertThat(simulator.getOrDefault(name, number))
          .as("the number of %s in CudaError, and in core.h", name)
          .isEqualTo(number);
      assertThat(names.getOrDefault(number, name))
          .as("the name of error %d in CudaError, and in core.h", number)
          .isEqualTo(name);
    });
  }

  @Test
  void everyErrorHasItsTextInTheLibraries() throws Exception {
    Set<Integer> texts = new HashSet<>();
    TEXT.matcher(Files.readString(SOURCES.resolve("errors.inc")))
        .results()
        .forEach(text -> texts.add(Integer.valueOf(text.group(1))));
    assertThat(texts)
        .as("the numbers that errors.inc has, and those of CudaError and core.h")
        .containsAll(simulator().values())
        .containsAll(libraries().values());
  }

  private static Map<String, Integer> simulator() throws IllegalAccessException {
    Map<String, Integer> errors = new TreeMap<>();
    for (Field field : CudaError.class.getDeclaredFields()) {
      if (field.getType() == int.class) {
        errors.put(field.getName(), field.getInt(null));
      }
    }
    return errors;
  }

  private static Map<String, Integer> libraries() throws IOException {
    String header = Files.readString(SOURCES.resolve("core.h"));
    MatchResult errors = ERRORS.matcher(header).results().findFirst().orElseThrow();
    Map<String, Integer> numbers = new TreeMap<>();
    CONSTANT
        .matcher(errors.group(1))
        .results()
        .forEach(error -> numbers.put(error.group(1), Integer.valueOf(error.group(2))));
    return numbers;
  }
}

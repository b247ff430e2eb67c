package dev.syncopate.memory.stress;

import dev.syncopate.memory.stress.RaceFreeProgram.Access;
import dev.syncopate.memory.stress.RaceFreeProgram.Episode;
import dev.syncopate.memory.stress.RaceFreeProgram.Location;
import dev.syncopate.memory.stress.RaceFreeProgram.Phase;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes a failing program as a JUnit test that goes wrong until the protocol is mended. */
public final class Reproducer {
  private Reproducer() {}

  /** The name of the class that {@link #junit} writes. */
  public static String className(StressFailure failure) {
    return "Seed" + Long.toUnsignedString(failure.seed()) + "Test";
  }

  /**
   * The text of a test class without a package, for {@code memory/src/test/java}.
   *
   * @param protocol its name
   * @param model its name on the command line
   * @param machine where it went wrong
   */
  public static String junit(
      StressFailure failure, String protocol, String model, StressMachine machine) {
    RaceFreeProgram program = failure.smallest();
    return """
    import static org.assertj.core.api.Assertions.assertThat;

    import dev.syncopate.memory.access.Order;
    import dev.syncopate.memory.access.Scope;
    import dev.syncopate.memory.consistency.ConsistencyModel;
    import dev.syncopate.memory.stress.RaceFreeProgram;
    import dev.syncopate.memory.stress.RaceFreeProgram.Access;
    import dev.syncopate.memory.stress.RaceFreeProgram.Barrier;
    import dev.syncopate.memory.stress.RaceFreeProgram.Episode;
    import dev.syncopate.memory.stress.RaceFreeProgram.Location;
    import dev.syncopate.memory.stress.RaceFreeProgram.Mode;
    import dev.syncopate.memory.stress.RaceFreeProgram.Phase;
    import dev.syncopate.memory.stress.RaceFreeProgram.What;
    import dev.syncopate.memory.stress.StressMachine;
    import dev.syncopate.memory.stress.Tester;
    import dev.syncopate.memory.system.Protocols;
    import java.util.List;
    import org.junit.jupiter.api.Test;

    /** Found with seed %1$d: %2$s */
    class %3$s {
      @Test
      void everyValueIsRight() {
        RaceFreeProgram program =
            new RaceFreeProgram(
                %4$d,
                %5$d,
                %6$d,
                %7$d,
                %8$s,
                %9$s);
        assertThat(
                Tester.failure(
                    StressMachine.named("%10$s", StressMachine.all(Protocols.all()))
                        .beds(Protocols.named("%11$s"), ConsistencyModel.%12$s),
                    program,
                    %1$dL))
            .as("a failure")
            .isEmpty();
      }
    }
    """
        .formatted(
            failure.seed(),
            failure
                .smallestTrouble()
                .description()
                .lines()
                .findFirst()
                .orElse("")
                .replace("*/", "* /"),
            className(failure),
            program.gpus(),
            program.tiles(),
            program.threadsPerTile(),
            program.groups(),
            list(program.locations(), Reproducer::location),
            list(program.phases(), Reproducer::phase),
            machine.text(),
            protocol,
            model.toUpperCase(Locale.ROOT));
  }

  private static <T> String list(List<T> items, Function<T, String> text) {
    return items.stream().map(text).collect(Collectors.joining(",\n", "List.of(", ")"));
  }

  private static String location(Location location) {
    return "new Location(0x%xL, %d, %d, %d)"
        .formatted(location.address(), location.bytes(), location.elements(), location.group());
  }

  private static String phase(Phase phase) {
    return "new Phase(%s, %s, %s, %s)"
        .formatted(
            list(phase.modes(), mode -> "Mode." + mode.name()),
            list(phase.owners(), String::valueOf),
            list(phase.episodes(), Reproducer::episode),
            "Barrier." + phase.barrier());
  }

  private static String episode(Episode episode) {
    return "new Episode(%d, %d, %d, %s)"
        .formatted(
            episode.thread(),
            episode.group(),
            episode.delay(),
            list(episode.accesses(), Reproducer::access));
  }

  private static String access(Access access) {
    return "new Access(What.%s, %d, %dL, Order.%s, Scope.%s)"
        .formatted(
            access.kind().name(),
            access.location(),
            access.value(),
            access.order().name(),
            access.scope().name());
  }
}

package dev.syncopate.model.stress;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.stress.Reproducer;
import dev.syncopate.memory.stress.StressCampaign;
import dev.syncopate.memory.stress.StressFailure;
import dev.syncopate.memory.stress.StressMachine;
import dev.syncopate.memory.system.Protocols;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Random programs, free of data races by construction, one after another: with caches of a few
 * lines, false sharing, all scopes, remote and relaxed operations, messages that take any time.
 * Every value is compared with those it may have as soon as it comes.
 */
public final class StressRun {
  private final Choice choice;
  private final StressCampaign campaign;
  private @Nullable Finding finding;

  /**
   * Requested work.
   *
   * @param protocol its name
   * @param model the consistency model's name
   * @param machines their names; empty for all that the protocol can run on
   * @param operations how many are enough
   * @param seed of the first program
   */
  public record Choice(
      String protocol, String model, List<String> machines, long operations, long seed) {}

  /** A machine to choose. */
  public record Machine(String name, String description) {}

  /**
   * A program that went wrong.
   *
   * @param machine where
   * @param text the seed, what was wrong, the smallest program and the line's history
   * @param className of the JUnit test
   * @param junit the test's text
   */
  public record Finding(String machine, String text, String className, String junit) {}

  /**
   * @throws IllegalArgumentException for a name that nothing has; the message lists those there
   *     are. Or for a machine that the protocol cannot run on
   */
  public StressRun(Choice choice) {
    this.choice = choice;
    Protocol protocol = Protocols.named(choice.protocol());
    List<StressMachine> machines =
        choice.machines().isEmpty()
            ? StressMachine.of(protocol)
            : choice.machines().stream().map(StressRun::machine).toList();
    campaign = new StressCampaign(protocol, model(choice.model()), machines, choice.seed());
  }

  /** The machines there are. */
  public static List<Machine> machines() {
    return StressMachine.all(Protocols.all()).stream()
        .map(machine -> new Machine(machine.text(), machine.description()))
        .toList();
  }

  private static StressMachine machine(String name) {
    return StressMachine.named(name, StressMachine.all(Protocols.all()));
  }

  private static ConsistencyModel model(String name) {
    return ConsistencyModel.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** Runs one more program; false when a program has failed or enough has been done. */
  public boolean goOn() {
    if (finding != null || campaign.operations() >= choice.operations()) {
      return false;
    }
    StressMachine machine = campaign.machine();
    Optional<StressFailure> failure = campaign.next();
    failure.ifPresent(foundFailure ->
        finding =
            new Finding(
                machine.text(),
                foundFailure.toString(),
                Reproducer.className(foundFailure),
                Reproducer.junit(foundFailure, choice.protocol(), choice.model(), machine)));
    return finding == null && campaign.operations() < choice.operations();
  }

  /** Programs that were right so far. */
  public long programs() {
    return campaign.programs();
  }

  /** Memory accesses and locks in all programs so far. */
  public long operations() {
    return campaign.operations();
  }

  /** What went wrong, if anything. */
  public Optional<Finding> finding() {
    return Optional.ofNullable(finding);
  }

  /** How often each listed (state, event) pair has happened. */
  public SortedMap<String, Long> transitions() {
    return campaign.coverage().transitions();
  }

  /** The listed pairs that have not happened. */
  public SortedSet<String> neverHappened() {
    return campaign.coverage().never();
  }
}

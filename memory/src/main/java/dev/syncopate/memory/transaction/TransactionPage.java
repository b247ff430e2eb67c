package dev.syncopate.memory.transaction;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.Isolation;
import dev.syncopate.memory.config.TxConfig.Versioning;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.text.ProtocolPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Description of transactions in local memory, from the executed tables. */
public final class TransactionPage {
  /** As people write it. */
  public static final String NAME = "localtm";

  public static final String SUMMARY =
      "Transactions in local memory: conflicts by filters of each bank, old values in a shadow"
          + " memory, lanes that fail begin again; with any of the protocols";

  private TransactionPage() {}

  /** That of a machine. */
  public static ProtocolPage of(TxConfig config) {
    TransactionTables tables = TransactionTables.of(config);
    return new ProtocolPage(
        NAME,
        SUMMARY,
        List.of(
            new ProtocolPage.Section("instructions", List.of(), instructions(config), ""),
            new ProtocolPage.Section(
                "states of a wavefront",
                List.of(),
                Arrays.stream(WavefrontState.values())
                    .filter(state -> state != WavefrontState.GIVEN_UP || config.fallback() > 0)
                    .map(state -> List.of(state.name(), state.meaning()))
                    .toList(),
                ""),
            transitions(
                tables.wavefronts,
                "AGAIN, INTERRUPTED, STUCK and STUCK_BEHIND come when no lane of the transaction runs"
                    + " any more: INTERRUPTED after an abort, STUCK_BEHIND while another wavefront"
                    + " is EXCLUSIVE. STUCK in EXCLUSIVE comes of accesses outside transactions"
                    + " alone. Lanes that have committed wait behind the transaction."
                    + (config.fallback() > 0
                        ? " GIVE_UP comes before these, in kernels that ask %tx_failed."
                        : "")),
            transitions(
                tables.words,
                "NEW, REPEATED, OWN_FALSE_POSITIVE and CONFLICT are what the filters of the word's"
                    + " bank say.")));
  }

  private static List<List<String>> instructions(TxConfig config) {
    String filters =
        config.exact()
            ? "ask the filters, which are exact"
            : "ask the filters of %d bits".formatted(config.filterBits());
    boolean eager = config.versioning() == Versioning.EAGER;
    boolean strong = config.isolation() == Isolation.STRONG;
    List<List<String>> rows = new ArrayList<>();
    if (config.fallback() > 0) {
      rows.add(
          List.of(
              "mov %tx_failed",
              "1 where the lane's transaction was given up, after %d conflicts, else 0"
                  .formatted(config.fallback())));
    }
    rows.addAll(
        0,
        List.of(
            List.of("tx.begin", "keep EXEC and the lanes' registers, clear the conflict mask"),
            List.of(
                "ld, st, atom inside",
                filters
                    + "; a conflict fails the lane, else the word is its own and "
                    + (eager ? "its old value is kept" : "its new value goes to the shadow")),
            List.of("a lane that fails", "its words are rolled back in all banks; it stops"),
            List.of(
                "ld outside",
                strong
                    ? "gets the committed value"
                    : "gets the current bytes of memory, without a check"),
            List.of(
                "st, atom outside",
                strong
                    ? "fails the lane that owns the word, then is performed"
                    : "is performed, without a check"),
            List.of(
                "tx.commit",
                "release the lanes' words and filters; the last lane sends those that have failed back"
                    + " to tx.begin")));
    return List.copyOf(rows);
  }

  private static <S extends Enum<S>, E extends Enum<E>, T> ProtocolPage.Section transitions(
      StateTable<S, E, T, AffectedLanes> table, String note) {
    List<List<String>> rows =
        table.rows().stream()
            .map(row ->
                List.of(
                    row.state().name(),
                    row.event().name(),
                    row.next().stream().map(Enum::name).collect(Collectors.joining(" or ")),
                    row.description()))
            .toList();
    return new ProtocolPage.Section(
        table.title(), List.of("state", "event", "next", "what is done"), rows, note);
  }
}

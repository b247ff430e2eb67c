package dev.syncopate.memory.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.protocol.StateTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mutant edits the rows of its fault, and no others. */
class TransactionMutantTest {
  private final TransactionTables right = TransactionTables.of(TxConfig.standard());

  @ParameterizedTest
  @CsvSource({
    "NO_ROLL_BACK_IN_OTHER_BANKS, OWNED ROLL_BACK",
    "NO_ROLL_BACK, OWNED ROLL_BACK",
    "FILTER_NOT_CLEARED, TOGETHER CONFLICT; TOGETHER PLAIN_CONFLICT; TOGETHER ABORT;"
        + " TOGETHER COMMIT; ALONE CONFLICT; ALONE PLAIN_CONFLICT; ALONE ABORT; ALONE COMMIT;"
        + " EXCLUSIVE PLAIN_CONFLICT; EXCLUSIVE COMMIT",
    "OWNER_NOT_CHECKED, FREE OWN_FALSE_POSITIVE; OWNED OWN_FALSE_POSITIVE",
    "MASK_NOT_KEPT, TOGETHER AGAIN; TOGETHER INTERRUPTED; TOGETHER STUCK; TOGETHER GIVE_UP;"
        + " ALONE AGAIN; ALONE INTERRUPTED; ALONE STUCK; ALONE STUCK_BEHIND; ALONE GIVE_UP;"
        + " EXCLUSIVE AGAIN; EXCLUSIVE STUCK; EXCLUSIVE GIVE_UP; GIVEN_UP AGAIN",
    "SERIALISATION_LOST, TOGETHER STUCK",
    "FAILURE_NOT_TOLD, GIVEN_UP BEGIN_OUTSIDE"
  })
  void aMutantEditsTheRowsOfItsFault(TransactionMutant mutant, String rows) {
    TransactionTables wrong = mutant.wrong(right);
    List<String> edited = new ArrayList<>(edited(right.words, wrong.words));
    edited.addAll(edited(right.wavefronts, wrong.wavefronts));
    assertThat(String.join("; ", edited)).isEqualTo(rows);
  }

  private static <S extends Enum<S>, E extends Enum<E>, T, C> List<String> edited(
      StateTable<S, E, T, C> right, StateTable<S, E, T, C> wrong) {
    Set<StateTable.Row<S, E, T, C>> rightRows = new HashSet<>(right.rows());
    return wrong.rows().stream()
        .filter(row -> !rightRows.contains(row))
        .map(row -> row.state() + " " + row.event())
        .toList();
  }
}

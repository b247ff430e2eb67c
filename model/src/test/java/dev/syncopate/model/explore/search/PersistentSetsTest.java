package dev.syncopate.model.explore.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.explore.machine.PartState;
import dev.syncopate.model.explore.table.QueueTable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which parts may go on alone, for parts of which nothing else is known. */
class PersistentSetsTest {
  private static final int ACTIVE = 1;
  private static final int IDLE = 0;
  private static final int FULL = QueueTable.EMPTY + 1;

  /** A part that expects messages from some others, in every state. */
  private record Known(int expects) implements PartMemo {
    @Override
    public Events events(int state) {
      Transition step = new Transition(0, Transition.NO_SENDS, false, null);
      return state == ACTIVE ? Events.of(new int[] {0}, new Transition[] {step}) : Events.NONE;
    }

    @Override
    public int expected(int state) {
      return expects;
    }

    @Override
    public int initial() {
      return IDLE;
    }

    @Override
    public Transition deliver(int state, int message) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean finished(int state) {
      return state == IDLE;
    }

    @Override
    public boolean violated() {
      return false;
    }

    @Override
    public List<String> violations(int state) {
      return List.of();
    }

    @Override
    public PartState state(int state) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int states() {
      return 2;
    }

    @Override
    public int transitions() {
      return 0;
    }
  }

  /**
   * The parts chosen of four in a ring, where part i sends to part i + 1 alone by channel i.
   *
   * @param expects by part: whether it expects what comes
   * @param row states of parts, then channels
   */
  private static int chosen(boolean[] expects, int... row) {
    int[][] inputs = {{3}, {0}, {1}, {2}};
    PartMemo[] memos = new PartMemo[4];
    for (int part = 0; part < 4; part++) {
      memos[part] = new Known(expects[part] ? PartSets.of((part + 3) % 4) : 0);
    }
    return new PersistentSets(memos, inputs, channel -> channel).choose(row);
  }

  private static boolean[] all() {
    return new boolean[] {true, true, true, true};
  }

  @Test
  void whoeverIsReachedInSeveralStepsDisturbs() {
    // 0 sends to 1, and that to 2, which sends to 3
    assertThat(chosen(all(), ACTIVE, IDLE, IDLE, ACTIVE, 0, 0, 0, 0)).isEqualTo(0b1111);
  }

  @Test
  void whoExpectsNothingIsNotDisturbed() {
    boolean[] expects = {true, true, true, false};
    assertThat(chosen(expects, ACTIVE, IDLE, IDLE, ACTIVE, 0, 0, 0, 0)).isEqualTo(0b1000);
  }

  @Test
  void theWayEndsAtWhoExpectsNothing() {
    boolean[] expects = {true, false, true, true};
    assertThat(chosen(expects, ACTIVE, IDLE, IDLE, ACTIVE, 0, 0, 0, 0)).isEqualTo(0b1000);
  }

  @Test
  void whatIsInAChannelIsTakenByTheSetItself() {
    assertThat(chosen(all(), ACTIVE, IDLE, ACTIVE, IDLE, 0, 0, FULL, 0)).isEqualTo(0b1000);
  }

  /** Part 0 sends to 1, which has that already; 1 and 2 send to each other. */
  @Test
  void noWayLeadsThroughTheSetItself() {
    PartMemo[] memos = {new Known(0), new Known(0b101), new Known(0b010)};
    int[][] inputs = {{}, {0, 2}, {1}};
    int[] row = {ACTIVE, ACTIVE, IDLE, FULL, 0, 0};
    assertThat(new PersistentSets(memos, inputs, channel -> channel).choose(row)).isEqualTo(0b010);
  }

  @Test
  void allGoOnWhereOneAloneCan() {
    assertThat(chosen(all(), IDLE, IDLE, ACTIVE, IDLE, 0, 0, 0, 0)).isEqualTo(0b1111);
  }
}

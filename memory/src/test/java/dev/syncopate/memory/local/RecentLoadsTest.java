package dev.syncopate.memory.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Loads that the copy unit overtakes and that a proxy fence waits for. */
class RecentLoadsTest {
  private long now;
  private final List<Integer> overtaken = new ArrayList<>();
  private final RecentLoads loads = new RecentLoads(() -> now);

  private record Load(int warp, long ready, List<Integer> overtakenWarps)
      implements RecentLoads.Load {
    @Override
    public void overtaken(int offset, int count) {
      overtakenWarps.add(warp);
    }
  }

  @Test
  void aLoadIsOvertakenUntilItHasReturned() {
    loads.issued(new Load(0, 10, overtaken));
    loads.issued(new Load(1, 20, overtaken));
    now = 10;
    loads.overtaken(0, 16);
    assertThat(overtaken).containsExactly(1);
    assertThat(loads.inFlight(0b11)).hasSize(1);
    assertThat(loads.inFlight(0b01)).isEmpty();
    now = 20;
    loads.overtaken(0, 16);
    assertThat(overtaken).containsExactly(1);
    assertThat(loads.inFlight(0b11)).isEmpty();
  }
}

package dev.syncopate.sim.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  /** A component's counters. */
  public static final class First {
    @Counter(name = "b.hits", doc = "Hits.")
    public long hits;

    @Counter(name = "a.total", doc = "All.")
    public long total;

    public long notCounted = 100;
  }

  /** Another's, that shares one. */
  public static final class Second {
    @Counter(name = "b.hits", doc = "Hits.")
    public long hits;
  }

  /** One that disagrees on what a counter means. */
  public static final class Third {
    @Counter(name = "b.hits", doc = "Something else.")
    public long hits;
  }

  @Test
  void countersAreSummedByNameOverObjectsAndClasses() {
    First first = new First();
    first.hits = 3;
    first.total = 4;
    First two = new First();
    two.hits = 10;
    Second otherClass = new Second();
    otherClass.hits = 100;
    assertThat(Statistics.sum(List.of(first, two, otherClass)))
        .containsExactly(Map.entry("a.total", 4L), Map.entry("b.hits", 113L));
  }

  @Test
  void thePageDescribesEachCounterOnce() {
    assertThat(CounterPage.sections(List.of(First.class, Second.class)))
        .isEqualTo(
            """

            ## a

            | counter | counts |
            |---|---|
            | `a.total` | All. |

            ## b

            | counter | counts |
            |---|---|
            | `b.hits` | Hits. |
            """);
  }

  @Test
  void aCounterDescribedTwiceInDifferentWordsIsRefused() {
    assertThatThrownBy(() -> CounterPage.sections(List.of(First.class, Third.class)))
        .hasMessage("b.hits is described as \"Hits.\" and as \"Something else.\"");
  }
}

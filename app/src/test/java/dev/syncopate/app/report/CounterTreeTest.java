package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CounterTreeTest {
  @Test
  void dotsNest() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("cycles", 9L);
    CounterTree.add(
        document, new TreeMap<>(Map.of("l1.loads", 3L, "l1.hits", 2L, "dram.row.hits", 1L)));
    assertThat(document)
        .isEqualTo(
            Map.of(
                "cycles", 9L,
                "l1", Map.of("loads", 3L, "hits", 2L),
                "dram", Map.of("row", Map.of("hits", 1L))));
  }

  @Test
  void aCounterCannotBeAGroupToo() {
    Map<String, Long> counters = new TreeMap<>(Map.of("l1", 3L, "l1.hits", 2L));
    assertThatThrownBy(() -> CounterTree.add(new LinkedHashMap<>(), counters))
        .hasMessage("counter l1.hits collides with the value named l1");
  }
}

package dev.syncopate.model.axiom.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.axiom.halt.Cancellation;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions that would take forever are ended, or refused. */
@Timeout(60)
class HaltTest {
  /** Twelve threads write one location and read it: what each reads makes too many outcomes. */
  private static final LitmusTest WRITERS =
      LitmusTest.read(
          "writers.litmus",
          "PTX writers\n{ x=0; }\n"
              + row("P%1$d@cta %1$d,gpu 0")
              + row("st.relaxed.gpu x, %2$d")
              + row("ld.relaxed.gpu r0, x")
              + IntStream.range(0, 12)
                  .mapToObj("P%d:r0 == 1"::formatted)
                  .collect(Collectors.joining(" /\\ ", "exists (", ")\n")));

  @TempDir private Path folder;

  private static String row(String cell) {
    return IntStream.range(0, 12)
        .mapToObj(i -> cell.formatted(i, i + 1))
        .collect(Collectors.joining(" | ", "", " ;\n"));
  }

  @Test
  void aSearchEndsWhenItIsToldTo() {
    CatModel ptx = ModelCatalog.named("ptx");
    AtomicInteger queries = new AtomicInteger();
    ModelAnswer answer =
        Cancellation.unless(
            () -> queries.incrementAndGet() < 10 ? null : "it takes too long",
            () -> ModelAnswer.of(WRITERS, ptx, 3));
    assertThat(answer.findings()).isNull();
    assertThat(Objects.requireNonNull(answer.soFar()).outcomes()).isNotEmpty();
    assertThat(answer.problem()).isEqualTo("not finished: it takes too long");
    assertThat(queries).hasValue(10);
  }

  /** The orders that a model chooses from are as many as those of writes. */
  @Test
  void choosingAnOrderEndsToo() throws IOException {
    Path cat = folder.resolve("orders.cat");
    Files.writeString(
        cat, "\"Orders\"\nwith S from linearisations(W & ~IW, 0)\n~empty S & S^-1 as never\n");
    CatModel model = ModelCatalog.find(cat.toString());
    LitmusTest separateTest =
        LitmusTest.read(
            "apart.litmus",
            "PTX apart\n{ }\n"
                + row("P%1$d@cta %1$d,gpu 0")
                + row("st.relaxed.gpu x%1$d, 1")
                + "exists (x1 == 1)\n");
    AtomicInteger queries = new AtomicInteger();
    ModelAnswer answer =
        Cancellation.unless(
            () -> queries.incrementAndGet() < 10 ? null : "enough",
            () -> ModelAnswer.of(separateTest, model, 3));
    assertThat(answer.problem()).isEqualTo("not finished: enough");
  }

  @Test
  void functionsThatDoubleAreRefused() throws IOException {
    List<String> lines = new ArrayList<>(List.of("\"m\"", "let f0(x) = x | x^-1"));
    for (int i = 1; i < 25; i++) {
      lines.add("let f%d(x) = f%d(f%d(x))".formatted(i, i - 1, i - 1));
    }
    lines.add("acyclic f24(po) as big");
    Path cat = Files.write(folder.resolve("doubling.cat"), lines);
    assertThatThrownBy(() -> ModelCatalog.find(cat.toString()))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("doubling.cat:")
        .hasMessageContaining("more than 100,000 calls of functions when all are written out");
  }
}

package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.tile.Fittings;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.machine.warp.WarpCheckpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a warp cannot be kept or taken back. That it runs alike is {@code CheckpointTest}'s. */
class WarpCheckpointTest {
  private @Nullable WarpCheckpoint kept;
  private final List<String> seen = new ArrayList<>();

  /** Runs a kernel of one warp; behind each instruction somebody looks at it. */
  private void run(String body, BiConsumer<Integer, Warp> behind) {
    Fittings fittings =
        new Fittings() {
          @Override
          public ExecutionUnit unit(ExecutionUnit standard) {
            return new ExecutionUnit(standard.unit, standard.pipe) {
              @Override
              public boolean issue(Op op, Warp warp, long lanes, long now) {
                int pc = warp.schedule.pc();
                boolean issued = standard.issue(op, warp, lanes, now);
                behind.accept(pc, warp);
                return issued;
              }
            };
          }
        };
    TestGpu gpu = TestGpu.fitted(fittings);
    KernelRun run = gpu.run(Snippets.each(body), 1, 32, gpu.allocate(128));
    assertThat(run.outcome()).as(run.report()).isEqualTo(Outcome.DONE);
  }

  private void note(Warp warp) {
    WarpCheckpoint checkpoint = kept;
    if (checkpoint == null) {
      kept = WarpCheckpoint.of(warp);
    } else {
      String obstacle = checkpoint.obstacleNow();
      if (obstacle != null && !seen.contains(obstacle)) {
        seen.add(obstacle);
        assertThatThrownBy(checkpoint::restore)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("a warp cannot be restored: " + obstacle);
      }
    }
  }

  @Test
  void notWhileAValueIsUnderWay() {
    List<String> obstacles = new ArrayList<>();
    run(
        "ld.global.u32 %r5, [%rd1];\nadd.u32 %r3, %r5, 1;\n",
        (pc, warp) -> {
          String obstacle = WarpCheckpoint.obstacle(warp);
          obstacles.add(obstacle == null ? "none" : obstacle);
          if (obstacle != null) {
            assertThatThrownBy(() -> WarpCheckpoint.of(warp))
                .hasMessage("a warp cannot be kept: a value that it has asked for has not come");
          }
        });
    assertThat(obstacles.stream().distinct())
        .containsExactly("none", "a value that it has asked for has not come");
    assertThat(obstacles.getLast()).isEqualTo("none");
  }

  @Test
  void notWhileCopiesAreUnderWay() {
    run(
        """
        .shared .align 16 .b8 buffer[16];
        mov.u32 %r5, buffer;
        cp.async.ca.shared.global [%r5], [%rd1], 4;
        cp.async.wait_all;
        mov.u32 %r3, 1;
        """,
        (pc, warp) -> note(warp));
    assertThat(seen).startsWith("asynchronous copies have not landed");
  }

  @Test
  void notAcrossABarrier() {
    run("bar.sync 0;\nmov.u32 %r3, 1;\n", (pc, warp) -> note(warp));
    assertThat(seen)
        .containsExactly(
            "lanes of it have come to a barrier since, or left one",
            "lanes of it have exited since");
  }

  @Test
  void notOnceLanesHaveExited() {
    run("setp.lt.u32 %p1, %r1, 5;\n@%p1 exit;\nmov.u32 %r3, 1;\n", (pc, warp) -> note(warp));
    assertThat(seen).containsExactly("lanes of it have exited since");
  }

  @Test
  void aCheckpointKeepsNothingOfAWarpThatHasLeft() {
    run("mov.u32 %r3, 1;\n", (pc, warp) -> note(warp));
    WarpCheckpoint checkpoint = kept;
    assertThat(checkpoint).isNotNull();
    if (checkpoint != null) {
      assertThat(checkpoint.obstacleNow()).isEqualTo("it has left");
    }
  }
}

package dev.syncopate.check.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the listeners of a launch hear of each access, and in which order. */
class LaunchOrderTest {
  private static final String HEAD =
      """
      .version 8.4
      .target sm_80
      .address_size 64
      .visible .entry k(.param .u64 data) {
        .reg .pred %p<4>;
        .reg .b32 %r<8>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [data];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        setp.eq.u32 %p1, %r1, 0;
      """;

  /** Tells what it hears, a line each: offset in the buffer, and what was written or read. */
  private static final class Scribe implements OrderListener {
    private final Predicate<MemoryOperation> wants;
    private final boolean weak;
    private final NoteKind<String> names;
    private final List<String> eventLog;

    Scribe(NoteKinds notes, boolean weak, Predicate<MemoryOperation> wants, List<String> eventLog) {
      this.names = notes.kind(String.class);
      this.wants = wants;
      this.weak = weak;
      this.eventLog = eventLog;
    }

    private void tell(String event) {
      if (!eventLog.getLast().equals(event)) { // polls say the same
        eventLog.add(event);
      }
    }

    private static String offset(long address) {
      return "[" + (address & 0xff) + "]";
    }

    private String name(@Nullable FollowedWrite write) {
      return write == null ? "nothing" : String.valueOf(names.of(write));
    }

    @Override
    public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
      if (access.operation.kind() == AccessKind.ATOMIC) {
        tell("issued");
      }
    }

    @Override
    public boolean follows(IssuedAccess issue, int lane) {
      return wants.test(issue.access.operation);
    }

    @Override
    public boolean followsWeakStores() {
      return weak;
    }

    @Override
    public void loads(IssuedAccess issue, int lane, FollowedWord word) {
      tell("loads " + offset(word.address));
    }

    @Override
    public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
      boolean atomic = issue.access.operation.kind() == AccessKind.ATOMIC;
      String description = atomic ? "update " + write.lane : "store of " + write.value();
      names.put(write, description);
      tell(offset(write.word.address) + " " + description + " behind " + name(previous));
    }

    @Override
    public void read(
        IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
      String writer = word == null ? "a word that is not followed" : name(source.match());
      String sure = source.sure() ? "" : ", maybe";
      tell(
          "%s read %d of %s%s"
              .formatted(offset(issue.address(lane, element)), source.value(), writer, sure));
    }

    @Override
    public void performed(
        IssuedAccess issue, FollowedWrite write, boolean written, ReadSource source) {
      tell(name(write) + (written ? " left " + write.value() : " failed"));
    }

    @Override
    public void answered(IssuedAccess issue) {
      if (issue.access.operation.kind() != AccessKind.STORE) {
        tell("answered");
      }
    }
  }

  private static List<String> run(
      int ctas, int threads, boolean weak, Predicate<MemoryOperation> wants, String body) {
    List<String> eventLog = new ArrayList<>(List.of("begun"));
    OrderObserver observer =
        new OrderObserver() {
          @Override
          public List<OrderListener> listeners(
              Grid grid, IntToLongFunction clock, NoteKinds notes) {
            return List.of(new Scribe(notes, weak, wants, eventLog));
          }
        };
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
    device.observe(observer);
    device
        .load("k.ptx", HEAD + body + "  ret;\n}\n")
        .kernel("k")
        .launch(LaunchShape.of(ctas, threads), device.allocate("data", 4096));
    return eventLog.subList(1, eventLog.size());
  }

  @Test
  void eachLaneOfAnAtomicHasReadTheOneBefore() {
    List<String> eventLog =
        run(
            1,
            2,
            false,
            _ -> true,
            """
              atom.relaxed.gpu.global.add.u32 %r3, [%rd1], 3;
              st.relaxed.gpu.global.u32 [%rd1+4], %r3;
            """);
    assertThat(eventLog)
        .containsExactly(
            "issued",
            "[0] update 0 behind nothing",
            "[0] update 1 behind update 0",
            "[0] read 0 of nothing",
            "update 0 left 3",
            "[0] read 3 of update 0",
            "update 1 left 6",
            "answered",
            "[4] store of 0 behind nothing",
            "[4] store of 3 behind store of 0");
  }

  @Test
  void aCompareAndSwapThatFailsLeavesTheWriteBeforeIt() {
    List<String> eventLog =
        run(
            1,
            1,
            false,
            _ -> true,
            """
              st.relaxed.gpu.global.u32 [%rd1], 5;
              atom.relaxed.gpu.global.cas.b32 %r3, [%rd1], 4, 6;
              st.relaxed.gpu.global.u32 [%rd1], %r3;
            """);
    assertThat(eventLog)
        .containsExactly(
            "[0] store of 5 behind nothing",
            "issued",
            "[0] update 0 behind store of 5",
            "[0] read 5 of store of 5",
            "update 0 failed",
            "answered",
            "[0] store of 5 behind store of 5");
  }

  private static final String HANDS_OVER =
      """
        @!%p1 bra W;
        st.global.u32 [%rd1], 7;
        st.release.gpu.global.u32 [%rd1+64], 1;
        ret;
      W:
        ld.acquire.gpu.global.u32 %r3, [%rd1+64];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra W;
        ld.relaxed.gpu.global.u32 %r3, [%rd1];
      """;

  @Test
  void aLoadHasReadTheStoreOfItsValue() {
    assertThat(run(2, 1, false, _ -> true, HANDS_OVER))
        .containsExactly(
            "[64] store of 1 behind nothing",
            "loads [64]",
            "[64] read 1 of store of 1",
            "answered",
            "[0] read 7 of a word that is not followed",
            "answered");
  }

  @Test
  void weakStoresBeginAWordWhereAListenerWantsThem() {
    assertThat(run(2, 1, true, _ -> true, HANDS_OVER))
        .contains("[0] store of 7 behind nothing")
        .endsWith("loads [0]", "[0] read 7 of store of 7", "answered");
  }

  @Test
  void nothingIsToldOfWordsThatNobodyWants() {
    assertThat(run(2, 1, true, _ -> false, HANDS_OVER))
        .isNotEmpty()
        .allMatch(line -> line.equals("answered") || line.endsWith("a word that is not followed"));
  }

  /** Words and writes are the same for all, notes are each one's own; one wants no weak stores. */
  @Test
  void listenersShareADecision() {
    List<String> firstLog = new ArrayList<>(List.of("begun"));
    List<String> secondLog = new ArrayList<>(List.of("begun"));
    OrderObserver joint =
        new OrderObserver() {
          @Override
          public List<OrderListener> listeners(
              Grid grid, IntToLongFunction clock, NoteKinds notes) {
            return List.of(
                new Scribe(notes, false, _ -> true, firstLog),
                new Scribe(notes, true, _ -> false, secondLog));
          }
        };
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
    device.observe(new JointOrderObserver(List.of(joint)));
    device
        .load("k.ptx", HEAD + HANDS_OVER + "  ret;\n}\n")
        .kernel("k")
        .launch(LaunchShape.of(2, 1), device.allocate("data", 4096));
    assertThat(firstLog)
        .contains("[64] read 1 of store of 1", "[0] read 7 of a word that is not followed")
        .isEqualTo(secondLog);
  }

  /**
   * A unit that keeps a line reads the first of two writes of one value, although the second has
   * been performed elsewhere: the value cannot tell, the bytes can.
   */
  @Test
  void aStaleCopyIsReadFromTheWriteThatItHolds() {
    List<String> reads = new ArrayList<>();
    launchStale(reads);
    assertThat(reads).containsExactly("5 of write 1", "5 of write 1", "5 of write 2");
  }

  /** As a profile and a check do that watch one run: each order gives bytes its own origins. */
  @Test
  void ordersThatAreNotJoinedNameTheSameWrites() {
    List<String> firstReads = new ArrayList<>();
    List<String> secondReads = new ArrayList<>();
    launchStale(firstReads, secondReads);
    assertThat(firstReads)
        .containsExactly("5 of write 1", "5 of write 1", "5 of write 2")
        .isEqualTo(secondReads);
  }

  /** The CPU writes the value that a thread has written: the value cannot tell, the bytes can. */
  @Test
  void whatACpuThreadWroteDuringTheLaunchHasNoWriter() {
    List<String> reads = new ArrayList<>();
    Device device = new DeviceBuilder("heterosync-15cu", "gpu", "hrf").open();
    device.observe(
        new OrderObserver() {
          @Override
          public List<OrderListener> listeners(
              Grid grid, IntToLongFunction clock, NoteKinds notes) {
            return List.of(new StaleReads(reads));
          }
        });
    Buffer data = device.allocate("data", 4096);
    long word = data.address();
    device
        .load("k.ptx", HEAD + BESIDE_A_CPU + "  ret;\n}\n")
        .kernel("k")
        .launchBeside(
            cpu -> {
              while (cpu.load32(word + 1024, Order.ACQUIRE) == 0) {}
              cpu.store32(word, 5, Order.RELAXED);
              cpu.store32(word + 2048, 1, Order.RELEASE);
            },
            LaunchShape.of(1, 1),
            data);
    assertThat(reads).containsExactly("5 of write 1", "5 of write 0");
  }

  private static final String BESIDE_A_CPU =
      """
        st.relaxed.sys.global.u32 [%rd1], 5;
        ld.relaxed.sys.global.u32 %r4, [%rd1];
        st.release.sys.global.u32 [%rd1+1024], 1;
      W:
        ld.acquire.sys.global.u32 %r3, [%rd1+2048];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra W;
        ld.relaxed.sys.global.u32 %r4, [%rd1];
      """;

  @SafeVarargs
  private static void launchStale(List<String>... logs) {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.warpWidth=32").open();
    for (List<String> log : logs) {
      device.observe(
          new OrderObserver() {
            @Override
            public List<OrderListener> listeners(
                Grid grid, IntToLongFunction clock, NoteKinds notes) {
              return List.of(new StaleReads(log));
            }
          });
    }
    device
        .load("k.ptx", HEAD + STALE + "  ret;\n}\n")
        .kernel("k")
        .launch(LaunchShape.of(2, 1), device.allocate("data", 4096));
  }

  private static final String STALE =
      """
        @!%p1 bra R;
        st.relaxed.gpu.global.u32 [%rd1], 5;
        st.release.gpu.global.u32 [%rd1+1028], 1;
      W:
        ld.acquire.gpu.global.u32 %r3, [%rd1+1032];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra W;
        st.relaxed.gpu.global.u32 [%rd1], 5;
        st.release.gpu.global.u32 [%rd1+2060], 1;
        ret;
      R:
        ld.acquire.gpu.global.u32 %r3, [%rd1+1028];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra R;
        ld.relaxed.cta.global.u32 %r4, [%rd1];
        st.relaxed.gpu.global.u32 [%rd1+1032], %r3;
      S:
        ld.relaxed.gpu.global.u32 %r3, [%rd1+2060];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra S;
        ld.relaxed.cta.global.u32 %r4, [%rd1];
        ld.acquire.gpu.global.u32 %r4, [%rd1];
      """;

  /** Tells of reads of the buffer's first word by the writes of the kernel, 0 where it is none. */
  private static final class StaleReads implements OrderListener {
    private final List<String> reads;
    private final List<FollowedWrite> writes = new ArrayList<>();

    StaleReads(List<String> reads) {
      this.reads = reads;
    }

    @Override
    public boolean follows(IssuedAccess issue, int lane) {
      return true;
    }

    @Override
    public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
      if (write.value() == 5) {
        writes.add(write);
      }
    }

    @Override
    public void read(
        IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
      if (source.value() == 5) {
        reads.add("5 of write " + (1 + writes.indexOf(source.match())));
      }
    }
  }
}

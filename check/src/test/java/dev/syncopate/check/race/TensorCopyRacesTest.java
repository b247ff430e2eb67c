package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.TensorMap;
import dev.syncopate.workload.runtime.TensorMap.Element;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Copies of tensors' boxes: they access the bytes of the box by the async proxy, and their map by
 * the tensormap proxy.
 */
class TensorCopyRacesTest {
  /** The box is rows 4 to 7 of a tensor of 16 rows of 16 words; {@code %p2} is thread 0. */
  private static final String HEAD =
      """
      .version 8.4
      .target sm_90a
      .address_size 64
      .visible .entry k(.param .u64 data, .param .u64 map, .param .u64 other,
          .param .align 64 .b8 constant[128]) {
        .reg .pred %p<8>;
        .reg .b32 %r<16>;
        .reg .b64 %rd<8>;
        .shared .align 128 .b8 tile[512];
        .shared .align 8 .b64 full;
        ld.param.u64 %rd1, [data];
        ld.param.u64 %rd2, [map];
        ld.param.u64 %rd6, [other];
        mov.b64 %rd7, constant;
        cvta.param.u64 %rd7, %rd7;
        mov.u32 %r2, %tid.x;
        setp.eq.u32 %p2, %r2, 0;
        mov.u32 %r3, tile;
        shl.b32 %r4, %r2, 2;
        add.u32 %r5, %r3, %r4;
        @%p2 mbarrier.init.shared.b64 [full], 1;
        bar.sync 0;
      """;

  private static final String LOAD =
      """
        @%p2 mbarrier.arrive.expect_tx.shared.b64 _, [full], 256;
        @%p2 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [tile], [%rd7, {0, 4}], [full];
      """;

  private static final String WAIT =
      """
      WAIT:
        mbarrier.try_wait.parity.shared.b64 %p4, [full], 0;
        @!%p4 bra WAIT;
      """;

  private static final String STORE =
      """
        @%p2 cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd7, {0, 4}], [tile];
        @%p2 cp.async.bulk.commit_group;
      """;

  private static List<Finding> check(String body) {
    Device device =
        new DeviceBuilder("rsp-8cu", "gpu", "hrf")
            .set("core.warpWidth=32")
            .watchdog(200_000)
            .open();
    Checker checker =
        new Checker(Set.of(Check.RACES), device.machine().memory().unitsPerGpu(), false, Set.of());
    checker.watch(device::observe);
    Buffer data = device.allocate("data", 1024);
    Buffer map = device.allocate("map", 128);
    byte[] object = TensorMap.of(Element.U32, data.address(), 16, 16).box(16, 4).toBytes();
    map.write(object);
    device
        .load("k.ptx", HEAD + body + "  ret;\n}\n")
        .kernel("k")
        .launch(LaunchShape.of(1, 64), data, map, device.allocate("other", 128), object);
    return checker.findings();
  }

  @Test
  void aTileIsFencedBeforeItIsStored() {
    String wait = "@%p2 cp.async.bulk.wait_group 0;\n";
    String fill = "  st.shared.u32 [%r5], %r2;\n";
    String fence = "  fence.proxy.async.shared::cta;\n";
    String meet = "  bar.sync 0;\n";
    assertThat(check(fill + fence + meet + STORE + wait)).isEmpty();
    List<Finding> findings = check(fill + meet + STORE + wait);
    assertThat(findings).extracting(Finding::rule).containsExactly("race-proxy");
    assertThat(findings.getFirst().title()).startsWith("data race on shared tile[");
  }

  @Test
  void aLoadedTileIsReadBehindItsPhase() {
    String read = "  ld.shared.u32 %r7, [%r5];\n";
    assertThat(check(LOAD + WAIT + read)).isEmpty();
    List<Finding> findings = check(LOAD + read);
    assertThat(findings).extracting(Finding::rule).containsExactly("race");
    assertThat(findings.getFirst().details().get(2)).contains("a wait for the phase");
  }

  @Test
  void aTileIsThereOrOutBeforeItsCtaExits() {
    String wait = "@%p2 cp.async.bulk.wait_group.read 0;\n";
    assertThat(check(STORE + wait)).isEmpty();
    assertThat(check(STORE)).extracting(Finding::rule).containsExactly("race-exit");
    assertThat(check(LOAD + WAIT)).isEmpty();
    assertThat(check(LOAD)).extracting(Finding::rule).containsExactly("race-exit");
  }

  /** Rows 3 and 8 are outside the box. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bytesOutsideTheBoxAreNotAccessed(boolean global) {
    String load = global ? LOAD_BY_GLOBAL : LOAD;
    String rows = "  @%p2 st.global.u32 [%rd1+252], 1;\n  @%p2 st.global.u32 [%rd1+512], 1;\n";
    assertThat(check(load + rows + WAIT)).isEmpty();
    assertThat(check(load + rows.replace("+252", "+256") + WAIT))
        .extracting(Finding::rule)
        .containsExactly("race");
    assertThat(check(load + rows.replace("+512", "+508") + WAIT)).hasSize(1);
  }

  @Test
  void theTensorIsReadWhenAFullWaitIsOver() {
    String read = "  @%p2 ld.global.u32 %r7, [%rd1+256];\n";
    assertThat(check(STORE + "@%p2 cp.async.bulk.wait_group 0;\n" + read)).isEmpty();
    assertThat(check(STORE + "@%p2 cp.async.bulk.wait_group.read 0;\n" + read)).hasSize(1);
  }

  /** The same where the map is in global memory. */
  private static final String LOAD_BY_GLOBAL = LOAD.replace("[%rd7,", "[%rd2,");

  private static String patch(String release, String acquire) {
    return """
      @%%p2 tensormap.replace.tile.global_address.global.b1024.b64 [%%rd2], %%rd1;
      %s
      bar.sync 0;
      %s
    """
        .formatted(release, acquire);
  }

  private static final String RELEASE = "fence.proxy.tensormap::generic.release.gpu;";
  private static final String ACQUIRE = "fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;";

  @Test
  void aChangedMapIsReleasedAndAcquired() {
    assertThat(check(patch(RELEASE, ACQUIRE) + LOAD_BY_GLOBAL + WAIT)).isEmpty();
    List<Finding> findings = check(patch("", "") + LOAD_BY_GLOBAL + WAIT);
    assertThat(findings).extracting(Finding::rule).containsExactly("race-proxy");
    Finding race = findings.getFirst();
    assertThat(race.title())
        .startsWith("data race on argument 1[")
        .endsWith("tensormap proxy between them");
    assertThat(race.details().get(2))
        .contains("fence.proxy.tensormap::generic.acquire.gpu of the map before the copy");
  }

  /** The fences in the wrong order, half of them, for another map, of another proxy. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        RELEASE,
        ACQUIRE,
        ACQUIRE + RELEASE,
        RELEASE + "fence.proxy.tensormap::generic.acquire.gpu [%rd6], 128;",
        "fence.proxy.async;",
        "fence.acq_rel.gpu;"
      })
  void otherFencesDoNotOrderAMap(String fences) {
    assertThat(check(patch(fences, "") + LOAD_BY_GLOBAL + WAIT))
        .extracting(Finding::rule)
        .containsExactly("race-proxy");
  }

  /** Copies in flight read the map: it may be changed when they are over. */
  @Test
  void aMapInUseIsNotChanged() {
    String change = patch("", "").replace("bar.sync 0;", "");
    assertThat(check(LOAD_BY_GLOBAL + WAIT + change)).isEmpty();
    assertThat(check(LOAD_BY_GLOBAL + change + WAIT))
        .extracting(Finding::rule)
        .containsExactly("race");
    assertThat(
            check(
                STORE.replace("[%rd7,", "[%rd2,")
                    + "@%p2 cp.async.bulk.wait_group.read 0;\n"
                    + change))
        .isEmpty();
  }

  /** A map that is made in shared memory is published by a copy with a fence. */
  @Test
  void aMapIsPublishedFromSharedMemory() {
    String publish =
        """
        setp.lt.u32 %p3, %r2, 32;
        @!%p3 bra DONE;
        ld.global.u32 %r6, [%rd2];
        mov.u32 %r8, tile;
        shl.b32 %r9, %r2, 2;
        cvt.u64.u32 %rd4, %r9;
        add.u64 %rd5, %rd2, %rd4;
        ld.global.u32 %r6, [%rd5];
        add.u32 %r10, %r8, %r9;
        st.shared.u32 [%r10+256], %r6;
        bar.warp.sync 0xffffffff;
        @%p2 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [tile+256], %rd1;
        bar.warp.sync 0xffffffff;
        tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd6], [tile+256], 128;
        bar.warp.sync 0xffffffff;
        fence.proxy.tensormap::generic.acquire.gpu [%rd6], 128;
        """;
    String load = LOAD.replace("[%rd7,", "[%rd6,") + WAIT + "DONE:\n";
    assertThat(check(publish + load)).isEmpty();
    assertThat(check(publish.replace("fence.proxy.tensormap::generic.acquire", "// ") + load))
        .extracting(Finding::rule)
        .containsExactly("race-proxy");
  }
}

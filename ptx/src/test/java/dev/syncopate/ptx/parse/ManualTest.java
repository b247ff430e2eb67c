package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.syntax.source.PtxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every instruction of the PTX ISA manual, version 9.1, in the order of its chapter "Instructions":
 * it runs, or the message says that it exists, since when, and that it is not supported.
 */
class ManualTest {
  private static final String RUNS = "runs";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          add.u32 %r1, %r2, %r3;                          | runs
          sub.u32 %r1, %r2, %r3;                          | runs
          mul.lo.u32 %r1, %r2, %r3;                       | runs
          mad.lo.u32 %r1, %r2, %r3, %r4;                  | runs
          mul24.lo.u32 %r1, %r2, %r3;                     | runs
          mad24.lo.u32 %r1, %r2, %r3, %r4;                | runs
          sad.u32 %r1, %r2, %r3, %r4;                     | runs
          div.u32 %r1, %r2, %r3;                          | runs
          rem.u32 %r1, %r2, %r3;                          | runs
          abs.s32 %r1, %r2;                               | runs
          neg.s32 %r1, %r2;                               | runs
          min.u32 %r1, %r2, %r3;                          | runs
          max.u32 %r1, %r2, %r3;                          | runs
          popc.b32 %r1, %r2;                              | runs
          clz.b32 %r1, %r2;                               | runs
          bfind.u32 %r1, %r2;                             | runs
          fns.b32 %r1, %r2, %r3, %r4;                     | runs
          brev.b32 %r1, %r2;                              | runs
          bfe.u32 %r1, %r2, %r3, %r4;                     | runs
          bfi.b32 %r1, %r2, %r3, %r4, %r5;                | runs
          szext.wrap.u32 %r1, %r2, %r3;                   | runs
          bmsk.clamp.b32 %r1, %r2, %r3;                   | runs
          dp4a.u32.u32 %r1, %r2, %r3, %r4;                | runs
          dp2a.lo.u32.u32 %r1, %r2, %r3, %r4;             | runs
          add.cc.u32 %r1, %r2, %r3;                       | runs
          addc.u32 %r1, %r2, %r3;                         | runs
          sub.cc.u32 %r1, %r2, %r3;                       | runs
          subc.u32 %r1, %r2, %r3;                         | runs
          mad.lo.cc.u32 %r1, %r2, %r3, %r4;               | runs
          madc.lo.u32 %r1, %r2, %r3, %r4;                 | runs
          add.u16x2 %r1, %r2, %r3;                        | `.u16x2` (PTX ISA 8.0, sm_90) packed arithmetic
          testp.finite.f32 %p1, %f1;                      | runs
          copysign.f32 %f1, %f2, %f3;                     | runs
          add.f32 %f1, %f2, %f3;                          | runs
          add.f32x2 %d1, %d2, %d3;                        | `.f32x2` (PTX ISA 8.6, sm_100) packed arithmetic
          fma.rn.f32 %f1, %f2, %f3, %f1;                  | runs
          rcp.rn.f32 %f1, %f2;                            | runs
          sqrt.rn.f32 %f1, %f2;                           | runs
          rsqrt.approx.f32 %f1, %f2;                      | runs
          sin.approx.f32 %f1, %f2;                        | runs
          cos.approx.f32 %f1, %f2;                        | runs
          lg2.approx.f32 %f1, %f2;                        | runs
          ex2.approx.f32 %f1, %f2;                        | runs
          tanh.approx.f32 %f1, %f2;                       | runs
          add.f16 %h1, %h2, %h3;                          | runs
          fma.rn.bf16x2 %r1, %r2, %r3, %r4;               | runs
          add.f32.f16 %f1, %h1, %f2;                      | `add.f32.f16` (PTX ISA 8.6, sm_100) mixed precision
          set.eq.u32.u32 %r1, %r2, %r3;                   | runs
          setp.eq.u32 %p1, %r2, %r3;                      | runs
          selp.b32 %r1, %r2, %r3, %p1;                    | runs
          slct.u32.s32 %r1, %r2, %r3, %r4;                | runs
          and.b32 %r1, %r2, %r3;                          | runs
          or.b32 %r1, %r2, %r3;                           | runs
          xor.b32 %r1, %r2, %r3;                          | runs
          not.b32 %r1, %r2;                               | runs
          cnot.b32 %r1, %r2;                              | runs
          lop3.b32 %r1, %r2, %r3, %r4, 0x80;              | runs
          shf.l.wrap.b32 %r1, %r2, %r3, %r4;              | runs
          shl.b32 %r1, %r2, %r3;                          | runs
          shr.u32 %r1, %r2, %r3;                          | runs
          mov.b32 %r1, %r2;                               | runs
          shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;          | runs
          prmt.b32 %r1, %r2, %r3, %r4;                    | runs
          ld.global.u32 %r1, [%d1];                       | runs
          ld.mmio.relaxed.sys.global.u32 %r1, [%d1];      | runs
          ld.global.nc.u32 %r1, [%d1];                    | runs
          ldu.global.u32 %r1, [%d1];                      | runs
          st.global.u32 [%d1], %r1;                       | runs
          st.mmio.relaxed.sys.global.u32 [%d1], %r1;      | runs
          st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3]; | runs
          st.bulk.weak.shared::cta [%d1], 16, 0;          | `st.bulk` (PTX ISA 8.6, sm_100) bulk and tensor copies
          multimem.red.relaxed.sys.global.add.u32 [%d1], %r1; | `multimem` (PTX ISA 8.1, sm_90) multicast memory
          prefetch.global.L2 [%d1];                       | runs
          prefetch.tensormap [%d1];                       | runs
          prefetchu.L1 [%d1];                             | runs
          applypriority.global.L2::evict_normal [%d1], 128; | runs
          discard.global.L2 [%d1], 128;                   | runs
          createpolicy.fractional.L2::evict_last.b64 %d1, 1.0; | runs
          createpolicy.range.L2::evict_last.L2::evict_first.b64 %d1, [%d2], 64, 128; | runs
          createpolicy.cvt.L2.b64 %d1, %d2;               | runs
          isspacep.shared %p1, %d1;                       | runs
          cvta.shared.u64 %d1, %d2;                       | runs
          cvt.rn.f32.u32 %f1, %r1;                        | runs
          cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;      | runs
          cvt.rn.f16x2.e5m2x2 %r1, %h1;                   | runs
          cvt.rn.satfinite.e2m1x2.f32 %h1, %f1, %f2;      | `.e2m1x2` (PTX ISA 8.6, sm_100a) floating-point numbers of 4 and 6 bits
          cvt.rs.satfinite.e4m3x4.f32 %r1, {%f0, %f1, %f2, %f3}, %r2; | `.rs` (PTX ISA 8.7, sm_100a) stochastic rounding
          cvt.rz.satfinite.ue8m0x2.f32 %h1, %f1, %f2;     | `.ue8m0x2` (PTX ISA 8.6, sm_100a) scale factors of 8 bits
          cvt.pack.sat.u16.s32 %r1, %r2, %r3;             | `cvt.pack` (PTX ISA 6.5, sm_72) conversions that pack
          mapa.shared::cluster.u32 %r1, %r2, 0;           | runs
          getctarank.shared::cluster.u32 %r1, %r2;        | runs
          cp.async.ca.shared.global [s], [%d1], 4;        | runs
          cp.async.commit_group;                          | runs
          cp.async.wait_group 0;                          | runs
          cp.async.wait_all;                              | runs
          cp.async.bulk.commit_group;                     | runs
          cp.async.bulk.wait_group.read 1;                | runs
          cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%d1], 16, [s]; | runs
          cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint [s], [%d1], %r1, [s], %d2; | runs
          cp.async.bulk.global.shared::cta.bulk_group [%d1], [s], 16; | runs
          cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [s], [%d1], 16, [s], %h1; | runs
          cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1], [s], 16, [%r1]; | runs
          cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%r1], [s], 16, [%r1]; | runs
          cp.async.bulk.prefetch.L2.global [%d1], 16;     | runs
          cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d1], [s], 16; | runs
          cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%d1], [s], 16; | runs
          cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [%d1, {%r0}], [%r1]; | runs
          cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.cta_group::1.L2::cache_hint [s], [%d1, {%r0, 4}], [%r1], %d2; | runs
          cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [s], [%d1, {%r0}], [%r1], %h1, %d2; | runs
          cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group [%d1, {%r0, %r1, %r2, %r3, 0}], [s]; | runs
          cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%d1, {%r0, %r1}], [s]; | runs
          cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%d1, {%r0, %r1}]; | runs
          cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes [s], [%d1, {%r0, %r1, %r2}], [%r1], {%h1}; | `cp.im2col` (PTX ISA 8.0, sm_90) copies that unfold images
          cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes [s], [%d1, {%r0, %r1, %r2, %r3, %r4}], [%r1]; | `cp.tile::gather4` (PTX ISA 8.6, sm_100) rows from all over a tensor
          cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%d1, {%r0, %r1, %r2, %r3, %r4}], [s]; | `cp.tile::scatter4` (PTX ISA 8.6, sm_100) rows from all over a tensor
          cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.cta_group::2 [s], [%d1, {%r0}], [%r1]; | `cp.cta_group::2` (PTX ISA 8.6, sm_100) pairs of CTAs
          tensormap.replace.tile.rank.shared::cta.b1024.b32 [%d1], 3; | runs
          tensormap.replace.tile.global_stride.global.b1024.b64 [%d1], 1, %d2; | runs
          tensormap.replace.tile.elemtype.b1024.b32 [%d1], 7; | runs
          tex.1d.v4.f32.s32 {%f0,%f1,%f2,%f3}, [t, {%r0}]; | `tex` (PTX ISA 1.0) textures and surfaces
          tld4.r.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [t, {%f0,%f1}]; | `tld4` (PTX ISA 2.1, sm_20) textures and surfaces
          txq.width.b32 %r1, [t];                         | `txq` (PTX ISA 1.5) textures and surfaces
          istypep.texref %p1, %d1;                        | `istypep` (PTX ISA 4.0, sm_30) textures and surfaces
          suld.b.1d.b32.trap {%r1}, [t, {%r0}];           | `suld` (PTX ISA 1.5) textures and surfaces
          sust.b.1d.b32.trap [t, {%r0}], {%r1};           | `sust` (PTX ISA 1.5) textures and surfaces
          sured.b.add.1d.u32.trap [t, {%r0}], %r1;        | `sured` (PTX ISA 2.0, sm_20) textures and surfaces
          suq.width.b32 %r1, [t];                         | `suq` (PTX ISA 1.5) textures and surfaces
          bra L; L:                                       | runs
          brx.idx %r1, T; L: T: .branchtargets L;         | runs
          call f;                                         | runs
          ret;                                            | runs
          exit;                                           | runs
          bar.sync 0;                                     | runs
          barrier.sync 0;                                 | runs
          bar.warp.sync -1;                               | runs
          barrier.cluster.arrive;                         | runs
          barrier.cluster.arrive.relaxed.aligned;         | runs
          barrier.cluster.wait.acquire;                   | runs
          membar.gl;                                      | runs
          membar.proxy.alias;                             | `membar.proxy` (PTX ISA 7.5, sm_70) memory proxies
          fence.sc.gpu;                                   | runs
          fence.proxy.async;                              | runs
          fence.proxy.async.shared::cta;                  | runs
          fence.proxy.async.global;                       | runs
          fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; | `fence.proxy` (PTX ISA 7.5, sm_70) memory proxies
          fence.proxy.tensormap::generic.release.gpu;     | runs
          fence.proxy.tensormap::generic.acquire.cluster [%d1], 128; | runs
          fence.mbarrier_init.release.cluster;            | runs
          atom.global.add.u32 %r1, [%d1], 1;              | runs
          atom.global.add.v2.f32 {%f0, %f1}, [%d1], {%f2, %f3}; | runs
          atom.global.exch.b128 %q1, [%d1], %q2;          | runs
          atom.acq_rel.gpu.global.cas.b128 %q1, [%d1], %q2, %q0; | runs
          red.global.add.u32 [%d1], 1;                    | runs
          red.global.v4.f32.add [%d1], {%f0, %f1, %f2, %f3}; | runs
          red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], %r2, [%r3]; | runs
          vote.sync.all.pred %p1, %p2, -1;                | runs
          match.any.sync.b32 %r1, %r2, -1;                | runs
          activemask.b32 %r1;                             | runs
          redux.sync.add.u32 %r1, %r2, -1;                | runs
          redux.sync.min.f32 %f1, %f2, -1;                | `redux.f32` (PTX ISA 8.6, sm_100a) floating-point reductions
          griddepcontrol.wait;                            | runs
          "elect.sync %r1|%p1, -1;"                       | runs
          mbarrier.init.shared.b64 [s], 1;                | runs
          mbarrier.inval.shared.b64 [s];                  | runs
          mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [s], 16; | runs
          mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [s], 16; | runs
          mbarrier.arrive.shared.b64 %d1, [s];            | runs
          mbarrier.arrive.expect_tx.shared.b64 %d1, [s], 16; | runs
          mbarrier.arrive_drop.shared.b64 %d1, [s];       | runs
          mbarrier.arrive.relaxed.cta.shared::cta.b64 %d1, [s], 2; | runs
          mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [s], 16; | runs
          mbarrier.arrive.noComplete.release.cta.shared::cta.b64 %d1, [s], 1; | runs
          mbarrier.test_wait.parity.relaxed.cluster.shared::cta.b64 %p1, [s], 0; | runs
          mbarrier.init.layout::v1.shared::cta.b64 [s], 1; | `mbarrier.layout::v1` (PTX ISA 9.3, sm_90) mbarriers with reports
          cp.async.mbarrier.arrive.shared.b64 [s];        | runs
          mbarrier.test_wait.shared.b64 %p1, [s], %d1;    | runs
          mbarrier.try_wait.shared.b64 %p1, [s], %d1;     | runs
          mbarrier.pending_count.b64 %r1, %d1;            | runs
          tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%d1], [s], 128; | runs
          clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [s], [s]; | `clusterlaunchcontrol` (PTX ISA 8.6, sm_100) clusters
          wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%d1]; | `wmma` (PTX ISA 6.0, sm_70) tensor cores
          mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1, %d2}, {%d1}, {%d2}, {%d1, %d2}; | runs
          ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [s]; | runs
          stmatrix.sync.aligned.m8n8.x1.shared.b16 [s], {%r1}; | runs
          movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2; | runs
          wgmma.fence.sync.aligned;                       | runs
          wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d1, %d2, %p1, 1, 1, 0, 0; | runs
          wgmma.mma_async.sync.aligned.m64n8k32.satfinite.s32.s8.u8 {%r1, %r2, %r3, %r4}, %d1, %d2, %p1; | runs
          wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f0, %f1, %f2, %f3}, %d1, %d2, %r1, 0, %p1, 1, 1, 0, 0; | `wgmma.sp` (PTX ISA 8.2, sm_90a) sparse matrices
          wgmma.commit_group.sync.aligned;                | runs
          wgmma.wait_group.sync.aligned 1;                | runs
          tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32; | `tcgen05` (PTX ISA 8.6, sm_100a) tensor cores
          stacksave.u64 %d1;                              | runs
          stackrestore.u64 %d1;                           | runs
          alloca.u64 %d1, %d2;                            | runs
          vadd.u32.u32.u32 %r1, %r2, %r3;                 | `vadd` (PTX ISA 2.0, sm_20) scalar video instructions
          vmad.u32.u32.u32 %r1, %r2, %r3, %r4;            | `vmad` (PTX ISA 2.0, sm_20) scalar video instructions
          vset.u32.u32.eq %r1, %r2, %r3;                  | `vset` (PTX ISA 2.0, sm_20) scalar video instructions
          vadd2.u32.u32.u32 %r1, %r2, %r3, %r4;           | runs
          vabsdiff4.u32.u32.u32.add %r1, %r2, %r3, %r4;   | runs
          brkpt;                                          | `brkpt` (PTX ISA 1.0, sm_11) breakpoints
          nanosleep.u32 20;                               | runs
          pmevent 3;                                      | runs
          trap;                                           | runs
          setmaxnreg.inc.sync.aligned.u32 64;             | runs
          ld.shared::cluster.u32 %r1, [%r2];              | runs
          ld.relaxed.cluster.global.u32 %r1, [%d1];       | runs
          mov.u32 %r1, %cluster_ctaid.x;                  | runs
          mov.u32 %r1, %nclusterid.z;                     | runs
          mov.pred %p1, %is_explicit_cluster;             | runs
          mov.u32 %r1, %pm3;                              | `%pm3` (PTX ISA 1.3) performance counters
          mov.b64 %d1, %current_graph_exec;               | `%current_graph_exec` (PTX ISA 8.0, sm_50) graphs
          ld.global.L2::cache_hint.u32 %r1, [%d1], %d2;   | runs
          ld.global.b128 %q1, [%d1];                      | runs
          st.global.b128 [%d1], %q1;                      | runs
          mov.b128 %q1, {%d1, %d2};                       | runs
          ld.global.nc.L1::no_allocate.L2::evict_first.L2::256B.v4.b64 {%d0, %d1, %d2, _}, [%d3]; | runs
          ld.volatile.v8.f32 {%f0, %f1, %f2, %f3, _, _, _, _}, [%d1]; | runs
          st.global.L2::evict_last.v8.b32 [%d1], {%r0, %r1, %r2, %r3, 4, 5, 6, 7}; | runs
          min.NaN.f32 %f0, %f1, %f2, %f3;                 | runs
          max.ftz.abs.f32 %f0, %f1, %f2, 0f3F800000;      | runs
          cvt.rn.satfinite.relu.e5m2x2.bf16x2 %h1, %r1;   | runs
          """)
  void anInstructionRunsOrIsKnown(String instructions, String answer) {
    String text = ".func f() { ret; }\n" + Ptx.kernel(".reg .b128 %q<3>;\n" + instructions);
    if (answer.equals(RUNS)) {
      assertThat(Ptx.link(text).code()).isNotEmpty();
      return;
    }
    String name = answer.substring(0, answer.indexOf(" ("));
    String section = answer.substring(answer.indexOf(" ("), answer.indexOf(')') + 1);
    String family = answer.substring(answer.indexOf(')') + 2);
    assertThat(Ptx.complaint(text))
        .contains(": " + name + " exists" + section + " and is not supported: " + family + "\n");
  }

  /** What the manual does not have is shown with what was expected, and is not called known. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          adds.u32 %r1, %r2, %r3;          | an instruction that is supported (the nearest is `add`)
          ld.global.mmioo.u32 %r1, [%d1];  | a qualifier of `ld` that is supported
          ld.mmio.relaxed.gpu.u32 %r1, [%d1]; | `.relaxed.sys` with `.mmio`
          fence.proxies.gpu;               | `.sc`, `.acq_rel`, `.acquire` or `.release`, then `.cta`, `.cluster`, `.gpu` or `.sys`
          mbarrier.expects.b64 [s], 1;     | `.init`, `.inval`, `.arrive`, `.arrive_drop`, `.test_wait`, `.try_wait`, `.pending_count`, `.expect_tx` or `.complete_tx`
          mbarrier.arrive.release.shared.b64 %d1, [s]; | an order together with a scope, `.cta` or `.cluster`
          mbarrier.arrive.cta.shared.b64 %d1, [s]; | a scope together with an order
          mbarrier.arrive.acquire.cta.shared.b64 %d1, [s]; | `.expect_tx` or `.noComplete`, `.release` or `.relaxed` with `.cta` or `.cluster`, `.shared::cta` or `.shared::cluster`, and `.b64`
          mbarrier.init.shared::cluster.b64 [s], 1; | `.shared::cta` and `.b64`
          red.global.v3.f32.add [%d1], {%f0, %f1, %f2}; | a qualifier of `red` that is supported
          red.global.v4.f64.add [%d1], {%f0, %f1, %f2, %f3}; | a type that `.v4.add` takes
          atom.global.v2.u32.add {%r0, %r1}, [%d1], {%r2, %r3}; | a type that `.v2.add` takes
          atom.shared.v2.f32.add {%f0, %f1}, [s], {%f2, %f3}; | a vector in `.global` or at a generic address
          cvt.rn.e4m3x2.f32 %h1, %f1, %f2; | a form of `cvt` that is supported
          min.f64 %g0, %g1, %g2, %g3;      | a form of `min` that is supported
          min.s32 %r0, %r1, %r2, %r3;      | a form of `min` that is supported
          max.xorsign.abs.f32 %f0, %f1, %f2, %f3; | a form of `max` that is supported
          min.abs.f32 %f0, %f1, %f2;       | a form of `min` that is supported
          red.global.exch.b128 [%d1], %q1; | `atom`
          atom.global.add.b128 %q1, [%d1], %q2; | a type that `.add` takes
          atom.global.exch.b128 %d1, [%d1], %q2; | a register of 128 bits
          atom.global.exch.b128 %q1, [%d1], %d2; | a register of 128 bits
          atom.global.cas.b128 %q1, [%d1], %q2, 0; | a register of 128 bits
          atom.global.v2.exch.b128 {%q0, %q1}, [%d1], {%q0, %q1}; | a type that `.v2.exch` takes
          ld.global.v2.b128 {%q0, %q1}, [%d1]; | a type that memory has, at most 128 bits together, or `.v8` of 32 or `.v4` of 64 bits
          ld.global.v8.b64 {%d0, %d1, %d2, %d3, %d0, %d1, %d2, %d3}, [%d1]; | a type that memory has, at most 128 bits together, or `.v8` of 32 or `.v4` of 64 bits
          ld.global.v8.b16 {%h0, %h1, %h2, %h3, %h0, %h1, %h2, %h3}, [%d1]; | a type that memory has, at most 128 bits together, or `.v8` of 32 or `.v4` of 64 bits
          ld.shared.v4.b64 {%d0, %d1, %d2, %d3}, [s]; | 256 bits in `.global` or at a generic address
          st.local.v8.b32 [%d1], {%r0, %r1, %r2, %r3, 4, 5, 6, 7}; | 256 bits in `.global` or at a generic address
          ld.global.v4.b64 {%d0, %d1}, [%d1]; | a vector of 4
          discard.global.L1 [%d1], 128;    | `.global`, then `.L2`
          alloca.u64 %d1, %d2, 3;          | a power of two up to 1048576
          """)
  void whatTheManualDoesNotHave(String instructions, String expected) {
    String message = Ptx.complaint(Ptx.kernel(".reg .b128 %q<3>;\n" + instructions));
    assertThat(message).contains("expected " + expected + "\n").contains("^");
    assertThat(message).doesNotContain("exists");
  }

  /** A known directive: the kernel in the same module runs. */
  @Test
  void directivesAreKnown() {
    assertThat(Ptx.complaint(".entry k .blocksareclusters { ret; }"))
        .contains(
            "`.blocksareclusters` exists (PTX ISA 9.0, sm_90) and is not supported: clusters");
    assertThat(Ptx.complaint(".global .texref t;\n.entry k() { .reg .u64 d; mov.u64 d, t; }"))
        .contains("`.texref` exists (PTX ISA 1.5) and is not supported: textures and surfaces");
  }

  @Test
  void theKernelsAroundItRun() throws PtxException {
    assertThat(Ptx.read(".entry k() { fence.proxy.alias; ret; } .entry fine() { ret; }").unusable())
        .containsOnlyKeys("k");
  }
}

package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.syntax.source.PtxException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bad texts are refused when they are read, with the place, what is there, and what should be. */
class PtxErrorTest {
  @Test
  void theLineIsShownWithACaret() {
    assertThat(Ptx.complaint(Ptx.kernel("\tadd.u32 %r1, %r9, 1;")))
        .isEqualTo(
            """
            test.ptx:10:15: found `%r9`, expected a declared name (registers %r0 to %r7 are)
              \tadd.u32 %r1, %r9, 1;
              \t             ^\
            """);
  }

  @Test
  void thePositionIsThereForPrograms() {
    try {
      Ptx.read(Ptx.kernel("mov.u32 %r1;"));
    } catch (PtxException e) {
      assertThat(e.position()).hasToString("test.ptx:10:1");
      return;
    }
    throw new AssertionError("nothing was said");
  }

  @Test
  void aTextThatEndsTooEarlyIsShownAtItsEnd() {
    assertThat(Ptx.complaint(".version 9.0\n.target sm_75\n.visible .entry k("))
        .isEqualTo(
            """
            test.ptx:3:19: found the end of the file, expected `.param` or `)`
              .visible .entry k(
                                ^\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
"""
          ad.u32 %r1, %r2, 1;        | found `ad.u32`, expected an instruction that is supported (the nearest is `add`)
          add.u33 %r1, %r2, 1;       | found `add.u33`, expected a form of `add` that is supported
          add.u32 %r1, %r2;          | found `add.u32` with 2 operands, expected 3 operands
          add.u32 %r1, %r2, %d1;     | found `%d1` (a register of 64 bits), expected a register of 32 bits
          add.u32 %r1, %r2, %p1;     | found `%p1` (a predicate register), expected a register of 32 bits
          add.u32 %r1, %r2, 1.5;     | found a floating-point number, expected an integer for `.u32`
          add.f32 %f1, %f2, 1;       | found an integer, expected a floating-point number such as 0f3F800000
          add.u32 %r1, %r2, [%d1];   | found an address, expected a register or a number
          add.u32 5, %r2, 1;         | found a number, expected a register of 32 bits to write
          add.u32 %tid.x, %r2, 1;    | found `%tid.x`, expected a register of 32 bits to write
          add.u32 %r1 %r2;           | found `%r2`, expected `,` or `;`
          mov.u32 %r1, gg;           | found `gg`, expected a declared name (the nearest is `g`)
          mov.u32 %r1, g;            | found an address in `.global`, expected a type of 64 bits to hold it
          mov.u32 %r1, %cluster_ctaid; | found `%cluster_ctaid`, expected a declared name
          mov.u32 %r1, %clock64;     | found `%clock64` of 64 bits, expected a type of 64 bits to hold it
          mov.b64 %d1, {%r1, %r2, %r3}; | found a vector of 3 in 64 bits, expected 2 or 4 elements of at least 8 bits
          setp.eq.s32 %r1, %r2, 0;   | found `%r1`, expected a predicate register
          setp.eqq.s32 %p1, %r2, 0;  | found `setp.eqq.s32`, expected a form of `setp` that is supported
          @%r1 bra L;                | found `%r1`, expected a predicate register
          bra L;                     | found `L`, expected a label: a declared name
          L: bra M;                  | found `M`, expected a label: a declared name
          L: L: bra L;               | found a second declaration of `L`, expected another name (line 10 has this one)
          brx.idx %r1, L;            | found `L`, expected the name of a list of `.branchtargets`
          ld.global.u32 %r1, %d1;    | found `%d1`, expected an address in brackets
          ld.global.u32 %r1, [%r2];  | found `%r2` (a register of 32 bits), expected a register of 64 bits
          ld.global.u32 %r1, [s];    | found `s` in `.shared`, expected a variable in `.global`
          ld.global.u32 %r1, [%d1+%d2]; | found an offset that is no integer, expected a number of bytes
          ld.release.gpu.u32 %r1, [%d1]; | found `ld.release.gpu.u32`, expected a load that is `.weak`, `.relaxed`, `.acquire` or `.volatile`
          ld.remote.relaxed.gpu.u32 %r1, [%d1]; | found `ld.remote.relaxed.gpu.u32`, expected `.acquire` with `.remote`
          ld.global.global.u32 %r1, [%d1]; | found `.global`, expected one state space
          ld.global.fast.u32 %r1, [%d1]; | found `.fast`, expected a qualifier of `ld` that is supported
          ld.shared.v4.u64 {%d1, %d2, %d3, %d1}, [%d1]; | found `ld.shared.v4.u64`, expected 256 bits in `.global` or at a generic address
          ld.global.v2.u32 %r1, [%d1]; | found `%r1`, expected a vector of 2
          st.const.u32 [c], %r1;     | found `st.const.u32`, expected a store to memory that can be written
          atom.global.add.b32 %r1, [%d1], 1; | found `atom.global.add.b32`, expected a type that `.add` takes
          atom.global.u32 %r1, [%d1], 1; | found `atom.global.u32`, expected an operation
          red.comm.exch.b32 [%d1], 1; | found `red.comm.exch.b32`, expected `atom`
          atom.comm.inc.u32 _, [%d1], 1; | found `atom.comm.inc.u32`, expected an operation that commutes, for `.comm`
          fence.sc;                  | found `fence.sc`, expected a scope
          membar.gpu;                | found `.gpu`, expected `.cta`, `.gl` or `.sys`
          tx.abort;                  | found `tx.abort`, expected `tx.begin` or `tx.commit`
          tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [t, {%f0,%f1}]; | `tex` exists (PTX ISA 1.0) and is not supported: textures and surfaces
          wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%d1]; | `wmma` exists (PTX ISA 6.0, sm_70) and is not supported: tensor cores
          mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%f0}, {%r0}, {%r1}, {%f0}; | found a vector, expected a vector of 4
          mma.sync.aligned.m16n8k8.row.row.f32.tf32.tf32.f32 {%f0}, {%r0}, {%r1}, {%f0}; | found `.row`, expected `.col`
          mma.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 {%f0}, {%r0}, {%r1}, {%f0}; | found `mma.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32`, expected a shape of `mma` that is supported: `.m16n8k8` or `.m16n8k16` of `.f16` and `.bf16`, `.m16n8k4` or `.m16n8k8` of `.tf32`, `.m16n8k32` of `.e4m3` and `.e5m2`, `.m8n8k4` of `.f64`, `.m8n8k16`, `.m16n8k16` or `.m16n8k32` of `.s8` and `.u8`
          mma.sync.aligned.m16n8k32.row.col.f32.e2m3.e4m3.f32 {%f0}, {%r0}, {%r1}, {%f0}; | found `mma.sync.aligned.m16n8k32.row.col.f32.e2m3.e4m3.f32`, expected types of `mma` that are supported: `.f16`, `.bf16`, `.tf32`, `.e4m3`, `.e5m2`, `.f64`, `.s8` or `.u8` matrices, and `.f32`, `.f16`, `.s32` or `.f64` sums
          wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16 {%f0,%f1,%f2,%f3}, %d1, %d2, %p1, 1, 1, 0, 0; | found `wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16`, expected a shape of `wgmma` that is supported: `.m64nNk16` of `.f16` and `.bf16`, `.m64nNk8` of `.tf32`, `.m64nNk32` of `.e4m3`, `.e5m2`, `.s8` and `.u8`, N a multiple of 8 up to 256 (of integers above 32, of 16)
          wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %d1, %d2, %p1, 1, 0, 0, 0; | found `0`, expected 1 or -1
          wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %d1, %d2, %p1, 1, 1, 0, 2; | found `2`, expected 0 or 1
          wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1}, %d1, %d2, %p1, 1, 1, 0, 0; | found a vector, expected a vector of 4
          wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%f0,%f1,%f2,%f3}, %d1, %d2, %r1, 0, %p1, 1, 1, 0, 0; | `wgmma.sp` exists (PTX ISA 8.2, sm_90a) and is not supported: sparse matrices
          wgmma.fence.aligned;       | found `.aligned`, expected `.sync`
          setmaxnreg.set.sync.aligned.u32 64; | found `.set`, expected `.inc` or `.dec`
          setmaxnreg.inc.sync.aligned.u32 60; | found `60`, expected a multiple of 8 from 24 to 256
          setmaxnreg.dec.sync.aligned.u32 264; | found `264`, expected a multiple of 8 from 24 to 256
          setmaxnreg.dec.sync.aligned.u32 %r1; | found `%r1`, expected a multiple of 8 from 24 to 256
          wgmma.wait.sync.aligned 0; | found `.wait`, expected `.mma_async`, `.fence`, `.commit_group` or `.wait_group`
          ldmatrix.sync.aligned.m8n8.x3.shared.b16 {%r1}, [s]; | found `ldmatrix.sync.aligned.m8n8.x3.shared.b16`, expected `ldmatrix` of `.x1`, `.x2` or `.x4`
          mapa.u32 %r1, %r2, 0;      | found `mapa.u32`, expected `.shared::cluster` with `.u32` or `.u64`, or `.u64` alone
          st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u64 [%r1], {%d1, %d2, %d1, %d2}, [%r2]; | found `st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u64`, expected one to four elements of 32 or 64 bits, 128 bits at most
          red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.exch.b32 [%r1], %r2, [%r3]; | found `red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.exch.b32`, expected an operation and a type that it takes, such as `.add.u32`
          mbarrier.arrive.shared::cluster.b64 %d1, [s]; | found a result, expected `_`: `.shared::cluster` gives no state back
          cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [%d1, {%r0}], [%r1]; | found a tensor map with coordinates, expected `[map, {x, …}]`: a tensor map and 2 coordinates
          cp.async.bulk.tensor.6d.global.shared::cta.tile.bulk_group [%d1, {%r0}], [s]; | found `.6d`, expected `.1d` to `.5d`
          tensormap.replace.tile.box_dim.global.b1024.b32 [%d1], 5, %r0; | found a number, expected a number from 0 to 4
          tensormap.replace.tile.global_stride.global.b1024.b64 [%d1], 4, %d1; | found a number, expected a number from 0 to 3
          fence.proxy.tensormap::generic.acquire.gpu [%d1], 64; | found a number, expected a size of 128
          shfl.sync.b32 %r1, %r2, 0, 31, -1; | found `shfl.sync.b32`, expected `.up`, `.down`, `.bfly` or `.idx`
          bar.sync;                  | found `bar.sync` with 0 operands, expected 1 to 2 operands
          call f;                    | found `f`, expected a declared name (the nearest is `%f`)
          ret                        | found `ret` with 1 operand, expected 0 operands
          .reg .b32 %r<4>;           | found a second declaration of `%r<>`, expected another name
          .reg .b33 %x;              | found `.b33`, expected a type
          .local .b8 x[-1];          | found a size that is no number of elements, expected 0 to 2147483647
          .shared .b8 x[];           | found an array without a size in a function, expected a number of elements
          .surprise 5;               | found `.surprise`, expected `.reg`, `.local`, `.shared`, `.param`, `.loc` or `.pragma`
          mov.u32 %r1, 0x1ffffffffffffffff; | found an integer of more than 64 bits, expected one that fits into 64 bits
          mov.u32 %r1, 12abc;        | found `12abc`, expected a number
          mov.f32 %f1, 0f12;         | found `0f12`, expected 8 hexadecimal digits
          mov.u32 %r1, 1/0;          | found a division by zero, expected another divisor
""")
  void instructionsThatMakeNoSense(String instructions, String expected) {
    // The last column ends in `;` where the text's own `ret;` would follow.
    assertThat(Ptx.complaintOf(instructions)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          .address_size 32           | 1:15: found an address size of 32, expected 64
          .global .texref t;         | 1:9: `.texref` exists (PTX ISA 1.5) and is not supported: textures and surfaces
          .texref t;                 | 1:1: `.texref` exists (PTX ISA 1.5) and is not supported: textures and surfaces
          .visible .version 9.0      | 1:10: found `.version`, expected `.entry`, `.func`, `.global`, `.const` or `.shared`
          .entry k .blocksareclusters {} | 1:10: `.blocksareclusters` exists (PTX ISA 9.0, sm_90) and is not supported: clusters
          .entry k .maxclusterrank 0 {} | 1:26: found `0`, expected a number of CTAs, at least 1
          .entry k .reqnctapercluster 2,1,1,1 {} | 1:35: found `1`, expected up to three sizes of a cluster
          .entry k .reqnctapercluster 2 .maxclusterrank 2 {} | 1:31: found `.maxclusterrank`, expected no `.maxclusterrank` with `.reqnctapercluster`
          .global .u32 g; .global .u64 g; | 1:30: found a second definition of `g`, expected another name
          .entry k() {} .entry k() {} | 1:22: found a second definition of `k`, expected another name (line 1 has this one)
          .entry k() { ret;          | 1:18: found the end of the file, expected an instruction, a label, a directive or `}`
          .global .u32 g[2] = {1,2,3}; | 1:26: found `3`, expected `}` (the array is full)
          .global .u32 g = &x;       | 1:18: found `&`, expected a number or a name
          .global .u64 g = x;        | 1:18: found `x`, expected a declared name
          .shared .u32 s = 5;        | 1:16: found an initialiser, expected `;`
          .global .align 3 .u32 g;   | 1:16: found an alignment of 3, expected a power of two up to 1048576
          /* no end                  | 1:1: found a comment that does not end, expected `*/`
          .file 1 "no end            | 1:9: found a string that does not end, expected `""`
          hello                      | 1:1: found `hello`, expected a directive
          .extern .func f(); .entry k() { call f; } | 1:38: found a call of `f`, which is declared and not defined, expected a function of this module, `vprintf`, `malloc`, `free` or `__assertfail`
          .extern .func __cudaCDP2Malloc(); .entry k() { call __cudaCDP2Malloc; } | 1:53: found a call of `__cudaCDP2Malloc`: calls of the CUDA runtime by kernels are not supported
          .extern .func cudaLaunchDeviceV2(); .entry k() { call cudaLaunchDeviceV2; } | 1:55: found a call of `cudaLaunchDeviceV2`: kernels started by kernels are not supported
          .func f(.param .u32 x) {} .entry k() { call f; } | 1:45: found 0 arguments for `f`, expected 1
          .func f(.param .u32 x) {} .entry k() { .param .u64 y; call f, (y); } | 1:64: found a parameter of 8 bytes, expected one of 4 bytes
          .extern .global .u32 x; .entry k() { .reg .u64 d; mov.u64 d, x; } | 1:62: found `x`, which is declared `.extern` and defined nowhere, expected a variable of this module
          .entry k() { .reg .u64 d; call d, (); } | 1:32: found a call through an address, expected a `.callprototype` or `.calltargets` for it
          """)
  void textsThatMakeNoSense(String text, String expected) {
    assertThat(Ptx.complaint(text.replace("\"\"", "\"")).lines().findFirst().orElseThrow())
        .isEqualTo("test.ptx:" + expected.replace("\"\"", "\""));
  }

  @Test
  void theResultOfACommutativeAtomicMayNotBeRead() {
    assertThat(Ptx.complaintOf("atom.comm.add.u32 %r1, [%d1], 1; st.global.u32 [g], %r1;"))
        .isEqualTo(
            "found a `.comm` atomic whose result is read, expected `red.comm`, or a result that"
                + " no instruction reads");
    assertThat(Ptx.lower("atom.comm.add.u32 %r1, [%d1], 1;")).hasSize(1);
  }

  @Test
  void unknownKernelsAreNamed() {
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> Ptx.read(Ptx.kernel("")).linker().link("other", java.util.Map.of("g", 0L)))
        .hasMessage("test.ptx has no kernel named other");
  }
}

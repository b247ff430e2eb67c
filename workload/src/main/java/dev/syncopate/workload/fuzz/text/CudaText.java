package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.FuzzSpace;
import dev.syncopate.workload.fuzz.program.FuzzStatement;
import dev.syncopate.workload.fuzz.program.KernelProgram;
import java.util.List;
import java.util.Random;

/** A whole kernel as CUDA C++, which compiles without any header. */
public final class CudaText {
  private static final String PRELUDE =
      """
      #ifdef __clang__
      #define __global__ __attribute__((global))
      #define __device__ __attribute__((device))
      #define __shared__ __attribute__((shared))
      #define __constant__ __attribute__((constant))
      #define __noinline__ __attribute__((noinline))
      #define TID_X __nvvm_read_ptx_sreg_tid_x()
      #define TID_Y __nvvm_read_ptx_sreg_tid_y()
      #define NTID_X __nvvm_read_ptx_sreg_ntid_x()
      #define CTA __nvvm_read_ptx_sreg_ctaid_x()
      #define SHFL(mode, m, v, b, c) __nvvm_shfl_sync_##mode##_i32(m, v, b, c)
      #define BALLOT(m, p) __nvvm_vote_ballot_sync(m, p)
      #define VOTE_all(m, p) __nvvm_vote_all_sync(m, p)
      #define VOTE_any(m, p) __nvvm_vote_any_sync(m, p)
      #define VOTE_uni(m, p) __nvvm_vote_uni_sync(m, p)
      #define MATCH_ANY(m, v) __nvvm_match_any_sync_i32(m, v)
      #define REDUX_add(m, v) __nvvm_redux_sync_add(v, m)
      #define REDUX_min(m, v) __nvvm_redux_sync_min(v, m)
      #define REDUX_max(m, v) __nvvm_redux_sync_umax(v, m)
      #define REDUX_and(m, v) __nvvm_redux_sync_and(v, m)
      #define REDUX_or(m, v) __nvvm_redux_sync_or(v, m)
      #define REDUX_xor(m, v) __nvvm_redux_sync_xor(v, m)
      #define SYNCWARP(m) __nvvm_bar_warp_sync(m)
      #define SYNC_popc(p) __nvvm_bar0_popc(p)
      #define SYNC_and(p) __nvvm_bar0_and(p)
      #define SYNC_or(p) __nvvm_bar0_or(p)
      #define SYNC() __syncthreads()
      #else
      #define TID_X threadIdx.x
      #define TID_Y threadIdx.y
      #define NTID_X blockDim.x
      #define CTA blockIdx.x
      #define SHFL_idx __shfl_sync
      #define SHFL_up __shfl_up_sync
      #define SHFL_down __shfl_down_sync
      #define SHFL_bfly __shfl_xor_sync
      #define SHFL(mode, m, v, b, c) SHFL_##mode(m, v, b, 32 - ((c) >> 8))
      #define BALLOT(m, p) __ballot_sync(m, p)
      #define VOTE_all(m, p) __all_sync(m, p)
      #define VOTE_any(m, p) __any_sync(m, p)
      #define VOTE_uni(m, p) __uni_sync(m, p)
      #define MATCH_ANY(m, v) __match_any_sync(m, v)
      #define REDUX_add(m, v) __reduce_add_sync(m, v)
      #define REDUX_min(m, v) __reduce_min_sync(m, (int)(v))
      #define REDUX_max(m, v) __reduce_max_sync(m, v)
      #define REDUX_and(m, v) __reduce_and_sync(m, v)
      #define REDUX_or(m, v) __reduce_or_sync(m, v)
      #define REDUX_xor(m, v) __reduce_xor_sync(m, v)
      #define SYNCWARP(m) __syncwarp(m)
      #define SYNC_popc(p) __syncthreads_count(p)
      #define SYNC_and(p) (__syncthreads_and(p) != 0)
      #define SYNC_or(p) (__syncthreads_or(p) != 0)
      #define SYNC() __syncthreads()
      #endif
      #define APART() asm volatile("barrier.sync 0;" ::: "memory")
      typedef unsigned u;
      typedef unsigned long long u64;
      """;

  private CudaText() {}

  /** The source of a kernel {@code k(out, in)}. */
  public static String of(KernelProgram program) {
    int threads = program.threads();
    StringBuilder text = new StringBuilder(PRELUDE);
    text.append("__constant__ u table[16] = {")
        .append(PtxText.table(program.seed()).replace(",", "u,"))
        .append("u};\n");
    text.append("__shared__ u slots[").append(FuzzSpace.SHARED.words() * threads).append("];\n");
    text.append("__shared__ volatile u board[")
        .append(Math.ceilDiv(threads, 32) * 32)
        .append("];\n__shared__ u cells[")
        .append(threads)
        .append("];\n");
    for (int i = 0; i < program.functions().size(); i++) {
      function(program, i, text);
    }
    text.append(
        "typedef u (*function)(u, u, u, const u*, u*);\n__device__ function functions[] = {");
    for (int i = 0; i < program.functions().size(); i++) {
      text.append(i == 0 ? "f" : ", f").append(i);
    }
    text.append("};\n");
    kernel(program, text);
    return text.toString();
  }

  private static void start(KernelProgram program, StringBuilder text) {
    text.append("  u t = ")
        .append(program.y() == 1 ? "TID_X" : "TID_Y * NTID_X + TID_X")
        .append(", lane = t & 31, cta = CTA, gid = cta * ")
        .append(program.threads())
        .append(" + t;\n  u own[4] = {0, 0, 0, 0};\n");
  }

  private static void function(KernelProgram program, int number, StringBuilder text) {
    text.append("__device__ __noinline__ u f")
        .append(number)
        .append("(u v0, u v1, u m0, const u* in, u* out) {\n");
    start(program, text);
    text.append("  u v2 = 0, v3 = 1, v4 = 2, v5 = 3;\n");
    CudaFunction target = new CudaFunction(text, program, true);
    List<FuzzStatement> body = program.functions().get(number);
    new StatementWriter(program, target, false).block(body, program.exchanges(body) ? "m0" : null);
    text.append("  return ").append(CudaFunction.RESULT).append(";\n}\n");
  }

  private static void kernel(KernelProgram program, StringBuilder text) {
    text.append("extern \"C\" __global__ void k(u* out, const u* in) {\n");
    start(program, text);
    text.append("  u v0 = in[t & 63]");
    Random random = new Random(program.seed());
    for (int i = 1; i < KernelProgram.VARIABLES; i++) {
      text.append(", v").append(i).append(" = ").append(random.nextInt(1 << 20)).append('u');
    }
    boolean masks = program.exchanges();
    text.append(masks ? ", m0 = 0xffffffffu;\n" : ";\n");
    CudaFunction target = new CudaFunction(text, program, false);
    new StatementWriter(program, target, true).block(program.body(), masks ? "m0" : null);
    for (int i = 0; i < KernelProgram.VARIABLES; i++) {
      text.append("  out[gid * %d + %d] = v%d;\n".formatted(KernelProgram.WORDS, i, i));
    }
    text.append("}\n");
  }
}

package dev.syncopate.workload.fuzz.text;

import dev.syncopate.workload.fuzz.program.FuzzStatement.Kind;

/** Exchanges among lanes of a warp, in PTX. */
final class PtxWarp {
  private final PtxCode code;
  private final PtxMemory memory;

  PtxWarp(PtxCode code, PtxMemory memory) {
    this.code = code;
    this.memory = memory;
  }

  String tile(String mask, int size) {
    String first = code.result("and.b32", memory.lane, -size);
    String tile = code.result("shl.b32", code.result("mov.b32", (1L << size) - 1), first);
    return code.result("and.b32", mask, tile);
  }

  String parity(String mask) {
    String odd = code.predicate();
    String bit = code.result("and.b32", memory.lane, 1);
    code.line("setp.eq.u32 %s, %s, 0", odd, bit);
    return code.result("and.b32", mask, code.result("selp.b32", "0x55555555", "0xaaaaaaaa", odd));
  }

  String exchange(Kind kind, String mask, String value, String operand, int segment) {
    return switch (kind) {
      case SHUFFLE_INDEX -> shuffle("idx", mask, value, operand, segment);
      case SHUFFLE_UP -> shuffle("up", mask, value, operand, segment);
      case SHUFFLE_DOWN -> shuffle("down", mask, value, operand, segment);
      case SHUFFLE_XOR -> shuffle("bfly", mask, value, operand, segment);
      case VOTE_ALL -> vote("all", mask, value);
      case VOTE_ANY -> vote("any", mask, value);
      case VOTE_UNIFORM -> vote("uni", mask, value);
      case VOTE_BALLOT -> code.result("vote.sync.ballot.b32", bit(value), mask);
      case MATCH_ANY -> code.result("match.any.sync.b32", code.result("and.b32", value, 3), mask);
      case MATCH_ALL -> {
        String allEqual = code.predicate();
        String label = code.result("shr.u32", value, 30);
        String lanes = code.word();
        code.line("match.all.sync.b32 %s|%s, %s, %s", lanes, allEqual, label, mask);
        yield code.result("selp.b32", lanes, 77, allEqual);
      }
      case REDUCE_ADD -> code.result("redux.sync.add.s32", value, mask);
      case REDUCE_MIN -> code.result("redux.sync.min.s32", value, mask);
      case REDUCE_MAX -> code.result("redux.sync.max.u32", value, mask);
      case REDUCE_AND -> code.result("redux.sync.and.b32", value, mask);
      case REDUCE_OR -> code.result("redux.sync.or.b32", value, mask);
      case REDUCE_XOR -> code.result("redux.sync.xor.b32", value, mask);
      case WARP_BARRIER -> throw new IllegalArgumentException("written by statements");
    };
  }

  private String shuffle(String mode, String mask, String value, String operand, int segment) {
    int bounds = ((32 - segment) << 8) | (mode.equals("up") ? 0 : 31);
    String destination = code.word();
    String inside = code.predicate();
    code.line(
        "shfl.sync.%s.b32 %s|%s, %s, %s, %d, %s",
        mode, destination, inside, value, operand, bounds, mask);
    String marked = code.result("xor.b32", destination, "0x5bd1e995");
    return code.result("selp.b32", destination, marked, inside);
  }

  private String vote(String how, String mask, String value) {
    String result = code.predicate();
    code.line("vote.sync.%s.pred %s, %s, %s", how, result, bit(value), mask);
    return code.result("selp.b32", 1, 0, result);
  }

  private String bit(String value) {
    String set = code.predicate();
    code.line("setp.ne.s32 %s, %s, 0", set, code.result("and.b32", value, 1));
    return set;
  }

  String look(String mask, String partnerLane, String ownValue) {
    String partner = code.result("and.b32", partnerLane, 31);
    String first = code.result("sub.s32", memory.thread, memory.lane);
    String observed =
        code.result("ld.shared.u32", memory.cell("board", code.result("add.s32", first, partner)));
    String present = bit(code.result("shr.u32", mask, partner));
    return code.result("selp.b32", observed, ownValue, present);
  }
}

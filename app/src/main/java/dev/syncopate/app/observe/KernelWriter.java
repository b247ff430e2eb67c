package dev.syncopate.app.observe;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.AsyncInstruction.MbarrierAction;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the text of a test's kernel. The first thread of each block initialises the block's shared
 * memory; a barrier of the block, and one of its cluster, come before the test's threads begin.
 */
final class KernelWriter {
  /** The block's shared memory. */
  private static final String SHARED = "shared_memory";

  /** Numbers of the barriers that a test's own ones get, from this one on. */
  private static final int FIRST_BARRIER = 1;

  private static final int BARRIERS = 15;

  private final LitmusTest test;
  private final KernelLayout layout;
  private final StringBuilder text = new StringBuilder();

  KernelWriter(LitmusTest test, KernelLayout layout) throws UnsupportedTestException {
    this.test = test;
    this.layout = layout;
    if (test.annotations().dialect() != LitmusDialect.PTX || test.hasProxies()) {
      throw new UnsupportedTestException("it is not a test of PTX's generic and async proxies");
    }
  }

  String text() throws UnsupportedTestException {
    head();
    initialise();
    for (LitmusThread thread : test.threads()) {
      line(
          "setp.ne.u32 %%p0, %%block, %d; setp.eq.and.u32 %%p1, %%thread, %d, !%%p0; @%%p1 bra P%d;"
              .formatted(layout.block(thread), 32 * layout.warp(thread), thread.id()));
    }
    line("bra DONE;");
    for (LitmusThread thread : test.threads()) {
      write(thread);
    }
    end();
    return text.toString();
  }

  private void line(String instruction) {
    text.append("  ").append(instruction).append('\n');
  }

  private void head() {
    String cluster =
        layout.clusterSize() == 1
            ? ""
            : " .explicitcluster .reqnctapercluster %d, 1, 1".formatted(layout.clusterSize());
    text.append(
        """
        // %s: a litmus test as a kernel. Grid: %d blocks of %d threads.
        // memory: %d bytes of locations; results: %d bytes.
        %s.version 8.6
        .target %s
        .address_size 64
        .visible .entry %s(.param .u64 memory, .param .u64 results)%s {
          .shared .align %d .b8 %s[%d];
          .reg .pred %%p<4>;
          .reg .b32 %%block, %%thread, %%shared;
          .reg .b64 %%memory, %%results;
        """
            .formatted(
                test.name(),
                layout.blockCount(),
                layout.blockThreads(),
                layout.globalBytes(),
                layout.resultBytes(),
                maps(),
                layout.replacesMaps() ? "sm_90a" : "sm_90",
                LitmusKernel.ENTRY,
                cluster,
                layout.sharedAlignment(),
                SHARED,
                layout.sharedBytes()));
    for (LitmusThread thread : test.threads()) {
      for (String register : KernelLayout.registers(thread)) {
        line(".reg .b32 %s;".formatted(register(thread, register)));
      }
    }
    for (int rank = 0; rank < layout.clusterSize(); rank++) {
      line(".reg .b32 %%peer%d;".formatted(rank));
    }
    if (!layout.tiles().isEmpty()) {
      line(".reg .b32 %coordinate;");
      line(".reg .b64 %map, %tile;");
      line("mov.u32 %coordinate, 0;");
    }
    line("ld.param.u64 %memory, [memory];");
    line("ld.param.u64 %results, [results];");
    line("mov.u32 %block, %ctaid.x;");
    line("mov.u32 %thread, %tid.x;");
    line("mov.u32 %%shared, %s;".formatted(SHARED));
  }

  /** The tensor maps that the host encodes, for people. */
  private String maps() {
    StringBuilder lines = new StringBuilder();
    layout
        .tiles()
        .forEach((map, tile) ->
            lines.append(
                "// Tensor map at byte %d of memory: one dimension of %d words at byte %d, box %d.\n"
                    .formatted(
                        layout.offset(map),
                        LitmusKernel.WORDS,
                        layout.offset(tile),
                        LitmusKernel.WORDS)));
    return lines.toString();
  }

  private void initialise() throws UnsupportedTestException {
    line("setp.ne.u32 %p0, %thread, 0;");
    line("@%p0 bra READY;");
    for (int block = 0; block < layout.blockCount(); block++) {
      line("setp.ne.u32 %%p1, %%block, %d;".formatted(block));
      line("@%%p1 bra BLOCK%d;".formatted(block));
      for (String name : test.shared()) {
        if (layout.blockOf(name) == block) {
          initialise(name);
        }
      }
      text.append("BLOCK").append(block).append(":\n");
    }
    line("fence.proxy.async;");
    if (layout.clusterSize() > 1) {
      line("fence.mbarrier_init.release.cluster;");
    }
    text.append("READY:\n");
    line("bar.sync 0;");
    if (layout.clusterSize() > 1) {
      line("barrier.cluster.arrive;");
      line("barrier.cluster.wait;");
      for (int rank = 0; rank < layout.clusterSize(); rank++) {
        line("mapa.shared::cluster.u32 %%peer%d, %%shared, %d;".formatted(rank, rank));
      }
    }
  }

  private void initialise(String name) throws UnsupportedTestException {
    Long arrivals = test.annotations().mbarriers().get(name);
    if (arrivals != null) {
      line(
          "mbarrier.init.shared::cta.b64 [%s+%d], %d;"
              .formatted(SHARED, layout.offset(name), arrivals));
      return;
    }
    line(
        "st.shared.v4.u32 [%s+%d], {%s, 0, 0, 0};"
            .formatted(
                SHARED,
                layout.offset(name),
                constant(Objects.requireNonNull(test.locations().get(name)))));
  }

  private static String constant(LitmusOperand operand) throws UnsupportedTestException {
    if (operand instanceof LitmusOperand.Constant(long value)) {
      return Integer.toString((int) value);
    }
    throw new UnsupportedTestException("an address is a value in it");
  }

  private static String register(LitmusThread thread, String name) {
    return "%%P%d_%s".formatted(thread.id(), name.replaceAll("[^A-Za-z0-9_]", "_"));
  }

  private void write(LitmusThread thread) throws UnsupportedTestException {
    text.append('P').append(thread.id()).append(":\n");
    for (String name : KernelLayout.registers(thread)) {
      LitmusOperand start = thread.registers().get(name);
      line(
          "mov.b32 %s, %s;"
              .formatted(register(thread, name), start == null ? "0" : constant(start)));
    }
    List<LitmusInstruction> instructions = thread.instructions();
    for (int i = 0; i < instructions.size(); i++) {
      text.append(label(thread, i)).append(":\n");
      write(thread, instructions.get(i));
    }
    text.append(label(thread, instructions.size())).append(":\n");
    for (String name : KernelLayout.registers(thread)) {
      line(
          "st.global.u32 [%%results+%d], %s;"
              .formatted(layout.result(thread.id(), name), register(thread, name)));
    }
    line("bra END;");
  }

  private static String label(LitmusThread thread, int instruction) {
    return "P%d_%d".formatted(thread.id(), instruction);
  }

  private void write(LitmusThread thread, LitmusInstruction instruction)
      throws UnsupportedTestException {
    switch (instruction) {
      case LitmusInstruction.Load i ->
          line(
              "ld%s%s.u32 %s, %s;"
                  .formatted(
                      qualifiers(i.remote(), i.order(), i.scope()),
                      space(i.address(), thread),
                      register(thread, i.target()),
                      address(i.address(), thread)));
      case LitmusInstruction.Store i ->
          line(
              "st%s%s.u32 %s, %s;"
                  .formatted(
                      qualifiers(i.remote(), i.order(), i.scope()),
                      space(i.address(), thread),
                      address(i.address(), thread),
                      value(i.value(), thread)));
      case LitmusInstruction.Atomic i -> atomic(thread, i);
      case LitmusInstruction.Fence(LitmusOrder order, LitmusScope scope) ->
          line("fence.%s.%s;".formatted(order.text(), scope.text()));
      case LitmusInstruction.Barrier i -> barrier(i);
      case LitmusInstruction.Move(String target, LitmusOperand value) ->
          line("mov.b32 %s, %s;".formatted(register(thread, target), value(value, thread)));
      case LitmusInstruction.Compute(
              IntegerFunction arithmetic,
              String target,
              LitmusOperand a,
              LitmusOperand b) ->
          line(
              "%s %s, %s, %s;"
                  .formatted(
                      function(arithmetic),
                      register(thread, target),
                      value(a, thread),
                      value(b, thread)));
      case LitmusInstruction.Branch branch -> {
        line(
            "setp.%s.s32 %%p0, %s, %s;"
                .formatted(
                    branch.comparison().name().toLowerCase(Locale.ROOT),
                    value(branch.a(), thread),
                    value(branch.b(), thread)));
        line("@%%p0 bra %s;".formatted(label(thread, branch.target())));
      }
      case LitmusInstruction.Goto(int target) -> line("bra %s;".formatted(label(thread, target)));
      case LitmusInstruction.Asynchronous(AsyncInstruction operation) ->
          asynchronous(thread, operation);
      case LitmusInstruction.ProxyFence _,
          LitmusInstruction.Begin _,
          LitmusInstruction.Commit _,
          LitmusInstruction.Failed _ ->
          throw refused(LitmusInstructionText.of(instruction));
    }
  }

  private static UnsupportedTestException refused(String instruction) {
    return new UnsupportedTestException("a kernel has no `" + instruction + "`");
  }

  private static String function(IntegerFunction arithmetic) {
    return switch (arithmetic) {
      case ADD, SUB, DIV -> arithmetic.text() + ".s32";
      case MUL -> "mul.lo.s32";
      case AND, OR, XOR -> arithmetic.text() + ".b32";
    };
  }

  private void atomic(LitmusThread thread, LitmusInstruction.Atomic i)
      throws UnsupportedTestException {
    String target = i.target();
    String operands =
        switch (i.update()) {
          case Update.Combine(IntegerFunction arithmetic, LitmusOperand value) ->
              update(arithmetic, i) + " %s" + ", " + value(value, thread);
          case Update.Exchange(LitmusOperand value) -> ".exch.b32 %s, " + value(value, thread);
          case Update.CompareAndSwap(LitmusOperand expected, LitmusOperand replacement) ->
              ".cas.b32 %s, " + value(expected, thread) + ", " + value(replacement, thread);
        };
    boolean returns = target != null || !(i.update() instanceof Update.Combine);
    String result = target == null ? "_, " : register(thread, target) + ", ";
    line(
        "%s%s%s%s;"
            .formatted(
                returns ? "atom" : "red",
                qualifiers(i.remote(), i.order(), i.scope()),
                space(i.address(), thread),
                operands.replace("%s", (returns ? result : "") + address(i.address(), thread))));
  }

  private static String update(IntegerFunction arithmetic, LitmusInstruction.Atomic i)
      throws UnsupportedTestException {
    return switch (arithmetic) {
      case ADD -> ".add.u32";
      case AND, OR, XOR -> "." + arithmetic.text() + ".b32";
      case SUB, MUL, DIV -> throw refused(LitmusInstructionText.of(i));
    };
  }

  private static String qualifiers(boolean remote, LitmusOrder order, @Nullable LitmusScope scope)
      throws UnsupportedTestException {
    if (order == LitmusOrder.SC) {
      throw new UnsupportedTestException("PTX has no sequentially consistent access");
    }
    return (remote ? ".remote." : ".") + order.text() + (scope == null ? "" : "." + scope.text());
  }

  private void barrier(LitmusInstruction.Barrier i) throws UnsupportedTestException {
    if (!i.waits() || i.id() != null || i.quorum() != null) {
      throw refused(LitmusInstructionText.of(i));
    }
    if (!(i.instance() instanceof LitmusOperand.Constant(long number))) {
      throw refused(LitmusInstructionText.of(i));
    }
    line("bar.sync %d;".formatted(FIRST_BARRIER + Math.floorMod(number, BARRIERS)));
  }

  private static String value(LitmusOperand operand, LitmusThread thread)
      throws UnsupportedTestException {
    return operand instanceof LitmusOperand.Register(String name)
        ? register(thread, name)
        : constant(operand);
  }

  // ---- addresses ----

  private static String location(LitmusOperand address) throws UnsupportedTestException {
    if (address instanceof LitmusOperand.Location(String name)) {
      return name;
    }
    throw new UnsupportedTestException("an address is computed in it");
  }

  private String space(LitmusOperand address, LitmusThread thread) throws UnsupportedTestException {
    String name = location(address);
    return layout.isShared(name) ? sharedSpace(name, thread) : ".global";
  }

  private String address(LitmusOperand address, LitmusThread thread)
      throws UnsupportedTestException {
    return address(location(address), thread);
  }

  private boolean isPeers(String name, LitmusThread thread) {
    return layout.isShared(name) && layout.blockOf(name) != layout.block(thread);
  }

  private String sharedSpace(String name, LitmusThread thread) {
    return isPeers(name, thread) ? ".shared::cluster" : ".shared::cta";
  }

  private String address(String name, LitmusThread thread) {
    return address(name, thread, 0);
  }

  /**
   * @param skipped bytes of the location in front of the addressed ones
   */
  private String address(String name, LitmusThread thread, int skipped) {
    int offset = layout.offset(name) + skipped;
    if (!layout.isShared(name)) {
      return "[%%memory+%d]".formatted(offset);
    }
    return isPeers(name, thread)
        ? "[%%peer%d+%d]".formatted(layout.blockOf(name) % layout.clusterSize(), offset)
        : "[%s+%d]".formatted(SHARED, offset);
  }

  // ---- asynchronous operations ----

  private void asynchronous(LitmusThread thread, AsyncInstruction operation)
      throws UnsupportedTestException {
    switch (operation) {
      case AsyncInstruction.Copy copy -> copy(thread, copy);
      case AsyncInstruction.RemoteStore store -> {
        IntegerFunction reduction = store.reduction();
        if (reduction != null) {
          reduce(thread, store, reduction);
          return;
        }
        line(
            "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 %s, {%d, 0, 0, 0}, %s;"
                .formatted(
                    address(store.target(), thread),
                    store.value(),
                    address(store.mbarrier(), thread)));
      }
      case AsyncInstruction.Mbarrier step -> mbarrier(thread, step);
      case AsyncInstruction.CommitGroup _,
          AsyncInstruction.WaitGroup _,
          AsyncInstruction.InitFence _,
          AsyncInstruction.ClusterBarrier _,
          AsyncInstruction.ProxyFence _ ->
          line("%s;".formatted(operation.text()));
      case AsyncInstruction.TensorLoad(String target, String map, String mbarrier) -> {
        global("map", map);
        line(
            "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes %s, [%%map, {%%coordinate}], %s;"
                .formatted(address(target, thread), address(mbarrier, thread)));
      }
      case AsyncInstruction.TensormapFence(LitmusScope scope, String map) -> {
        if (map == null) {
          line("%s;".formatted(operation.text()));
          return;
        }
        global("map", map);
        line("fence.proxy.tensormap::generic.acquire.%s [%%map], 128;".formatted(scope.text()));
      }
      case AsyncInstruction.ReplaceMap(String map, String tile) -> {
        global("map", map);
        global("tile", tile);
        line("tensormap.replace.tile.global_address.global.b1024.b64 [%map], %tile;");
      }
    }
  }

  /** Sets a register to the address of a location in global memory. */
  private void global(String register, String name) {
    line("add.u64 %%%s, %%memory, %d;".formatted(register, layout.offset(name)));
  }

  /**
   * An asynchronous reduction, which PTX has of one word: one for each word of the location, as its
   * mbarrier counts the bytes of all. Words behind the value stay as they are.
   */
  private void reduce(
      LitmusThread thread, AsyncInstruction.RemoteStore store, IntegerFunction reduction)
      throws UnsupportedTestException {
    String type =
        switch (reduction) {
          case ADD -> "u32";
          case AND, OR, XOR -> "b32";
          case SUB, MUL, DIV -> throw refused(store.text());
        };
    long neutral = reduction == IntegerFunction.AND ? -1 : 0;
    for (int word = 0; word < LitmusKernel.WORDS; word++) {
      line(
          "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.%s.%s %s, %d, %s;"
              .formatted(
                  reduction.text(),
                  type,
                  address(store.target(), thread, word * KernelLayout.WORD),
                  word == 0 ? store.value() : neutral,
                  address(store.mbarrier(), thread)));
    }
  }

  private void copy(LitmusThread thread, AsyncInstruction.Copy copy) {
    String source = copy.sources().getFirst();
    String target = copy.targets().getFirst();
    IntegerFunction reduction = copy.reduction();
    String mbarrier = copy.mbarrier();
    line(
        "cp.%sasync.bulk.%s.%s%s %s, %s, %d%s;"
            .formatted(
                reduction == null ? "" : "reduce.",
                switch (copy.direction()) {
                  case GLOBAL_TO_SHARED -> "shared::cluster.global";
                  case SHARED_TO_GLOBAL -> "global.shared::cta";
                  case SHARED_TO_PEER -> "shared::cluster.shared::cta";
                },
                mbarrier == null ? "bulk_group" : "mbarrier::complete_tx::bytes",
                reduction == null
                    ? ""
                    : "." + reduction.text() + (reduction == IntegerFunction.ADD ? ".u32" : ".b32"),
                address(target, thread),
                address(source, thread),
                AsyncInstruction.BYTES * copy.targets().size(),
                mbarrier == null ? "" : ", " + address(mbarrier, thread)));
  }

  private void mbarrier(LitmusThread thread, AsyncInstruction.Mbarrier step) {
    MbarrierAction action = step.action();
    String scope =
        step.scope() == null ? "" : "." + step.order().text() + "." + step.scope().text();
    String target = step.target();
    line(
        "mbarrier.%s%s%s.b64 %s%s%s;"
            .formatted(
                action.words(),
                scope,
                sharedSpace(step.mbarrier(), thread),
                target != null ? "%p0, " : action.arrives() ? "_, " : "",
                address(step.mbarrier(), thread),
                action == MbarrierAction.INVAL ? "" : ", " + step.number()));
    if (target != null) {
      line("selp.u32 %s, 1, 0, %%p0;".formatted(register(thread, target)));
    }
  }

  private void end() {
    text.append("END:\n");
    line("bar.sync 0;");
    line("setp.ne.u32 %p0, %thread, 0;");
    line("@%p0 bra LEAVE;");
    for (Term term : Observables.asked(test).terms()) {
      if (term instanceof Term.Content(String name) && layout.isShared(name)) {
        line("setp.eq.u32 %%p1, %%block, %d;".formatted(layout.blockOf(name)));
        line("@%%p1 ld.shared.u32 %%shared, [%s+%d];".formatted(SHARED, layout.offset(name)));
        line("@%%p1 st.global.u32 [%%results+%d], %%shared;".formatted(layout.result(name)));
      }
    }
    text.append("LEAVE:\n");
    if (layout.clusterSize() > 1) {
      line("barrier.cluster.arrive;");
      line("barrier.cluster.wait;");
    }
    text.append("DONE:\n");
    line("ret;");
    text.append("}\n");
  }
}

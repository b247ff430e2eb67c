package dev.syncopate.model.litmus.vulkan;

import dev.syncopate.model.litmus.InstructionAnnotation;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusDialect;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.RowDialect;
import dev.syncopate.model.litmus.TermReader;
import dev.syncopate.model.litmus.TestAnnotations;
import dev.syncopate.model.litmus.TestAnnotations.HostOrder;
import dev.syncopate.model.litmus.ThreadBuilder;
import dev.syncopate.model.source.Token;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Reader of what tests of Vulkan have that other tests in rows have not. */
public final class VulkanRows implements RowDialect {
  private final Set<HostOrder> hostOrder = new HashSet<>();

  @Override
  public LitmusDialect dialect() {
    return LitmusDialect.VULKAN;
  }

  /** Reads {@code ssw 0 1}: the host orders thread 0 before thread 1. */
  @Override
  public void blocks(TermReader words) {
    words.tokens().accept(";");
    if (!words.tokens().accept("{")) {
      return;
    }
    while (!words.tokens().accept("}")) {
      if (words.tokens().accept(";")) {
        continue;
      }
      words.tokens().expect("ssw");
      int first = thread(words);
      hostOrder.add(new HostOrder(first, thread(words)));
    }
    words.tokens().accept(";");
  }

  private static int thread(TermReader words) {
    return words.tokens().peek().kind() == Token.Kind.NUMBER
        ? words.index("a thread")
        : words.thread();
  }

  @Override
  public ThreadBuilder place(TermReader words, int id) {
    words.tokens().expect("sg");
    int subgroup = words.index("a subgroup");
    words.tokens().expect(",");
    words.tokens().expect("wg");
    int workgroup = words.index("a workgroup");
    words.tokens().expect(",");
    words.tokens().expect("qf");
    int family = words.index("a queue family");
    return new ThreadBuilder(id, workgroup, LitmusThread.ALONE, family, subgroup);
  }

  @Override
  public boolean instruction(TermReader words, Token name, ThreadBuilder thread) {
    switch (name.text()) {
      case "ld" -> {
        if (!words.tokens().peek().is(".")) {
          return false;
        }
        load(words, thread);
      }
      case "st" -> store(words, thread);
      case "rmw" -> update(words, thread);
      case "membar" -> memoryBarrier(words, thread);
      case "cbar" -> controlBarrier(words, thread);
      case "avdevice", "visdevice" -> {
        VulkanEvents events = new VulkanEvents();
        events.add(name.text().toUpperCase(java.util.Locale.ROOT));
        thread.add(
            new LitmusInstruction.Fence(LitmusOrder.ACQ_REL, LitmusScope.SYS),
            events.annotation("." + name.text()));
      }
      case "add", "sub", "mul", "div", "beq", "bne", "blt", "bgt", "ble", "bge", "goto" -> {
        return false;
      }
      default ->
          throw words
              .tokens()
              .source()
              .unexpected(
                  name.offset(),
                  name.described(),
                  "an instruction (ld, st, rmw, membar, cbar, avdevice, visdevice, add, sub, mul,"
                      + " div, beq…bge, goto)");
    }
    return true;
  }

  private static void load(TermReader words, ThreadBuilder thread) {
    InstructionAnnotation annotation = VulkanQualifiers.read(words, "ld").access();
    String target = words.register();
    words.tokens().expect(",");
    if (words.tokens().peek().kind() == Token.Kind.NUMBER || words.tokens().peek().is("-")) {
      thread.add(new LitmusInstruction.Move(target, words.value()));
      return;
    }
    thread.add(
        new LitmusInstruction.Load(LitmusOrder.WEAK, null, false, target, words.address()),
        annotation);
  }

  private static void store(TermReader words, ThreadBuilder thread) {
    InstructionAnnotation annotation = VulkanQualifiers.read(words, "st").access();
    LitmusOperand address = words.address();
    words.tokens().expect(",");
    thread.add(
        new LitmusInstruction.Store(LitmusOrder.WEAK, null, false, address, words.value()),
        annotation);
  }

  private static void update(TermReader words, ThreadBuilder thread) {
    VulkanQualifiers qualifiers = VulkanQualifiers.read(words, "rmw");
    String target = words.register();
    words.tokens().expect(",");
    LitmusOperand address = words.address();
    words.tokens().expect(",");
    LitmusOperand value = words.value();
    IntegerFunction function = qualifiers.function();
    Update update =
        function == null ? new Update.Exchange(value) : new Update.Combine(function, value);
    if (qualifiers.isSwap()) {
      words.tokens().expect(",");
      update = new Update.CompareAndSwap(value, words.value());
    }
    thread.add(
        new LitmusInstruction.Atomic(
            LitmusOrder.RELAXED, LitmusScope.SYS, false, update, target, address),
        qualifiers.access());
  }

  private static void memoryBarrier(TermReader words, ThreadBuilder thread) {
    thread.add(
        new LitmusInstruction.Fence(LitmusOrder.ACQ_REL, LitmusScope.SYS),
        VulkanQualifiers.read(words, "membar").fence());
  }

  private static void controlBarrier(TermReader words, ThreadBuilder thread) {
    VulkanQualifiers qualifiers = VulkanQualifiers.read(words, "cbar");
    LitmusOperand instance = words.value();
    LitmusOperand id = words.tokens().accept(",") ? words.value() : null;
    LitmusOperand quorum = id != null && words.tokens().accept(",") ? words.value() : null;
    thread.add(
        new LitmusInstruction.Barrier(true, instance, id, quorum, qualifiers.isOfSubgroup()),
        qualifiers.barrier());
  }

  @Override
  public TestAnnotations annotations() {
    return new TestAnnotations(LitmusDialect.VULKAN, Collections.emptySortedMap(), hostOrder);
  }
}

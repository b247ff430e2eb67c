package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An L1's steps that are done by all L2 banks of its GPU. A warp is in one of them at a time. */
final class BankSteps {
  private final L1Environment environment;
  private final CompletionListener listener;
  private final List<@Nullable WarpAccess> accesses = new ArrayList<>();
  private final List<Integer> unanswered = new ArrayList<>();
  private int underWay;

  BankSteps(L1Environment environment, CompletionListener listener) {
    this.environment = environment;
    this.listener = listener;
  }

  /** Asks every bank. */
  void begin(SystemMessage type, WarpAccess access) {
    while (accesses.size() <= access.warp) {
      accesses.add(null);
      unanswered.add(0);
    }
    accesses.set(access.warp, access);
    List<Node> banks = environment.topology().banks(environment.node());
    unanswered.set(access.warp, banks.size());
    underWay++;
    for (Node bank : banks) {
      environment.send(
          bank, new MemoryMessage.Builder(type, 0, environment.node()).tag(access.warp).build());
    }
  }

  /** A bank has answered; false when none was asked. */
  boolean answered(MemoryMessage answer) {
    int warp = answer.tag;
    WarpAccess access = warp < accesses.size() ? accesses.get(warp) : null;
    if (access == null) {
      return false;
    }
    int remaining = unanswered.get(warp) - 1;
    unanswered.set(warp, remaining);
    if (remaining == 0) {
      accesses.set(warp, null);
      underWay--;
      listener.stepDone(access);
    }
    return true;
  }

  boolean idle() {
    return underWay == 0;
  }

  List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (int warp = 0; warp < accesses.size(); warp++) {
      WarpAccess access = accesses.get(warp);
      if (access != null) {
        lines.add(
            access.currentStep().name() + " awaits " + unanswered.get(warp) + " banks of the L2");
      }
    }
    return lines;
  }
}

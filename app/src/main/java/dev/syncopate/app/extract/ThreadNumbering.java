package dev.syncopate.app.extract;

import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the CTAs and GPUs of a test's threads as they come. */
final class ThreadNumbering {
  private final Map<List<Integer>, Integer> blocks = new HashMap<>();
  private final Map<Integer, Integer> gpus = new HashMap<>();
  private int threads;

  /** The test's next thread. */
  LitmusThread add(Excerpt.Actor thread, List<LitmusInstruction> instructions) {
    int gpu = gpus.computeIfAbsent(thread.gpu(), _ -> gpus.size());
    int earlierCtas = (int) blocks.keySet().stream().filter(key -> key.getFirst() == gpu).count();
    int cta = blocks.computeIfAbsent(List.of(gpu, thread.domain()), _ -> earlierCtas);
    return new LitmusThread(threads++, cta, gpu, Collections.emptySortedMap(), instructions);
  }
}

package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.agent.HostThread;
import dev.syncopate.memory.access.Order;
import dev.syncopate.workload.heterosync.LineLayout;

/**
 * The CPU's visits to the section of {@code heterosync_mutex.cu}, as those of a CTA: it takes the
 * mutex, loads and stores what each of a CTA's threads would, and leaves.
 *
 * @param ticket whether the mutex is a ticket lock; else it is a spin lock
 * @param ordered whether it orders anything, as it has to
 * @param head address of the word that is taken, or of the next ticket
 * @param tail address of the ticket that is served
 * @param data address of the section's words
 * @param log address of this visitor's part of the log
 * @param digests address of its threads' digests of what they load
 * @param visitor its number
 */
record CpuVisits(
    boolean ticket,
    boolean ordered,
    long head,
    long tail,
    long data,
    long log,
    long digests,
    int visitor,
    int iterations,
    LineLayout layout)
    implements HostProgram {
  /** Cycles between two looks at a mutex that another has. */
  private static final int PATIENCE = 20;

  private static final int WORD = Integer.BYTES;

  @Override
  public void run(HostThread cpu) {
    int[] digest = new int[layout.block()];
    for (int k = 0; k < iterations; k++) {
      int mine = enter(cpu);
      int[] values = new int[layout.block()];
      for (int thread = layout.block() - 1; thread >= 0; thread--) {
        int[] region = new int[layout.regionWords()];
        for (int line = 0; line < layout.accesses(); line++) {
          int word = layout.word(0, thread, line);
          region[word] = cpu.load32(data + (long) word * WORD);
        }
        values[thread] = region[layout.word(0, thread, 1)];
        digest[thread] = VisitOrder.visit(region, layout, 0, thread, visitor, digest[thread]);
        for (int line = layout.accesses(); line > 0; line--) {
          int word = layout.word(0, thread, line);
          cpu.store32(data + (long) word * WORD, region[word]);
        }
      }
      leave(cpu, mine);
      for (int i = 0; i < Math.min(VisitOrder.VISIT_WORDS, values.length); i++) {
        cpu.store32(log + (long) (VisitOrder.VISIT_WORDS * k + i) * WORD, values[i]);
      }
    }
    for (int thread = 0; thread < digest.length; thread++) {
      cpu.store32(digests + (long) thread * WORD, digest[thread]);
    }
  }

  /**
   * Waits a little for who is inside, and looks at what there is to see: a copy that the next look
   * at the mutex makes the L1 drop, if it orders anything.
   */
  private void await(HostThread cpu) {
    cpu.load32(data);
    cpu.load32(data + (long) layout.word(0, 0, 1) * WORD);
    cpu.pause(PATIENCE);
  }

  private int enter(HostThread cpu) {
    Order entryOrder = ordered ? Order.ACQUIRE : Order.RELAXED;
    if (!ticket) {
      while (cpu.compareAndSwap32(head, 0, 1, entryOrder) != 0) {
        await(cpu);
      }
      return 0;
    }
    int mine = cpu.add32(head, 1, entryOrder);
    while (cpu.load32(tail, entryOrder) != mine) {
      await(cpu);
    }
    return mine;
  }

  private void leave(HostThread cpu, int mine) {
    Order out = ordered ? Order.RELEASE : Order.RELAXED;
    if (ticket) {
      cpu.store32(tail, mine + 1, out);
    } else {
      cpu.store32(head, 0, out);
    }
  }
}

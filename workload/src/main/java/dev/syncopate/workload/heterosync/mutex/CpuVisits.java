package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.agent.HostThread;
import dev.syncopate.memory.access.Order;

/**
 * The CPU's visits to the section of {@code heterosync_mutex.cu}, as those of a CTA: it takes the
 * mutex, loads and stores what each of a CTA's threads would, and leaves.
 *
 * @param ticket whether the mutex is a ticket lock; else it is a spin lock
 * @param ordered whether it orders anything, as it has to
 * @param mutex address of its words
 * @param data address of the section's words
 * @param log address of this visitor's part of the log
 * @param visitor its number
 * @param block threads of a CTA
 */
record CpuVisits(
    boolean ticket,
    boolean ordered,
    long mutex,
    long data,
    long log,
    int visitor,
    int iterations,
    int accesses,
    int block)
    implements HostProgram {
  /** Cycles between two looks at a mutex that another has. */
  private static final int PATIENCE = 20;

  private static final int WORD = Integer.BYTES;
  private static final int LINE = 32 * WORD;

  @Override
  public void run(HostThread cpu) {
    for (int k = 0; k < iterations; k++) {
      int mine = enter(cpu);
      int count = 0;
      int last = 0;
      for (int thread = block - 1; thread >= 0; thread--) {
        long words = data + (long) thread * WORD;
        count = cpu.load32(words);
        cpu.store32(words, count + 1);
        last = cpu.load32(row(words, 1));
        cpu.store32(row(words, 1), visitor);
        for (int j = 2; j < accesses; j++) {
          int x = cpu.load32(row(words, j));
          cpu.store32(row(words, j), x * VisitOrder.MULTIPLIER + visitor);
        }
      }
      leave(cpu, mine);
      cpu.store32(log + (long) k * VisitOrder.VISIT_BYTES, count);
      cpu.store32(log + (long) k * VisitOrder.VISIT_BYTES + WORD, last);
    }
  }

  /**
   * Waits a little for who is inside, and looks at what there is to see: a copy that the next look
   * at the mutex makes the L1 drop, if it orders anything.
   */
  private void await(HostThread cpu) {
    cpu.load32(data);
    cpu.load32(row(data, 1));
    cpu.pause(PATIENCE);
  }

  private long row(long words, int row) {
    return words + (long) row * block * WORD;
  }

  private int enter(HostThread cpu) {
    Order in = ordered ? Order.ACQUIRE : Order.RELAXED;
    if (!ticket) {
      while (cpu.compareAndSwap32(mutex, 0, 1, in) != 0) {
        await(cpu);
      }
      return 0;
    }
    int mine = cpu.add32(mutex, 1, in);
    while (cpu.load32(mutex + LINE, in) != mine) {
      await(cpu);
    }
    return mine;
  }

  private void leave(HostThread cpu, int mine) {
    Order out = ordered ? Order.RELEASE : Order.RELAXED;
    if (ticket) {
      cpu.store32(mutex + LINE, mine + 1, out);
    } else {
      cpu.store32(mutex, 0, out);
    }
  }
}

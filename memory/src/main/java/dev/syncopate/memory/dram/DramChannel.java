package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The timing of one DRAM channel: banks with an open row each, a shared data bus, and a
 * first-ready, first-come scheduler (Rixner et al., "Memory access scheduling", ISCA 2000). It
 * holds no bytes; those are in {@link DramStorage}.
 *
 * <p>Of the oldest {@code queue} requests, the oldest whose row is open and whose data would find
 * the bus free goes first. A bank to whose open row none of them goes is precharged and activated
 * for the oldest that wants another of its rows, while other banks use the bus. A request that has
 * become the oldest of all is passed over by at most {@code queue} younger ones before its bank
 * closes to everybody else, so that a stream of hits never starves it.
 *
 * <p>A request at an idle channel completes, all times in core cycles,
 *
 * <ul>
 *   <li>tCL + burst + controller after its arrival when its row is open,
 *   <li>tRCD more when its bank has no open row,
 *   <li>tRP + tRCD more when another row is open, which stays open for tRAS after its activation,
 *       until its last read has left the bank and for tWR after the last written beat.
 * </ul>
 *
 * <p>Rows stay open until another is wanted. Writes use the bus like reads. Not modelled: refresh,
 * bus turnaround, limits on the rate of commands and activations.
 */
public final class DramChannel {
  private static final byte HIT = 0;
  private static final byte MISS = 1;
  private static final byte CONFLICT = 2;

  private final Part host;
  private final DramCounters counters;
  private final DramTiming timing;
  private final DramAddress addresses;
  private final int busBytes;
  private final int window;

  private final RequestList requests = new RequestList();
  private final BankQueues banks;

  /** Requests among which the scheduler chooses: the oldest {@code window} of all. */
  private int inWindow;

  /** The oldest request outside of the window. */
  private int entering = RequestList.NONE;

  // By bank.

  /** First cycle for a column command to the open row. */
  private final long[] columnFrom;

  /** First cycle in which the open row may be precharged. */
  private final long[] prechargeFrom;

  /** The tick from which the data bus is free. */
  private long busFreeFrom;

  /**
   * First cycle for a column command whose data find the bus free before the cycle in which they
   * start has passed.
   */
  private long busColumnFrom;

  private int passedOver;
  private long wakeTime = Long.MAX_VALUE;
  private Wake[] idleWakes = new Wake[4];
  private int idleWakeCount;

  /**
   * @param coreClockMegahertz of the cycles in which the host counts time
   * @param host in which completions are scheduled
   * @param counters to add to
   */
  public DramChannel(DramConfig config, int coreClockMegahertz, Part host, DramCounters counters) {
    this.host = host;
    this.counters = counters;
    timing = DramTiming.of(config, coreClockMegahertz);
    addresses = new DramAddress(config);
    busBytes = config.busBytes();
    window = config.queue();
    banks = new BankQueues(requests, config.banks());
    columnFrom = new long[config.banks()];
    prechargeFrom = new long[config.banks()];
  }

  /**
   * Takes a request; never refuses. The caller bounds how many it has open.
   *
   * @param now the present cycle
   * @param local first byte, as an address within the channel: {@link ChannelMap#local}; the
   *     request lies in one row
   * @param bytes to move, rounded up to whole beats of the data bus
   * @param write whether towards memory
   * @param done scheduled in the host for the cycle of completion: the last byte is with the
   *     controller's client, or written
   */
  public void request(long now, long local, int bytes, boolean write, @Nullable Event done) {
    int entry = requests.add();
    int bank = addresses.bank(local);
    requests.bank[entry] = bank;
    requests.row[entry] = addresses.row(local);
    requests.bytes[entry] = bytes;
    requests.write[entry] = write;
    requests.opened[entry] = HIT;
    requests.arrival[entry] = now;
    requests.done[entry] = done;
    if (inWindow < window) {
      inWindow++;
      banks.add(entry);
      boolean hit = banks.isOpen(bank, requests.row[entry]);
      wake(Math.max(now, hit ? columnTime(bank) : prechargeFrom[bank]));
    } else if (entering == RequestList.NONE) {
      entering = entry;
    }
  }

  /** Requests that wait for their turn. */
  public int waiting() {
    return requests.size();
  }

  /** Requests a call of {@link #step} at a cycle; of several wishes only the earliest counts. */
  private void wake(long time) {
    if (time < wakeTime) {
      wakeTime = time;
      Wake wake = idleWakeCount > 0 ? idleWakes[--idleWakeCount] : new Wake();
      host.schedule(wake, time);
    }
  }

  /** An alarm; one that an earlier alarm has overtaken does nothing. */
  private final class Wake extends Event {
    @Override
    protected void fire(long now) {
      if (idleWakeCount == idleWakes.length) {
        idleWakes = Arrays.copyOf(idleWakes, 2 * idleWakeCount);
      }
      idleWakes[idleWakeCount++] = this;
      if (now == wakeTime) {
        wakeTime = Long.MAX_VALUE;
        step(now);
      }
    }
  }

  /** Issues every command that can be issued now and asks to be woken for the next. */
  private void step(long now) {
    for (int entry = readyColumn(now); entry != RequestList.NONE; entry = readyColumn(now)) {
      access(entry, now);
    }
    long next = prepareBanks(now);
    if (next != Long.MAX_VALUE) {
      wake(Math.max(next, now + 1));
    }
  }

  /** The oldest request of the window that may use the data bus now. */
  private int readyColumn(long now) {
    if (now < busColumnFrom) {
      return RequestList.NONE;
    }
    int ready = RequestList.NONE;
    int closing = closingBank();
    for (int bank = banks.nextActive(0); bank >= 0; bank = banks.nextActive(bank + 1)) {
      int hit = banks.hit(bank);
      if (hit != RequestList.NONE
          && columnFrom[bank] <= now
          && bank != closing
          && (ready == RequestList.NONE || requests.order[hit] < requests.order[ready])) {
        ready = hit;
      }
    }
    return ready;
  }

  /**
   * The bank whose open row is denied to all because the oldest request has waited long enough, or
   * NONE.
   */
  private int closingBank() {
    int oldest = requests.first();
    if (passedOver < window || oldest == RequestList.NONE) {
      return RequestList.NONE;
    }
    int bank = requests.bank[oldest];
    return banks.isOpen(bank, requests.row[oldest]) ? RequestList.NONE : bank;
  }

  /** Moves a request's data; its row is open and the bus takes them. */
  private void access(int entry, long now) {
    int bank = requests.bank[entry];
    int beats = Math.ceilDiv(requests.bytes[entry], busBytes);
    long from = Math.max((now + timing.cl()) * timing.ticksPerCycle(), busFreeFrom);
    busFreeFrom = from + (long) beats * timing.ticksPerBeat();
    busColumnFrom = busFreeFrom / timing.ticksPerCycle() - timing.cl();
    long end = timing.cycleAfter(busFreeFrom);
    boolean write = requests.write[entry];
    long recovered = write ? end + timing.wr() : end - timing.cl();
    prechargeFrom[bank] = Math.max(prechargeFrom[bank], recovered);
    long completion = end + timing.controller();
    Event done = requests.done[entry];
    if (done != null) {
      host.schedule(done, completion);
    }
    count(entry, beats, completion);
    passedOver = entry == requests.first() ? 0 : passedOver + 1;
    banks.removeHit(bank);
    requests.remove(entry);
    if (entering == RequestList.NONE) {
      inWindow--;
    } else {
      banks.add(entering);
      entering = requests.next(entering);
    }
  }

  private void count(int entry, int beats, long completion) {
    if (requests.write[entry]) {
      counters.writes++;
    } else {
      counters.reads++;
    }
    switch (requests.opened[entry]) {
      case MISS -> counters.rowMisses++;
      case CONFLICT -> counters.rowConflicts++;
      default -> counters.rowHits++;
    }
    counters.bytes += requests.bytes[entry];
    counters.busyBeats += beats;
    counters.latencyCycles += completion - requests.arrival[entry];
  }

  /**
   * Precharges and activates where nobody in the window uses the open row any more.
   *
   * @return the next cycle in which there is something to do, or {@link Long#MAX_VALUE}
   */
  private long prepareBanks(long now) {
    long next = Long.MAX_VALUE;
    int closing = closingBank();
    for (int bank = banks.nextActive(0); bank >= 0; bank = banks.nextActive(bank + 1)) {
      boolean wanted = banks.hit(bank) != RequestList.NONE && bank != closing;
      if (!wanted && prechargeFrom[bank] <= now) {
        activate(banks.first(bank), now);
        wanted = true;
      }
      next = Math.min(next, wanted ? columnTime(bank) : prechargeFrom[bank]);
    }
    return next;
  }

  /** Opens a request's row, closing the one that is open. */
  private void activate(int entry, long now) {
    int bank = requests.bank[entry];
    boolean closed = banks.isClosed(bank);
    long activation = closed ? now : now + timing.rp();
    banks.open(bank, requests.row[entry]);
    columnFrom[bank] = activation + timing.rcd();
    prechargeFrom[bank] = activation + timing.ras();
    requests.opened[entry] = closed ? MISS : CONFLICT;
    counters.activates++;
  }

  /** First cycle for a column command to a bank's open row such that its data find the bus free. */
  private long columnTime(int bank) {
    return Math.max(columnFrom[bank], busColumnFrom);
  }
}

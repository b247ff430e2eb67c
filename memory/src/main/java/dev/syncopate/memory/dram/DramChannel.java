package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The timing of one DRAM channel: banks with an open row each, a shared data bus, refresh, and a
 * first-ready, first-come scheduler (Rixner et al., "Memory access scheduling", ISCA 2000) that
 * writes in batches. It holds no bytes; those are in {@link DramStorage}, which is why reads may
 * pass older writes to the same place.
 *
 * <p>Of the oldest {@code queue} requests, those of the present direction ({@link WriteBatches})
 * are served: the oldest whose row is open and whose data would find the bus free goes first. A
 * bank to whose open row none of them goes is precharged and activated for the oldest that wants
 * another of its rows, while other banks use the bus. A request that has become the oldest of all
 * is passed over by at most {@code queue} younger ones before its direction is taken and its bank
 * closes to everybody else, so that no stream starves it.
 *
 * <p>A request at an idle channel completes, all times in core cycles,
 *
 * <ul>
 *   <li>tCL (a write: tCWL) + burst + controller after its arrival when its row is open,
 *   <li>tRCD more when its bank has no open row,
 *   <li>tRP + tRCD more when another row is open, which stays open for tRAS after its activation,
 *       until its last read has left the bank and for tWR after the last written beat.
 * </ul>
 *
 * <p>Later, if other banks were activated less than tRRD or four of them less than tFAW ago, if the
 * bus turns round ({@link DataBus}), or during a refresh, which comes every tREFI to all banks at
 * once, takes tRFC and leaves all rows closed. Rows stay open until another is wanted. Not
 * modelled: the command bus, bank groups (tCCD_L), refresh of single banks.
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
  private final BankRows rows;
  private final BankQueues reads;
  private final BankQueues writes;
  private final DataBus bus;
  private final WriteBatches batches;

  /** The oldest request outside of the window, which holds the oldest {@code window} of all. */
  private int entering = RequestList.NONE;

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
    rows = new BankRows(timing, counters, config.banks());
    reads = new BankQueues(requests, rows, config.banks());
    writes = new BankQueues(requests, rows, config.banks());
    bus = new DataBus(timing, counters);
    batches = new WriteBatches(config);
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
    if (reads.size() + writes.size() == window) {
      if (entering == RequestList.NONE) {
        entering = entry;
      }
      return;
    }
    refresh(now);
    queue(write).add(entry);
    boolean wrote = batches.writing();
    chooseDirection();
    if (wrote != batches.writing()) {
      wake(now);
    } else if (write == wrote) {
      boolean hit = rows.open(bank) == requests.row[entry];
      wake(Math.max(now, hit ? columnTime(bank) : rows.rowCommandFrom(bank)));
    }
  }

  /** Requests that wait for their turn. */
  public int waiting() {
    return requests.size();
  }

  private BankQueues queue(boolean write) {
    return write ? writes : reads;
  }

  /** The requests that may be served now. */
  private BankQueues present() {
    return queue(batches.writing());
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
    refresh(now);
    for (int entry = readyColumn(now); entry != RequestList.NONE; entry = readyColumn(now)) {
      access(entry, now);
      chooseDirection();
    }
    long next = prepareBanks(now);
    if (next != Long.MAX_VALUE) {
      wake(Math.max(next, now + 1));
    }
  }

  private void refresh(long now) {
    if (rows.refreshed(now)) {
      reads.allClosed();
      writes.allClosed();
    }
  }

  private void chooseDirection() {
    int oldest = requests.first();
    if (oldest == RequestList.NONE) {
      return;
    }
    if (passedOver >= window) {
      batches.force(requests.write[oldest]);
    } else {
      batches.choose(reads.size(), writes.size());
    }
  }

  /** The oldest request of the window and the present direction that may use the data bus now. */
  private int readyColumn(long now) {
    if (now < bus.commandFrom(batches.writing())) {
      return RequestList.NONE;
    }
    BankQueues queues = present();
    int ready = RequestList.NONE;
    int closing = closingBank();
    for (int bank = queues.nextActive(0); bank >= 0; bank = queues.nextActive(bank + 1)) {
      int hit = queues.hit(bank);
      if (hit != RequestList.NONE
          && rows.columnFrom(bank) <= now
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
    return rows.open(bank) == requests.row[oldest] ? RequestList.NONE : bank;
  }

  /** Moves a request's data; its row is open and the bus takes them. */
  private void access(int entry, long now) {
    int bank = requests.bank[entry];
    boolean write = requests.write[entry];
    int beats = Math.ceilDiv(requests.bytes[entry], busBytes);
    long end = bus.move(now, write, beats);
    rows.used(bank, write, end);
    long completion = end + timing.controller();
    Event done = requests.done[entry];
    if (done != null) {
      host.schedule(done, completion);
    }
    count(entry, beats, completion);
    passedOver = entry == requests.first() ? 0 : passedOver + 1;
    batches.served(write);
    queue(write).removeHit(bank);
    requests.remove(entry);
    if (entering != RequestList.NONE) {
      queue(requests.write[entering]).add(entering);
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
   * Precharges where nobody of the present direction uses the open row any more, and opens the row
   * of the oldest request whose bank has none.
   *
   * @return the next cycle in which there is something to do, or {@link Long#MAX_VALUE}
   */
  private long prepareBanks(long now) {
    BankQueues queues = present();
    int closing = closingBank();
    int opening = RequestList.NONE;
    int openable = 0;
    long next = Long.MAX_VALUE;
    for (int bank = queues.nextActive(0); bank >= 0; bank = queues.nextActive(bank + 1)) {
      if (queues.hit(bank) != RequestList.NONE && bank != closing) {
        next = Math.min(next, columnTime(bank));
        continue;
      }
      if (!rows.isClosed(bank) && rows.rowCommandFrom(bank) <= now) {
        precharge(bank, queues.first(bank), now);
      }
      long from = rows.rowCommandFrom(bank);
      if (from > now) {
        next = Math.min(next, from);
        continue;
      }
      openable++;
      int first = queues.first(bank);
      if (opening == RequestList.NONE || requests.order[first] < requests.order[opening]) {
        opening = first;
      }
    }
    if (opening == RequestList.NONE) {
      return next;
    }
    activate(opening, now);
    next = Math.min(next, columnTime(requests.bank[opening]));
    return openable > 1 ? Math.min(next, rows.activateFrom()) : next;
  }

  /** Closes the row of a bank for a request that wants another. */
  private void precharge(int bank, int entry, long now) {
    rows.precharge(bank, now);
    reads.closed(bank);
    writes.closed(bank);
    requests.opened[entry] = CONFLICT;
  }

  /** Opens a request's row; its bank is closed. */
  private void activate(int entry, long now) {
    int bank = requests.bank[entry];
    rows.activate(bank, requests.row[entry], now);
    reads.opened(bank);
    writes.opened(bank);
    if (requests.opened[entry] == HIT) {
      requests.opened[entry] = MISS;
    }
  }

  /**
   * First cycle for a column command of the present direction to a bank's open row such that its
   * data find the bus free.
   */
  private long columnTime(int bank) {
    return Math.max(rows.columnFrom(bank), bus.commandFrom(batches.writing()));
  }
}

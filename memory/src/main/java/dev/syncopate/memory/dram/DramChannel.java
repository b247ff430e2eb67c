package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.sim.bits.Bits;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.Arrays;
import java.util.Objects;
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
 * another of its rows, while other banks use the bus. At most {@code queue} younger requests pass
 * the oldest request. Then its direction is selected and its bank refuses all other requests, so no
 * stream starves it.
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
 * <p>It completes later if other banks were activated less than tRRD or four of them less than tFAW
 * ago, if the bus turns round ({@link DataBus}), or during a refresh. A refresh comes every tREFI
 * to all banks at once, takes tRFC and leaves all rows closed. Rows stay open until another is
 * wanted. Not modelled: the command bus, bank groups (tCCD_L), refresh of single banks.
 */
public final class DramChannel {
  private static final int NONE = -1;

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
  private @Nullable DramRequest entering;

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
    reads = new BankQueues(rows, config.banks());
    writes = new BankQueues(rows, config.banks());
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
   * @param completionEvent scheduled in the host for the cycle of completion: the last byte is with
   *     the controller's client, or written
   */
  public void request(
      long now, long local, int bytes, boolean write, @Nullable Event completionEvent) {
    DramRequest request = requests.add();
    int bank = addresses.bank(local);
    request.bank = bank;
    request.row = addresses.row(local);
    request.bytes = bytes;
    request.write = write;
    request.opened = DramRequest.HIT;
    request.arrival = now;
    request.completionEvent = completionEvent;
    if (reads.size() + writes.size() == window) {
      if (entering == null) {
        entering = request;
      }
      return;
    }
    refresh(now);
    queue(write).add(request);
    boolean wrote = batches.writing();
    chooseDirection();
    if (wrote != batches.writing()) {
      wake(now);
    } else if (write == wrote) {
      boolean hit = rows.open(bank) == request.row;
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
    for (DramRequest ready = readyColumn(now); ready != null; ready = readyColumn(now)) {
      access(ready, now);
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
    DramRequest oldest = requests.first();
    if (oldest == null) {
      return;
    }
    if (passedOver >= window) {
      batches.force(oldest.write);
    } else {
      batches.choose(reads.size(), writes.size());
    }
  }

  /** The oldest request of the window and the present direction that may use the data bus now. */
  private @Nullable DramRequest readyColumn(long now) {
    if (now < bus.commandFrom(batches.writing())) {
      return null;
    }
    BankQueues queues = present();
    DramRequest ready = null;
    int closing = closingBank();
    for (int word = 0; word < queues.words(); word++) {
      for (long remaining = queues.hits(word); remaining != 0; remaining &= remaining - 1) {
        int bank = (word << 6) + Bits.lowest(remaining);
        if (rows.columnFrom(bank) <= now && bank != closing) {
          DramRequest hit = queues.hit(bank);
          if (hit != null && (ready == null || hit.order < ready.order)) {
            ready = hit;
          }
        }
      }
    }
    return ready;
  }

  /**
   * The bank whose open row is denied to all because the oldest request has waited long enough, or
   * -1.
   */
  private int closingBank() {
    DramRequest oldest = requests.first();
    if (passedOver < window || oldest == null) {
      return NONE;
    }
    return rows.open(oldest.bank) == oldest.row ? NONE : oldest.bank;
  }

  /** Moves a request's data; its row is open and the bus takes them. */
  private void access(DramRequest request, long now) {
    int bank = request.bank;
    boolean write = request.write;
    int beats = Math.ceilDiv(request.bytes, busBytes);
    long end = bus.move(now, write, beats);
    rows.used(bank, write, end);
    long completion = end + timing.controller();
    Event completionEvent = request.completionEvent;
    if (completionEvent != null) {
      host.schedule(completionEvent, completion);
    }
    count(request, beats, completion);
    passedOver = request.previous == null ? 0 : passedOver + 1;
    batches.served(write);
    queue(write).removeHit(bank);
    requests.remove(request);
    DramRequest follows = entering;
    if (follows != null) {
      queue(follows.write).add(follows);
      entering = follows.next;
    }
  }

  private void count(DramRequest request, int beats, long completion) {
    if (request.write) {
      counters.writes++;
    } else {
      counters.reads++;
    }
    switch (request.opened) {
      case DramRequest.MISS -> counters.rowMisses++;
      case DramRequest.CONFLICT -> counters.rowConflicts++;
      default -> counters.rowHits++;
    }
    counters.bytes += request.bytes;
    counters.busyBeats += beats;
    counters.latencyCycles += completion - request.arrival;
  }

  /**
   * Precharges each bank whose open row no request of the present direction hits any more, and
   * opens the row of the oldest request whose bank has none.
   *
   * @return the next cycle in which there is something to do, or {@link Long#MAX_VALUE}
   */
  private long prepareBanks(long now) {
    BankQueues queues = present();
    int closing = closingBank();
    DramRequest opening = null;
    int openable = 0;
    long next = Long.MAX_VALUE;
    long busFrom = bus.commandFrom(batches.writing());
    for (int word = 0; word < queues.words(); word++) {
      long used = queues.hits(word);
      if (closing >> 6 == word) {
        used &= ~(1L << closing);
      }
      for (long remaining = used;
          remaining != 0 && next > busFrom;
          remaining &= remaining - 1) { // none is earlier
        next = Math.min(next, columnTime((word << 6) + Bits.lowest(remaining)));
      }
      for (long remaining = queues.active(word) & ~used;
          remaining != 0;
          remaining &= remaining - 1) {
        int bank = (word << 6) + Bits.lowest(remaining);
        long earliest = rows.rowCommandFrom(bank);
        if (earliest > now) { // as mostly: the request itself is not looked at
          next = Math.min(next, earliest);
          continue;
        }
        DramRequest first = Objects.requireNonNull(queues.first(bank));
        if (!rows.isClosed(bank)) {
          precharge(bank, first, now);
          earliest = rows.rowCommandFrom(bank);
          if (earliest > now) {
            next = Math.min(next, earliest);
            continue;
          }
        }
        openable++;
        if (opening == null || first.order < opening.order) {
          opening = first;
        }
      }
    }
    if (opening == null) {
      return next;
    }
    activate(opening, now);
    next = Math.min(next, columnTime(opening.bank));
    return openable > 1 ? Math.min(next, rows.activateFrom()) : next;
  }

  /** Closes the row of a bank for a request that wants another. */
  private void precharge(int bank, DramRequest request, long now) {
    rows.precharge(bank, now);
    reads.closed(bank);
    writes.closed(bank);
    request.opened = DramRequest.CONFLICT;
  }

  /** Opens a request's row; its bank is closed. */
  private void activate(DramRequest request, long now) {
    int bank = request.bank;
    rows.activate(bank, request.row, now);
    reads.opened(bank);
    writes.opened(bank);
    if (request.opened == DramRequest.HIT) {
      request.opened = DramRequest.MISS;
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

package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;

/** Gives one channel requests at chosen cycles and notes when each is done. */
final class ChannelDriver {
  static final class Request {
    final long time;
    final long local;
    final int bytes;
    final boolean write;
    long doneCycle = -1;

    Request(long time, long local, int bytes, boolean write) {
      this.time = time;
      this.local = local;
      this.bytes = bytes;
      this.write = write;
    }
  }

  final DramCounters counters = new DramCounters();
  final List<Request> finished = new ArrayList<>();
  private final Part host = new Part("host") {};
  private final DramChannel channel;
  private final Engine engine;

  ChannelDriver(DramConfig config, int megahertz) {
    channel = new DramChannel(config, megahertz, host, counters);
    engine = new Engine(List.of(host), 10, 1);
  }

  Request at(long time, long local, int bytes, boolean write) {
    Request request = new Request(time, local, bytes, write);
    host.schedule(
        new Event() {
          @Override
          protected void fire(long now) {
            channel.request(now, local, bytes, write, doneOf(request));
          }
        },
        time);
    return request;
  }

  Request read(long time, long local) {
    return at(time, local, 64, false);
  }

  private Event doneOf(Request request) {
    return new Event() {
      @Override
      protected void fire(long now) {
        request.doneCycle = now;
        finished.add(request);
      }
    };
  }

  /**
   * Runs until nothing is left to happen.
   *
   * @return the windows of cycles in which something happened
   */
  long run() {
    long[] windows = new long[1];
    engine.run((now, next) -> {
      windows[0]++;
      return now < 100_000_000;
    });
    if (channel.waiting() > 0) {
      throw new AssertionError(channel.waiting() + " requests wait and nothing will happen");
    }
    return windows[0];
  }

  /** A local address in a bank and row, by search: independent of how the channel computes it. */
  static long local(DramConfig config, int bank, long row, int column) {
    DramAddress addresses = new DramAddress(config);
    for (long block = 0; ; block++) {
      long local = block * config.rowBytes();
      if (addresses.bank(local) == bank && addresses.row(local) == row) {
        return local + column;
      }
    }
  }
}

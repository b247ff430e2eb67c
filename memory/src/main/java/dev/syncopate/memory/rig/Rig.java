package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.memory.lsu.MemoryClient;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.MemorySystem;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.stats.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A memory system with tiny threads in place of compute units. */
public final class Rig implements TestBed {
  /** Where tests put their words. */
  public static final long BASE = 0x1_0000_0000L;

  public final MemorySystem memory;
  private final MemoryConfig config;
  private final List<Tile> tiles = new ArrayList<>();
  private final Engine engine;
  private long limit = 2_000_000;

  public Rig(MemoryConfig config, Protocol protocol, ConsistencyModel model, int threads) {
    this.config = config;
    memory = new MemorySystem(config, protocol, model);
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < config.computeUnits(); i++) {
      Tile tile = new Tile("cu" + i);
      tile.memory = memory.tile(i, tile, tile);
      tiles.add(tile);
      parts.add(tile);
    }
    parts.addAll(memory.partitions());
    memory.check();
    engine = new Engine(parts, memory.window(), threads);
  }

  public Rig(MemoryConfig config, ConsistencyModel model) {
    this(config, Protocols.named("gpu"), model, 1);
  }

  /** A roomy machine under hrf. */
  public Rig() {
    this(RigConfigs.roomy(), ConsistencyModel.HRF);
  }

  @Override
  public TinyThread thread(int tile, int warp) {
    return tiles.get(tile).thread(warp);
  }

  /** Gives up after so many cycles. */
  public Rig limit(long cycles) {
    limit = cycles;
    return this;
  }

  @Override
  public void run() {
    for (Tile tile : tiles) {
      tile.start();
    }
    engine.run((now, next) -> now < limit);
    if (!finished()) {
      throw new IllegalStateException(
          "hung at cycle " + engine.now() + ":\n" + String.join("\n", memory.waiting()));
    }
    for (Tile tile : tiles) {
      tile.end(engine.now());
    }
    engine.run((now, next) -> true);
    for (Tile tile : tiles) {
      if (!tile.ended) {
        throw new IllegalStateException(
            tile.name() + " does not end:\n" + String.join("\n", memory.waiting()));
      }
    }
    if (!memory.idle()) {
      throw new IllegalStateException("not idle:\n" + String.join("\n", memory.waiting()));
    }
  }

  /** Whether every thread has done everything. */
  public boolean finished() {
    return tiles.stream().allMatch(Tile::finished);
  }

  /** Runs what is due before a cycle, to the end of the window, without ending anything. */
  public void runUntil(long cycle) {
    for (Tile tile : tiles) {
      tile.start();
    }
    engine.run((now, next) -> next < cycle);
  }

  /** The cycle reached. */
  public long now() {
    return engine.now();
  }

  @Override
  public void read(long address, byte[] target) {
    memory.read(address, target);
  }

  @Override
  public void write(long address, byte[] source) {
    memory.write(address, source);
  }

  public Map<String, Long> statistics() {
    return Statistics.sum(memory.counters());
  }

  public long count(String counter) {
    Long value = statistics().get(counter);
    if (value == null) {
      throw new IllegalArgumentException("no counter " + counter);
    }
    return value;
  }

  private final class Tile extends Part implements MemoryClient {
    private final List<TinyThread.@Nullable Runner> runners = new ArrayList<>();
    private final List<Turn> turns = new ArrayList<>();
    private final List<@Nullable TinyThread> threads = new ArrayList<>();
    private @Nullable LoadStoreUnit memory;
    private boolean ended;
    private boolean started;

    Tile(String name) {
      super(name);
    }

    TinyThread thread(int warp) {
      while (threads.size() <= warp) {
        threads.add(null);
      }
      TinyThread thread = threads.get(warp);
      if (thread == null) {
        thread = new TinyThread(name() + " warp " + warp, warp);
        threads.set(warp, thread);
      }
      return thread;
    }

    void start() {
      if (started) {
        return;
      }
      started = true;
      for (int warp = 0; warp < threads.size(); warp++) {
        TinyThread thread = threads.get(warp);
        runners.add(
            thread == null
                ? null
                : new TinyThread.Runner(thread, warp, config.warpWidth(), config.l1().line()));
        Turn turn = new Turn(warp);
        turns.add(turn);
        if (thread != null) {
          schedule(turn, now());
        }
      }
    }

    /** Ends the kernel, in the tile's own time. */
    void end(long time) {
      schedule(
          new Event() {
            @Override
            protected void fire(long now) {
              java.util.Objects.requireNonNull(memory).kernelEnd();
            }
          },
          time);
    }

    boolean finished() {
      return runners.stream().allMatch(runner -> runner == null || runner.finished());
    }

    @Override
    public void completed(WarpAccess access, long ready) {
      TinyThread.Runner runner = java.util.Objects.requireNonNull(runners.get(access.warp));
      if (runner.completed(access, ready)) {
        wake(access.warp, Math.max(ready, now() + 1));
      }
    }

    @Override
    public void mayIssue(int warp) {
      if (runners.get(warp) != null) {
        wake(warp, now() + 1);
      }
    }

    @Override
    public void kernelEnded() {
      ended = true;
    }

    private void wake(int warp, long time) {
      Turn turn = turns.get(warp);
      if (!turn.scheduled()) {
        schedule(turn, time);
      }
    }

    private final class Turn extends Event {
      private final int warp;

      Turn(int warp) {
        this.warp = warp;
      }

      @Override
      protected void fire(long now) {
        TinyThread.Runner runner = java.util.Objects.requireNonNull(runners.get(warp));
        if (runner.joining) {
          return;
        }
        long again = runner.step(java.util.Objects.requireNonNull(Tile.this.memory), now);
        if (again >= 0 && !scheduled()) {
          schedule(this, again);
        }
      }
    }
  }
}

package dev.syncopate.machine.gpu;

import dev.syncopate.machine.observer.Meter;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.memory.system.Utilisation;
import dev.syncopate.sim.engine.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Has samplers look at the counters between windows. */
final class Sampling {
  private final CounterTotals totals;
  private final Supplier<List<Utilisation>> loads;
  private final List<Sampler> samplers = new ArrayList<>();

  /** By sampler: the cycle of its next look. */
  private long[] due = {};

  private long start;

  Sampling(CounterTotals totals, Supplier<List<Utilisation>> loads) {
    this.totals = totals;
    this.loads = loads;
  }

  void add(Sampler sampler) {
    if (sampler.interval() < 1) {
      throw new IllegalArgumentException("an interval of " + sampler.interval() + " cycles");
    }
    samplers.add(sampler);
    due = new long[samplers.size()];
  }

  /** A supervisor that does the same as another, and sees to the samplers, if there are any. */
  Engine.Supervisor around(Engine.Supervisor watcher) {
    return samplers.isEmpty()
        ? watcher
        : (now, next) -> {
          look(now);
          return watcher.proceed(now, next);
        };
  }

  /**
   * A kernel begins.
   *
   * @param kernel its name
   */
  void begun(String kernel, long cycle) {
    start = cycle;
    for (int i = 0; i < due.length; i++) {
      Sampler sampler = samplers.get(i);
      sampler.begun(kernel, cycle, meter(totals::last));
      due[i] = cycle + sampler.interval();
    }
  }

  private void look(long now) {
    for (int i = 0; i < due.length; i++) {
      if (now >= due[i]) {
        Sampler sampler = samplers.get(i);
        sampler.sampled(now, meter(totals::now));
        due[i] = start + ((now - start) / sampler.interval() + 1) * sampler.interval();
      }
    }
  }

  /** The kernel has ended, and its counters have been asked for. */
  void ended(long cycle) {
    for (Sampler sampler : samplers) {
      sampler.ended(cycle, meter(totals::last));
    }
  }

  private Meter meter(Supplier<Map<String, Long>> counters) {
    return new Meter() {
      @Override
      public Map<String, Long> counters() {
        return counters.get();
      }

      @Override
      public List<Utilisation> loads() {
        return loads.get();
      }
    };
  }
}

package dev.syncopate.machine.agent;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.memory.system.MemorySystem;
import dev.syncopate.sim.engine.ClockDomain;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The CPUs of a machine; most have none. */
public final class Cpus {
  private final List<CpuCore> cores = new ArrayList<>();

  public Cpus(MachineConfig machine, MemorySystem memory) {
    ClockDomain domain = ClockDomain.of(machine.cpu().clock(), machine.core().clock());
    for (int i = 0; i < machine.cpu().cores(); i++) {
      cores.add(new CpuCore(i, domain, memory::cpu, machine.l1().line()));
    }
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return cores.isEmpty();
  }

  /** What the engine has to run. */
  public List<Part> parts() {
    return List.copyOf(cores);
  }

  /**
   * Prepares a program for the first CPU that begins in an engine cycle.
   *
   * @param memoryEnd address behind the memory that it may use
   * @param interrupted asked while the program computes without asking for anything
   */
  public void start(HostProgram program, long begin, long memoryEnd, BooleanSupplier interrupted) {
    cores.getFirst().start(program, begin, memoryEnd, interrupted);
  }

  /** Ends programs that have not ended; their threads are gone afterwards. */
  public void stop() {
    cores.forEach(CpuCore::stop);
  }

  /** Whether no program runs, all that they have written visible to the device. */
  public boolean ended() {
    for (CpuCore core : cores) {
      if (!core.ended()) {
        return false;
      }
    }
    return true;
  }

  /** The engine cycle in which the last program ended. */
  public long endTime() {
    return cores.stream().mapToLong(CpuCore::endTime).max().orElse(0);
  }

  /**
   * The last engine cycle in which a program read or did something new; the current one while a
   * program works.
   */
  public long lastProgress(long now) {
    long last = 0;
    for (CpuCore core : cores) {
      last = Math.max(last, core.works() ? now : core.progress());
    }
    return last;
  }

  /** What a program did that it must not; null while all is well. */
  public @Nullable String failure() {
    for (CpuCore core : cores) {
      if (core.failure() != null) {
        return core.failure();
      }
    }
    return null;
  }

  /** Where programs stand, for a report of a hang: a line for each. */
  public List<String> standing(AddressNames names) {
    return cores.stream().map(core -> core.standing(names)).filter(Objects::nonNull).toList();
  }

  /** What they have counted. */
  public List<Object> counters() {
    return List.copyOf(cores.stream().map(CpuCore::counters).toList());
  }
}

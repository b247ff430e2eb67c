package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.machine.status.WarpMotion;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.machine.status.WarpTraces;
import dev.syncopate.ptx.ir.Program;
import java.util.List;

/**
 * A launch that was stopped, as reports see it.
 *
 * @param program what it runs
 * @param parameters parameter memory
 * @param source lines of the PTX text; may be empty
 * @param warps where every resident warp stands
 * @param traces what warps are known to have written, those that have left included
 * @param motions what resident warps do, as far as they have been watched
 * @param ctasToCome CTAs that have not started
 * @param memory to look words up
 * @param names what the host has allocated and calls it
 * @param agents positions of CPUs that run host code concurrently, a line each
 * @param overlappingLaunches positions of launches that overlap it, a line each
 * @param queues what waits in the memory system, a line each
 */
public record StoppedLaunch(
    Program program,
    byte[] parameters,
    List<String> source,
    List<WarpStatus> warps,
    List<WarpTraces> traces,
    List<WarpMotion> motions,
    long ctasToCome,
    MemoryView memory,
    AddressNames names,
    List<String> agents,
    List<String> overlappingLaunches,
    List<String> queues) {}

package dev.syncopate.check.race;

import dev.syncopate.machine.warp.Grid;

/**
 * Race between two launches that overlap: an access of the later one, before it has waited for the
 * earlier one, and a conflicting access of that.
 *
 * @param earlier the one that was launched first
 * @param earlierPc its instruction
 * @param later the dependent launch
 * @param laterPc its instruction
 * @param address of a byte that both touch
 */
public record LaunchRace(
    Grid earlier,
    int earlierPc,
    boolean earlierWrites,
    Grid later,
    int laterPc,
    boolean laterWrites,
    long address) {}

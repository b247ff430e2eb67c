package dev.syncopate.check.interval;

import java.util.SortedMap;

/**
 * Some cycles of a launch. Those of one launch follow each other without a gap.
 *
 * @param launch its number on the device, from 0
 * @param kernel its mangled name; empty for a program on the CPU alone
 * @param start the cycle in which it begins, on a clock that goes on from launch to launch
 * @param end the cycle in which the next one begins
 * @param counters what was counted meanwhile, of every counter
 */
public record Interval(
    int launch, String kernel, long start, long end, SortedMap<String, Long> counters) {}

package dev.syncopate.machine.barrier;

/**
 * Lanes of a warp that wait at a barrier of the CTA, for reports.
 *
 * @param id number of the barrier
 * @param arrived threads that have arrived
 * @param expected threads that must
 * @param counted whether the program gives that number; else it is every live thread
 * @param contradictory whether arrivals have given different numbers
 */
public record AtBarrier(
    int id, long lanes, int arrived, int expected, boolean counted, boolean contradictory) {}

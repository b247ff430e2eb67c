package dev.syncopate.memory.network;

/**
 * Traffic of a link of a mesh.
 *
 * @param node the router that it leaves, in rows from the north-west corner
 * @param end where it leads: {@code east}, {@code west}, {@code south}, {@code north}, or {@code
 *     unit}, {@code cpu}, {@code bank}, {@code memory} there
 * @param messages that crossed it
 * @param flits that crossed it, one a cycle
 * @param waitCycles of messages in the router, summed over them
 * @param creditCycles of these, those after they had found the link free and the next router's
 *     buffer too full
 */
public record LinkLoad(
    int node, String end, long messages, long flits, long waitCycles, long creditCycles) {}

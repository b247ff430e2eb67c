package dev.syncopate.machine.observer;

/**
 * Asynchronous stores of lanes to the shared memory of another CTA of their cluster. One
 * instruction is one object.
 *
 * @param data the bytes that they write or update; offsets count from that CTA's first byte
 * @param barrier by lane, offset there of the mbarrier object that counts them
 * @param states of these objects
 */
public record PeerStoreEvent(SharedAccess data, long[] barrier, MbarrierStates states) {}

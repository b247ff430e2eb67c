package dev.syncopate.machine.core;

/**
 * Message between compute units that run CTAs of one cluster. Only its receiver may touch it until
 * it is sent again.
 */
public interface PeerMessage {}

package dev.syncopate.sim.engine;

/**
 * Message from one part to another. A message takes at least one engine window to arrive and then
 * fires in its target.
 *
 * <p>A message owns its payload: after {@link Part#send} the sender must not touch it again.
 */
public abstract class Message extends Event {}

package dev.syncopate.machine.device;

/**
 * Text that a thread has printed.
 *
 * @param cycle when
 * @param unit on which compute unit
 */
public record PrintedText(long cycle, int unit, String text) {}

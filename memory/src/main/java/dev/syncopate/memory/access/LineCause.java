package dev.syncopate.memory.access;

/**
 * What an event of a line comes from: an access, the bytes that an access has written, or a
 * message. Controllers that state tables drive receive it with the event.
 */
public interface LineCause {}

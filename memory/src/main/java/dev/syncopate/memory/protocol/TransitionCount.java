package dev.syncopate.memory.protocol;

import java.util.List;

/**
 * Execution count of one row of a controller's {@link StateTable}, with what is printed of the row.
 *
 * @param table title of the table
 * @param state in which the event finds what has the state
 * @param event name of the event
 * @param count times that the row has been executed
 * @param action what the row does
 * @param next states in which the row may end
 */
public record TransitionCount(
    String table, String state, String event, long count, String action, List<String> next) {}

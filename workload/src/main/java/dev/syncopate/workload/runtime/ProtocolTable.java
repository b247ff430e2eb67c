package dev.syncopate.workload.runtime;

import java.util.List;

/**
 * A table of what a protocol does: one of those that are executed.
 *
 * @param title one or more lines
 * @param header names of columns; empty where they need none
 * @param rows of cells; rows may have different numbers of them
 * @param note what is to be known behind the table, or nothing
 */
public record ProtocolTable(
    String title, List<String> header, List<List<String>> rows, String note) {}

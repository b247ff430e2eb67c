package dev.syncopate.workload.suite;

/**
 * A size with a name.
 *
 * @param name what people type, for example {@code small}
 * @param value what it stands for, in the unit of {@link Workload#sizeMeaning}
 */
public record NamedSize(String name, long value) {}

package dev.syncopate.study.paper;

/**
 * A workload on an input.
 *
 * @param label the paper's, for example {@code SSSP.1}
 * @param workload its name here
 * @param input the paper's name of the graph
 */
public record StudySubject(String label, String workload, String input) {}

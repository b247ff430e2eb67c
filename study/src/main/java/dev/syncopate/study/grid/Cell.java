package dev.syncopate.study.grid;

import dev.syncopate.study.sweep.Task;

/** A job and where in the study its result belongs; several places may want one job. */
public record Cell(Coordinate coordinate, Task task) {}

package dev.syncopate.study.grid;

import dev.syncopate.study.sweep.SweepTask;

/** A job and where in the study its result belongs; several places may want one job. */
public record ResultCell(Coordinate coordinate, SweepTask task) {}

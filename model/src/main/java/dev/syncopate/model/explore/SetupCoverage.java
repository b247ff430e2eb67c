package dev.syncopate.model.explore;

import dev.syncopate.model.explore.machine.setup.Arrangement;
import dev.syncopate.model.explore.search.Found.Extent;

/**
 * What was explored in one setup.
 *
 * @param setup which
 * @param extent how much
 * @param complete whether that was everything
 */
public record SetupCoverage(Arrangement setup, Extent extent, boolean complete) {}

package dev.syncopate.check.race;

/**
 * The last two phases of the barrier of a cluster: some of its threads may have arrived at the next
 * one while others have not waited for the one before.
 */
final class ClusterPhases {
  private final SyncLocation[] places = {new SyncLocation(), new SyncLocation()};
  private final long[] numbers = {-1, -1};

  /** Where arrivals at a phase are noted. */
  SyncLocation arriving(long phase) {
    int index = (int) (phase & 1);
    if (numbers[index] != phase) {
      numbers[index] = phase;
      places[index] = new SyncLocation();
    }
    return places[index];
  }

  /** The same for a phase that is over. */
  SyncLocation over(long phase) {
    SyncLocation place = arriving(phase);
    if (place.phaseEnd() == null && place.latest() != null) {
      place.phaseEnds();
    }
    return place;
  }
}

package dev.syncopate.machine.divergence;

/**
 * A reconvergence stack: the lanes of a warp wait at the immediate post-dominator for as long as it
 * takes, and a split runs until it gets there. Code in which lanes of one warp wait for each other
 * hangs, as it does on machines of this kind.
 */
public final class ReconvergenceStack extends LaneSchedule {

  @Override
  public boolean block(long lanes) {
    next();
    return false;
  }

  @Override
  public void unblock(long lanes) {
    // The warp was blocked as a whole: the current split is still current.
  }

  @Override
  public long missing(long named, long presentLanes) {
    return 0; // lanes run in lockstep: who is not here does not come
  }

  @Override
  public void giveWay() {
    // Lanes run in lockstep: there is no other split to run.
  }

  @Override
  public boolean letsGoInTheEnd() {
    return false;
  }

  @Override
  void wentBack(boolean maySpin, int first, int last) {
    // A stack has no fairness.
  }

  @Override
  void stuck() {
    // No lane leaves a join early.
  }
}

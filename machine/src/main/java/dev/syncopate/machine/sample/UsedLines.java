package dev.syncopate.machine.sample;

/** The lines that an L2 would hold of those that a launch uses. */
final class UsedLines implements LineRecorder.LineListener {
  private final RecentLines l2;

  /**
   * @param l2 empty
   */
  UsedLines(RecentLines l2) {
    this.l2 = l2;
  }

  @Override
  public void use(CtaUses cta) {
    int _ = l2.use(cta.line(), cta.sectors(), cta.writes());
  }

  /** Uses of lines that an L2 of twice the size would not have had. */
  long misses() {
    return l2.misses();
  }

  /** Gives them, of each set the least recently used first. */
  void forEach(RecentLines.LineConsumer consumer) {
    l2.forEach(consumer);
  }
}

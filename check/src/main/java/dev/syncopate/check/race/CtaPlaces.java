package dev.syncopate.check.race;

/** Where each CTA of a grid runs, by its number; known once it runs. See {@link CtaClock}. */
final class CtaPlaces {
  final int[] domains;
  final int[] clusters;
  final byte[] gpus;

  CtaPlaces(int ctas) {
    domains = new int[ctas];
    clusters = new int[ctas];
    gpus = new byte[ctas];
  }

  void started(CtaClock cta) {
    domains[cta.index] = cta.domain;
    clusters[cta.index] = cta.cluster;
    gpus[cta.index] = (byte) cta.gpu;
  }
}

package dev.syncopate.ptx.ir;

/**
 * Scope of a strong operation; weak ones carry {@link #CTA} and it means nothing. Cluster scope is
 * refused at load.
 */
public enum MemoryScope {
  CTA,
  GPU,
  SYS
}

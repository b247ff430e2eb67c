package dev.syncopate.ptx.ir;

/** Scope of a strong operation; weak ones carry {@link #CTA} and it means nothing. */
public enum MemoryScope {
  CTA,
  CLUSTER,
  GPU,
  SYS
}

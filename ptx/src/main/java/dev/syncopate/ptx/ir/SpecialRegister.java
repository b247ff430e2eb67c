package dev.syncopate.ptx.ir;

/**
 * Special registers a program may read (PTX ISA, "Special Registers"). {@link #ENVREG1} and {@link
 * #ENVREG2} are the high and the low half of the address of a cooperative launch's workspace; the
 * other environment registers read as 0.
 */
public enum SpecialRegister {
  TID_X,
  TID_Y,
  TID_Z,
  NTID_X,
  NTID_Y,
  NTID_Z,
  CTAID_X,
  CTAID_Y,
  CTAID_Z,
  NCTAID_X,
  NCTAID_Y,
  NCTAID_Z,
  CLUSTERID_X,
  CLUSTERID_Y,
  CLUSTERID_Z,
  NCLUSTERID_X,
  NCLUSTERID_Y,
  NCLUSTERID_Z,
  CLUSTER_CTAID_X,
  CLUSTER_CTAID_Y,
  CLUSTER_CTAID_Z,
  CLUSTER_NCTAID_X,
  CLUSTER_NCTAID_Y,
  CLUSTER_NCTAID_Z,
  CLUSTER_CTARANK,
  CLUSTER_NCTARANK,
  /** 1 in a launch with clusters, else 0; PTX reads it as a predicate. */
  IS_EXPLICIT_CLUSTER,
  LANEID,
  WARPID,
  NWARPID,
  SMID,
  NSMID,
  GRIDID,
  LANEMASK_EQ,
  LANEMASK_LE,
  LANEMASK_LT,
  LANEMASK_GE,
  LANEMASK_GT,
  CLOCK,
  CLOCK_HI,
  CLOCK64,
  GLOBALTIMER,
  GLOBALTIMER_LO,
  GLOBALTIMER_HI,
  DYNAMIC_SMEM_SIZE,
  TOTAL_SMEM_SIZE,
  RESERVED_SMEM_OFFSET_1,
  ENVREG1,
  ENVREG2,
  WARP_SIZE,
  /** Where the thread's stack begins in its local memory; it has no name in PTX. */
  STACK,
  /** Whether the transaction that the lane is in was given up: {@code %tx_failed}. */
  TX_FAILED;

  /** Width in bits: 64 for the 64-bit clocks and the grid's number, else 32. */
  public int bits() {
    return this == CLOCK64 || this == GLOBALTIMER || this == GRIDID ? 64 : 32;
  }
}

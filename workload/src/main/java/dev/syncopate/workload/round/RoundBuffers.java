package dev.syncopate.workload.round;

/** An algorithm's buffers on the device, the flag among them. */
public interface RoundBuffers {
  RoundFlag flag();
}

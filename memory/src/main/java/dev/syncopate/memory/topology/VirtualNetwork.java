package dev.syncopate.memory.topology;

/**
 * Class of messages that share buffers and do not wait for other classes. Messages from one node to
 * another on the same virtual network arrive in the order sent.
 */
public enum VirtualNetwork {
  /** What asks for room at a bank: it may be refused, and what comes later waits behind it. */
  REQUEST,
  /**
   * What is taken at any time. At a bank it does not wait behind requests, save those of the same
   * node to the same line.
   */
  CONTROL
}

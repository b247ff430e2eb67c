package dev.syncopate.app.cuda.server;

import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;

/** Errors as CUDA numbers them, the same in the runtime and in the driver API. */
final class CudaError {
  static final int SUCCESS = 0;
  static final int INVALID_VALUE = 1;
  static final int OUT_OF_MEMORY = 2;
  static final int INITIALIZATION_ERROR = 3;
  static final int INVALID_CONFIGURATION = 9;
  static final int INVALID_SYMBOL = 13;
  static final int NO_KERNEL_IMAGE = 209;
  static final int INVALID_PTX = 218;
  static final int INVALID_IMAGE = 200;
  static final int INVALID_HANDLE = 400;
  static final int NOT_FOUND = 500;
  static final int ILLEGAL_ADDRESS = 700;
  static final int OUT_OF_RESOURCES = 701;
  static final int TIMEOUT = 702;
  static final int ASSERT = 710;
  static final int MISALIGNED = 716;
  static final int LAUNCH_FAILURE = 719;
  static final int COOPERATIVE_TOO_LARGE = 720;
  static final int NOT_SUPPORTED = 801;
  static final int INVALID_CLUSTER_SIZE = 912;
  static final int UNKNOWN_ERROR = 999;

  private CudaError() {}

  /**
   * What a program hears of a launch that ended like this: as on hardware, at the next call that
   * waits for it.
   */
  static int of(LaunchResult launch) {
    if (launch.ending() != Ending.FAULT) {
      return launch.ending() == Ending.DONE ? SUCCESS : TIMEOUT;
    }
    String report = launch.report();
    if (report.contains("assertion `")) {
      return ASSERT;
    }
    if (report.contains("misaligned address")) {
      return MISALIGNED;
    }
    return report.contains("address 0x") ? ILLEGAL_ADDRESS : LAUNCH_FAILURE;
  }
}

package dev.syncopate.app.cuda.server;

/**
 * Constants that the simulator and a program's CUDA libraries share, in addition to {@link
 * LibraryRequest}, {@link StreamEvent} and {@link StreamWork}. The libraries' side, {@code
 * protocol.h}, is generated from these four by {@code ProtocolHeaderTest}.
 */
final class CudaWireProtocol {
  /** Raised with every change of a request or a reply. {@code HELLO} carries it both ways. */
  static final int VERSION = 3;

  /** Words of a reply at most. */
  static final int REPLY_WORDS = 16;

  /** Attributes of a device, numbered as {@code cudaDeviceAttr}. */
  static final int ATTRIBUTES = 160;

  /** Index of the version in the reply to {@code HELLO}. */
  static final int HELLO_VERSION = 5;

  private CudaWireProtocol() {}

  /**
   * Why a library cannot be served.
   *
   * @param library its file; empty if it has not said
   * @param version of the protocol; 0 if it has not said
   */
  static String mismatch(String library, long version) {
    return ("the program's CUDA library%s speaks version %d of the protocol%s, this simulator version"
            + " %d: it belongs to another Syncopate; take it out of LD_PRELOAD, LD_LIBRARY_PATH and"
            + " the path that the program was linked with, as './syncopate cuda' gives every program"
            + " its own")
        .formatted(
            library.isEmpty() ? "" : " " + library,
            version,
            version == 0 ? " (it has named none)" : "",
            VERSION);
  }
}

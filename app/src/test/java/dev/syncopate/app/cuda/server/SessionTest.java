package dev.syncopate.app.cuda.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A session serves only a library of the session's version. */
class SessionTest {
  private final List<String> messages = new ArrayList<>();
  private final Device device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").open();
  private final CudaSimulation simulation =
      new CudaSimulation(device, new StringBuilder(), messages::add, (name, text) -> name);
  private final Session session = new Session(simulation);

  private WireFormat.Reply ask(LibraryRequest operation, long... words) {
    return session.answer(new WireFormat.Request(operation.number, words, new byte[0]));
  }

  @Test
  void theReplyToHelloHasTheVersion() {
    WireFormat.Reply reply = ask(LibraryRequest.HELLO, CudaWireProtocol.VERSION);
    assertThat(reply.status()).isEqualTo(CudaError.SUCCESS);
    assertThat(reply.words()[CudaWireProtocol.HELLO_VERSION]).isEqualTo(CudaWireProtocol.VERSION);
    assertThat(reply.words()).hasSizeLessThanOrEqualTo(CudaWireProtocol.REPLY_WORDS);
    assertThat(ask(LibraryRequest.ALLOCATE, 64, 0).status()).isEqualTo(CudaError.SUCCESS);
    assertThat(messages).isEmpty();
  }

  /** A library from before versions may load a module first. */
  @Test
  void aLibraryThatNamesNoVersionIsRefusedWhateverItAsksFor() {
    for (LibraryRequest first :
        List.of(LibraryRequest.HELLO, LibraryRequest.LOAD, LibraryRequest.NOTE)) {
      WireFormat.Reply reply = ask(first);
      assertThat(reply.status()).as("%s", first).isEqualTo(CudaError.INITIALIZATION_ERROR);
      assertThat(reply.words()[CudaWireProtocol.HELLO_VERSION]).isEqualTo(CudaWireProtocol.VERSION);
    }
    assertThat(messages)
        .containsExactly(
            "the program's CUDA library speaks version 0 of the protocol (it has named none), this"
                + " simulator version "
                + CudaWireProtocol.VERSION
                + ": it belongs to another Syncopate; take it out of LD_PRELOAD,"
                + " LD_LIBRARY_PATH and the path that the program was linked with, as './syncopate"
                + " cuda' gives every program its own");
    assertThat(simulation.hasRefused()).isTrue();
  }

  /** The end of a process that has used no device is told without a greeting. */
  @Test
  void anExitNeedsNoGreeting() {
    assertThat(ask(LibraryRequest.EXITING, 17, 137).status()).isEqualTo(CudaError.SUCCESS);
    assertThat(simulation.endedByItself(17, 137)).isTrue();
    assertThat(messages).isEmpty();
  }
}

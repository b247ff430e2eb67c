package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.protocol.MemoryMessage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Messages for people, for example {@code WRITE x=1}. */
final class MessageText {
  private MessageText() {}

  static String of(Object message, LocationAddresses addresses) {
    return message instanceof ExploredMessage peers
        ? peers.text()
        : of((MemoryMessage) message, addresses);
  }

  private static String of(MemoryMessage message, LocationAddresses addresses) {
    List<String> carried = new ArrayList<>();
    for (String location : addresses.in(message.line)) {
      int offset = (int) (addresses.address(location) - message.line);
      long mask = 0xffL << offset;
      boolean complete = (message.maskLow & mask) == mask;
      int index = offset - message.first();
      if (complete && index >= 0 && index + LocationAddresses.BYTES <= message.data().length) {
        long value = ByteBuffer.wrap(message.data()).order(ByteOrder.LITTLE_ENDIAN).getLong(index);
        carried.add(location + "=" + addresses.text(value));
      } else if (complete || message.maskLow == 0) {
        carried.add(location);
      }
    }
    return carried.isEmpty()
        ? message.type.name()
        : message.type.name() + " " + String.join(", ", carried);
  }
}

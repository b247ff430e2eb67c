package dev.syncopate.machine.device;

import dev.syncopate.machine.warp.Warp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code vprintf} for lanes of a warp: reads the formats, then the arguments, then the strings
 * among them, and prints in lane order.
 */
final class PrintTask extends MemoryReader {
  private enum Stage {
    START,
    FORMATS,
    ARGUMENTS,
    STRINGS
  }

  private final @Nullable PrintFormat[] formats;
  private final byte[][] arguments;
  private final List<List<String>> strings = new ArrayList<>();
  private Stage stage = Stage.START;

  PrintTask(RuntimeUnit runtime, SystemCallOp op, Warp warp, int pc, long lanes) {
    super(runtime, op, warp, pc, lanes);
    this.formats = new @Nullable PrintFormat[warp.width];
    this.arguments = new byte[warp.width][];
    for (int lane = 0; lane < warp.width; lane++) {
      strings.add(new ArrayList<>());
      arguments[lane] = new byte[0];
    }
  }

  @Override
  void advance() {
    switch (stage) {
      case START -> {
        stage = Stage.FORMATS;
        forEachLane(lane -> wantString(lane, op.argument(warp, 0, lane)));
      }
      case FORMATS -> {
        stage = Stage.ARGUMENTS;
        forEachLane(this::wantArguments);
        skipIfNothingIsWanted();
      }
      case ARGUMENTS -> {
        stage = Stage.STRINGS;
        forEachLane(lane -> arguments[lane] = bytes(lane));
        wantStrings();
      }
      case STRINGS -> {
        forEachLane(lane -> {
          if (wantsString(lane)) {
            strings.get(lane).add(string(lane));
          }
        });
        wantStrings();
      }
    }
  }

  private void skipIfNothingIsWanted() {
    boolean hasArguments = false;
    for (PrintFormat format : formats) {
      hasArguments |= format != null && format.argumentBytes() > 0;
    }
    if (!hasArguments) {
      advance();
    }
  }

  private void wantArguments(int lane) {
    PrintFormat format = new PrintFormat(string(lane));
    formats[lane] = format;
    if (format.argumentBytes() > 0) {
      want(lane, op.argument(warp, 1, lane), format.argumentBytes());
    }
  }

  private boolean wantsString(int lane) {
    PrintFormat format = formats[lane];
    return format != null && strings.get(lane).size() < format.strings();
  }

  /** Asks for the next string of each lane, or prints when no lane wants one. */
  private void wantStrings() {
    boolean[] anyString = new boolean[1];
    forEachLane(lane -> {
      PrintFormat format = formats[lane];
      if (format != null && wantsString(lane)) {
        anyString[0] = true;
        int index = strings.get(lane).size();
        wantString(lane, format.stringAddress(arguments[lane], index));
      }
    });
    if (!anyString[0]) {
      print();
    }
  }

  private void print() {
    forEachLane(lane -> {
      PrintFormat format = formats[lane];
      if (format != null) {
        runtime.print(format.print(arguments[lane], strings.get(lane)));
        op.result(warp, lane, format.arguments());
      }
    });
    runtime.finished(warp);
  }

  private void forEachLane(java.util.function.IntConsumer action) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      action.accept(Long.numberOfTrailingZeros(rest));
    }
  }
}

package dev.syncopate.app.cli.launch;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.workload.runtime.Dim3;

/** Reads {@code X[,Y[,Z]]}. */
final class Extents {
  private Extents() {}

  static Dim3 parse(String option, String text) {
    String[] parts = text.split(",", -1);
    int[] extents = {1, 1, 1};
    boolean legal = parts.length <= 3;
    for (int i = 0; legal && i < parts.length; i++) {
      legal = parts[i].matches("\\d{1,10}") && Long.parseLong(parts[i]) <= Integer.MAX_VALUE;
      extents[i] = legal ? Integer.parseInt(parts[i]) : 0;
      legal &= extents[i] >= 1;
    }
    if (!legal) {
      throw new UserErrorException(
          option + " takes X, X,Y or X,Y,Z, each at least 1, found '" + text + "'");
    }
    return new Dim3(extents[0], extents[1], extents[2]);
  }
}

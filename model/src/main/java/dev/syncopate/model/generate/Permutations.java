package dev.syncopate.model.generate;

import java.util.ArrayList;
import java.util.List;

/** The orders of a few things. */
final class Permutations {
  private Permutations() {}

  /** All orders of that many things, as they are first. */
  static List<int[]> of(int count) {
    List<int[]> orders = new ArrayList<>();
    extend(new int[count], 0, new boolean[count], orders);
    return orders;
  }

  private static void extend(int[] order, int length, boolean[] used, List<int[]> orders) {
    if (length == order.length) {
      orders.add(order.clone());
      return;
    }
    for (int next = 0; next < order.length; next++) {
      if (!used[next]) {
        used[next] = true;
        order[length] = next;
        extend(order, length + 1, used, orders);
        used[next] = false;
      }
    }
  }
}

package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.ResultComparison;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Puts the transfers of a bank in an order, each as one step, or first taken and then given: the
 * order that each account's count of touches gives, for all accounts at once. Executes them in it
 * on the host.
 */
final class TransferOrder {
  private static final int NOBODY = -1;

  private final int[] transfers;
  private final int[] visitPlaces;
  private final boolean atomic;

  /**
   * @param transfers from, to {@code << 12}, amount {@code << 24}
   * @param visitPlaces how often each found its accounts touched, the second {@code << 16}
   * @param atomic whether a transfer is one step, not two
   */
  TransferOrder(int[] transfers, int[] visitPlaces, boolean atomic) {
    this.transfers = transfers;
    this.visitPlaces = visitPlaces;
    this.atomic = atomic;
  }

  private int from(int transfer) {
    return transfers[transfer] & 0xfff;
  }

  private int to(int transfer) {
    return transfers[transfer] >>> 12 & 0xfff;
  }

  /**
   * Compares what such an order leaves with what is left.
   *
   * @param finalBalances of each account its balance and, {@code << 16}, how often it was touched
   */
  ResultComparison explain(String ctaName, int[] finalBalances, int initial) {
    long sum = Arrays.stream(finalBalances).mapToLong(word -> word & 0xffff).sum();
    if (sum != (long) initial * finalBalances.length) {
      return ResultComparison.wrong(
          "%s: the balances' sum is %d, expected %d"
              .formatted(ctaName, sum, (long) initial * finalBalances.length));
    }
    int[][] visitors = new int[finalBalances.length][];
    int[] touched = new int[finalBalances.length];
    for (int t = 0; t < transfers.length; t++) {
      touched[from(t)]++;
      touched[to(t)]++;
    }
    for (int a = 0; a < finalBalances.length; a++) {
      visitors[a] = new int[touched[a]];
      Arrays.fill(visitors[a], NOBODY);
    }
    for (int t = 0; t < transfers.length; t++) {
      for (int half = 0; half < 2; half++) {
        int account = half == 0 ? from(t) : to(t);
        int place = visitPlaces[t] >>> (16 * half) & 0xffff;
        if (place >= visitors[account].length || visitors[account][place] != NOBODY) {
          return ResultComparison.wrong(
              "%s: transfer %d found account %d touched %d times, as another did or as cannot be"
                  .formatted(ctaName, t, account, place));
        }
        visitors[account][place] = 2 * t + half;
      }
    }
    return replay(ctaName, visitors, finalBalances, initial);
  }

  /**
   * @param visitors of each account in order: twice the transfer, and one more if it was given
   */
  private ResultComparison replay(
      String ctaName, int[][] visitors, int[] finalBalances, int initial) {
    int[] account = new int[visitors.length];
    int[] next = new int[visitors.length];
    int[] paid = new int[transfers.length];
    boolean[] withdrawn = new boolean[transfers.length];
    Arrays.fill(account, initial);
    Deque<Integer> work = new ArrayDeque<>();
    for (int a = 0; a < visitors.length; a++) {
      work.add(a);
    }
    int completed = 0;
    while (!work.isEmpty()) {
      int a = work.remove();
      if (next[a] == visitors[a].length) {
        continue;
      }
      int t = visitors[a][next[a]] / 2;
      boolean gives = visitors[a][next[a]] % 2 == 1;
      int counterpart = gives ? from(t) : to(t);
      if (atomic) {
        if (next[counterpart] == visitors[counterpart].length
            || visitors[counterpart][next[counterpart]] / 2 != t) {
          continue; // comes again when the other account is so far
        }
        take(t, account, paid);
        account[to(t)] += paid[t];
        next[counterpart]++;
      } else if (gives) {
        if (!withdrawn[t]) {
          continue;
        }
        account[a] += paid[t];
      } else {
        take(t, account, paid);
        withdrawn[t] = true;
      }
      next[a]++;
      completed++;
      work.add(a);
      work.add(counterpart);
    }
    if (completed != transfers.length * (atomic ? 1 : 2)) {
      return ResultComparison.wrong(
          "%s: no order of its %d transfers explains what each has seen"
              .formatted(ctaName, transfers.length));
    }
    int[] balances = Arrays.stream(finalBalances).map(word -> word & 0xffff).toArray();
    return ResultComparison.unsigned("accounts of " + ctaName, balances, account);
  }

  private void take(int transfer, int[] account, int[] paid) {
    int amount = transfers[transfer] >>> 24;
    paid[transfer] = account[from(transfer)] >= amount ? amount : 0;
    account[from(transfer)] -= paid[transfer];
  }
}

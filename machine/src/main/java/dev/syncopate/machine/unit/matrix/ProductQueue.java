package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CopyEngine;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.AsyncCopies;
import dev.syncopate.memory.local.AsyncProxyStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Products of warpgroups in flight in a compute unit. Each is performed in the cycle it ends in.
 */
final class ProductQueue implements CopyEngine {
  /**
   * A product in flight.
   *
   * @param products those of its warp; another object as soon as another warp has the registers
   * @param number in order of issue
   */
  private record InFlight(
      WarpgroupProduct product,
      AsyncCopies products,
      AsyncCopies.Copy pending,
      long end,
      long number) {}

  private final ComputeUnit unit;
  private final PriorityQueue<InFlight> queue =
      new PriorityQueue<>(
          Comparator.comparingLong(InFlight::end).thenComparingLong(InFlight::number));
  private long issued;

  ProductQueue(ComputeUnit unit) {
    this.unit = unit;
  }

  /** Takes a product. */
  void add(WarpgroupProduct product, long end) {
    Warp warp = product.warp();
    AsyncCopies products = warp.accesses.makeProducts();
    InFlight added = new InFlight(product, products, products.begin(warp.fullMask), end, issued++);
    if (unit.memory.answersAtOnce()) {
      perform(added);
    } else {
      queue.add(added);
      unit.wakeUp(end);
    }
  }

  @Override
  public long tick(long now) {
    InFlight first = queue.peek();
    while (first != null && first.end() <= now) {
      queue.remove();
      perform(first);
      unit.progressed();
      if (queue.isEmpty()) {
        unit.copied();
      }
      first = queue.peek();
    }
    return first == null ? Long.MAX_VALUE : first.end();
  }

  private void perform(InFlight ended) {
    WarpgroupProduct product = ended.product();
    Warp warp = product.warp();
    boolean isGone = warp.accesses.makeProducts() != ended.products();
    if (isGone || !(unit.local instanceof AsyncProxyStore memory)) {
      return;
    }
    product.perform(memory);
    ended.products().landed(ended.pending());
    if (warp.waiting() == Wait.COPIES) {
      unit.resume(warp, 0);
    }
  }

  @Override
  public boolean busy() {
    return !queue.isEmpty();
  }

  @Override
  public List<String> waiting() {
    List<String> text = new ArrayList<>();
    queue.stream()
        .sorted(queue.comparator())
        .forEach(inFlight ->
            text.add(
                "cu%d tensor core: wgmma of CTA %d warp %d ends in cycle %d"
                    .formatted(
                        unit.index,
                        inFlight.product().cta().index,
                        inFlight.product().warp().indexInCta(),
                        inFlight.end())));
    return text;
  }
}

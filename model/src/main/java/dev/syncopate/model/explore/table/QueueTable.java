package dev.syncopate.model.explore.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Contents of a channel as numbers: 0 is the empty queue. Messages are numbers as well. For any
 * threads.
 */
public final class QueueTable {
  public static final int EMPTY = 0;

  private final List<int[]> contents = new ArrayList<>();
  private final Map<List<Integer>, Integer> numbers = new HashMap<>();
  private final IntList lengths = new IntList();
  private final IntList heads = new IntList();
  private final IntList tails = new IntList();
  private final PairMap pushed = new PairMap();

  public QueueTable() {
    number(new int[0]);
  }

  private int number(int[] content) {
    List<Integer> key = Arrays.stream(content).boxed().toList();
    Integer existing = numbers.get(key);
    if (existing != null) {
      return existing;
    }
    int number = contents.size();
    numbers.put(key, number);
    contents.add(content);
    lengths.add(content.length);
    heads.add(content.length == 0 ? -1 : content[0]);
    tails.add(-1);
    return number;
  }

  /** How many queues there are. */
  public int size() {
    return lengths.size();
  }

  /** How many are in a queue. */
  public int length(int queue) {
    return lengths.get(queue);
  }

  /** The first message of a queue that is not empty. */
  public int head(int queue) {
    return heads.get(queue);
  }

  /** The queue without its first message. */
  public int tail(int queue) {
    int cached = tails.get(queue);
    return cached < 0 ? findTail(queue) : cached;
  }

  private synchronized int findTail(int queue) {
    int[] content = contents.get(queue);
    int tail = number(Arrays.copyOfRange(content, 1, content.length));
    tails.set(queue, tail);
    return tail;
  }

  /** The queue with a message behind the others. */
  public int push(int queue, int message) {
    int cached = pushed.get(queue, message);
    return cached == PairMap.ABSENT ? findPush(queue, message) : cached;
  }

  private synchronized int findPush(int queue, int message) {
    int cached = pushed.get(queue, message);
    if (cached != PairMap.ABSENT) {
      return cached;
    }
    int[] content = contents.get(queue);
    int[] longer = Arrays.copyOf(content, content.length + 1);
    longer[content.length] = message;
    int number = number(longer);
    pushed.put(queue, message, number);
    return number;
  }
}

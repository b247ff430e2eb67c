package dev.syncopate.model.explore.table;

/**
 * Contents of a channel as numbers: 0 is the empty queue. Messages are numbers as well. A queue is
 * kept as its last message and the queue before that one was sent. For any threads.
 */
public final class QueueTable {
  public static final int EMPTY = 0;

  private static final int UNKNOWN = -1;

  /** By queue: the queue without its last message, and that message. */
  private final IntList prefixes = new IntList();

  private final IntList lasts = new IntList();
  private final IntList lengths = new IntList();
  private final IntList heads = new IntList();
  private final IntList tails = new IntList();
  private final PairMap pushed = new PairMap();

  public QueueTable() {
    int _ = add(UNKNOWN, UNKNOWN, 0, UNKNOWN);
  }

  private int add(int prefix, int last, int length, int head) {
    prefixes.add(prefix);
    lasts.add(last);
    lengths.add(length);
    heads.add(head);
    tails.add(UNKNOWN);
    return tails.size() - 1;
  }

  /** How many queues there are. */
  public int size() {
    return tails.size();
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
    int prefix = prefixes.get(queue);
    int tail = prefix == EMPTY ? EMPTY : push(tail(prefix), lasts.get(queue));
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
    int head = queue == EMPTY ? message : heads.get(queue);
    int number = add(queue, message, lengths.get(queue) + 1, head);
    pushed.put(queue, message, number);
    return number;
  }
}

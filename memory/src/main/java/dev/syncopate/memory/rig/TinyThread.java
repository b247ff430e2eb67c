package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a test: a warp with one lane (or given accesses) that does a list of things in order.
 * It goes on after a load; it waits for values only where it is told to.
 */
public final class TinyThread {
  /** Register for a future value. */
  public static final class Register {
    private final TinyThread owner;
    private final long[] values;
    private boolean set;
    private long issued = -1;
    private long completed = -1;
    private @Nullable Runnable whenSet;

    private Register(TinyThread owner, int elements) {
      this.owner = owner;
      this.values = new long[elements];
    }

    /** The value. */
    public long value() {
      return value(0);
    }

    /** The value of an element, or of a lane. */
    public long value(int index) {
      if (!set) {
        throw new IllegalStateException("nothing has come for " + owner);
      }
      return values[index];
    }

    /** Does something as soon as a value has come. */
    public void whenSet(Runnable callback) {
      whenSet = callback;
    }

    /** The cycle in which the instruction was issued. */
    public long issued() {
      return issued;
    }

    /** The cycle from which its value is ready. */
    public long completed() {
      return completed;
    }
  }

  /** An action of the thread. */
  private record Action(
      String kind,
      @Nullable MemoryOperation operation,
      long address,
      long a,
      long b,
      long cycles,
      @Nullable LongPredicate condition,
      @Nullable Runnable callback,
      @Nullable WarpAccess warpAccess,
      Register register) {}

  private final String name;
  private final int warp;
  private final List<Action> actions = new ArrayList<>();

  TinyThread(String name, int warp) {
    this.name = name;
    this.warp = warp;
  }

  private Register add(
      String kind, @Nullable MemoryOperation operation, long address, long a, long b, long cycles) {
    Register register = new Register(this, 1);
    actions.add(new Action(kind, operation, address, a, b, cycles, null, null, null, register));
    return register;
  }

  /** Any operation of one lane; {@code a} and {@code b} are its operands. */
  public Register access(MemoryOperation operation, long address, long a, long b) {
    return add("access", operation, address, a, b, 0);
  }

  /** A weak load of 32 bits. */
  public Register load(long address) {
    return access(RigOperations.load(DataType.B32), address, 0, 0);
  }

  public Register load(long address, Order order, Scope scope) {
    return access(RigOperations.load(DataType.B32, order, scope), address, 0, 0);
  }

  /** A weak store of 32 bits. */
  public Register store(long address, long value) {
    return access(RigOperations.store(DataType.B32), address, value, 0);
  }

  public Register store(long address, long value, Order order, Scope scope) {
    return access(RigOperations.store(DataType.B32, order, scope), address, value, 0);
  }

  /** An atomic addition of 32 bits whose result is used. */
  public Register add(long address, long value, Order order, Scope scope) {
    return access(
        RigOperations.atomic(AtomicOp.ADD, DataType.U32, order, scope), address, value, 0);
  }

  /** An atomic addition of 32 bits whose result is not used. */
  public Register reduce(long address, long value, Order order, Scope scope) {
    return access(
        RigOperations.reduce(AtomicOp.ADD, DataType.U32, order, scope), address, value, 0);
  }

  public Register cas(long address, long expected, long value, Order order, Scope scope) {
    return access(
        RigOperations.atomic(AtomicOp.CAS, DataType.B32, order, scope), address, expected, value);
  }

  public Register fence(Order order, Scope scope) {
    return access(RigOperations.fence(order, scope), 0, 0, 0);
  }

  /** Lets cycles pass. */
  public void delay(long cycles) {
    add("delay", null, 0, 0, 0, cycles);
  }

  /** Waits for every value asked for. */
  public void join() {
    add("join", null, 0, 0, 0, 0);
  }

  /** Does something when the thread comes here. */
  public void run(Runnable callback) {
    actions.add(new Action("run", null, 0, 0, 0, 0, null, callback, null, new Register(this, 1)));
  }

  /** A weak store of 32 bits whose value is asked for when the thread comes here. */
  public void storeLater(long address, LongSupplier value) {
    long[] operand = new long[32];
    long[] addresses = new long[32];
    addresses[0] = address;
    run(() -> operand[0] = value.getAsLong());
    issue(
        WarpAccess.of(
            RigOperations.store(DataType.B32), warp, 1, addresses, operand, WarpAccess.NO_VALUES));
  }

  /** Does something before the last action added, perhaps well before. */
  public void beforeLast(Runnable callback) {
    actions.add(
        actions.size() - 1,
        new Action("run", null, 0, 0, 0, 0, null, callback, null, new Register(this, 1)));
  }

  /** Repeats an operation until its value is as wanted. */
  public Register until(
      MemoryOperation operation, long address, long a, long b, LongPredicate condition) {
    Register register = new Register(this, 1);
    actions.add(new Action("until", operation, address, a, b, 0, condition, null, null, register));
    return register;
  }

  /** Spins with loads until the word has a value. */
  public Register awaitEqual(long address, long value, Order order, Scope scope) {
    return until(RigOperations.load(DataType.B32, order, scope), address, 0, 0, v -> v == value);
  }

  /** Takes a lock: 0 is free. */
  public void lock(long address, Scope scope) {
    until(
        RigOperations.atomic(AtomicOp.CAS, DataType.B32, Order.ACQUIRE, scope),
        address,
        0,
        1,
        v -> v == 0);
  }

  /** Takes a lock: exchanges it with 1 until the old value is 0. */
  public void lockByExchange(long address, Scope scope) {
    MemoryOperation exchange =
        RigOperations.atomic(AtomicOp.EXCH, DataType.B32, Order.ACQUIRE, scope);
    until(exchange, address, 1, 0, v -> v == 0);
  }

  /**
   * Takes a lock that others take at CTA scope.
   *
   * @param look whether to load the word remotely before each try
   */
  public void lockRemotely(long address, Order order, Scope scope, boolean look) {
    if (look) {
      until(
          RigOperations.remote(RigOperations.load(DataType.B32, Order.ACQUIRE, scope)),
          address,
          0,
          0,
          v -> v == 0);
    }
    until(
        RigOperations.remote(RigOperations.atomic(AtomicOp.CAS, DataType.B32, order, scope)),
        address,
        0,
        1,
        v -> v == 0);
  }

  /**
   * Gives a lock back that others take at CTA scope.
   *
   * @param exchange whether by an atomic exchange, else by a store
   */
  public void unlockRemotely(long address, Scope scope, boolean exchange) {
    MemoryOperation operation =
        exchange
            ? RigOperations.atomic(AtomicOp.EXCH, DataType.B32, Order.RELEASE, scope)
            : RigOperations.store(DataType.B32, Order.RELEASE, scope);
    access(RigOperations.remote(operation), address, 0, 0);
  }

  /** Gives a lock back. */
  public void unlock(long address, Scope scope) {
    store(address, 0, Order.RELEASE, scope);
  }

  /**
   * Issues a warp access made elsewhere.
   *
   * @return its results are those of {@code given.result}
   */
  public Register issue(WarpAccess warpAccess) {
    Register register = new Register(this, Math.max(1, warpAccess.result.length));
    actions.add(
        new Action("given", warpAccess.operation, 0, 0, 0, 0, null, null, warpAccess, register));
    return register;
  }

  @Override
  public String toString() {
    return name;
  }

  /** Runs a thread in a tile, one action a cycle. */
  static final class Runner {
    private final TinyThread thread;
    private final int warp;
    private final int width;
    private final int lineBytes;
    private int next;
    private int outstanding;
    boolean joining;
    private long delayedUntil = -1;

    /** Whether a repeated operation is in progress. */
    private boolean trying;

    Runner(TinyThread thread, int warp, int width, int lineBytes) {
      this.thread = thread;
      this.warp = warp;
      this.width = width;
      this.lineBytes = lineBytes;
    }

    boolean finished() {
      return next == thread.actions.size() && outstanding == 0;
    }

    /**
     * Does the next thing if it can.
     *
     * @return when to be called again: a cycle, or -1 to wait for a call-back
     */
    long step(LoadStoreUnit lsu, long now) {
      if (next == thread.actions.size() || trying) {
        return -1;
      }
      Action action = thread.actions.get(next);
      return switch (action.kind()) {
        case "delay" -> delay(action, now);
        case "join" -> {
          joining = outstanding > 0;
          next += joining ? 0 : 1;
          yield joining ? -1 : now + 1;
        }
        case "run" -> {
          java.util.Objects.requireNonNull(action.callback()).run();
          next++;
          yield now + 1;
        }
        default -> issue(action, lsu, now);
      };
    }

    private long delay(Action action, long now) {
      if (delayedUntil < 0) {
        delayedUntil = now + action.cycles();
      }
      if (now < delayedUntil) {
        return delayedUntil;
      }
      delayedUntil = -1;
      next++;
      return now + 1;
    }

    private long issue(Action action, LoadStoreUnit lsu, long now) {
      MemoryOperation operation = java.util.Objects.requireNonNull(action.operation());
      if (!lsu.canIssue(warp, operation)) {
        return -1;
      }
      WarpAccess access =
          action.warpAccess() != null ? action.warpAccess() : make(action, operation);
      access.token = action;
      LineSplitter.split(access, lineBytes);
      action.register().issued = now;
      outstanding++;
      trying = action.condition() != null;
      next += trying ? 0 : 1;
      boolean again = !trying;
      lsu.issue(access);
      return again ? now + 1 : -1;
    }

    private WarpAccess make(Action action, MemoryOperation operation) {
      if (operation.kind() == AccessKind.FENCE) {
        return WarpAccess.fence(operation, warp, width);
      }
      long[] address = new long[width];
      address[0] = action.address();
      long[] operand = new long[width];
      operand[0] = action.a();
      long[] operand2 = new long[operation.atomic() == AtomicOp.CAS ? width : 0];
      if (operand2.length > 0) {
        operand2[0] = action.b();
      }
      return WarpAccess.of(operation, warp, 1, address, operand, operand2);
    }

    /** Takes a completion; whether the thread may go on now. */
    boolean completed(WarpAccess access, long ready) {
      Action action = (Action) java.util.Objects.requireNonNull(access.token);
      outstanding--;
      Register register = action.register();
      register.set = true;
      register.completed = ready;
      int count = Math.min(register.values.length, access.result.length);
      System.arraycopy(access.result, 0, register.values, 0, count);
      if (register.whenSet != null) {
        register.whenSet.run();
      }
      if (action.condition() != null) {
        trying = false;
        if (action.condition().test(register.values[0])) {
          next++;
        }
        return true;
      }
      if (joining && outstanding == 0) {
        joining = false;
        return true;
      }
      return false;
    }
  }
}

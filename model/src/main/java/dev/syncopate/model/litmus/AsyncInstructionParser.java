package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.AsyncInstruction.Direction;
import dev.syncopate.model.litmus.AsyncInstruction.FenceSpace;
import dev.syncopate.model.litmus.AsyncInstruction.MbarrierAction;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Token;
import dev.syncopate.model.source.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads instructions of asynchronous synchronisation as PTX spells them, without types, brackets
 * and the state spaces of mbarriers.
 */
final class AsyncInstructionParser {
  /** Largest count of arrivals that an mbarrier takes (PTX ISA 9, "Contents of the mbarrier"). */
  static final long MOST_ARRIVALS = (1 << 20) - 1;

  private final TermReader words;

  AsyncInstructionParser(TermReader words) {
    this.words = words;
  }

  /** Reads what follows the first word of an instruction. */
  AsyncInstruction read(Token first) {
    return switch (first.text()) {
      case "cp" -> copies();
      case "mbarrier" -> mbarrier();
      case "tensormap" -> replaceMap();
      case "fence" -> {
        qualifiers("mbarrier_init", "release", "cluster");
        yield new AsyncInstruction.InitFence();
      }
      case "barrier" -> clusterBarrier();
      case "st", "red" -> remoteStore(first.is("red"));
      default -> throw unexpected(first, "`barrier.cluster`");
    };
  }

  /** Reads what follows {@code fence.proxy.}. */
  AsyncInstruction proxyFence() {
    if (words.tokens.accept("async")) {
      if (qualifier("global")) {
        return new AsyncInstruction.ProxyFence(FenceSpace.GLOBAL);
      }
      if (words.tokens.peek().is(".")) {
        qualifiers("shared");
        colons();
        boolean isCluster = words.tokens.accept("cluster");
        if (!isCluster) {
          expect("cta", "`cta` or `cluster`");
        }
        return new AsyncInstruction.ProxyFence(
            isCluster ? FenceSpace.SHARED_CLUSTER : FenceSpace.SHARED_CTA);
      }
      if (words.tokens.peek().is(":")) {
        throw words.tokens.unexpected(
            "`fence.proxy.async` with a state space or without; `async::generic` is not supported");
      }
      return new AsyncInstruction.ProxyFence(FenceSpace.ALL);
    }
    words.tokens.expect("tensormap");
    colons();
    words.tokens.expect("generic");
    boolean isAcquire = qualifier("acquire");
    if (!isAcquire) {
      qualifiers("release");
    }
    LitmusScope scope = scope();
    if (!isAcquire) {
      return new AsyncInstruction.TensormapFence(scope, null);
    }
    String map = address();
    words.tokens.expect(",");
    Token size = words.tokens.peek();
    if (words.number() != AsyncInstruction.TensormapFence.MAP_BYTES) {
      throw unexpected(size, "128, the bytes of a tensor map");
    }
    return new AsyncInstruction.TensormapFence(scope, map);
  }

  private AsyncInstruction copies() {
    boolean reduces = qualifier("reduce");
    qualifiers("async", "bulk");
    if (!reduces && qualifier("commit_group")) {
      return new AsyncInstruction.CommitGroup();
    }
    if (!reduces && qualifier("wait_group")) {
      boolean reads = qualifier("read");
      return new AsyncInstruction.WaitGroup(reads, words.index("groups"));
    }
    if (!reduces && qualifier("tensor")) {
      return tensorLoad();
    }
    Direction direction = direction(reduces);
    IntegerFunction reduction = reduces ? operation() : null;
    Token start = words.tokens.peek();
    List<String> targets = list();
    words.tokens.expect(",");
    List<String> sources = list();
    if (sources.size() != targets.size()) {
      throw words.error(
          start, "a copy from %d locations to %d".formatted(sources.size(), targets.size()));
    }
    words.tokens.expect(",");
    Token size = words.tokens.peek();
    long bytes = AsyncInstruction.BYTES * (long) targets.size();
    if (words.number() != bytes) {
      throw unexpected(
          size, "%d: each location is %d bytes".formatted(bytes, AsyncInstruction.BYTES));
    }
    String mbarrier = null;
    if (direction.toShared()) {
      words.tokens.expect(",");
      mbarrier = address();
    }
    return new AsyncInstruction.Copy(direction, reduction, targets, sources, mbarrier);
  }

  private Direction direction(boolean reduces) {
    if (qualifier("global")) {
      qualifiers("shared");
      colons();
      words.tokens.expect("cta");
      qualifiers("bulk_group");
      return Direction.SHARED_TO_GLOBAL;
    }
    Token start = words.tokens.peek();
    qualifiers("shared");
    colons();
    words.tokens.expect("cluster");
    boolean fromGlobal = qualifier("global");
    if (fromGlobal && reduces) {
      throw words.error(start, "a reduction is of `.shared::cta`, into a peer or global memory");
    }
    if (!fromGlobal) {
      qualifiers("shared");
      colons();
      words.tokens.expect("cta");
    }
    completesOnMbarrier();
    return fromGlobal ? Direction.GLOBAL_TO_SHARED : Direction.SHARED_TO_PEER;
  }

  private void completesOnMbarrier() {
    qualifiers("mbarrier");
    colons();
    words.tokens.expect("complete_tx");
    colons();
    words.tokens.expect("bytes");
  }

  private AsyncInstruction tensorLoad() {
    words.tokens.expect(".");
    if (!words.tokens.peek().text().equals("1d")) {
      throw words.tokens.unexpected("`1d`: a tile is one location");
    }
    words.tokens.take();
    qualifiers("shared");
    colons();
    words.tokens.expect("cluster");
    qualifiers("global", "tile");
    completesOnMbarrier();
    String target = address();
    words.tokens.expect(",");
    String map = address();
    words.tokens.expect(",");
    return new AsyncInstruction.TensorLoad(target, map, address());
  }

  private AsyncInstruction remoteStore(boolean reduces) {
    qualifiers("async");
    if (reduces) {
      qualifiers("relaxed", "cluster");
    }
    completesOnMbarrier();
    IntegerFunction reduction = reduces ? operation() : null;
    String target = address();
    words.tokens.expect(",");
    long value = words.number();
    words.tokens.expect(",");
    return new AsyncInstruction.RemoteStore(reduction, target, value, address());
  }

  private IntegerFunction operation() {
    words.tokens.expect(".");
    Token token = words.tokens.expect(Kind.NAME, "an operation such as `add`");
    return switch (token.text()) {
      case "add" -> IntegerFunction.ADD;
      case "and" -> IntegerFunction.AND;
      case "or" -> IntegerFunction.OR;
      case "xor" -> IntegerFunction.XOR;
      default -> throw unexpected(token, "`add`, `and`, `or` or `xor`");
    };
  }

  private AsyncInstruction mbarrier() {
    words.tokens.expect(".");
    Token start = words.tokens.expect(Kind.NAME, "an operation such as `arrive`");
    MbarrierAction action =
        switch (start.text()) {
          case "init" -> MbarrierAction.INIT;
          case "inval" -> MbarrierAction.INVAL;
          case "arrive" ->
              qualifier("expect_tx") ? MbarrierAction.ARRIVE_EXPECT_TX : MbarrierAction.ARRIVE;
          case "arrive_drop" -> MbarrierAction.ARRIVE_DROP;
          case "expect_tx" -> MbarrierAction.EXPECT_TX;
          case "complete_tx" -> MbarrierAction.COMPLETE_TX;
          case "test_wait", "try_wait" -> {
            if (!qualifier("parity")) {
              throw words.tokens.unexpected(
                  "`.parity`: states of mbarriers in registers are not supported");
            }
            yield start.is("test_wait") ? MbarrierAction.TEST_WAIT : MbarrierAction.TRY_WAIT;
          }
          default ->
              throw unexpected(
                  start,
                  "`init`, `inval`, `arrive`, `arrive_drop`, `expect_tx`, `complete_tx`,"
                      + " `test_wait` or `try_wait`");
        };
    LitmusOrder order = LitmusOrder.RELAXED;
    LitmusScope scope = null;
    if (action != MbarrierAction.INIT && action != MbarrierAction.INVAL) {
      order = order(action);
      scope = LitmusScope.CTA;
      if (words.tokens.peek().is(".")) {
        scope = mbarrierScope();
      }
    }
    return operands(action, order, scope);
  }

  /** Reads an order; the default without one, which then has no scope. */
  private LitmusOrder order(MbarrierAction action) {
    LitmusOrder strong =
        action.arrives()
            ? LitmusOrder.RELEASE
            : action.waits() ? LitmusOrder.ACQUIRE : LitmusOrder.RELAXED;
    if (!words.tokens.peek().is(".")) {
      return strong;
    }
    if (qualifier(strong.text())) {
      expectScope();
      return strong;
    }
    if (qualifier(LitmusOrder.RELAXED.text())) {
      expectScope();
      return LitmusOrder.RELAXED;
    }
    words.tokens.take();
    throw words.tokens.unexpected("`" + strong.text() + "` or `relaxed`");
  }

  private void expectScope() {
    if (!words.tokens.peek().is(".")) {
      throw words.tokens.unexpected("a scope, `.cta` or `.cluster`");
    }
  }

  private AsyncInstruction operands(
      MbarrierAction action, LitmusOrder order, @Nullable LitmusScope scope) {
    String target = null;
    if (action.waits()) {
      target = words.register();
      words.tokens.expect(",");
    } else if (action.arrives()) {
      if (words.atRegister()) {
        throw words.tokens.unexpected("`_`: states of mbarriers in registers are not supported");
      }
      words.tokens.expect("_");
      words.tokens.expect(",");
    }
    String mbarrier = address();
    boolean counts = action == MbarrierAction.ARRIVE || action == MbarrierAction.ARRIVE_DROP;
    long number = counts ? 1 : 0;
    if (action != MbarrierAction.INVAL && (!counts || words.tokens.peek().is(","))) {
      words.tokens.expect(",");
      Token token = words.tokens.peek();
      number = words.number();
      check(action, number, token);
    }
    return new AsyncInstruction.Mbarrier(action, order, scope, target, mbarrier, number);
  }

  private void check(MbarrierAction action, long number, Token token) {
    if (action.waits()) {
      if (number != 0 && number != 1) {
        throw unexpected(token, "a parity, 0 or 1");
      }
    } else if (number < 1 || number > MOST_ARRIVALS) {
      throw unexpected(token, "a number of 1 to " + MOST_ARRIVALS);
    }
  }

  private AsyncInstruction replaceMap() {
    qualifiers("replace", "tile", "global_address");
    String map = address();
    words.tokens.expect(",");
    return new AsyncInstruction.ReplaceMap(map, words.location());
  }

  private AsyncInstruction clusterBarrier() {
    qualifiers("cluster");
    boolean arrives = qualifier("arrive");
    if (!arrives) {
      qualifiers("wait");
    }
    LitmusOrder order = arrives ? LitmusOrder.RELEASE : LitmusOrder.ACQUIRE;
    if (!qualifier(order.text()) && arrives && qualifier(LitmusOrder.RELAXED.text())) {
      order = LitmusOrder.RELAXED;
    }
    return new AsyncInstruction.ClusterBarrier(arrives, order);
  }

  private LitmusScope mbarrierScope() {
    Token token = words.tokens.peekSecond();
    LitmusScope scope = scope();
    if (scope != LitmusScope.CTA && scope != LitmusScope.CLUSTER) {
      throw unexpected(token, "`cta` or `cluster`, the scopes of mbarriers");
    }
    return scope;
  }

  private LitmusScope scope() {
    words.tokens.expect(".");
    for (LitmusScope scope : LitmusScope.values()) {
      if (words.tokens.accept(scope.text())) {
        return scope;
      }
    }
    throw words.tokens.unexpected("a scope (`cta`, `cluster`, `gpu`, `sys`)");
  }

  /** A location, or several in braces. */
  private List<String> list() {
    if (!words.tokens.accept("{")) {
      return List.of(address());
    }
    List<String> names = new ArrayList<>();
    do {
      names.add(words.location());
    } while (words.tokens.accept(","));
    words.tokens.expect("}");
    return names;
  }

  /** A location, with or without brackets. */
  private String address() {
    if (words.atRegister()) {
      throw words.tokens.unexpected("the name of a location");
    }
    boolean bracketed = words.tokens.accept("[");
    String name = words.location();
    if (bracketed) {
      words.tokens.expect("]");
    }
    return name;
  }

  /** Takes a qualifier, if it is next. */
  private boolean qualifier(String word) {
    if (words.tokens.peek().is(".") && words.tokens.peekSecond().is(word)) {
      words.tokens.take();
      words.tokens.take();
      return true;
    }
    return false;
  }

  private void qualifiers(String... expected) {
    for (String word : expected) {
      words.tokens.expect(".");
      words.tokens.expect(word);
    }
  }

  private void expect(String word, String description) {
    if (!words.tokens.accept(word)) {
      throw words.tokens.unexpected(description);
    }
  }

  private void colons() {
    words.tokens.expect(":");
    words.tokens.expect(":");
  }

  private SourceException unexpected(Token token, String expected) {
    return words.tokens.source().unexpected(token.offset(), token.described(), expected);
  }
}

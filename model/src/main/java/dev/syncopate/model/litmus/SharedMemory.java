package dev.syncopate.model.litmus;

import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Token;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks what goes with shared memory: threads that name a location are of one block, and
 * transactions are on nothing else. A transaction is begun and committed on every way through a
 * program as often, so that at each instruction it is known whether it is inside one.
 */
final class SharedMemory {
  private static final int UNREACHED = -1;

  private SharedMemory() {}

  static void check(TermReader words, Declarations declarations, List<ThreadBuilder> threads) {
    for (Token location : declarations.shared.values()) {
      if (declarations.owners.containsKey(location.text())) {
        continue; // of a cluster: AsyncPlaces
      }
      oneBlock(words, declarations, location, threads);
    }
    threads.forEach(thread -> balanced(words, thread));
    Optional<Token> begin = threads.stream().flatMap(thread -> begins(words, thread)).findFirst();
    allAsk(words, threads);
    if (begin.isPresent()) {
      onlyShared(words, declarations, begin.get());
      for (ThreadBuilder thread : threads) {
        if (!thread.isBesides(threads.getFirst())) {
          throw words.error(
              begin.get(),
              "transactions are of threads of one block, and P%d is of another than P%d"
                  .formatted(thread.id, threads.getFirst().id));
        }
      }
    }
  }

  /** The threads that name a location in shared memory, or its address, are of one block. */
  private static void oneBlock(
      TermReader words, Declarations declarations, Token location, List<ThreadBuilder> threads) {
    ThreadBuilder first = null;
    for (ThreadBuilder thread : threads) {
      if (!names(words, declarations, location.text(), thread)) {
        continue;
      }
      if (first != null && !thread.isBesides(first)) {
        throw words.error(
            location,
            "`%s` is shared by the threads of one block, and P%d is of another than P%d"
                .formatted(location.text(), thread.id, first.id));
      }
      first = first == null ? thread : first;
    }
  }

  static boolean names(
      TermReader words, Declarations declarations, String location, ThreadBuilder thread) {
    Set<String> names = LitmusRegisters.locations(thread.build(words).instructions());
    for (LitmusOperand operand : thread.registers.values()) {
      if (operand instanceof LitmusOperand.Location(String name)) {
        names.add(name);
      }
    }
    return names.stream()
        .anyMatch(name -> declarations.aliases.getOrDefault(name, name).equals(location));
  }

  private static Stream<Token> begins(TermReader words, ThreadBuilder thread) {
    List<LitmusInstruction> instructions = thread.build(words).instructions();
    return IntStream.range(0, instructions.size())
        .filter(i -> instructions.get(i) instanceof LitmusInstruction.Begin)
        .mapToObj(thread::place);
  }

  /** Hardware gives up transactions of all threads, or of none. */
  private static void allAsk(TermReader words, List<ThreadBuilder> threads) {
    Optional<ThreadBuilder> asking =
        threads.stream().filter(thread -> asks(words, thread)).findFirst();
    for (ThreadBuilder thread : threads) {
      Optional<Token> begin = begins(words, thread).findFirst();
      if (asking.isPresent() && begin.isPresent() && !asks(words, thread)) {
        throw words.error(
            begin.get(),
            "P%d begins a transaction and does not ask `tx.failed`, which P%d does: it would not know that it was given up"
                .formatted(thread.id, asking.get().id));
      }
    }
  }

  private static boolean asks(TermReader words, ThreadBuilder thread) {
    return thread.build(words).instructions().stream()
        .anyMatch(LitmusInstruction.Failed.class::isInstance);
  }

  private static void onlyShared(TermReader words, Declarations declarations, Token begin) {
    for (Token token : words.locations) {
      String name = declarations.aliases.getOrDefault(token.text(), token.text());
      if (!declarations.shared.containsKey(name)) {
        throw words.error(
            token,
            "`%s` is in global memory, and the transaction at %s is on shared memory alone; declare `shared %s`"
                .formatted(token.text(), words.tokens.source().place(begin.offset()), name));
      }
    }
  }

  /** Follows all ways through a program, each instruction with how deep it is in transactions. */
  private static void balanced(TermReader words, ThreadBuilder thread) {
    List<LitmusInstruction> instructions = thread.build(words).instructions();
    int end = instructions.size();
    int[] depths = new int[end + 1];
    int[] predecessors = new int[end + 1];
    Arrays.fill(depths, UNREACHED);
    depths[0] = 0;
    Deque<Integer> open = new ArrayDeque<>(List.of(0));
    while (!open.isEmpty()) {
      int index = open.removeFirst();
      if (index == end) {
        continue;
      }
      int newDepth = depths[index] + change(words, thread, instructions, index, depths[index]);
      for (int next : successors(instructions, index)) {
        if (next == end && newDepth > 0) {
          throw words.error(
              thread.place(index),
              "P%d ends here inside a transaction: a `tx.commit` is missing".formatted(thread.id));
        } else if (depths[next] == UNREACHED) {
          depths[next] = newDepth;
          predecessors[next] = index;
          open.add(next);
        } else if (depths[next] != newDepth) {
          throw words.error(
              thread.place(next),
              "P%d comes here inside %s from %s, and inside %s from %s"
                  .formatted(
                      thread.id,
                      transactions(depths[next]),
                      place(words, thread, predecessors[next]),
                      transactions(newDepth),
                      place(words, thread, index)));
        }
      }
    }
  }

  private static String transactions(int depth) {
    return depth == 0 ? "no transaction" : depth == 1 ? "a transaction" : depth + " transactions";
  }

  private static String place(TermReader words, ThreadBuilder thread, int instruction) {
    return words.tokens.source().place(thread.place(instruction).offset());
  }

  private static int change(
      TermReader words,
      ThreadBuilder thread,
      List<LitmusInstruction> instructions,
      int index,
      int depth) {
    return switch (instructions.get(index)) {
      case LitmusInstruction.Begin _ -> 1;
      case LitmusInstruction.Commit _ -> {
        if (depth == 0) {
          throw words.error(
              thread.place(index),
              "P%d commits here what it has not begun: a `tx.begin` is missing"
                  .formatted(thread.id));
        }
        yield -1;
      }
      case LitmusInstruction.Barrier _ -> {
        if (depth > 0) {
          throw refusedBarrier(words, thread.place(index));
        }
        yield 0;
      }
      default -> 0;
    };
  }

  private static SourceException refusedBarrier(TermReader words, Token token) {
    return words.error(
        token, "a barrier inside a transaction: who waits there cannot be rolled back");
  }

  private static List<Integer> successors(List<LitmusInstruction> instructions, int index) {
    return switch (instructions.get(index)) {
      case LitmusInstruction.Goto(int target) -> List.of(target);
      case LitmusInstruction.Branch branch -> List.of(index + 1, branch.target());
      default -> List.of(index + 1);
    };
  }
}

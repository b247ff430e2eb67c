package dev.syncopate.ptx.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/**
 * Where lanes that part at a branch meet, in random programs with exits in their midst, by
 * definition: over instructions and ways, without blocks, orders or dominator trees.
 */
class MeetingTest {
  private static final int NOWHERE = -1;
  private static final int SEEDS = 4000;

  @Test
  void branchesMeetWhereTheDefinitionSays() {
    int early = 0;
    int common = 0;
    int usual = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<Instruction> code = program(seed);
      if (mayStay(code)) {
        continue;
      }
      Meetings expected = meetings(code);
      early += expected.moved() ? 1 : 0;
      common += expected.common() ? 1 : 0;
      usual += expected.moved() ? 0 : 1;
      Analysed analysed =
          ProgramAnalysis.complete(code, List.of(0), List.of(), new int[] {32, 32, 32}, 2);
      for (int i = 0; i < code.size(); i++) {
        if (analysed.code().get(i) instanceof Branch branch) {
          assertThat(branch.reconvergence())
              .as("seed %d, branch %d", seed, i)
              .isEqualTo(expected.meetingPcs()[i]);
        }
      }
    }
    assertThat(early).as("programs in which exits move meetings").isGreaterThan(SEEDS / 50);
    assertThat(common).as("programs that meet in common ground").isGreaterThan(5);
    assertThat(usual).as("programs with post-dominators").isGreaterThan(SEEDS / 10);
  }

  /**
   * Without its way out a loop has no end, and no post-dominators by which lanes could meet: they
   * meet where all of them come to that leave as well.
   */
  @Test
  void branchesInALoopMeetWhereTheyDoWhateverLeavesIt() {
    int endless = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<Instruction> code = program(seed);
      if (mayStay(code, all(code)) || !mayStay(code, staying(code))) {
        continue;
      }
      Analysed analysed =
          ProgramAnalysis.complete(code, List.of(0), List.of(), new int[] {32, 32, 32}, 2);
      for (int i = 0; i < code.size(); i++) {
        int usual = code.get(i) instanceof Branch ? nearestThatNoWayAvoids(all(code), i) : NOWHERE;
        if (usual != NOWHERE && !onlyLeaves(code, usual) && staying(code).from(i).size() > 1) {
          endless++;
          assertThat(((Branch) analysed.code().get(i)).reconvergence())
              .as("seed %d, branch %d", seed, i)
              .isEqualTo(usual);
        }
      }
    }
    assertThat(endless).as("branches in such programs").isGreaterThan(SEEDS / 50);
  }

  private static List<Instruction> program(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    int size = random.nextInt(4, 16);
    List<Instruction> code = new ArrayList<>();
    while (code.size() < size) {
      Guard guard = random.nextInt(3) == 0 ? Guard.NONE : Code.when(random.nextInt(2));
      code.add(
          switch (random.nextInt(8)) {
            case 0, 1, 2 -> Code.branch(guard, target(random, code.size(), size));
            case 3 -> new Exit(guard, Code.HERE);
            case 4, 5 -> Code.show(random.nextInt(3));
            case 6 -> Code.odd(guard, random.nextInt(2), 0, 1);
            default -> Code.mix(guard, random.nextInt(3), 0, 1);
          });
    }
    code.add(Code.exit());
    return code;
  }

  /** Mostly forwards: of jumbles few have a way out everywhere. */
  private static int target(RandomGenerator random, int branch, int size) {
    return random.nextInt(4) == 0 ? random.nextInt(size) : random.nextInt(branch + 1, size + 1);
  }

  /**
   * Where the branches of a program meet.
   *
   * @param meetingPcs by instruction
   * @param moved whether ways that only leave are not counted
   * @param common whether some branch meets where its sides enter what all of them reach
   */
  private record Meetings(int[] meetingPcs, boolean moved, boolean common) {}

  private static Meetings meetings(List<Instruction> code) {
    int[] usual = new int[code.size()];
    int[] early = new int[code.size()];
    boolean moved = false;
    boolean common = false;
    Flow flow = all(code);
    Flow staying = staying(code);
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof Branch) {
        usual[i] = nearestThatNoWayAvoids(flow, i);
        early[i] = NOWHERE;
        if (staying.from(i).size() > 1) {
          early[i] = nearestThatNoWayAvoids(staying, i);
          if (early[i] == NOWHERE) {
            early[i] = onlyWayIntoCommonGround(code, i, staying);
            common |= early[i] != NOWHERE;
          }
        }
        moved |= early[i] != NOWHERE && early[i] != usual[i];
      }
    }
    return new Meetings(moved ? early : usual, moved, moved && common);
  }

  /** Which instructions follow which, and at which ones lanes may exit. */
  private record Flow(List<Set<Integer>> following, BitSet leaving) {
    int length() {
      return following.size();
    }

    Set<Integer> from(int i) {
      return following.get(i);
    }

    /** All that ways from some instructions meet, themselves included, which avoid others. */
    Set<Integer> reached(Set<Integer> starts, Set<Integer> avoided) {
      Set<Integer> reached = new TreeSet<>();
      List<Integer> work = new ArrayList<>(starts);
      while (!work.isEmpty()) {
        int pc = work.removeLast();
        if (!avoided.contains(pc) && reached.add(pc)) {
          work.addAll(from(pc));
        }
      }
      return reached;
    }

    /** Whether lanes exit, at an instruction or behind it, on a way that avoids another one. */
    boolean leavesWithout(int start, int avoided) {
      return leaving.get(start)
          || reached(from(start), Set.of(avoided)).stream().anyMatch(leaving::get);
    }
  }

  private static Flow all(List<Instruction> code) {
    List<Set<Integer>> following = new ArrayList<>();
    BitSet leaving = new BitSet();
    for (int i = 0; i < code.size(); i++) {
      leaving.set(i, code.get(i) instanceof Exit);
      following.add(
          switch (code.get(i)) {
            case Exit e when e.guard().always() -> Set.of();
            case Branch b when b.guard().always() -> Set.of(b.target());
            case Branch b -> new TreeSet<>(List.of(b.target(), i + 1));
            default -> Set.of(i + 1);
          });
    }
    return new Flow(following, leaving);
  }

  /** Without ways into what only computes and then exits, and without exits next to other ways. */
  private static Flow staying(List<Instruction> code) {
    List<Set<Integer>> following = new ArrayList<>();
    BitSet leaving = new BitSet();
    for (Set<Integer> successors : all(code).following()) {
      Set<Integer> stay = new TreeSet<>(successors);
      stay.removeIf(next -> startsStretch(code, next) && onlyLeaves(code, next));
      leaving.set(following.size(), stay.isEmpty());
      following.add(stay);
    }
    return new Flow(following, leaving);
  }

  /** Whether an instruction is branched to, or is behind one that goes elsewhere. */
  private static boolean startsStretch(List<Instruction> code, int i) {
    return i == 0
        || code.get(i - 1) instanceof Branch
        || code.get(i - 1) instanceof Exit
        || code.stream()
            .anyMatch(instruction -> instruction instanceof Branch b && b.target() == i);
  }

  private static boolean onlyLeaves(List<Instruction> code, int start) {
    for (int i = start; i == start || !startsStretch(code, i); i++) {
      Instruction instruction = code.get(i);
      if (instruction instanceof Exit exit) {
        return exit.guard().always();
      }
      if (!(instruction instanceof Compute || instruction instanceof SetPredicate)) {
        return false;
      }
    }
    return false;
  }

  /** The instruction that every way out passes, and passes before all others of that kind. */
  private static int nearestThatNoWayAvoids(Flow flow, int branch) {
    for (int candidate = 0; candidate < flow.length(); candidate++) {
      if (candidate != branch && !flow.leavesWithout(branch, candidate)) {
        int nearest = candidate;
        boolean first = true;
        for (int rival = 0; first && rival < flow.length(); rival++) {
          first =
              rival == nearest
                  || rival == branch
                  || flow.leavesWithout(branch, rival)
                  || !flow.leavesWithout(nearest, rival);
        }
        if (first) {
          return nearest;
        }
      }
    }
    return NOWHERE;
  }

  /**
   * What all sides of a branch reach without coming back to it is entered at one instruction, or
   * lanes meet nowhere.
   */
  private static int onlyWayIntoCommonGround(List<Instruction> code, int branch, Flow flow) {
    Set<Integer> avoided = new TreeSet<>(Set.of(branch));
    for (int i = branch; i > 0 && !startsStretch(code, i); i--) {
      avoided.add(i - 1);
    }
    Set<Integer> union = new TreeSet<>(Set.of(branch));
    List<Set<Integer>> sides = new ArrayList<>();
    for (int side : flow.from(branch)) {
      sides.add(flow.reached(Set.of(side), avoided));
      union.addAll(sides.getLast());
    }
    Set<Integer> common = new TreeSet<>(sides.getFirst());
    sides.forEach(common::retainAll);
    Set<Integer> entrances = new TreeSet<>();
    for (int tail : union) {
      for (int head : flow.from(tail)) {
        if (!common.contains(tail) && common.contains(head)) {
          entrances.add(head);
        }
      }
    }
    return entrances.size() == 1 ? entrances.iterator().next() : NOWHERE;
  }

  /** Whether some way never ends, where lanes that stay stay forever: nothing is defined then. */
  private static boolean mayStay(List<Instruction> code) {
    return mayStay(code, all(code)) || mayStay(code, staying(code));
  }

  private static boolean mayStay(List<Instruction> code, Flow flow) {
    for (int i = 0; i < code.size(); i++) {
      if (!flow.leavesWithout(i, NOWHERE)) {
        return true;
      }
    }
    return false;
  }
}

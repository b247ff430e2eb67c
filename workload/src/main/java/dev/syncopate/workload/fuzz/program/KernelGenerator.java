package dev.syncopate.workload.fuzz.program;

import dev.syncopate.workload.fuzz.program.FuzzStatement.Apart;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Assign;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Both;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Break;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Call;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Case;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Continue;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Exchange;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Group;
import dev.syncopate.workload.fuzz.program.FuzzStatement.If;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Kind;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Late;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Loop;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Meet;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Return;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Shape;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Store;
import dev.syncopate.workload.fuzz.program.FuzzStatement.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Draws a kernel. Every seed gives one whose result does not depend on the order of threads.
 *
 * <p>What a place allows: a barrier of the CTA only where all its threads come, lanes of a warp
 * together only where it is known who is there. That is lost where a loop or a function is left
 * from inside a branch, so there the rest of the loop or function goes without exchanges.
 */
public final class KernelGenerator {
  private static final int DEEPEST = 3;
  private static final int FUNCTIONS = 3;

  private final Random random;
  private final ExpressionGenerator draw;
  private final boolean masks;
  private final boolean independent;
  private int budget;

  /**
   * Position of a statement.
   *
   * @param depth branches and loops around it
   * @param uniform whether all threads of the CTA that have not ended come here
   * @param exchange whether lanes may work together
   * @param inLoop whether a loop is around it, in this function, that threads may leave: not one
   *     with barriers that all of them must come to
   * @param directly whether nothing lies between it and that loop or the function's body
   * @param function whether it is in a function, and not in the kernel
   */
  private record Place(
      int depth,
      boolean uniform,
      boolean exchange,
      boolean inLoop,
      boolean directly,
      boolean function) {
    Place inBranch(boolean uniformly) {
      return new Place(depth + 1, uniform && uniformly, exchange, inLoop, false, function);
    }

    Place inLoop(boolean uniformly, boolean exchanges) {
      boolean allUniform = uniform && uniformly;
      return new Place(depth + 1, allUniform, exchange && exchanges, !allUniform, true, function);
    }

    Place withoutExchange() {
      return new Place(depth, uniform, false, inLoop, directly, function);
    }
  }

  private KernelGenerator(long seed) {
    random = new Random(seed * 0x9e3779b97f4a7c15L ^ 0x5deece66dL);
    draw = new ExpressionGenerator(random);
    masks = random.nextInt(4) != 0;
    independent = random.nextInt(3) == 0;
  }

  /** The kernel of a seed. */
  public static KernelProgram generate(long seed) {
    return new KernelGenerator(seed).kernel(seed);
  }

  private KernelProgram kernel(long seed) {
    List<List<FuzzStatement>> functions = new ArrayList<>();
    for (int i = 0; i < FUNCTIONS; i++) {
      budget = 5;
      // The first one always exchanges, where anything does.
      boolean exchanges = masks && (i == 0 || random.nextBoolean());
      List<FuzzStatement> body =
          new ArrayList<>(block(new Place(1, false, exchanges, false, true, true), 3));
      if (exchanges && i == 0) {
        body.add(exchange());
      }
      functions.add(List.copyOf(body));
    }
    budget = 24;
    List<FuzzStatement> body = block(new Place(0, true, masks, false, true, false), 9);
    int[] sizes = {32, 64, 40, 96, 128};
    int x = sizes[random.nextInt(sizes.length)];
    int y = x < 64 && random.nextInt(4) == 0 ? 2 : 1;
    return new KernelProgram(seed, 1 + random.nextInt(2), x, y, body, functions);
  }

  private List<FuzzStatement> block(Place place, int maxStatements) {
    List<FuzzStatement> statements = new ArrayList<>();
    for (int i = 1 + random.nextInt(maxStatements); i > 0 && budget > 0; i--) {
      budget--;
      statements.add(place.depth < DEEPEST ? any(place) : simple(place));
    }
    return List.copyOf(statements);
  }

  private FuzzStatement any(Place place) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> {
        boolean uniform = place.uniform && random.nextInt(3) == 0;
        Place inside = place.inBranch(uniform);
        yield new If(
            uniform ? draw.uniform() : draw.condition(),
            block(inside, 4),
            random.nextBoolean() ? block(inside, 3) : List.of());
      }
      case 2, 3 -> loop(place);
      case 4 -> choice(place);
      case 5 -> place.function ? simple(place) : call(place);
      case 6 -> place.exchange && independent ? apart(place) : simple(place);
      default -> simple(place);
    };
  }

  private FuzzStatement loop(Place place) {
    boolean uniform = place.uniform && random.nextInt(3) == 0;
    boolean exchanges = random.nextInt(3) != 0;
    Place inside = place.inLoop(uniform, exchanges);
    return new Loop(
        uniform ? draw.uniformValue() : draw.value(1), random.nextInt(4) == 0, block(inside, 4));
  }

  private FuzzStatement choice(Place place) {
    // Falling into a case is where lanes meet that only independent threads bring together.
    List<Case> cases = new ArrayList<>();
    boolean falling = false;
    int count = random.nextBoolean() ? 2 : 4;
    for (int i = 0; i < count; i++) {
      Place inside = place.inBranch(false);
      List<FuzzStatement> body =
          block(falling && !independent ? inside.withoutExchange() : inside, 2);
      falling = i + 1 < count && random.nextInt(3) == 0;
      cases.add(new Case(body, falling));
    }
    return new Switch(draw.value(1), List.copyOf(cases));
  }

  /** A call; one that exchanges only where it is known who comes. */
  private FuzzStatement call(Place place) {
    if (!place.exchange && masks) {
      return simple(place);
    }
    int function = random.nextInt(FUNCTIONS);
    int otherFunction = random.nextInt(FUNCTIONS);
    boolean direct = random.nextInt(3) != 0;
    return new Call(
        draw.variable(),
        direct ? null : draw.condition(),
        function,
        otherFunction,
        draw.value(1),
        draw.value(1));
  }

  private FuzzStatement apart(Place place) {
    Place inside = place.inBranch(false).withoutExchange();
    Both commonStep =
        place.function
            ? Both.WARP_BARRIER
            : place.uniform ? among(3, Both.values()) : among(2, Both.values());
    // No lane may leave on the way to where the others wait.
    Place straight = new Place(DEEPEST, false, false, false, false, true);
    return new Apart(
        draw.variable(),
        draw.condition(),
        commonStep,
        0,
        draw.value(1),
        block(new Place(inside.depth, false, false, false, false, true), 3),
        block(straight, 2));
  }

  private FuzzStatement simple(Place place) {
    int choice = random.nextInt(12);
    if (choice < 3 && place.exchange) {
      return exchange();
    }
    if (choice < 5 && place.uniform) {
      return new Meet(
          draw.variable(),
          any(FuzzStatement.Gathering.values()),
          draw.value(1),
          1 + random.nextInt(63),
          any(Late.values()));
    }
    // Leaving a loop from inside a branch would leave open who is still in it.
    boolean leaves = place.directly || !masks;
    if (choice == 5 && place.inLoop && leaves && !place.uniform) {
      return random.nextBoolean() ? new Break(draw.condition()) : new Continue(draw.condition());
    }
    if (choice == 6 && (place.function ? leaves && !place.inLoop : true)) {
      return new Return(draw.rare(), random.nextBoolean());
    }
    if (choice == 7 || choice == 8) {
      FuzzSpace[] spaces = FuzzSpace.values();
      FuzzSpace space = spaces[2 + random.nextInt(3)];
      return new Store(space, draw.value(1), draw.value(2));
    }
    return new Assign(draw.variable(), draw.value(2));
  }

  private <E> E any(E[] values) {
    return among(values.length, values);
  }

  /** One of the first so many. */
  private <E> E among(int count, E[] values) {
    return values[random.nextInt(count)];
  }

  private FuzzStatement exchange() {
    Shape shape = any(Shape.values());
    Group group = new Group(shape, 1 << random.nextInt(6), draw.value(1));
    Kind kind = any(Kind.values());
    return new Exchange(
        draw.variable(),
        kind,
        group,
        draw.value(1),
        random.nextInt(3) == 0 ? draw.value(1) : new FuzzExpression.Constant(random.nextInt(32)),
        1 << random.nextInt(6));
  }
}

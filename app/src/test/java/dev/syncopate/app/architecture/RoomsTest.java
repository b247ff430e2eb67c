package dev.syncopate.app.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.syncopate.machine.core.Issuer;
import dev.syncopate.machine.spin.HeldWords;
import dev.syncopate.machine.spin.LaneNeeds;
import dev.syncopate.machine.tile.TileFittings;
import dev.syncopate.machine.warp.AccessState;
import dev.syncopate.machine.warp.IssueState;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.local.DirectStore;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import dev.syncopate.memory.protocol.decorator.L2Decorator;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the arrows between the rooms of the house: which room may use which, and what none may do.
 */
class RoomsTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.syncopate");

  /** A module and those it may know. */
  private static final Map<String, Set<String>> FLOORS =
      new TreeMap<>(
          Map.of(
              "sim", Set.of(),
              "ptx", Set.of(),
              "memory", Set.of("sim"),
              "machine", Set.of("sim", "ptx", "memory"),
              "workload", Set.of("sim", "ptx", "memory", "machine"),
              "study", Set.of("sim", "ptx", "memory", "machine", "workload"),
              "model", Set.of("sim", "memory"),
              "check", Set.of("sim", "ptx", "memory", "machine"),
              "app",
                  Set.of(
                      "sim", "ptx", "memory", "machine", "workload", "study", "model", "check")));

  /** Rooms that model time: what they do follows from program, configuration and seed alone. */
  private static final String[] MODEL = {
    "dev.syncopate.sim.engine..",
    "dev.syncopate.ptx..",
    "dev.syncopate.memory..",
    "dev.syncopate.machine.."
  };

  /** Methods by which execution units keep a warp from issuing. */
  private static final Set<String> RESTS = Set.of("rest", "extendRest", "backOff", "restUntilEnd");

  @ParameterizedTest
  @ValueSource(
      strings = {"sim", "ptx", "memory", "machine", "workload", "study", "model", "check", "app"})
  void aModuleKnowsOnlyThoseBelowIt(String module) {
    List<String> forbidden = new ArrayList<>(FLOORS.keySet());
    forbidden.remove(module);
    forbidden.removeAll(FLOORS.get(module));
    noClasses()
        .that()
        .resideInAPackage(packageOf(module))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden.stream().map(RoomsTest::packageOf).toArray(String[]::new))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  /** The test, and the question about its schedulers. */
  @Test
  void modelsAndMachinesShareNothingButTheTest() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.syncopate.model.source..",
            "dev.syncopate.model.litmus..",
            "dev.syncopate.model.progress..",
            "dev.syncopate.model.axiom..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.syncopate..")
                .and(
                    resideOutsideOfPackages(
                        "dev.syncopate.model.source..",
                        "dev.syncopate.model.litmus..",
                        "dev.syncopate.model.progress..",
                        "dev.syncopate.model.axiom..",
                        "dev.syncopate.sim.text..")))
        .because("one must not hide the other's mistake")
        .check(CLASSES);
  }

  @Test
  void theReferenceInterpreterSharesTheSyntaxAlone() {
    noClasses()
        .that()
        .resideInAPackage("dev.syncopate.ptx.reference..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.syncopate..")
                .and(
                    resideOutsideOfPackages(
                        "dev.syncopate.ptx.reference..", "dev.syncopate.ptx.syntax.."))
                .and(not(belongToAnyOf(ScalarType.class, StateSpace.class))))
        .because("one must not hide the other's mistake")
        .check(CLASSES);
  }

  @Test
  void memoryOperationsAreMadeByTheirFactories() {
    noClasses()
        .that(not(type(MemoryOperation.class)))
        .should()
        .callConstructorWhere(
            JavaCall.Predicates.target(HasOwner.Predicates.With.owner(type(MemoryOperation.class))))
        .because("ten things in a row are told apart by nobody")
        .check(CLASSES);
  }

  @Test
  void everyModuleHasItsFloor() {
    assertThat(CLASSES)
        .allSatisfy(
            type -> assertThat(FLOORS).containsKey(type.getPackageName().split("\\.", -1)[2]));
  }

  @Test
  void noRoomsKnowEachOtherInACircle() {
    slices().matching("dev.syncopate.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void theProgramReachesTheMachineThroughTheHostInterfaceAlone() {
    noClasses()
        .that()
        .resideInAnyPackage(packageOf("app"), packageOf("study"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    packageOf("sim"), packageOf("ptx"), packageOf("memory"), packageOf("machine"))
                .and(
                    resideOutsideOfPackages(
                        "dev.syncopate.*.config..",
                        "dev.syncopate.*.preset..",
                        "dev.syncopate.machine.energy..", // of a configuration and counters alone
                        "dev.syncopate.sim.perturb..", // values of a setting
                        "dev.syncopate.sim.stats..",
                        "dev.syncopate.sim.text..")))
        .check(CLASSES);
  }

  @Test
  void resultsAreKeptAndShownWithoutKnowingWhichPaperTheyAreOf() {
    noClasses()
        .that()
        .resideInAnyPackage(packageOf("study"))
        .and()
        .resideOutsideOfPackages("dev.syncopate.study.paper..", "dev.syncopate.study.compare..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.syncopate.study.paper..", "dev.syncopate.study.compare..")
        .check(CLASSES);
  }

  @Test
  void theModelDependsOnNothingButTheJdk() {
    noClasses()
        .that()
        .resideInAnyPackage(MODEL)
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages("java..", "org.jspecify..", "dev.syncopate..")
        .check(CLASSES);
  }

  @Test
  void theModelLooksAtNoClockAndDrawsNoUnseededNumbers() {
    ArchRule noClock =
        noClasses()
            .that()
            .resideInAnyPackage(MODEL)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.time..")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom");
    noClock.check(CLASSES);
  }

  /** So that an explorer can drive them without the engine: they react, and never ask the time. */
  @Test
  void whatDecidesTheOrderOfMemoryKnowsNoTime() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.syncopate.memory.access..",
            "dev.syncopate.memory.cache..",
            "dev.syncopate.memory.consistency..",
            "dev.syncopate.memory.kit..",
            "dev.syncopate.memory.lsu..",
            "dev.syncopate.memory.mechanism..",
            "dev.syncopate.memory.protocol..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("dev.syncopate.sim.engine..")
                .and(not(type(Message.class)))
                .and(not(type(Event.class))))
        .orShould()
        .callMethod(Event.class, "scheduled")
        .check(CLASSES);
  }

  /** So that another store sees every access: see {@code LocalStoreTest}. */
  @Test
  void sharedMemoryIsReachedThroughItsStoreAlone() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.syncopate.memory.local..")
        .and(not(type(TileFittings.class)))
        .should()
        .dependOnClassesThat(type(DirectStore.class))
        .check(CLASSES);
    fields().that().areDeclaredIn(DirectStore.class).should().bePrivate().check(CLASSES);
  }

  /** Rooms that all share name no mechanism: the registry alone lists them. */
  @Test
  void mechanismsStandInTheirOwnRooms() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.syncopate.memory.mechanism..")
        .and()
        .doNotHaveFullyQualifiedName("dev.syncopate.memory.system.Protocols")
        .should()
        .dependOnClassesThat(resideInAnyPackage("dev.syncopate.memory.mechanism.."))
        .check(CLASSES);
  }

  /** The contract is below the parts that fulfil it, and both are below the mechanisms. */
  @Test
  void theContractOfMechanismsKnowsNoPartOfTheKit() {
    noClasses()
        .that()
        .resideInAPackage("dev.syncopate.memory.protocol..")
        .should()
        .dependOnClassesThat(resideInAnyPackage("dev.syncopate.memory.kit.."))
        .check(CLASSES);
  }

  /** A mechanism is made of the contract, the kit and what the memory system is made of. */
  @Test
  void mechanismsKnowNothingAboveThem() {
    noClasses()
        .that()
        .resideInAPackage("dev.syncopate.memory.mechanism..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "dev.syncopate.memory.coverage..",
                "dev.syncopate.memory.host..",
                "dev.syncopate.memory.network..",
                "dev.syncopate.memory.rig..",
                "dev.syncopate.memory.stress..",
                "dev.syncopate.memory.system.."))
        .check(CLASSES);
  }

  /** What one does otherwise than another it puts in front of it, or gives it as a policy. */
  @Test
  void noControllerIsMadeByExtendingAnother() {
    noClasses()
        .that()
        .areAssignableTo(L1Controller.class)
        .or()
        .areAssignableTo(L2Controller.class)
        .should()
        .beAssignableTo(
            DescribedPredicate.<JavaClass>describe(
                "extend a controller that is no decorator",
                type ->
                    type.getRawSuperclass()
                        .filter(above ->
                            (above.isAssignableTo(L1Controller.class)
                                    || above.isAssignableTo(L2Controller.class))
                                && !above.isEquivalentTo(L1Decorator.class)
                                && !above.isEquivalentTo(L2Decorator.class))
                        .isPresent()))
        .check(CLASSES);
  }

  /** Each part of a warp's state changes through its own methods. */
  @Test
  void noFieldOfAWarpIsOpen() {
    fields()
        .that()
        .areDeclaredInClassesThat()
        .belongToAnyOf(
            Warp.class, IssueState.class, AccessState.class, LaneNeeds.class, HeldWords.class)
        .and()
        .areNotPrivate()
        .should()
        .beFinal()
        .check(CLASSES);
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.syncopate.machine.core..", "dev.syncopate.machine.warp..")
        .and(not(assignableTo(Issuer.class)))
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "change what a warp waits for",
                call ->
                    call.getTarget()
                        .resolveMember()
                        .filter(method -> method.getOwner().isEquivalentTo(IssueState.class))
                        .filter(method -> method.getRawReturnType().getName().equals("void"))
                        .filter(method -> !RESTS.contains(method.getName()))
                        .isPresent()))
        .because("the issuer alone decides when a warp issues")
        .check(CLASSES);
  }

  /**
   * A kernel that runs in cycles has no side door to memory: the functional tier is an engine. A
   * sampled device has both, and each of its launches runs on one of them.
   */
  @Test
  void nothingThatTakesTimeKnowsTheFunctionalTier() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.syncopate.memory..", "dev.syncopate.machine..")
        .and()
        .resideOutsideOfPackages(
            "dev.syncopate.memory.functional..",
            "dev.syncopate.machine.functional..",
            "dev.syncopate.machine.fusion..",
            "dev.syncopate.machine.sample..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.syncopate.memory.functional..", "dev.syncopate.machine.functional..")
        .check(CLASSES);
  }

  @Test
  void onlyTheEngineStartsThreadsOrShares() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.syncopate.ptx..", "dev.syncopate.memory..", "dev.syncopate.machine..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.concurrent..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(CLASSES);
  }

  @Test
  void noStaticFieldChanges() {
    fields()
        .that()
        .areStatic()
        .should()
        .beFinal()
        .because("two devices in one process must not meet")
        .check(CLASSES);
    noFields()
        .that()
        .areStatic()
        .and()
        .doNotHaveModifier(JavaModifier.SYNTHETIC)
        .should()
        .haveRawType(
            DescribedPredicate.describe(
                "a mutable container",
                type ->
                    type.getPackageName().startsWith("java.util.concurrent")
                        || Set.of(
                                "java.util.ArrayList",
                                "java.util.ArrayDeque",
                                "java.util.HashMap",
                                "java.util.HashSet",
                                "java.util.LinkedHashMap",
                                "java.util.TreeMap")
                            .contains(type.getName())))
        .check(CLASSES);
  }

  /** The rules above see arrows at all: an arrow that exists is found when it is forbidden. */
  @Test
  void anArrowThatPointsUpwardsWouldBeFound() {
    assertThatThrownBy(() ->
            noClasses()
                .that()
                .resideInAPackage(packageOf("machine"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(packageOf("memory"))
                .check(CLASSES))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("MachineConfig");
  }

  private static String packageOf(String module) {
    return "dev.syncopate." + module + "..";
  }
}

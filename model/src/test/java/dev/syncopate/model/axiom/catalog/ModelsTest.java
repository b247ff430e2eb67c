package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.cat.HandMade;
import dev.syncopate.model.axiom.cat.Judgement;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which model allows which of the well-known executions, and what breaks where it does not. */
class ModelsTest {
  private static final String ACQ_REL_FENCE = "ACQ_REL GPU";
  private static final String SC_FENCE = "SC ACQ_REL GPU";

  private static Judgement judge(String model, HandMade execution) {
    return ModelCatalog.named(model).judge(execution);
  }

  /**
   * The models of global memory that allow an execution, but for {@code ptx}, which is the newest
   * of them.
   */
  private static Set<String> allowing(HandMade execution) {
    Set<String> allowing = new TreeSet<>();
    for (String name : ModelCatalog.names()) {
      boolean isOfGlobal = !ModelCatalog.named(name).knowsTransactions();
      if (isOfGlobal && !name.equals("ptx") && judge(name, execution).isAllowed()) {
        allowing.add(name);
      }
    }
    return allowing;
  }

  /** hrf-comm says what hrf-rsp says of executions without commutative atomics, as all are here. */
  private static Set<String> models(String... names) {
    Set<String> models = new TreeSet<>(Arrays.asList(names));
    if (models.contains("hrf-rsp")) {
      models.add("hrf-comm");
    }
    return models;
  }

  private static List<String> broken(String model, HandMade execution) {
    return judge(model, execution).violations().stream()
        .map(Judgement.Violation::requirement)
        .toList();
  }

  private static boolean isRacy(String model, HandMade execution) {
    Judgement judgement = judge(model, execution);
    assertThat(judgement.isAllowed()).as("%s allows it, so that it may race", model).isTrue();
    return judgement.flags().contains("race");
  }

  @Test
  void theNewestPtxIsWhatPtxMeans() {
    assertThat(ModelCatalog.named("ptx").requirements())
        .isEqualTo(ModelCatalog.named("ptx-7.5").requirements());
  }

  @Test
  void noModelForgetsAReleaseThatWasAcquiredAtAScopeOfBoth() {
    assertThat(allowing(Shapes.messagePassing(false, "REL GPU", "ACQ GPU"))).isEmpty();
    assertThat(allowing(Shapes.messagePassing(true, "REL CTA", "ACQ CTA"))).isEmpty();
    assertThat(allowing(Shapes.messagePassing(true, "REL GPU", "ACQ CTA"))).isEmpty();
    assertThat(allowing(Shapes.fencedMessagePassing(false, ACQ_REL_FENCE))).isEmpty();
    assertThat(allowing(Shapes.fencedMessagePassing(false, SC_FENCE))).isEmpty();
    assertThat(broken("ptx", Shapes.messagePassing(false, "REL GPU", "ACQ GPU")))
        .containsExactly("causality");
    assertThat(broken("hrf-indirect-relaxed", Shapes.messagePassing(false, "REL GPU", "ACQ GPU")))
        .containsExactly("coherence");
  }

  @Test
  void aViolationSaysHowItsEventsAreRelated() {
    HandMade execution = Shapes.messagePassing(false, "REL GPU", "ACQ GPU");
    assertThat(judge("ptx", execution).violations().getFirst().steps())
        .extracting(step -> step.tail() + " " + step.relationName() + " " + step.head())
        .containsExactly("5 fr 2", "2 po 3", "3 obs 4", "4 po 5");
    assertThat(judge("hrf-rsp", execution).violations().getLast().steps())
        .extracting(Judgement.Step::relationName)
        .containsExactly("po", "rf", "po", "fr");
  }

  @Test
  void aScopeThatLeavesTheOtherOutDoesNotSynchronise() {
    HandMade execution = Shapes.messagePassing(false, "REL CTA", "ACQ GPU");
    assertThat(allowing(execution))
        .isEqualTo(models("hrf-indirect-relaxed", "hrf-rsp", "ptx-6.0", "ptx-7.5"));
    assertThat(isRacy("hrf-rsp", execution)).isTrue();
    assertThat(allowing(Shapes.fencedMessagePassing(false, "ACQ_REL CTA")))
        .isEqualTo(models("hrf-indirect-relaxed", "hrf-rsp", "ptx-6.0", "ptx-7.5"));
  }

  @Test
  void relaxedOperationsOrderNothingWhereAModelKnowsThem() {
    HandMade execution = Shapes.messagePassing(false, "RLX GPU", "RLX GPU");
    assertThat(allowing(execution))
        .isEqualTo(models("drfrlx", "hrf-indirect-relaxed", "hrf-rsp", "ptx-6.0", "ptx-7.5"));
    assertThat(isRacy("drfrlx", execution)).isTrue();
    assertThat(broken("drf0", execution)).contains("sc");
  }

  @Test
  void anAliasFenceOrdersNothingElse() {
    assertThat(allowing(Shapes.fencedMessagePassing(false, "ALIAS")))
        .isEqualTo(models("drfrlx", "hrf-indirect-relaxed", "hrf-rsp", "ptx-6.0", "ptx-7.5"));
  }

  @Test
  void storeBufferingNeedsSequentiallyConsistentFences() {
    Set<String> weak = models("hrf-indirect-relaxed", "hrf-rsp", "ptx-6.0", "ptx-7.5");
    assertThat(allowing(Shapes.storeBuffering("REL GPU", "", "ACQ GPU"))).isEqualTo(weak);
    assertThat(allowing(Shapes.storeBuffering("RLX GPU", ACQ_REL_FENCE, "RLX GPU")))
        .isEqualTo(union(weak, "drfrlx"));
    assertThat(allowing(Shapes.storeBuffering("RLX GPU", SC_FENCE, "RLX GPU"))).isEmpty();
    assertThat(allowing(Shapes.storeBuffering("RLX GPU", "SC ACQ_REL CTA", "RLX GPU")))
        .as("neither fence takes the other in; DRF knows no scopes")
        .isEqualTo(weak);
  }

  private static Set<String> union(Set<String> models, String addedModel) {
    Set<String> result = new TreeSet<>(models);
    result.add(addedModel);
    return result;
  }

  @Test
  void valuesDoNotComeOutOfThinAir() {
    for (String dependency : List.of("addr", "data", "ctrl")) {
      assertThat(allowing(Shapes.loadBuffering("RLX GPU", "RLX GPU", dependency))).isEmpty();
      assertThat(allowing(Shapes.loadBuffering("WEAK", "WEAK", dependency))).isEmpty();
    }
    assertThat(allowing(Shapes.loadBuffering("RLX GPU", "RLX GPU")))
        .isEqualTo(models("drfrlx", "hrf-indirect-relaxed", "hrf-rsp", "ptx-6.0", "ptx-7.5"));
    assertThat(allowing(Shapes.loadBuffering("ACQ GPU", "REL GPU"))).isEmpty();
  }

  @Test
  void onlyPtxLetsWeakReadsGoBack() {
    assertThat(allowing(Shapes.readsGoBack("RLX GPU", "RLX GPU"))).isEmpty();
    assertThat(allowing(Shapes.readsGoBack("WEAK", "WEAK")))
        .isEqualTo(models("ptx-6.0", "ptx-7.5"));
    assertThat(allowing(Shapes.readsGoBack("RLX CTA", "RLX CTA")))
        .as("not morally strong, since each CTA is alone in its scope")
        .isEqualTo(models("ptx-6.0", "ptx-7.5"));
    assertThat(broken("ptx", Shapes.readsGoBack("RLX GPU", "RLX GPU")))
        .containsExactly("sc-per-location", "causality");
  }

  @Test
  void writesNeedNotReachAllAtOnceWhereModelsAreWeak() {
    Set<String> weak = models("hrf-indirect-relaxed", "hrf-rsp", "ptx-6.0", "ptx-7.5");
    assertThat(allowing(Shapes.independentReads("ACQ GPU", ""))).containsAll(weak);
    assertThat(allowing(Shapes.independentReads("RLX GPU", SC_FENCE))).isEmpty();
  }

  @Test
  void updatesAreLostOnlyWhereScopesLeaveTheOtherOut() {
    assertThat(allowing(Shapes.lostUpdate("RLX GPU", "RLX GPU"))).isEmpty();
    assertThat(allowing(Shapes.lostUpdate("RLX CTA", "RLX GPU")))
        .isEqualTo(models("ptx-6.0", "ptx-7.5"));
    assertThat(broken("ptx-6.0", Shapes.lostUpdate("RLX SYS", "RLX GPU"))).contains("atomicity");
  }

  @Test
  void readModifyWritesCarryAReleaseOnAndStoresDoNotInPtx() {
    assertThat(allowing(Shapes.releaseSequence(true))).isEmpty();
    assertThat(allowing(Shapes.releaseSequence(false)))
        .as("HRF and DRF take the order of all operations on the flag (rsp fig. 12)")
        .isEqualTo(models("ptx-6.0", "ptx-7.5"));
  }

  @Test
  void synchronisationIsTransitiveOverScopesButInHrfDirect() {
    HandMade execution = Shapes.transitive();
    assertThat(allowing(execution)).isEmpty();
    HandMade observed = new HandMade();
    int x = observed.initial("x");
    int y = observed.initial("y");
    int z = observed.initial("z");
    HandMade.Agent a = observed.thread(0, 0);
    int wx = a.write("x", "WEAK");
    int wy = a.write("y", "REL CTA");
    HandMade.Agent b = observed.thread(0, 0);
    int ry = b.read("y", "ACQ CTA");
    int wz = b.write("z", "REL GPU");
    HandMade.Agent c = observed.thread(1, 0);
    int rz = c.read("z", "ACQ GPU");
    int rx = c.read("x", "WEAK");
    observed.co(x, wx).co(y, wy).co(z, wz).rf(wy, ry).rf(wz, rz).rf(wx, rx);
    assertThat(isRacy("hrf-direct", observed)).as("each chain stays at one scope").isTrue();
    assertThat(isRacy("hrf-indirect", observed)).isFalse();
    assertThat(isRacy("hrf-indirect-relaxed", observed)).isFalse();
    assertThat(isRacy("drf0", observed)).isFalse();
  }

  @Test
  void theOlderHrfModelsWantTheSameScopeAndTheRelaxedOneInclusion() {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    HandMade.Agent p0 = execution.thread(0, 0);
    int wx = p0.write("x", "WEAK");
    int wy = p0.write("y", "REL GPU");
    HandMade.Agent p1 = execution.thread(0, 0);
    int ry = p1.read("y", "ACQ CTA");
    int rx = p1.read("x", "WEAK");
    execution.co(x, wx).co(y, wy).rf(wy, ry).rf(wx, rx);
    assertThat(isRacy("hrf-direct", execution)).isTrue();
    assertThat(isRacy("hrf-indirect", execution)).isTrue();
    assertThat(isRacy("hrf-indirect-relaxed", execution)).isFalse();
  }

  @Test
  void barriersOrderWhatIsBeforeAndBehindThem() {
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    HandMade.Agent p0 = execution.thread(0, 0);
    int wx = p0.write("x", "WEAK");
    int in0 = p0.barrier("EF");
    int out0 = p0.barrier("XF");
    HandMade.Agent p1 = execution.thread(0, 0);
    int in1 = p1.barrier("EF");
    int out1 = p1.barrier("XF");
    int rx = p1.read("x", "WEAK");
    execution.co(x, wx).rf(x, rx).relate("syncbar", in0, out1).relate("syncbar", in1, out0);
    assertThat(allowing(execution)).isEmpty();
  }

  @Test
  void ptxLeavesRacyWritesUnordered() {
    // Two weak writes; each of two readers synchronises with one writer and reads the other's.
    HandMade execution = new HandMade();
    int x = execution.initial("x");
    int y = execution.initial("y");
    int z = execution.initial("z");
    HandMade.Agent p0 = execution.thread(0, 0);
    int x0 = p0.write("x", "WEAK");
    int wy = p0.write("y", "REL GPU");
    HandMade.Agent p1 = execution.thread(1, 0);
    int x1 = p1.write("x", "WEAK");
    int wz = p1.write("z", "REL GPU");
    HandMade.Agent p2 = execution.thread(2, 0);
    int ry = p2.read("y", "ACQ GPU");
    int x2 = p2.read("x", "WEAK");
    HandMade.Agent p3 = execution.thread(3, 0);
    int rz = p3.read("z", "ACQ GPU");
    int x3 = p3.read("x", "WEAK");
    execution.co(x, x0, x1).co(y, wy).co(z, wz);
    execution.rf(wy, ry).rf(wz, rz).rf(x1, x2).rf(x0, x3);
    assertThat(allowing(execution)).isEqualTo(models("ptx-6.0", "ptx-7.5"));
  }
}

package dev.syncopate.model.verify;

import dev.syncopate.model.verdict.ModelBinding;
import java.util.EnumMap;
import java.util.Map;

/** Verdicts on hardware and its model over many tests. */
public final class Tally {
  private final ModelBinding binding;
  private final Map<ModelStanding, Integer> counts = new EnumMap<>(ModelStanding.class);
  private long states;
  private long unobserved;

  public Tally(ModelBinding binding) {
    this.binding = binding;
  }

  /** Takes a result in. */
  public void add(VerificationResult result) {
    counts.merge(result.standing(), 1, Integer::sum);
    states += result.states();
    if (result.verdict() != null) {
      unobserved += result.verdict().unobserved().size();
    }
  }

  /** Hardware and model. */
  public ModelBinding binding() {
    return binding;
  }

  /** Tests of a standing. */
  public int count(ModelStanding standing) {
    return counts.getOrDefault(standing, 0);
  }

  /** Tests in all. */
  public int tests() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** States explored. */
  public long states() {
    return states;
  }

  /** Outcomes that the model allows and hardware never has: where it is stronger. */
  public long unobserved() {
    return unobserved;
  }
}

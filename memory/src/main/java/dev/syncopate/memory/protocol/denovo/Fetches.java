package dev.syncopate.memory.protocol.denovo;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is to be answered with bytes that a bank's own cache has been asked for. */
final class Fetches {
  private final List<@Nullable DenovoMessage> answers = new ArrayList<>();

  /** Keeps an answer that lacks bytes only: the tag to ask for them with. */
  int add(DenovoMessage answer) {
    int tag = answers.indexOf(null);
    if (tag < 0) {
      answers.add(answer);
      return answers.size() - 1;
    }
    answers.set(tag, answer);
    return tag;
  }

  DenovoMessage take(int tag) {
    DenovoMessage answer = Objects.requireNonNull(answers.get(tag));
    answers.set(tag, null);
    while (!answers.isEmpty() && answers.getLast() == null) {
      answers.removeLast();
    }
    return answer;
  }

  boolean isEmpty() {
    return answers.isEmpty();
  }
}

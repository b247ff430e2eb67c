package dev.syncopate.model.explore.machine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run of the machine, on one set of controllers and with the messages that they send: nothing is
 * copied, renumbered or remembered. Findings of the exploration are run again here before they are
 * reported.
 */
public final class LiveRun {
  private record Travelling(MachinePart.Sent sent, int number) {}

  private final Machine machine;
  private final List<PartState> states = new ArrayList<>();
  private final List<ArrayDeque<Travelling>> channels = new ArrayList<>();
  private final List<ScheduleStep> steps = new ArrayList<>();
  private final int[] possible = new int[256];
  private int messages;
  private String failure = "";

  public LiveRun(Machine machine) {
    this.machine = machine;
    machine.time(0);
    for (MachinePart part : machine.parts()) {
      states.add(part.initial());
    }
    for (int i = 0; i < machine.channels().count(); i++) {
      channels.add(new ArrayDeque<>());
    }
  }

  /** Everything that can happen now; some of it may change nothing. */
  public List<ScheduleChoice> choices() {
    List<ScheduleChoice> choices = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      int count = machine.parts().get(i).events(states.get(i), possible);
      for (int j = 0; j < count; j++) {
        choices.add(ScheduleChoice.event(i, possible[j]));
      }
    }
    for (int i = 0; i < channels.size(); i++) {
      if (!channels.get(i).isEmpty()) {
        choices.add(ScheduleChoice.delivery(machine.channels().to(i).number(), i));
      }
    }
    return choices;
  }

  /** Lets something happen; false when that fails, after which nothing more may happen. */
  public boolean happen(ScheduleChoice choice) {
    machine.time(steps.size() + 1L);
    MachinePart part = machine.parts().get(choice.part());
    PartState state = states.get(choice.part());
    String text;
    int delivered = 0;
    if (choice.delivers()) {
      Travelling first = channels.get(choice.channel()).element();
      delivered = first.number();
      text = "takes " + MessageText.of(first.sent().message(), machine.addresses());
    } else {
      text = part.describe(state, choice.event());
    }
    try {
      if (!choice.delivers()) {
        part.happen(state, choice.event());
      } else if (deliver(part, state, choice.channel())) {
        channels.get(choice.channel()).remove();
      } else {
        text = text.replaceFirst("takes", "refuses");
        delivered = 0;
      }
    } catch (RuntimeException e) {
      failure = e.getMessage() == null ? e.toString() : e.getMessage();
    }
    steps.add(new ScheduleStep(choice.part(), text, delivered, sent(choice.part(), part)));
    return failure.isEmpty();
  }

  private boolean deliver(MachinePart part, PartState state, int channel) {
    return part.receive(state, channels.get(channel).element().sent());
  }

  private List<ScheduleStep.Message> sent(int sender, MachinePart part) {
    List<ScheduleStep.Message> sent = new ArrayList<>();
    for (MachinePart.Sent sentMessage : part.takeSent()) {
      channels.get(sentMessage.channel()).add(new Travelling(sentMessage, ++messages));
      sent.add(
          new ScheduleStep.Message(
              messages,
              sender,
              machine.channels().to(sentMessage.channel()).number(),
              MessageText.of(sentMessage.message(), machine.addresses())));
    }
    return sent;
  }

  /** Whether all that had to be done is done. */
  public boolean finished() {
    for (int i = 0; i < states.size(); i++) {
      if (!machine.parts().get(i).finished(states.get(i))) {
        return false;
      }
    }
    return channels.stream().allMatch(ArrayDeque::isEmpty);
  }

  /** What does not hold and always should. */
  public List<String> checkInvariants() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      MachinePart part = machine.parts().get(i);
      part.checkInvariants(states.get(i)).forEach(line -> lines.add(part.name() + ": " + line));
    }
    return lines;
  }

  /** Registers and locations now, and as {@code &x} where locations are. */
  public Map<String, Long> values() {
    Map<String, Long> values = new LinkedHashMap<>();
    for (int part = 0; part < states.size(); part++) {
      if (machine.isTile(part)) {
        values.putAll(machine.registers(part, states.get(part)));
      }
    }
    for (String location : machine.addresses().allNames()) {
      values.put(location, machine.content(location, states::get));
      values.put("&" + location, machine.addresses().address(location));
    }
    return values;
  }

  /** What has happened so far. */
  public ExploredSchedule schedule() {
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      MachinePart part = machine.parts().get(i);
      part.waiting(states.get(i)).forEach(line -> waiting.add(part.name() + ": " + line));
    }
    for (int i = 0; i < channels.size(); i++) {
      for (Travelling travelling : channels.get(i)) {
        waiting.add(
            "%s from %s has not reached %s"
                .formatted(
                    MessageText.of(travelling.sent().message(), machine.addresses()),
                    machine.channels().from(i),
                    machine.channels().to(i)));
      }
    }
    return new ExploredSchedule(
        machine.parts().stream().map(MachinePart::name).toList(),
        List.copyOf(steps),
        failure.isEmpty() ? values() : Map.of(),
        failure,
        waiting);
  }

  /** The schedule of given choices; ends early where one fails. */
  public static ExploredSchedule of(Machine machine, List<ScheduleChoice> choices) {
    return after(machine, choices).schedule();
  }

  /**
   * The schedule of choices after which nothing changes any more. What is refused then is asked for
   * once more, so that those who wait can say what for.
   */
  public static ExploredSchedule stuck(Machine machine, List<ScheduleChoice> choices) {
    LiveRun run = after(machine, choices);
    List<ScheduleStep> steps = List.copyOf(run.steps);
    run.choices().forEach(run::happen);
    ExploredSchedule schedule = run.schedule();
    return new ExploredSchedule(
        schedule.parts(), steps, schedule.values(), schedule.failure(), schedule.waiting());
  }

  private static LiveRun after(Machine machine, List<ScheduleChoice> choices) {
    LiveRun run = new LiveRun(machine);
    for (ScheduleChoice choice : choices) {
      if (!run.happen(choice)) {
        break;
      }
    }
    return run;
  }
}

package dev.syncopate.model.axiom.clause;

import java.util.Arrays;

/** Binary heap of variables, the most active first; of equally active ones the first number. */
final class VariableHeap {
  private static final int ABSENT = -1;
  private static final double DECAY = 0.95;
  private static final double LARGEST = 1e100;

  private double[] activities = new double[16];
  private int[] heap = new int[16];
  private int[] places = new int[16];
  private int size;
  private double increment = 1;

  /** Adds the next variable. */
  void add(int variable) {
    if (variable == activities.length) {
      activities = Arrays.copyOf(activities, 2 * variable);
      heap = Arrays.copyOf(heap, 2 * variable);
      places = Arrays.copyOf(places, 2 * variable);
    }
    places[variable] = ABSENT;
    restore(variable);
  }

  /** Puts a variable back, if it is not there. */
  void restore(int variable) {
    if (places[variable] == ABSENT) {
      places[variable] = size;
      heap[size++] = variable;
      rise(places[variable]);
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Takes the most active variable out. */
  int take() {
    int top = heap[0];
    places[top] = ABSENT;
    size--;
    if (size > 0) {
      heap[0] = heap[size];
      places[heap[0]] = 0;
      sink(0);
    }
    return top;
  }

  /** Makes a variable more active. */
  void bump(int variable) {
    activities[variable] += increment;
    if (activities[variable] > LARGEST) {
      for (int i = 0; i < activities.length; i++) {
        activities[i] /= LARGEST;
      }
      increment /= LARGEST;
    }
    if (places[variable] != ABSENT) {
      rise(places[variable]);
    }
  }

  /** Makes all variables less active than those that are bumped from now on. */
  void decay() {
    increment /= DECAY;
  }

  private boolean isBefore(int a, int b) {
    return activities[a] > activities[b] || (activities[a] == activities[b] && a < b);
  }

  private void rise(int start) {
    int place = start;
    int variable = heap[place];
    while (place > 0 && isBefore(variable, heap[(place - 1) / 2])) {
      put(place, heap[(place - 1) / 2]);
      place = (place - 1) / 2;
    }
    put(place, variable);
  }

  private void sink(int start) {
    int place = start;
    int variable = heap[place];
    while (2 * place + 1 < size) {
      int child = 2 * place + 1;
      if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBefore(heap[child], variable)) {
        break;
      }
      put(place, heap[child]);
      place = child;
    }
    put(place, variable);
  }

  private void put(int place, int variable) {
    heap[place] = variable;
    places[variable] = place;
  }
}

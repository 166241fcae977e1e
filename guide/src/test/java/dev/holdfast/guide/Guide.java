package dev.holdfast.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The pages and what their samples must agree with.
 *
 * @param pages each page's text by its name
 * @param regions each sample's code by its name
 * @param runs what a sample prints by its name; a region that is not among them is only shown
 */
record Guide(
    Map<String, String> pages, Map<String, String> regions, Map<String, Supplier<String>> runs) {

  /** Every disagreement, so that all are told at once. */
  List<String> flaws() {
    List<String> flaws = new ArrayList<>();
    List<Shown> shown =
        pages.entrySet().stream()
            .flatMap(page -> Shown.in(page.getKey(), page.getValue()).stream())
            .toList();
    shown.forEach(sample -> flaws.addAll(flaws(sample)));
    Set<String> names = shown.stream().map(Shown::name).collect(Collectors.toSet());
    regions.keySet().stream()
        .filter(region -> !names.contains(region))
        .forEach(region -> flaws.add("region " + region + " must be in a page but is in none"));
    runs.keySet().stream()
        .filter(run -> !regions.containsKey(run))
        .forEach(run -> flaws.add("sample " + run + " must be a region but is none"));
    return flaws;
  }

  private List<String> flaws(Shown sample) {
    String region = regions.get(sample.name());
    if (region == null) {
      return List.of(sample.where() + " must be a region but is none");
    }
    List<String> flaws = new ArrayList<>(flaws(sample, "code", sample.code(), region));
    Supplier<String> run = runs.get(sample.name());
    if (run != null) {
      flaws.addAll(flaws(sample, "output", sample.output(), run.get()));
    } else if (sample.output() != null) {
      flaws.add(sample.where() + " must be registered to print but is not");
    }
    return flaws;
  }

  private static List<String> flaws(
      Shown sample, String what, @Nullable String shown, String right) {
    if (right.equals(shown)) {
      return List.of();
    }
    return List.of(
        "%s: its %s %s. It must be:%n%s"
            .formatted(
                sample.where(),
                what,
                shown == null ? "is not there" : difference(shown, right),
                right));
  }

  private static String difference(String shown, String right) {
    List<String> page = shown.lines().toList();
    List<String> truth = right.lines().toList();
    int at = 0;
    while (at < page.size() && at < truth.size() && page.get(at).equals(truth.get(at))) {
      at++;
    }
    return "differs in line %d, which is <%s> and must be <%s>"
        .formatted(at + 1, line(page, at), line(truth, at));
  }

  private static String line(List<String> lines, int at) {
    return at < lines.size() ? lines.get(at) : "not there";
  }
}

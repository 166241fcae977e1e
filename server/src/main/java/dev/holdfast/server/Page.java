package dev.holdfast.server;

import dev.holdfast.core.Durations;
import dev.holdfast.delivery.BreakerView;
import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.Lane;
import dev.holdfast.delivery.Listings;
import dev.holdfast.delivery.OutageView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The one page: how many deliveries are where, the breakers and the latest outages. */
final class Page {
  private static final int OUTAGES = 20;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private final Listings listings;
  private final List<Lane> lanes;
  private final Supplier<Instant> now;

  Page(Listings listings, List<Lane> lanes, Supplier<Instant> now) {
    this.listings = listings;
    this.lanes = lanes;
    this.now = now;
  }

  Answer show() {
    Instant at = now.get();
    Html html = new Html();
    html.markup(
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="refresh" content="3">
        <title>Holdfast</title>
        <link rel="stylesheet" href="/style.css">
        </head>
        <body>
        <header><h1>Holdfast</h1><p>As of <time>\
        """);
    html.text(TIME.format(at)).markup("</time> UTC. Renewed every 3 s.</p></header>\n<main>\n");
    counts(html, at);
    breakers(html, at);
    outages(html, at);
    html.markup("</main>\n</body>\n</html>\n");
    return Answer.html(html.toString());
  }

  private void counts(Html html, Instant at) {
    html.markup("<section aria-labelledby=\"states\"><h2 id=\"states\">Deliveries</h2>\n<dl>\n");
    Map<DeliveryState, Long> counts = listings.counts(listings.holding(lanes), at);
    counts.forEach((state, count) ->
        html.markup("<div class=\"")
            .text(state.text())
            .markup(count > 0 ? " some\"><dt>" : "\"><dt>")
            .text(state.text())
            .markup("</dt><dd>")
            .text("%,d".formatted(count))
            .markup("</dd></div>\n"));
    html.markup("</dl></section>\n");
  }

  private void breakers(Html html, Instant at) {
    html.markup("<section aria-labelledby=\"breakers\"><h2 id=\"breakers\">Breakers</h2>\n");
    List<BreakerView> breakers = listings.breakers(lanes, at);
    if (breakers.isEmpty()) {
      html.markup("<p>No connection has failed yet.</p></section>\n");
      return;
    }
    html.markup(
        "<div class=\"wide\"><table><thead><tr><th scope=\"col\">Connection</th>"
            + "<th scope=\"col\">State</th><th scope=\"col\">Held</th>"
            + "<th scope=\"col\">What happens next</th></tr></thead><tbody>\n");
    for (BreakerView view : breakers) {
      html.markup("<tr>").cell(view.connection());
      html.markup("<td class=\"").text(BreakerText.state(view.breaker())).markup("\">");
      html.text(BreakerText.state(view.breaker())).markup("</td>");
      html.cell("%,d".formatted(view.held())).cell(BreakerText.next(view.breaker(), at));
      html.markup("</tr>\n");
    }
    html.markup("</tbody></table></div></section>\n");
  }

  private void outages(Html html, Instant at) {
    html.markup("<section aria-labelledby=\"alerts\"><h2 id=\"alerts\">Latest alerts</h2>\n");
    List<OutageView> outages = listings.outages(OUTAGES);
    if (outages.isEmpty()) {
      html.markup("<p>None so far.</p></section>\n");
      return;
    }
    html.markup(
        "<div class=\"wide\"><table><thead><tr><th scope=\"col\">Outage</th>"
            + "<th scope=\"col\">Connection</th><th scope=\"col\">Unavailable since (UTC)</th>"
            + "<th scope=\"col\">Lasted</th><th scope=\"col\">Alerted (UTC)</th></tr></thead>"
            + "<tbody>\n");
    for (OutageView outage : outages) {
      Duration lasted = Duration.between(outage.openedAt(), outage.closedAt().orElse(at));
      String soFar = outage.closedAt().isEmpty() ? " so far" : "";
      html.markup("<tr>").cell(outage.id()).cell(outage.connection());
      html.cell(TIME.format(outage.openedAt()));
      html.cell(Durations.text(Duration.ofSeconds(lasted.toSeconds())) + soFar);
      html.cell(outage.alertedAt().map(TIME::format).orElse("not yet")).markup("</tr>\n");
    }
    html.markup("</tbody></table></div></section>\n");
  }
}

package dev.holdfast.server;

/** Builds HTML in which only what was marked as such is markup. */
final class Html {
  private final StringBuilder html = new StringBuilder();

  /** Adds markup of our own. */
  Html markup(String markup) {
    html.append(markup);
    return this;
  }

  /** Adds text, whatever it holds. */
  Html text(Object text) {
    for (char c : String.valueOf(text).toCharArray()) {
      switch (c) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        case '\'' -> html.append("&#39;");
        default -> html.append(c);
      }
    }
    return this;
  }

  /** Adds a table cell of text. */
  Html cell(Object text) {
    return markup("<td>").text(text).markup("</td>");
  }

  @Override
  public String toString() {
    return html.toString();
  }
}

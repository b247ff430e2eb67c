package dev.syncopate.study.html;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A Mustache template in the package of a class. Names in it are components and methods of the
 * records that it is filled with: {@code {{name}}} is escaped, {@code {{{name}}}} is markup
 * already. A name that there is not is an error, never an empty place; an empty list, an empty text
 * and false leave a section out.
 */
public final class PageTemplate {
  private static final String PALETTE = "palette";

  private final Template template;

  private PageTemplate(Template template) {
    this.template = template;
  }

  /**
   * Reads one.
   *
   * @param beside a class of its package; templates that it takes in ({@code {{>part}}}) lie there,
   *     but for {@code {{>palette}}}, the colours that all pages share, light and dark
   * @param name of the file, without {@code .mustache}
   * @throws MustacheException if it is no template; the message says in which line
   */
  public static PageTemplate of(Class<?> beside, String name) {
    return new PageTemplate(
        Mustache.compiler()
            .withEscaper(
                Escapers.simple(
                    new String[] {"&", "&amp;"},
                    new String[] {"<", "&lt;"},
                    new String[] {">", "&gt;"},
                    new String[] {"\"", "&quot;"},
                    new String[] {"'", "&#39;"}))
            .strictSections(true)
            .emptyStringIsFalse(true)
            .withLoader(part -> text(part.equals(PALETTE) ? PageTemplate.class : beside, part))
            .compile(text(beside, name)));
  }

  private static Reader text(Class<?> beside, String name) {
    String file = name + ".mustache";
    try (InputStream stream = beside.getResourceAsStream(file)) {
      if (stream == null) {
        throw new IllegalStateException("this build has no " + file);
      }
      return new StringReader(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * The template, filled.
   *
   * @throws MustacheException if it asks for what the view does not have
   */
  public String fill(Object view) {
    return template.execute(view);
  }
}

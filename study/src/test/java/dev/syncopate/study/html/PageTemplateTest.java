package dev.syncopate.study.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.samskivert.mustache.MustacheException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageTemplateTest {
  private record View(String name, String markup, List<String> items, boolean shown) {}

  private record Less(String name) {}

  private static String fill(Object view) {
    return PageTemplate.of(PageTemplateTest.class, "page").fill(view);
  }

  @Test
  void whatIsPutInIsEscapedUnlessItIsMarkup() {
    assertThat(fill(new View("<a> & \"b\" 'c'", "<i>d</i>", List.of("1<2", "{{name}}"), true)))
        .isEqualTo(
            """
            <p title="&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;">&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;</p>
            <i>d</i>
            <b>1&lt;2</b>
            <b>{{name}}</b>
            <p>shown</p>
            """);
  }

  @Test
  void whatIsEmptyOrFalseIsLeftOut() {
    assertThat(fill(new View("", "", List.of(), false))).isEqualTo("<p title=\"\"></p>\n\n");
  }

  @Test
  void aNameThatThereIsNotIsAnError() {
    assertThatThrownBy(() -> fill(new Less("x")))
        .isInstanceOf(MustacheException.class)
        .hasMessageContaining("markup")
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> PageTemplate.of(PageTemplateTest.class, "none"))
        .hasMessage("this build has no none.mustache");
  }
}

package dev.syncopate.app.report;

import java.io.StringWriter;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Findings as JUnit's XML, which most services of continuous integration read: a test a kernel. */
public final class JUnitReport {
  private JUnitReport() {}

  /** The document. */
  public static String of(CheckResults results) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      write(xml, results);
      xml.writeEndDocument();
      xml.writeCharacters("\n");
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string can always be written to", e);
    }
    return text.toString();
  }

  private static void write(XMLStreamWriter xml, CheckResults results) throws XMLStreamException {
    Set<String> kernels = new TreeSet<>(results.kernels());
    if (any(results, "")) {
      kernels.add(""); // what the host does
    }
    long failed = kernels.stream().filter(kernel -> any(results, kernel)).count();
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "syncopate");
    xml.writeAttribute("tests", Integer.toString(kernels.size()));
    xml.writeAttribute("failures", Long.toString(failed));
    xml.writeAttribute("errors", results.unchecked().isEmpty() ? "0" : "1");
    for (String kernel : kernels) {
      xml.writeStartElement("testcase");
      xml.writeAttribute("classname", "syncopate");
      xml.writeAttribute("name", kernel.isEmpty() ? "host" : kernel);
      for (ReportedProblem reported : results.counted()) {
        if (reported.kernel().equals(kernel)) {
          xml.writeStartElement("failure");
          xml.writeAttribute("type", reported.rule());
          xml.writeAttribute("message", reported.title());
          xml.writeCharacters(text(reported));
          xml.writeEndElement();
        }
      }
      String notes =
          results.reported().stream()
              .filter(reported -> !reported.counts() && reported.kernel().equals(kernel))
              .map(reported -> "note: " + reported.title() + "\n" + text(reported) + "\n")
              .collect(Collectors.joining());
      if (!notes.isEmpty()) {
        xml.writeStartElement("system-out");
        xml.writeCharacters(notes);
        xml.writeEndElement();
      }
      xml.writeEndElement();
    }
    if (!results.unchecked().isEmpty()) {
      xml.writeStartElement("system-err");
      xml.writeCharacters("not checked: " + String.join("\nnot checked: ", results.unchecked()));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static String text(ReportedProblem reported) {
    String place = reported.file() == null ? "" : reported.file() + ":" + reported.line() + "\n";
    return place + String.join("\n", reported.lines());
  }

  private static boolean any(CheckResults results, String kernel) {
    return results.counted().stream().anyMatch(reported -> reported.kernel().equals(kernel));
  }
}

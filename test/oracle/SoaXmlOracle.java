import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Answers what Java's XML reader finds. A line on standard input is the base64 of a document's bytes; the answer is a line with 'refused', or with the base64
 * of one row for each element: how deep it stands, {namespace}local name, its attributes in order of their names, its own text.
 */
public final class SoaXmlOracle {
  public static void main(String[] arguments) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    DocumentBuilder builder = factory.newDocumentBuilder();
    builder.setErrorHandler(SILENT);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    StringBuilder out = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        StringBuilder rows = new StringBuilder();
        write(builder.parse(new ByteArrayInputStream(Base64.getDecoder().decode(line))).getDocumentElement(), 0, rows);
        out.append(encoded(rows.toString()));
      } catch (SAXException | java.io.IOException refused) {
        out.append("refused");
      }
      out.append('\n');
    }
    System.out.print(out);
  }

  private static void write(Element element, int depth, StringBuilder rows) {
    StringBuilder text = new StringBuilder();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling())
      if (node.getNodeType() == Node.TEXT_NODE || node.getNodeType() == Node.CDATA_SECTION_NODE) text.append(node.getNodeValue());
    TreeSet<String> attributes = new TreeSet<>();
    NamedNodeMap all = element.getAttributes();
    for (int i = 0; i < all.getLength(); i++) {
      Attr attribute = (Attr) all.item(i);
      if (!"http://www.w3.org/2000/xmlns/".equals(attribute.getNamespaceURI()))
        attributes.add(encoded(attribute.getLocalName() + "=" + attribute.getValue()));
    }
    String space = element.getNamespaceURI() == null ? "" : element.getNamespaceURI();
    rows.append(depth).append(' ').append(encoded("{" + space + "}" + element.getLocalName())).append(' ')
        .append(String.join(",", attributes)).append(' ').append(encoded(text.toString())).append('\n');
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling())
      if (node instanceof Element) write((Element) node, depth + 1, rows);
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static final ErrorHandler SILENT =
      new ErrorHandler() {
        @Override
        public void warning(SAXParseException problem) {}

        @Override
        public void error(SAXParseException problem) throws SAXException {
          throw problem;
        }

        @Override
        public void fatalError(SAXParseException problem) throws SAXException {
          throw problem;
        }
      };
}

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Properties;

/**
 * Answers what java.util.Properties does. One request a line on standard input, one JSON answer (pure ASCII) a line on standard output.
 *
 *   load BYTES          {"latin1":{"loads":true,"puts":[[key,value],...]},"utf8":{...}}    BYTES = base64 of a file ("-" = empty)
 *   store KEY VALUE     {"stream":"the line that store(OutputStream) writes","writer":"the one of store(Writer)"}
 *                       KEY, VALUE = base64 of UTF-16BE ("-" = empty); the line comes without its terminator
 */
public final class PropertiesOracle {
  /** Keeps every put in the order it is made, duplicates included. */
  private static final class Recorder extends Properties {
    private static final long serialVersionUID = 1L;
    final transient List<String[]> puts = new ArrayList<>();

    @Override
    public synchronized Object put(Object key, Object value) {
      puts.add(new String[] {(String) key, (String) value});
      return super.put(key, value);
    }
  }

  private interface Source {
    void into(Properties properties) throws IOException;
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      out.write(words[0].equals("load") ? load(bytes(words[1])) : store(text(words[1]), text(words[2])));
      out.write('\n');
      if (!in.ready()) out.flush();
    }
    out.flush();
  }

  private static String load(byte[] file) {
    return "{\"latin1\":" + puts(p -> p.load(new ByteArrayInputStream(file)))
        + ",\"utf8\":" + puts(p -> p.load(new InputStreamReader(new ByteArrayInputStream(file), StandardCharsets.UTF_8))) + "}";
  }

  private static String puts(Source source) {
    Recorder recorder = new Recorder();
    boolean loads = true;
    try {
      source.into(recorder);
    } catch (IllegalArgumentException | IOException e) {
      loads = false;
    }
    StringBuilder json = new StringBuilder("{\"loads\":").append(loads).append(",\"puts\":[");
    for (String[] put : recorder.puts) {
      if (json.charAt(json.length() - 1) == ']') json.append(',');
      json.append('[').append(quote(put[0])).append(',').append(quote(put[1])).append(']');
    }
    return json.append("]}").toString();
  }

  private static String store(String key, String value) throws IOException {
    Properties one = new Properties();
    one.setProperty(key, value);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    one.store(stream, null);
    StringWriter writer = new StringWriter();
    one.store(writer, null);
    return "{\"stream\":" + quote(lastLine(stream.toString(StandardCharsets.ISO_8859_1)))
        + ",\"writer\":" + quote(lastLine(writer.toString())) + "}";
  }

  /** store begins with a comment that holds the date. */
  private static String lastLine(String stored) {
    String eol = System.lineSeparator();
    return stored.substring(stored.indexOf(eol) + eol.length(), stored.length() - eol.length());
  }

  private static byte[] bytes(String base64) {
    return base64.equals("-") ? new byte[0] : Base64.getDecoder().decode(base64);
  }

  /** By hand: a decoder would replace lone surrogates. */
  private static String text(String base64) {
    byte[] b = bytes(base64);
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < b.length; i += 2) s.append((char) ((b[i] & 0xff) << 8 | b[i + 1] & 0xff));
    return s.toString();
  }

  private static String quote(String s) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : s.toCharArray()) {
      if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') json.append(c);
      else json.append(String.format("\\u%04x", (int) c));
    }
    return json.append('"').toString();
  }
}

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;

/**
 * java.util.Properties on standard input and output.
 *
 * judge             a document a line in base64; answers its map as JSON [[key, value], ...] a line, or null when load throws
 * time FILE RUNS    nanoseconds of RUNS warm decodes, then of RUNS warm encodes of the same map, on two lines
 * once FILE         loads and stores the file once, for the time of a whole process
 */
public final class Codec {
    private static final int WARM = 60;

    public static void main(String[] args) throws IOException {
        switch (args[0]) {
            case "judge" -> judge();
            case "time" -> time(Files.readAllBytes(Path.of(args[1])), Integer.parseInt(args[2]));
            case "once" -> System.out.println(store(load(Files.readAllBytes(Path.of(args[1])))));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static Properties load(byte[] bytes) throws IOException {
        Properties properties = new Properties();
        properties.load(new ByteArrayInputStream(bytes));
        return properties;
    }

    private static int store(Properties properties) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(2 << 20);
        properties.store(out, null);
        return out.size();
    }

    private static void time(byte[] bytes, int runs) throws IOException {
        Properties properties = load(bytes);
        StringBuilder decode = new StringBuilder();
        StringBuilder encode = new StringBuilder();
        for (int i = -WARM; i < runs; i++) {
            long begin = System.nanoTime();
            load(bytes);
            long middle = System.nanoTime();
            store(properties);
            long end = System.nanoTime();
            if (i < 0) continue;
            decode.append(middle - begin).append(' ');
            encode.append(end - middle).append(' ');
        }
        System.out.println(decode.toString().trim());
        System.out.println(encode.toString().trim());
    }

    private static void judge() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), 1 << 20);
        PrintStream out = new PrintStream(new java.io.BufferedOutputStream(System.out, 1 << 20), false, StandardCharsets.US_ASCII);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                out.print(json(load(Base64.getDecoder().decode(line))) + "\n");
            } catch (IllegalArgumentException thrown) {
                out.print("null\n");
            }
        }
        out.flush();
    }

    private static String json(Properties properties) {
        StringBuilder text = new StringBuilder("[");
        for (Map.Entry<Object, Object> entry : properties.entrySet()) {
            if (text.length() > 1) text.append(',');
            text.append('[').append(quoted((String) entry.getKey())).append(',').append(quoted((String) entry.getValue())).append(']');
        }
        return text.append(']').toString();
    }

    private static String quoted(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') text.append(c);
            else text.append(String.format("\\u%04x", (int) c));
        }
        return text.append('"').toString();
    }
}

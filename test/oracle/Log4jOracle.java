import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractOutputStreamAppender;
import org.apache.logging.log4j.core.appender.rolling.*;
import org.apache.logging.log4j.core.config.*;
import org.apache.logging.log4j.core.config.plugins.util.*;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;

/**
 * log4j-core as an oracle. One request a line on standard input, one answer a line on standard output.
 *   read BASE64      a log4j2.xml: the component tree as log4j reads it; policies and loggers are built by log4j's own factories, nothing is opened
 *   live BASE64      the same file really configured (creates its log files): rolling appenders and effective levels
 *   size BASE64      bytes that SizeBasedTriggeringPolicy reads in a text
 *   level BASE64     the level that log4j finds under a name, or null
 *   plugins -        every component name with its kind
 */
public final class Log4jOracle {
    /** log4j's own XML configuration with the tree laid open. */
    private static final class Tree extends XmlConfiguration {
        Tree(LoggerContext context, ConfigurationSource source) { super(context, source); }
        Node prepared() {
            getPluginManager().collectPlugins(getPluginPackages());
            setup();
            Node root = getRootNode();
            for (Node child : root.getChildren()) {
                String name = child.getName().toLowerCase(Locale.ROOT);
                boolean first = child == root.getChildren().get(0);
                if (name.equals("properties") && first || name.equals("customlevels")) createConfiguration(child, null);
                if (name.equals("properties") && first && child.getObject() != null) getStrSubstitutor().setVariableResolver(child.getObject());
            }
            return root;
        }
    }

    private static String quote(String text) {
        if (text == null) return "null";
        StringBuilder b = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\' || c < 0x20 || c > 0x7e) b.append(String.format("\\u%04x", (int) c));
            else b.append(c);
        }
        return b.append('"').toString();
    }

    private static String strings(List<String> items) { return items.isEmpty() ? "[]" : "[\"" + String.join("\",\"", items) + "\"]"; }
    private static Class<?> type(Node node) { return node.getType() == null ? Object.class : node.getType().getPluginClass(); }
    private static boolean is(Node node, Class<?> wanted) { return wanted.isAssignableFrom(type(node)); }

    private static void sizes(Object policy, List<String> out) {
        if (policy instanceof CompositeTriggeringPolicy) for (TriggeringPolicy one : ((CompositeTriggeringPolicy) policy).getTriggeringPolicies()) sizes(one, out);
        if (policy instanceof SizeBasedTriggeringPolicy) out.add(Long.toString(((SizeBasedTriggeringPolicy) policy).getMaxFileSize()));
    }

    private static String name(Node node) {
        for (Map.Entry<String, String> entry : node.getAttributes().entrySet()) if (entry.getKey().equalsIgnoreCase("name")) return entry.getValue();
        return null;
    }

    /** Appenders count inside Appenders only, loggers inside Loggers, and none inside another logger. */
    private static void walk(Tree tree, Node node, String within, List<String> appenders, List<String> loggers) {
        for (Node child : node.getChildren()) {
            if (is(child, LoggerConfig.class)) {
                String logger = within.equals("loggers") ? logger(tree, child) : null;
                if (logger != null) loggers.add(logger);
                continue;
            }
            if (within.equals("appenders") && is(child, Appender.class)) appenders.add(appender(tree, child));
            String name = child.getName().toLowerCase(Locale.ROOT);
            walk(tree, child, within.isEmpty() && (name.equals("appenders") || name.equals("loggers")) ? name : within, appenders, loggers);
        }
    }

    private static String appender(Tree tree, Node node) {
        String name = name(node);
        List<String> sizes = new ArrayList<>();
        boolean rolling = type(node) == org.apache.logging.log4j.core.appender.RollingFileAppender.class
                || type(node) == org.apache.logging.log4j.core.appender.RollingRandomAccessFileAppender.class;
        if (rolling) for (Node child : node.getChildren()) if (is(child, TriggeringPolicy.class)) { tree.createConfiguration(child, null); sizes(child.getObject(), sizes); }
        return "{\"name\":" + quote(name) + ",\"type\":" + quote(node.getName()) + ",\"bytes\":" + strings(sizes) + "}";
    }

    private static String logger(Tree tree, Node node) {
        boolean root = type(node).getSimpleName().equals("RootLogger") || "root".equals(name(node));
        String name = root ? "" : name(node);
        String level;
        if (type(node).getName().contains(".async.")) {      // needs a library that is not here to be built: its level by log4j's own table
            String text = null;
            for (Map.Entry<String, String> entry : node.getAttributes().entrySet()) if (entry.getKey().equalsIgnoreCase("level")) text = entry.getValue();
            level = text == null ? "ERROR" : String.valueOf(Level.toLevel(tree.getStrSubstitutor().replace(text), Level.ERROR));
        } else {
            tree.createConfiguration(node, null);
            LoggerConfig built = node.getObject();
            if (built == null) return null;
            level = String.valueOf(built.getLevel());
        }
        boolean nameless = !root && (name == null || name.isEmpty());
        return nameless ? null : "{\"name\":" + quote(name) + ",\"level\":" + quote(level) + "}";
    }

    private static Tree parse(byte[] bytes) throws IOException {
        return new Tree(new LoggerContext("oracle"), new ConfigurationSource(new ByteArrayInputStream(bytes)));
    }

    private static String read(byte[] bytes) throws IOException {
        Tree tree = parse(bytes);
        Node root = tree.prepared();
        if (root == null || !loaded(bytes)) return "{\"loaded\":false}";
        List<String> appenders = new ArrayList<>(), loggers = new ArrayList<>();
        walk(tree, root, "", appenders, loggers);
        return "{\"loaded\":true,\"appenders\":[" + String.join(",", appenders) + "],\"loggers\":[" + String.join(",", loggers) + "]}";
    }

    /** Does log4j's own parser setting read the document? An empty tree alone would not tell. */
    private static boolean loaded(byte[] bytes) {
        try {
            java.lang.reflect.Method builder = XmlConfiguration.class.getDeclaredMethod("newDocumentBuilder", boolean.class);
            builder.setAccessible(true);
            javax.xml.parsers.DocumentBuilder parser = (javax.xml.parsers.DocumentBuilder) builder.invoke(null, true);
            parser.setErrorHandler(null);
            return parser.parse(new ByteArrayInputStream(bytes)).getDocumentElement() != null;
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(broken);
        } catch (Exception unreadable) {
            return false;
        }
    }

    private static String live(byte[] bytes) throws IOException {
        XmlConfiguration configuration = new XmlConfiguration(new LoggerContext("oracle"), new ConfigurationSource(new ByteArrayInputStream(bytes)));
        configuration.initialize();
        List<String> appenders = new ArrayList<>(), loggers = new ArrayList<>();
        for (Appender appender : new TreeMap<>(configuration.getAppenders()).values()) {
            Object manager = appender instanceof AbstractOutputStreamAppender ? ((AbstractOutputStreamAppender<?>) appender).getManager() : null;
            if (!(manager instanceof RollingFileManager)) continue;
            List<String> sizes = new ArrayList<>();
            sizes(((RollingFileManager) manager).getTriggeringPolicy(), sizes);
            appenders.add("{\"name\":" + quote(appender.getName()) + ",\"bytes\":" + strings(sizes) + "}");
        }
        for (LoggerConfig logger : new TreeMap<>(configuration.getLoggers()).values()) loggers.add("{\"name\":" + quote(logger.getName()) + ",\"level\":" + quote(String.valueOf(logger.getLevel())) + "}");
        for (Appender appender : configuration.getAppenders().values()) appender.stop();
        return "{\"appenders\":[" + String.join(",", appenders) + "],\"loggers\":[" + String.join(",", loggers) + "]}";
    }

    private static String plugins() {
        PluginManager manager = new PluginManager("Core");
        manager.collectPlugins();
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, PluginType<?>> entry : new TreeMap<>(manager.getPlugins()).entrySet()) {
            Class<?> c = entry.getValue().getPluginClass();
            String kind = c.getSimpleName().startsWith("Rolling") && Appender.class.isAssignableFrom(c) ? "rolling" : Appender.class.isAssignableFrom(c) ? "appender"
                    : TriggeringPolicy.class.isAssignableFrom(c) ? "policy" : RolloverStrategy.class.isAssignableFrom(c) ? "strategy"
                    : c.getSimpleName().equals("RootLogger") ? "root" : LoggerConfig.class.isAssignableFrom(c) ? "logger" : "other";
            all.add(quote(entry.getKey()) + ":" + quote(kind));
        }
        return "{" + String.join(",", all) + "}";
    }

    private static String answer(String verb, byte[] body) throws IOException {
        String text = new String(body, StandardCharsets.UTF_8);
        switch (verb) {
            case "read": return read(body);
            case "live": return live(body);
            case "size": return quote(Long.toString(SizeBasedTriggeringPolicy.createPolicy(text).getMaxFileSize()));
            case "level": { Level level; try { level = Level.valueOf(text); } catch (IllegalArgumentException none) { level = null; } return level == null ? "null" : quote(level.name()); }
            case "plugins": return plugins();
            default: throw new IllegalArgumentException(verb);
        }
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));    // log4j's status messages go to System.out
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line; (line = in.readLine()) != null; ) {
            int space = line.indexOf(' ');
            String answer;
            try { answer = answer(line.substring(0, space), line.endsWith(" -") ? new byte[0] : Base64.getDecoder().decode(line.substring(space + 1))); }
            catch (Throwable fault) { answer = "{\"fault\":" + quote(fault.toString()) + "}"; }
            out.println(answer);
        }
        out.flush();
    }
}

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.*;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.*;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;

/**
 * Real rolling: writes records to every appender of a log4j2.xml, some of them in each second, and tells when each was written and which files are there
 * in the end. Arguments: log4j2.xml, seconds, records a second, bytes of a record. The folder "out" of the current one is the appenders'.
 */
public final class RollingOracle {
    public static void main(String[] args) throws Exception {
        byte[] xml = java.nio.file.Files.readAllBytes(new File(args[0]).toPath());
        int seconds = Integer.parseInt(args[1]), records = Integer.parseInt(args[2]), size = Integer.parseInt(args[3]);
        LoggerContext context = new LoggerContext("oracle");
        Configuration configuration = new XmlConfiguration(context, new ConfigurationSource(new java.io.ByteArrayInputStream(xml)));
        Log4jLogEvent.newBuilder().setMessage(new SimpleMessage("warm")).build();
        Thread.sleep(1000 - System.currentTimeMillis() % 1000 + 20);
        long begun = System.currentTimeMillis();
        context.start(configuration);
        char[] text = new char[size - 1];
        Arrays.fill(text, 'x');
        StringBuilder times = new StringBuilder();
        for (int second = 0; second < seconds; second++) {
            if (second > 0) Thread.sleep(1000 - System.currentTimeMillis() % 1000 + 50);
            for (int i = 0; i < records; i++) {
                LogEvent event = Log4jLogEvent.newBuilder().setLoggerName("x").setLevel(Level.INFO).setMessage(new SimpleMessage(new String(text)))
                    .setTimeMillis(System.currentTimeMillis()).build();
                times.append(times.length() == 0 ? "" : ",").append(event.getTimeMillis());
                for (Appender appender : configuration.getAppenders().values()) appender.append(event);
                // deletions are done beside the writing: the next record waits for them
                if (i % 4 == 3) Thread.sleep(5);
            }
        }
        Thread.sleep(200);
        context.stop();
        StringBuilder files = new StringBuilder();
        File[] found = new File("out").listFiles();
        Arrays.sort(found);
        for (File file : found) if (file.isFile() && file.getName().endsWith(".log"))
            files.append(files.length() == 0 ? "" : ",").append("[\"" + file.getName() + "\"," + file.length() + "]");
        System.out.println("{\"begun\":" + begun + ",\"times\":[" + times + "],\"files\":[" + files + "]}");
    }
}

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.http.HttpEntity;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPut;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** Asks what is below an address, the way the connector's library does, and prints a line for each step: its name, the status, and what came. */
public final class RelayClient {
    private static final HttpClientContext CONTEXT = HttpClientContext.create();
    private static CloseableHttpClient client;
    private static String base;

    public static void main(String[] args) throws Exception {
        base = args[0];
        try (CloseableHttpClient own = HttpClients.createDefault()) {
            client = own;
            step("gzip", new HttpGet(base + "/page.txt"));
            step("cookie", new HttpGet(base + "/sign-in"));
            step("who", new HttpGet(base + "/who"));
            step("redirect", new HttpGet(base + "/moved"));
            HttpPut waiting = new HttpPut(base + "/up/waiting");
            waiting.setConfig(RequestConfig.custom().setExpectContinueEnabled(true).build());
            waiting.setEntity(new ByteArrayEntity(bytes(300_000)));
            step("upload that waits", waiting);
            HttpPut chunked = new HttpPut(base + "/up/chunked");
            chunked.setEntity(new InputStreamEntity(new ByteArrayInputStream(bytes(100_001)), -1));
            step("upload in chunks", chunked);
        } catch (Exception error) {
            System.out.println("failed " + error.getClass().getName());
        }
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    private static void step(String name, HttpUriRequest request) throws Exception {
        try (CloseableHttpResponse response = client.execute(request, CONTEXT)) {
            HttpEntity entity = response.getEntity();
            String text = entity == null ? "" : EntityUtils.toString(entity, StandardCharsets.UTF_8).trim();
            List<?> went = CONTEXT.getRedirectLocations();
            String said = text.isEmpty() ? "" : " " + text;
            System.out.println(name + " " + response.getStatusLine().getStatusCode() + said + (went == null || went.isEmpty() ? "" : " " + went));
        }
    }
}

import java.io.FileInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** Reads its addresses from the two installed files, signs in as the connector does, asks further operations, and asks every entry of BOOTSTRAP_URLS. */
public final class StoryClient {
    private static CloseableHttpClient client;

    public static void main(String[] args) throws Exception {
        String tier = loaded(args[0]).getProperty("TC_SERVER_URL");
        Properties library = loaded(args[1]);
        if (!tier.equals(library.getProperty("URL"))) System.out.println("half switched");
        try (CloseableHttpClient own = HttpClients.createDefault()) {
            client = own;
            step("wrong", soa(tier, "Core-2008-06-Session/login", login("guess")));
            step("login", soa(tier, "Core-2008-06-Session/login", login(args[2])));
            step("types", soa(tier, "Core-2011-06-Session/getTypeDescriptions", "<GetTypeDescriptionsInput/>"));
            step("session", soa(tier, "Core-2007-01-Session/getTCSessionInfo", "<GetTCSessionInfoInput/>"));
            for (String entry : library.getProperty("BOOTSTRAP_URLS").split(",")) step("files", new HttpGet(entry.trim() + "/fms"));
        } catch (Exception error) {
            System.out.println("failed " + error);
        }
    }

    private static Properties loaded(String path) throws Exception {
        Properties properties = new Properties();
        try (InputStream in = new FileInputStream(path)) {
            properties.load(in);
        }
        return properties;
    }

    private static String login(String password) {
        return "<LoginInput xmlns=\"http://teamcenter.com/Schemas/Core/2008-06/Session\" group=\"\" locale=\"en_US\" password=\"" + password
            + "\" role=\"\" sessionDiscriminator=\"TCMEClient\" username=\"jdoe\"/>";
    }

    private static HttpPost soa(String tier, String operation, String body) {
        HttpPost request = new HttpPost(tier + "/RestServices/" + operation);
        request.setEntity(new StringEntity(body, ContentType.create("application/xml", StandardCharsets.UTF_8)));
        return request;
    }

    private static void step(String name, HttpUriRequest request) throws Exception {
        try (CloseableHttpResponse response = client.execute(request)) {
            String text = EntityUtils.toString(response.getEntity(), StandardCharsets.UTF_8);
            System.out.println(name + " " + response.getStatusLine().getStatusCode() + " " + text.length());
        }
    }
}

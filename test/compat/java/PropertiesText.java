import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Properties;
import java.util.TreeSet;

/**
 * Reads texts of .properties files. A line on standard input is a text in base64. The answer is one line: keys and values in turn, by
 * key, in base64 between tabs; or "!" and the message of what was thrown, in base64.
 */
public final class PropertiesText {
    private static String encode(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String answer(String text) throws Exception {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IllegalArgumentException thrown) {
            return "!" + encode(thrown.getMessage());
        }
        StringBuilder answer = new StringBuilder();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            answer.append(encode(key)).append('\t').append(encode(properties.getProperty(key))).append('\t');
        }
        return answer.toString();
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(answer(new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8)));
        }
    }
}

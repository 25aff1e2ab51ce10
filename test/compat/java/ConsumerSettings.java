import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Starts consumers with settings, and tells what became of each.
 *
 * A line on standard input is a configuration: fields between tabs, each a key and a value in base64 with a colon between; "-" for
 * null. The answer is one line: fields in base64 between tabs. Refused: "refused", class and message of what was thrown, class and
 * message of its cause, or empty. Started: "started".
 *
 *   java -cp 'kafka-clients/*' ConsumerSettings.java
 */
public final class ConsumerSettings {
    private static String decode(String field) {
        return new String(Base64.getDecoder().decode(field), StandardCharsets.UTF_8);
    }

    private static String encode(Object field) {
        return Base64.getEncoder().encodeToString(String.valueOf(field).getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> settings(String line) {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (String field : line.split("\t")) {
            if (field.isEmpty()) continue;
            String[] parts = field.split(":", -1);
            settings.put(decode(parts[0]), parts[1].equals("-") ? null : decode(parts[1]));
        }
        return settings;
    }

    private static List<Object> outcome(Map<String, Object> settings) throws Exception {
        List<Object> outcome = new ArrayList<>();
        try (KafkaConsumer<?, ?> consumer = new KafkaConsumer<>(settings)) {
            outcome.add("started");
            consumer.close(Duration.ZERO);
        } catch (Throwable thrown) {
            outcome.clear();
            outcome.add("refused");
            outcome.add(thrown.getClass().getName());
            outcome.add(thrown.getMessage());
            Throwable cause = thrown.getCause();
            outcome.add(cause == null ? "" : cause.getClass().getName());
            outcome.add(cause == null ? "" : cause.getMessage());
            if (cause != null && cause.getCause() != null) {
                outcome.add(cause.getCause().getClass().getName());
                outcome.add(cause.getCause().getMessage());
            }
        }
        return outcome;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            StringBuilder answer = new StringBuilder();
            for (Object each : outcome(settings(line))) answer.append(answer.length() == 0 ? "" : "\t").append(encode(each));
            System.out.println(answer);
        }
        System.exit(0);
    }
}

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Starts producers with settings, and tells what became of each.
 *
 * A line on standard input is a configuration: fields between tabs, each a key and a value in base64 with a colon between; "-" for
 * null. The answer is one line: fields in base64 between tabs. Refused: "refused", class and message of what was thrown, class and
 * message of its cause, or empty; then those of the cause's cause, if it has one. Started: "started", enable.idempotence, acks, retries, max.in.flight.requests.per.connection,
 * client.id, delivery.timeout.ms.
 *
 *   java -cp 'kafka-clients/*' ProducerSettings.java
 */
public final class ProducerSettings {
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

    private static Object field(Object of, String name) throws Exception {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }

    private static List<Object> outcome(Map<String, Object> settings) throws Exception {
        List<Object> outcome = new ArrayList<>();
        try (KafkaProducer<?, ?> producer = new KafkaProducer<>(settings)) {
            ProducerConfig config = (ProducerConfig) field(producer, "producerConfig");
            outcome.add("started");
            outcome.add(config.getBoolean("enable.idempotence"));
            outcome.add(config.getString("acks"));
            outcome.add(config.getInt("retries"));
            outcome.add(config.getInt("max.in.flight.requests.per.connection"));
            outcome.add(config.getString("client.id"));
            Object accumulator = field(producer, "accumulator");
            outcome.add(field(accumulator, "deliveryTimeoutMs"));
            producer.close(Duration.ZERO);
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

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Plays the scripts of test/support/transaction-scripts.ts with Java's producer, and prints what came of each call: a line
 * `SCRIPT PRODUCER CALL OUTCOME`. A script arrives as an argument: `NAME=producer.call,producer.call…`. The clients are named
 * `SCRIPT/PRODUCER`; who listens in between sees what they ask.
 *
 *   java -cp 'kafka/libs/*' TransactionSequences.java BOOTSTRAP TOPIC NAME=CALLS…
 */
public final class TransactionSequences {
    private static String topic;

    public static void main(String[] args) throws Exception {
        topic = args[1];
        for (int i = 2; i < args.length; i++) {
            String[] script = args[i].split("=");
            play(args[0], script[0], script[1].split(","));
        }
    }

    private static void play(String bootstrap, String name, String[] calls) throws Exception {
        Map<String, KafkaProducer<String, String>> producers = new java.util.TreeMap<>();
        for (String call : calls) {
            if (call.startsWith("wait")) {
                Thread.sleep(Long.parseLong(call.substring(4)));
                continue;
            }
            String who = call.substring(0, 1);
            String what = call.substring(2);
            KafkaProducer<String, String> producer = producers.computeIfAbsent(who, key -> producer(bootstrap, name, key));
            String outcome = "ok";
            try {
                run(producer, what);
            } catch (ExecutionException e) {
                outcome = e.getCause().getClass().getSimpleName();
            } catch (RuntimeException e) {
                outcome = e.getClass().getSimpleName();
            }
            System.out.println(name + " " + who + " " + what + " " + outcome);
        }
        for (KafkaProducer<String, String> producer : producers.values()) producer.close(java.time.Duration.ofMillis(0));
    }

    private static KafkaProducer<String, String> producer(String bootstrap, String name, String who) {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", bootstrap);
        properties.put("client.id", name + "/" + who);
        properties.put("transactional.id", name);
        properties.put("linger.ms", "0");
        properties.put("transaction.timeout.ms", name.startsWith("timeout") ? "1500" : "60000");
        return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
    }

    private static void run(KafkaProducer<String, String> producer, String what) throws Exception {
        switch (what) {
            case "init" -> producer.initTransactions();
            case "begin" -> producer.beginTransaction();
            case "commit" -> producer.commitTransaction();
            case "abort" -> producer.abortTransaction();
            case "offsets" -> producer.sendOffsetsToTransaction(
                Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(5)), new ConsumerGroupMetadata("g"));
            default -> producer.send(new ProducerRecord<>(topic, Integer.parseInt(what.substring(4)), null, "v")).get();
        }
    }
}

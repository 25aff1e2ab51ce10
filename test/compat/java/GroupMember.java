import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * A member of a group, until it is ended: prints "ready N" when it is assigned N partitions, and every value it has read and committed.
 * Arguments: the topic, then settings as key=value.
 *
 *   java -cp 'kafka-clients/*' GroupMember.java TOPIC KEY=VALUE …
 */
public final class GroupMember {
    public static void main(String[] args) {
        Properties settings = new Properties();
        for (int i = 1; i < args.length; i++) {
            String[] parts = args[i].split("=", 2);
            settings.put(parts[0], parts[1]);
        }
        settings.put("key.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
        settings.put("value.deserializer", "org.apache.kafka.common.serialization.StringDeserializer");
        KafkaConsumer<String, String> consumer = new KafkaConsumer<>(settings);
        consumer.subscribe(List.of(args[0]), new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) { }

            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                System.out.println("ready " + consumer.assignment().size());
            }
        });
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            consumer.wakeup();
            try {
                main.join(5000);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }));
        try {
            while (true) {
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
                if (records.isEmpty()) continue;
                consumer.commitSync();
                for (ConsumerRecord<String, String> record : records) System.out.println(record.value());
            }
        } catch (org.apache.kafka.common.errors.WakeupException woken) {
            consumer.close(Duration.ofSeconds(3));
        }
    }
}

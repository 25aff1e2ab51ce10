import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.MetadataSnapshot;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.BufferPool;
import org.apache.kafka.clients.producer.internals.ProducerBatch;
import org.apache.kafka.clients.producer.internals.RecordAccumulator;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.requests.MetadataResponse.PartitionMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;
import java.util.Optional;

/**
 * Which records Java's producer puts into one batch: generated sequences of records and drains through its RecordAccumulator, under
 * every codec. Prints JSON: `batches` with the drains, `undrained` without. A batch is its records, their bytes before and after
 * compression, and the ratio of the two as the bits of a float. A step is `d`, a drain of one batch, or
 * `r/KEY/VALUE/HEADERS/DELAY/ENTROPY`: sizes in bytes (key −1: none), the number of headers `h` of ten bytes, the milliseconds since
 * the record before, and how badly the content compresses. In the end everything is drained.
 *
 *   java -cp 'kafka/libs/*' BatchBoundaries.java
 */
public final class BatchBoundaries {
    private static final int SEQUENCES = 50;
    private static final int RECORDS = 100;
    private static final int[] BATCH_SIZES = {1, 200, 1000, 4096, 16384, 65536};
    private static final List<CompressionType> CODECS =
        List.of(CompressionType.NONE, CompressionType.GZIP, CompressionType.SNAPPY, CompressionType.LZ4, CompressionType.ZSTD);
    private static final long FIRST_TIMESTAMP = 1_700_000_000_000L;

    public static void main(String[] args) {
        StringBuilder out = new StringBuilder("[\n");
        for (int number = 0; number < SEQUENCES; number++) {
            Random random = new Random(number);
            int batchSize = BATCH_SIZES[number % BATCH_SIZES.length];
            List<String> steps = steps(random, batchSize);
            if (number > 0) out.append(",\n");
            out.append("{\"batchSize\": ").append(batchSize).append(", \"steps\": \"").append(String.join(" ", steps)).append("\", \"batches\": {");
            String separator = "";
            for (CompressionType codec : CODECS) {
                out.append(separator).append("\n  \"").append(codec.name).append("\": ").append(run(number + "", batchSize, codec, steps));
                separator = ",";
            }
            List<String> records = steps.stream().filter(step -> !step.equals("d")).toList();
            out.append("}, \"undrained\": {");
            separator = "";
            for (CompressionType codec : CODECS) {
                out.append(separator).append("\n  \"").append(codec.name).append("\": ").append(run(number + "undrained", batchSize, codec, records));
                separator = ",";
            }
            out.append("}}");
        }
        System.out.println(out.append("\n]"));
    }

    private static List<String> steps(Random random, int batchSize) {
        List<String> steps = new ArrayList<>();
        int usual = Math.max(10, batchSize / (2 + random.nextInt(30)));
        int entropy = random.nextInt(4);
        for (int i = 0; i < RECORDS; i++) {
            if (random.nextInt(8) == 0) steps.add("d");
            int key = random.nextInt(3) == 0 ? random.nextInt(40) : -1;
            int value = random.nextInt(25) == 0 ? random.nextInt(3 * usual + 200) : random.nextInt(usual);
            int headers = random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 0;
            steps.add("r/" + key + "/" + value + "/" + headers + "/" + random.nextInt(300) + "/" + entropy);
        }
        return steps;
    }

    private static String run(String name, int batchSize, CompressionType codec, List<String> steps) {
        String topic = "t" + name + codec.name;
        Node node = new Node(0, "localhost", 1);
        TopicPartition partition = new TopicPartition(topic, 0);
        PartitionMetadata metadata = new PartitionMetadata(Errors.NONE, partition, Optional.of(0), Optional.empty(), List.of(0), List.of(0), List.of());
        MetadataSnapshot snapshot = new MetadataSnapshot("c", Map.of(0, node), List.of(metadata), Set.of(), Set.of(), Set.of(), null, Map.of());
        Metrics metrics = new Metrics();
        Time time = Time.SYSTEM;
        RecordAccumulator accumulator = new RecordAccumulator(new LogContext(), batchSize, Compression.of(codec).build(), 1_000_000,
            100, 1000, 1_000_000_000, metrics, "producer-metrics", time, null,
            new BufferPool(1L << 30, batchSize, metrics, time, "producer-metrics"));
        Random content = new Random(name.hashCode());
        long timestamp = FIRST_TIMESTAMP;
        List<String> batches = new ArrayList<>();
        try {
            for (String step : steps) {
                if (step.equals("d")) {
                    drain(accumulator, snapshot, batches);
                    continue;
                }
                int[] sizes = Arrays.stream(step.substring(2).split("/")).mapToInt(Integer::parseInt).toArray();
                timestamp += sizes[3];
                Header[] headers = new Header[sizes[2]];
                Arrays.fill(headers, new RecordHeader("h", new byte[10]));
                accumulator.append(topic, 0, timestamp, bytes(sizes[0], content, sizes[4]), bytes(sizes[1], content, sizes[4]), headers, CALLBACKS, 0, 0, snapshot.cluster());
            }
            while (drain(accumulator, snapshot, batches)) {
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "[" + String.join(", ", batches) + "]";
    }

    /** False when there was no batch. */
    private static boolean drain(RecordAccumulator accumulator, MetadataSnapshot snapshot, List<String> batches) {
        int before = batches.size();
        for (List<ProducerBatch> drained : accumulator.drain(snapshot, Set.copyOf(snapshot.cluster().nodes()), Integer.MAX_VALUE, 0).values()) {
            for (ProducerBatch batch : drained) batches.add(described(batch));
        }
        return batches.size() > before;
    }

    /** Records, uncompressed and compressed bytes of the records, and their ratio to the last bit. */
    private static String described(ProducerBatch batch) {
        int written = batch.records().sizeInBytes();
        float ratio = (float) batch.compressionRatio();
        long uncompressed = 0;
        int count = 0;
        for (var record : batch.records().records()) {
            uncompressed += record.sizeInBytes();
            count++;
        }
        return "[" + count + ", " + uncompressed + ", " + (written - 61) + ", " + Float.floatToIntBits(ratio) + "]";
    }

    /** The more entropy, the worse they compress. */
    private static byte[] bytes(int size, Random random, int entropy) {
        if (size < 0) return null;
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) bytes[i] = (byte) random.nextInt(1 + entropy * entropy * 14);
        return bytes;
    }

    private static final RecordAccumulator.AppendCallbacks CALLBACKS = new RecordAccumulator.AppendCallbacks() {
        @Override
        public void setPartition(int partition) {
        }

        @Override
        public void onCompletion(RecordMetadata metadata, Exception exception) {
        }
    };
}

import java.util.Base64;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/**
 * Prints keys and their partitions as the producer chooses them: a line a key, the key in base64 and its partition for each of the
 * given numbers of partitions, between tabs. The keys are those of test/support/parity-keys.ts.
 *
 *   java -cp 'kafka-clients/*' KeyPartitions.java SEED COUNT PARTITIONS…
 */
public final class KeyPartitions {
    private static int state;

    private static int next() {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state;
    }

    private static byte[] key(int index) {
        byte[] key = new byte[(next() >>> 8) % 33];
        for (int at = 0; at < key.length; at++) {
            int number = next();
            key[at] = (byte) (index % 2 == 0 ? 33 + (number >>> 8) % 94 : number >>> 24);
        }
        return key;
    }

    public static void main(String[] args) {
        state = Integer.parseInt(args[0]);
        StringBuilder lines = new StringBuilder();
        for (int index = 0; index < Integer.parseInt(args[1]); index++) {
            byte[] key = key(index);
            lines.append(Base64.getEncoder().encodeToString(key));
            for (int at = 2; at < args.length; at++) {
                lines.append('\t').append(BuiltInPartitioner.partitionForKey(key, Integer.parseInt(args[at])));
            }
            lines.append('\n');
        }
        System.out.print(lines);
    }
}

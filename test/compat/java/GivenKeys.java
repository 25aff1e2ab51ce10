import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Base64;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/**
 * Prints the partitions of given keys as the producer chooses them: a line for each number of partitions, a digit a key. Standard
 * input: a key in base64 a line.
 *
 *   java -cp 'kafka-clients/*' GivenKeys.java PARTITIONS…
 */
public final class GivenKeys {
    public static void main(String[] args) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        byte[][] keys = input.lines().map(Base64.getDecoder()::decode).toArray(byte[][]::new);
        for (String count : args) {
            StringBuilder line = new StringBuilder();
            for (byte[] key : keys) line.append(BuiltInPartitioner.partitionForKey(key, Integer.parseInt(count)));
            System.out.println(line);
        }
    }
}

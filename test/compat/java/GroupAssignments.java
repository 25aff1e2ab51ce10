import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Has Java's assignors divide partitions, round after round.
 *
 * A line on standard input is the life of a group: the assignor's name, then its rounds, between tabs. A round is
 * "topic:count,topic:count;member/instance/topic+topic,member/instance/topic" with "-" for no instance. Members keep what they were
 * assigned and its generation (the number of the round, from 1) until they take part again. The answer is one line, with a field for
 * each round: "member=topic:partition,topic:partition/userData;member=…", userData in base64 being what the member said when it joined.
 *
 *   java -cp 'kafka-clients/*' GroupAssignments.java
 */
public final class GroupAssignments {
    private static ConsumerPartitionAssignor assignor(String name) {
        switch (name) {
            case "range": return new RangeAssignor();
            case "roundrobin": return new RoundRobinAssignor();
            case "sticky": return new StickyAssignor();
            default: return new CooperativeStickyAssignor();
        }
    }

    private static final class Member {
        final ConsumerPartitionAssignor assignor;
        List<TopicPartition> owned = new ArrayList<>();
        int generation = -1;

        Member(String name) {
            assignor = assignor(name);
        }
    }

    private static Cluster cluster(String topics) {
        Node node = new Node(0, "localhost", 9092);
        List<PartitionInfo> partitions = new ArrayList<>();
        for (String topic : topics.split(",")) {
            String[] parts = topic.split(":");
            for (int i = 0; i < Integer.parseInt(parts[1]); i++)
                partitions.add(new PartitionInfo(parts[0], i, node, new Node[] {node}, new Node[] {node}));
        }
        return new Cluster("c", List.of(node), partitions, new HashSet<>(), new HashSet<>());
    }

    private static String round(String name, String round, int generation, Map<String, Member> known) {
        String[] halves = round.split(";");
        Map<String, Subscription> subscriptions = new HashMap<>();
        Map<String, String> userData = new HashMap<>();
        for (String described : halves[1].split(",")) {
            String[] parts = described.split("/");
            Member member = known.computeIfAbsent(parts[0], id -> new Member(name));
            List<String> topics = Arrays.asList(parts[2].split("\\+"));
            ByteBuffer data = member.assignor.subscriptionUserData(new HashSet<>(topics));
            userData.put(parts[0], data == null ? "-" : Base64.getEncoder().encodeToString(Arrays.copyOf(data.array(), data.limit())));
            boolean isCooperative = name.equals("cooperative-sticky");
            Subscription subscription = new Subscription(topics, data, isCooperative ? member.owned : List.of(), member.generation, Optional.empty());
            subscription.setGroupInstanceId(parts[1].equals("-") ? Optional.empty() : Optional.of(parts[1]));
            subscriptions.put(parts[0], subscription);
        }
        Map<String, Assignment> assigned =
            assignor(name).assign(cluster(halves[0]), new GroupSubscription(subscriptions)).groupAssignment();
        List<String> answers = new ArrayList<>();
        for (Map.Entry<String, Assignment> each : new TreeMap<>(assigned).entrySet()) {
            Member member = known.get(each.getKey());
            member.owned = each.getValue().partitions();
            member.generation = generation;
            member.assignor.onAssignment(each.getValue(), new ConsumerGroupMetadata("g", generation, each.getKey(), Optional.empty()));
            List<String> names = new ArrayList<>();
            for (TopicPartition partition : member.owned) names.add(partition.topic() + ":" + partition.partition());
            answers.add(each.getKey() + "=" + String.join(",", names) + "/" + userData.get(each.getKey()));
        }
        return String.join(";", answers);
    }

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.isEmpty()) continue;
            String[] fields = line.split("\t");
            Map<String, Member> known = new HashMap<>();
            List<String> answers = new ArrayList<>();
            for (int i = 1; i < fields.length; i++) answers.add(round(fields[0], fields[i], i, known));
            System.out.println(String.join("\t", answers));
        }
    }
}

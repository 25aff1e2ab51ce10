import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Exit;
import org.slf4j.LoggerFactory;

/**
 * Runs Apache's command-line tools in one JVM, as if each had its own.
 *
 * A line on standard input is a run: fields between tabs, each in base64: the tool's standard input, its name, its arguments.
 * The answer is one line: exit code, standard output, standard error, the latter two in base64. Exit code -1: not over in time.
 *
 *   java -cp 'kafka/libs/*' --add-opens java.base/java.lang=ALL-UNNAMED ToolRunner.java
 */
public final class ToolRunner {
    private static final long TIMEOUT_MS = 90_000;

    private static final Map<String, String> TOOLS = Map.ofEntries(
        Map.entry("topics", "org.apache.kafka.tools.TopicCommand"),
        Map.entry("configs", "kafka.admin.ConfigCommand"),
        Map.entry("transactions", "org.apache.kafka.tools.TransactionsCommand"),
        Map.entry("consumer-groups", "org.apache.kafka.tools.consumer.group.ConsumerGroupCommand"),
        Map.entry("groups", "org.apache.kafka.tools.GroupsCommand"),
        Map.entry("get-offsets", "org.apache.kafka.tools.GetOffsetShell"),
        Map.entry("producer-perf", "org.apache.kafka.tools.ProducerPerformance"),
        Map.entry("consumer-perf", "org.apache.kafka.tools.ConsumerPerformance"),
        Map.entry("console-producer", "org.apache.kafka.tools.ConsoleProducer"),
        Map.entry("console-consumer", "org.apache.kafka.tools.consumer.ConsoleConsumer"),
        Map.entry("features", "org.apache.kafka.tools.FeatureCommand"),
        Map.entry("verifiable-producer", "org.apache.kafka.tools.VerifiableProducer"),
        Map.entry("delete-records", "org.apache.kafka.tools.DeleteRecordsCommand"),
        Map.entry("log-dirs", "org.apache.kafka.tools.LogDirsCommand"),
        Map.entry("leader-election", "org.apache.kafka.tools.LeaderElectionCommand"),
        Map.entry("cluster", "org.apache.kafka.tools.ClusterTool"),
        Map.entry("broker-api-versions", "org.apache.kafka.tools.BrokerApiVersionsCommand"));

    /** Ends the tool where it asked to exit. An Error, so that no tool catches it by mistake. */
    private static final class Exited extends Error {
        Exited(int status) {
            super("exit " + status, null, false, false);
        }
    }

    /** One run of a tool: what it wrote until it first asked to exit, and with which status. */
    private static final class Run {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final ConcurrentLinkedQueue<Runnable> hooks = new ConcurrentLinkedQueue<>();
        private final Set<Thread> before = hooksOfTheJvm();
        private Integer status;

        void redirect(String input) {
            System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            Exit.setExitProcedure((code, message) -> exit(code));
            Exit.setHaltProcedure((code, message) -> exit(code));
            Exit.setShutdownHookAdder((name, hook) -> hooks.add(hook));
        }

        private void exit(int code) {
            synchronized (this) {
                if (status == null) {
                    status = code;
                    runHooks();
                    System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
                    System.setErr(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
                }
            }
            throw new Exited(code);
        }

        void runHooks() {
            for (Runnable hook = hooks.poll(); hook != null; hook = hooks.poll()) hook.run();
            for (Thread hook : hooksOfTheJvm()) {
                if (before.contains(hook)) continue;
                Runtime.getRuntime().removeShutdownHook(hook);
                hook.start();
                try {
                    hook.join(10_000);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }

        /** Some tools ask the JVM itself to be told of its end. */
        @SuppressWarnings("unchecked")
        private static Set<Thread> hooksOfTheJvm() {
            try {
                Field hooks = Class.forName("java.lang.ApplicationShutdownHooks").getDeclaredField("hooks");
                hooks.setAccessible(true);
                return Set.copyOf(((Map<Thread, Thread>) hooks.get(null)).keySet());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        private void body(String name, String[] args) {
            try {
                if (Clients.knows(name)) Clients.run(name, args);
                else main(name).invoke(null, (Object) args);
                synchronized (this) {
                    runHooks();
                    if (status == null) status = 0;
                }
            } catch (InvocationTargetException e) {
                died(e.getCause());
            } catch (Throwable e) {
                died(e);
            }
        }

        private void died(Throwable cause) {
            if (cause instanceof Exited) return;
            synchronized (this) {
                if (status != null) return;
                System.err.print("Exception in thread \"main\" ");
                cause.printStackTrace();
                status = 1;
            }
        }

        String perform(String name, String[] args) throws InterruptedException {
            Thread thread = new Thread(() -> body(name, args), "main-of-" + name);
            thread.setDaemon(true);
            thread.start();
            thread.join(TIMEOUT_MS);
            Base64.Encoder encoder = Base64.getEncoder();
            int code = status == null || thread.isAlive() ? -1 : status;
            return code + "\t" + encoder.encodeToString(out.toByteArray()) + "\t" + encoder.encodeToString(err.toByteArray());
        }
    }

    private ToolRunner() {
    }

    private static Method main(String name) throws ReflectiveOperationException {
        String className = TOOLS.get(name);
        if (className == null) throw new IllegalArgumentException("no such tool: " + name);
        Method main = Class.forName(className).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        return main;
    }

    public static void main(String[] ignored) throws Exception {
        PrintStream answers = System.out;
        PrintStream log = System.err;
        System.setOut(log);
        LoggerFactory.getLogger(ToolRunner.class).debug("the log is at the real standard error from here on");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        answers.println("ready");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            List<String> fields = new ArrayList<>();
            for (String field : line.split("\t", -1)) {
                fields.add(new String(Base64.getDecoder().decode(field), StandardCharsets.UTF_8));
            }
            String[] args = fields.subList(2, fields.size()).toArray(new String[0]);
            Run run = new Run();
            run.redirect(fields.get(0));
            String answer = run.perform(fields.get(1), args);
            System.setOut(log);
            System.setErr(log);
            answers.println(answer);
            answers.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    /** Clients that stay while the tools look at them. Not tools: what a step needs around it. */
    private static final class Clients {
        private static final Map<String, KafkaProducer<byte[], byte[]>> PRODUCERS =
            new HashMap<>();
        private static final Map<String, Member> MEMBERS = new HashMap<>();

        static boolean knows(String name) {
            return name.startsWith("client-");
        }

        static void run(String name, String[] args) throws Exception {
            switch (name) {
                case "client-begin" -> begin(args);
                case "client-end" -> end(args);
                case "client-join" -> join(args);
                case "client-leave" -> MEMBERS.remove(args[1] + args[2]).leave();
                default -> throw new IllegalArgumentException("no such client: " + name);
            }
        }

        /** --bootstrap-server B ID TOPIC RECORDS: begins a transaction and leaves it open. */
        private static void begin(String[] args) throws Exception {
            Map<String, Object> config = Map.of(
                "bootstrap.servers", args[1], "transactional.id", args[2], "client.id", "tx-" + args[2],
                "key.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer",
                "value.serializer", "org.apache.kafka.common.serialization.ByteArraySerializer");
            String key = args[1] + args[2];
            var producer = PRODUCERS.get(key);
            if (producer == null) {
                producer = new KafkaProducer<>(config);
                producer.initTransactions();
                PRODUCERS.put(key, producer);
            }
            producer.beginTransaction();
            for (int i = 0; i < Integer.parseInt(args[4]); i++) {
                byte[] value = ("of " + args[2] + " " + i).getBytes(StandardCharsets.UTF_8);
                var sent = new ProducerRecord<byte[], byte[]>(args[3], 0, null, value);
                producer.send(sent).get(30, TimeUnit.SECONDS);
            }
        }

        /** --bootstrap-server B ID commit|abort|close. */
        private static void end(String[] args) {
            var producer = PRODUCERS.get(args[1] + args[2]);
            if (args[3].equals("commit")) producer.commitTransaction();
            else if (args[3].equals("abort")) producer.abortTransaction();
            producer.close();
            PRODUCERS.remove(args[1] + args[2]);
        }

        /** --bootstrap-server B GROUP TOPIC classic|consumer [name=value…]: joins and stays, until client-leave. */
        private static void join(String[] args) throws Exception {
            Map<String, Object> config = new HashMap<>(Map.of(
                "bootstrap.servers", args[1], "group.id", args[2], "group.protocol", args[4], "client.id", "member-of-" + args[2],
                "auto.offset.reset", "earliest", "auto.commit.interval.ms", "100",
                "key.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer",
                "value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer"));
            for (String option : Arrays.asList(args).subList(5, args.length)) {
                config.put(option.substring(0, option.indexOf('=')), option.substring(option.indexOf('=') + 1));
            }
            MEMBERS.put(args[1] + args[2], new Member(config, args[3]));
            MEMBERS.get(args[1] + args[2]).assigned.await(30, TimeUnit.SECONDS);
            Thread.sleep(1000);
        }
    }

    /** A consumer that polls until it leaves. */
    private static final class Member extends Thread {
        private final KafkaConsumer<byte[], byte[]> consumer;
        private volatile boolean isOver = false;
        final CountDownLatch assigned = new CountDownLatch(1);

        Member(Map<String, Object> config, String topic) {
            super("member");
            consumer = new KafkaConsumer<>(config);
            consumer.subscribe(List.of(topic));
            setDaemon(true);
            start();
        }

        @Override
        public void run() {
            while (!isOver) {
                consumer.poll(Duration.ofMillis(100));
                if (!consumer.assignment().isEmpty()) assigned.countDown();
            }
            consumer.close();
        }

        void leave() throws InterruptedException {
            isOver = true;
            join(30_000);
        }
    }
}

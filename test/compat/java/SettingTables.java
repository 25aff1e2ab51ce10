import java.lang.reflect.Field;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Prints every setting of producers, consumers and admin clients in the order in which Java reads them: the class, the key, its type,
 * its default ("<none>" where it is required, "<null>"), and what its validator says of itself, between tabs.
 *
 *   java -cp 'kafka-clients/*' SettingTables.java
 */
public final class SettingTables {
    private static final List<String> CLASSES = List.of(
        "org.apache.kafka.clients.producer.ProducerConfig",
        "org.apache.kafka.clients.consumer.ConsumerConfig",
        "org.apache.kafka.clients.admin.AdminClientConfig");

    private static String defaultOf(ConfigDef.ConfigKey key) {
        if (key.defaultValue == ConfigDef.NO_DEFAULT_VALUE) return "<none>";
        return key.defaultValue == null ? "<null>" : ConfigDef.convertToString(key.defaultValue, key.type);
    }

    public static void main(String[] args) throws Exception {
        for (String name : CLASSES) {
            Field field = Class.forName(name).getDeclaredField("CONFIG");
            field.setAccessible(true);
            for (ConfigDef.ConfigKey key : ((ConfigDef) field.get(null)).configKeys().values()) {
                String validator = key.validator == null ? "" : key.validator.toString();
                System.out.println(String.join("\t", name.replaceAll(".*\\.", ""), key.name, key.type.name(), defaultOf(key), validator));
            }
        }
    }
}

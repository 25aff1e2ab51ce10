/** What the constructor of a Java client throws over its settings. */
import type { ConfigException } from './config-exception.ts';

interface Thrown {
  /** Fully qualified class. */
  readonly exception: string;
  readonly sentence: string;
}

export interface JavaRefusal extends Thrown {
  readonly cause: Thrown | null;
}

/** The outermost exception, and its cause if it wraps one. */
export function javaRefusal(error: ConfigException, client: 'producer' | 'consumer'): JavaRefusal {
  const thrown = { exception: error.javaClass, sentence: error.message };
  if (!error.isWrapped) return { ...thrown, cause: null };
  return {
    exception: 'org.apache.kafka.common.KafkaException',
    sentence: `Failed to construct ${error.isWrapped === 'by-delegate' ? 'Kafka' : 'kafka'} ${client}`,
    cause: thrown,
  };
}

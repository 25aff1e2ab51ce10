/** What the constructor of a Java client throws over its settings. */
import type { ConfigException } from './config-exception.ts';

interface Thrown {
  /** Fully qualified class. */
  readonly exception: string;
  readonly sentence: string;
}

export interface JavaRefusal extends Thrown {
  readonly cause: Thrown | null;
  /** What the cause wraps in its turn; left out when it wraps nothing. */
  readonly root?: Thrown;
}

const KAFKA_EXCEPTION = 'org.apache.kafka.common.KafkaException';

/** The outermost exception, and what it wraps. */
export function javaRefusal(error: ConfigException, client: 'producer' | 'consumer'): JavaRefusal {
  const thrown = { exception: error.javaClass, sentence: error.message };
  if (!error.isWrapped) return { ...thrown, cause: null };
  const outermost = {
    exception: KAFKA_EXCEPTION,
    sentence: `Failed to construct ${error.isWrapped === 'by-delegate' ? 'Kafka' : 'kafka'} ${client}`,
  };
  if (error.through === undefined) return { ...outermost, cause: thrown };
  return { ...outermost, cause: { exception: KAFKA_EXCEPTION, sentence: error.through }, root: thrown };
}

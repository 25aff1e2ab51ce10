/** The commands of Apache's own tools that ask a real cluster the same question. */

/** The word a person changes at work. */
export const BOOTSTRAP = 'localhost:9092';

const TRANSACTIONS = `kafka-transactions.sh --bootstrap-server ${BOOTSTRAP} \\\n  `;

export function describeTransaction(transactionalId: string): string {
  return `${TRANSACTIONS}describe --transactional-id ${transactionalId}`;
}

/** Ends a transaction that hangs in one partition. */
export function abortTransaction(options: {
  readonly topic: string;
  readonly partition: number;
  readonly startOffset: number;
}): string {
  const { topic, partition, startOffset } = options;
  return `${TRANSACTIONS}abort --topic ${topic} --partition ${partition} --start-offset ${startOffset}`;
}

export function describeProducers(topic: string, partition: number): string {
  return `${TRANSACTIONS}describe-producers --topic ${topic} --partition ${partition}`;
}

/** String.hashCode of Java: what picks the coordinator's partition. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}

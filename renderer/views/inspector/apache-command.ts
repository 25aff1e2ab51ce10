/** The commands of Apache's own tools that ask a real cluster the same question. */

function transactionsAt(bootstrap: string): string {
  return `kafka-transactions.sh --bootstrap-server ${bootstrap} \\\n  `;
}

/** `bootstrap` is the word that a person changes at work. */
export function describeTransaction(bootstrap: string, transactionalId: string): string {
  return `${transactionsAt(bootstrap)}describe --transactional-id ${transactionalId}`;
}

/** Ends a transaction that hangs in one partition. */
export function abortTransaction(options: {
  readonly bootstrap: string;
  readonly topic: string;
  readonly partition: number;
  readonly startOffset: number;
}): string {
  const { bootstrap, topic, partition, startOffset } = options;
  return `${transactionsAt(bootstrap)}abort --topic ${topic} --partition ${partition} --start-offset ${startOffset}`;
}

export function describeProducers(bootstrap: string, topic: string, partition: number): string {
  return `${transactionsAt(bootstrap)}describe-producers --topic ${topic} --partition ${partition}`;
}

/** String.hashCode of Java: what picks the coordinator's partition. */
export function javaHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return hash;
}

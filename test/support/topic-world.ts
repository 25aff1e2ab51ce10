import type { TopicImage, TopicMetadata } from '#core/coordinator/group/consumer/topic-image.ts';

/** Topics for a group coordinator: there is `t` with two partitions, and what a test makes. */
export class TopicWorld implements TopicImage {
  readonly #topics = new Map<string, TopicMetadata>();
  #made = 0;

  constructor() {
    this.put('t', 2);
  }

  /** The topic with that many partitions; it keeps its id. */
  put(name: string, partitionCount: number): TopicMetadata {
    const id = this.#topics.get(name)?.id ?? idOf(++this.#made);
    const topic = { name, id, partitionCount };
    this.#topics.set(name, topic);
    return topic;
  }

  remove(name: string): void {
    this.#topics.delete(name);
  }

  byName(name: string): TopicMetadata | undefined {
    return this.#topics.get(name);
  }

  byId(id: string): TopicMetadata | undefined {
    return [...this.#topics.values()].find((topic) => topic.id === id);
  }

  all(): Iterable<TopicMetadata> {
    return this.#topics.values();
  }
}

function idOf(number: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(number, 12);
  return bytes.toString('base64url');
}

/** The topics of the cluster, as groups see them. (source: CoordinatorMetadataImage) */

export interface TopicMetadata {
  readonly name: string;
  /** In Kafka's text form. */
  readonly id: string;
  readonly partitionCount: number;
}

export interface TopicImage {
  byName(name: string): TopicMetadata | undefined;
  byId(id: string): TopicMetadata | undefined;
  all(): Iterable<TopicMetadata>;
}

import type { StoredField } from '#core/lab-api/stored-fields.ts';

/** What the byte ruler says of the fields in the internal topics, in English: this value in this record. */
export const storedFieldsEn = {
  'bytes.stored.is.transactionalId': 'The transactional.id {value}: all instances of one producer share it.',
  'bytes.stored.is.producerId': 'Producer id {value} stands for this transactional.id.',
  'bytes.stored.is.previousProducerId':
    'Producer id {value} stood for it when the last transaction ended; a repeated EndTxn may still carry it.',
  'bytes.stored.is.nextProducerId':
    'Producer id {value} comes next, because the epochs of this one are used up; −1: not yet.',
  'bytes.stored.is.producerEpoch': 'Epoch {value} is the one that may write. A producer below it is fenced.',
  'bytes.stored.is.nextProducerEpoch':
    'Once the markers are written, epoch {value} is the one that may write; −1: not decided.',
  'bytes.stored.is.transactionTimeoutMs':
    'A transaction that is open for more than {value} ms is aborted by the coordinator.',
  'bytes.stored.is.transactionPartitions':
    'Topics with partitions in the transaction: {value}. Each of these partitions gets a marker. null: none.',
  'bytes.stored.is.topic': 'The topic is {value}.',
  'bytes.stored.is.partitionIds': 'Partitions of this topic in the transaction: {value}.',
  'bytes.stored.is.transactionLastUpdateTimestampMs': 'The state changed last at {value}, in ms since 1970.',
  'bytes.stored.is.transactionStartTimestampMs':
    'The transaction began at {value}, in ms since 1970; −1: none is open. The timeout counts from here.',
  'bytes.stored.is.clientTransactionVersion':
    'The client spoke transaction version {value}; from 2 on every transaction has an epoch of its own.',
  'bytes.stored.is.group': 'The group is {value}.',
  'bytes.stored.is.partition': 'The partition is number {value}.',
  'bytes.stored.is.offset':
    'The group goes on reading at offset {value}: everything below it counts as processed.',
  'bytes.stored.is.leaderEpoch': 'The record before it was written under leader epoch {value}; −1: not told.',
  'bytes.stored.is.metadata': 'What the member noted with it: {value}.',
  'bytes.stored.is.commitTimestamp':
    'Committed at {value}, in ms since 1970. When the group is empty, offsets.retention.minutes counts from here or from then.',
  'bytes.stored.is.expireTimestamp':
    'The offset may be forgotten at {value}; −1: when the broker’s offsets.retention.minutes are over.',
  'bytes.stored.is.topicId':
    'The id of the topic is {value}: a topic made anew with the same name has another.',
  'bytes.stored.is.protocolType': 'The members are of type {value}; consumers say “consumer”.',
  'bytes.stored.is.generation':
    'Generation {value}. Each rebalance begins another; who speaks of an older one is refused with 22.',
  'bytes.stored.is.protocol': 'The members agreed on the assignor {value}; null: on none yet.',
  'bytes.stored.is.leader': 'The member {value} computes the assignment; null: there is none.',
  'bytes.stored.is.currentStateTimestamp':
    'The group is in this state since {value}, in ms since 1970; −1: not told.',
  'bytes.stored.is.members': 'Members of this generation: {value}.',
  'bytes.stored.is.memberId': 'The member {value}.',
  'bytes.stored.is.groupInstanceId':
    'group.instance.id {value}: the member keeps its partitions through a restart; null: a dynamic member.',
  'bytes.stored.is.clientId': 'The member’s client.id is {value}.',
  'bytes.stored.is.clientHost': 'The member connected from {value}.',
  'bytes.stored.is.rebalanceTimeout': 'In a rebalance the member is waited for at most {value} ms.',
  'bytes.stored.is.sessionTimeout': 'Without a heartbeat for {value} ms the member is taken for dead.',
  'bytes.stored.is.subscription':
    'What the member told the leader about itself: {value}, in the assignor’s own format.',
  'bytes.stored.is.assignment':
    'What the leader assigned to the member: {value}, in the assignor’s own format.',
  'bytes.stored.is.length': '{value} bytes follow.',
  'bytes.stored.is.version': 'Version {value}.',
  'bytes.stored.is.topics': 'Topics that follow: {value}.',
  'bytes.stored.is.userData': 'What the assignor added for itself: {value}.',
  'bytes.stored.is.ownedPartitions':
    'Topics of which the member still had partitions when it joined: {value}.',
  'bytes.stored.is.generationId': 'The member had them in generation {value}; −1: not told.',
  'bytes.stored.is.rackId': 'The member stands in rack {value}; null: not told.',
  'bytes.stored.is.assignedPartitions': 'Topics of which partitions are assigned to the member: {value}.',
  'bytes.stored.is.partitions': 'Partitions of this topic: {value}.',
  'bytes.stored.is.groupId': 'The group is {value}.',
  'bytes.stored.is.epoch': 'The group has epoch {value}. Each change of members or topics raises it.',
  'bytes.stored.is.metadataHash':
    'A hash of the topics that are read: when it differs, a topic has changed. 0: not computed.',
  'bytes.stored.is.instanceId': 'group.instance.id {value}: a static member; null: a dynamic one.',
  'bytes.stored.is.subscribedTopicNames': 'Topics the member subscribed to by name: {value}.',
  'bytes.stored.is.subscribedTopicRegex': 'The pattern the member subscribed to: {value}; null: none.',
  'bytes.stored.is.rebalanceTimeoutMs': 'The member has {value} ms to give up what it no longer shall have.',
  'bytes.stored.is.serverAssignor': 'The member asked for the assignor {value}; null: for any.',
  'bytes.stored.is.classicMemberMetadata':
    'What is known of a member that speaks the classic protocol; {value}.',
  'bytes.stored.is.sessionTimeoutMs': 'Without a heartbeat for {value} ms the member is taken for dead.',
  'bytes.stored.is.supportedProtocols': 'Assignors the member knows: {value}.',
  'bytes.stored.is.name': 'It is called {value}.',
  'bytes.stored.is.assignmentEpoch': 'The assignment was computed for epoch {value} of the group.',
  'bytes.stored.is.assignmentTimestamp': 'The assignment was computed at {value}, in ms since 1970.',
  'bytes.stored.is.topicPartitions': 'Topics of which the member shall have partitions: {value}.',
  'bytes.stored.is.memberEpoch':
    'The member is at epoch {value}; when it reaches that of the group, it has what it shall have.',
  'bytes.stored.is.previousMemberEpoch':
    'The member was at epoch {value} before; a heartbeat that repeats it is still taken.',
  'bytes.stored.is.partitionsPendingRevocation':
    'Topics of which the member still has to give up partitions: {value}.',
  'bytes.stored.is.assignmentEpochs':
    'For each of these partitions, the epoch at which the member got it: {value}.',
  'bytes.stored.is.regularExpression': 'The pattern is {value}.',
  'bytes.stored.is.timestamp': 'Resolved at {value}, in ms since 1970.',
  'bytes.stored.is.topicName': 'The topic is {value}.',
  'bytes.stored.is.numPartitions': 'The topic had {value} partitions.',
  'bytes.stored.is.partitionMetadata': 'Partitions whose racks follow: {value}.',
  'bytes.stored.is.racks': 'Racks with a replica of it: {value}.',
  'bytes.stored.is.tags':
    '{value, plural, =0 {No tagged fields.} one {One tagged field.} other {# tagged fields.}}',
} as const satisfies { readonly [K in `bytes.stored.is.${StoredField}`]: string };

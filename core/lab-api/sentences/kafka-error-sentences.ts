/** What Kafka's error codes mean, and what to do: those up to 69, in English. */
export const KAFKA_ERROR_SENTENCES = {
  'lab.kafka.UNKNOWN_SERVER_ERROR': 'The broker failed in a way it has no code for.',
  'lab.kafka.UNKNOWN_SERVER_ERROR.hint': 'Look into the log of the broker that answered.',
  'lab.kafka.NONE': 'Nothing went wrong.',
  'lab.kafka.NONE.hint': 'Nothing to do.',
  'lab.kafka.OFFSET_OUT_OF_RANGE':
    'The requested offset lies before the log start offset or behind the log end offset.',
  'lab.kafka.OFFSET_OUT_OF_RANGE.hint':
    'Let auto.offset.reset choose a new position, or seek to an offset that exists.',
  'lab.kafka.CORRUPT_MESSAGE':
    'A batch failed its checksum, is too short, or has a size that makes no sense.',
  'lab.kafka.CORRUPT_MESSAGE.hint':
    'Send it again; if it comes back, something between producer and broker damages bytes.',
  'lab.kafka.UNKNOWN_TOPIC_OR_PARTITION': 'This broker does not know the topic or partition.',
  'lab.kafka.UNKNOWN_TOPIC_OR_PARTITION.hint':
    'Check the spelling and the partition count; a topic that was just created takes a moment to be known.',
  'lab.kafka.INVALID_FETCH_SIZE': 'The number of bytes asked for is not allowed.',
  'lab.kafka.INVALID_FETCH_SIZE.hint':
    'Set fetch.max.bytes and max.partition.fetch.bytes to positive values.',
  'lab.kafka.LEADER_NOT_AVAILABLE': 'The partition has no leader at the moment.',
  'lab.kafka.LEADER_NOT_AVAILABLE.hint': 'Wait and ask for metadata again; clients do so by themselves.',
  'lab.kafka.NOT_LEADER_OR_FOLLOWER':
    'The broker asked is not the leader of the partition, or not a replica of it.',
  'lab.kafka.NOT_LEADER_OR_FOLLOWER.hint': 'Refresh metadata and ask the leader.',
  'lab.kafka.REQUEST_TIMED_OUT': 'The request was not finished within its time limit.',
  'lab.kafka.REQUEST_TIMED_OUT.hint':
    'Retry; if it persists, look at the load of the broker and at request.timeout.ms.',
  'lab.kafka.BROKER_NOT_AVAILABLE': 'The broker is not available.',
  'lab.kafka.BROKER_NOT_AVAILABLE.hint': 'Wait until it is back.',
  'lab.kafka.REPLICA_NOT_AVAILABLE': 'The replica that was asked is not available.',
  'lab.kafka.REPLICA_NOT_AVAILABLE.hint': 'Refresh metadata and try again.',
  'lab.kafka.MESSAGE_TOO_LARGE': 'The batch or record is larger than the broker or the producer accepts.',
  'lab.kafka.MESSAGE_TOO_LARGE.hint':
    'Send smaller records, or raise max.message.bytes of the topic and max.request.size of the producer.',
  'lab.kafka.STALE_CONTROLLER_EPOCH': 'The request comes from a controller that is no longer the controller.',
  'lab.kafka.STALE_CONTROLLER_EPOCH.hint': 'Nothing for a client to do; brokers settle it among themselves.',
  'lab.kafka.OFFSET_METADATA_TOO_LARGE': 'The text stored with a committed offset is too long.',
  'lab.kafka.OFFSET_METADATA_TOO_LARGE.hint': 'Keep it below offset.metadata.max.bytes.',
  'lab.kafka.NETWORK_EXCEPTION':
    'The connection was lost before an answer came; whether the request was carried out is unknown.',
  'lab.kafka.NETWORK_EXCEPTION.hint': 'Retry; an idempotent producer may do so without writing twice.',
  'lab.kafka.COORDINATOR_LOAD_IN_PROGRESS': 'The coordinator is still reading its partition.',
  'lab.kafka.COORDINATOR_LOAD_IN_PROGRESS.hint': 'Retry after a moment.',
  'lab.kafka.COORDINATOR_NOT_AVAILABLE':
    'No broker coordinates this group or transactional id at the moment.',
  'lab.kafka.COORDINATOR_NOT_AVAILABLE.hint': 'Look for the coordinator again.',
  'lab.kafka.NOT_COORDINATOR': 'The broker asked is not the coordinator of this group or transactional id.',
  'lab.kafka.NOT_COORDINATOR.hint': 'Look for the coordinator again.',
  'lab.kafka.INVALID_TOPIC_EXCEPTION':
    'The topic name is not legal, or the topic is internal and must not be written to.',
  'lab.kafka.INVALID_TOPIC_EXCEPTION.hint':
    'Use 1 to 249 characters of letters, digits, dot, underscore and hyphen.',
  'lab.kafka.RECORD_LIST_TOO_LARGE': 'The batch is larger than a segment of the log.',
  'lab.kafka.RECORD_LIST_TOO_LARGE.hint': 'Send smaller batches, or raise segment.bytes of the topic.',
  'lab.kafka.NOT_ENOUGH_REPLICAS':
    'Fewer replicas are in sync than min.insync.replicas demands; nothing was written.',
  'lab.kafka.NOT_ENOUGH_REPLICAS.hint': 'Bring replicas back, or wait until they have caught up.',
  'lab.kafka.NOT_ENOUGH_REPLICAS_AFTER_APPEND':
    'The batch was written, but then fewer replicas were in sync than min.insync.replicas demands.',
  'lab.kafka.NOT_ENOUGH_REPLICAS_AFTER_APPEND.hint':
    'Retry; without idempotence the records may then be there twice.',
  'lab.kafka.INVALID_REQUIRED_ACKS': 'acks is none of -1, 0 and 1.',
  'lab.kafka.INVALID_REQUIRED_ACKS.hint': 'Set acks to all, 1 or 0.',
  'lab.kafka.ILLEGAL_GENERATION': 'The member speaks of a generation of the group that is over.',
  'lab.kafka.ILLEGAL_GENERATION.hint':
    'Rejoin the group; what was being committed belongs to another member now.',
  'lab.kafka.INCONSISTENT_GROUP_PROTOCOL':
    'The member shares no assignment protocol with the others of its group.',
  'lab.kafka.INCONSISTENT_GROUP_PROTOCOL.hint':
    'Give all members of a group the same partition.assignment.strategy.',
  'lab.kafka.INVALID_GROUP_ID': 'The group id is empty or not legal.',
  'lab.kafka.INVALID_GROUP_ID.hint': 'Set group.id.',
  'lab.kafka.UNKNOWN_MEMBER_ID': 'The coordinator does not know this member, or has removed it.',
  'lab.kafka.UNKNOWN_MEMBER_ID.hint': 'Rejoin; check session.timeout.ms and the time between two polls.',
  'lab.kafka.INVALID_SESSION_TIMEOUT': 'The session timeout is not within the limits of the broker.',
  'lab.kafka.INVALID_SESSION_TIMEOUT.hint':
    'Choose session.timeout.ms between group.min.session.timeout.ms and group.max.session.timeout.ms.',
  'lab.kafka.REBALANCE_IN_PROGRESS': 'The group is being rebalanced.',
  'lab.kafka.REBALANCE_IN_PROGRESS.hint': 'Rejoin by calling poll.',
  'lab.kafka.INVALID_COMMIT_OFFSET_SIZE':
    'The record about the committed offset would be larger than a batch may be.',
  'lab.kafka.INVALID_COMMIT_OFFSET_SIZE.hint': 'Commit fewer partitions at once, or with shorter metadata.',
  'lab.kafka.TOPIC_AUTHORIZATION_FAILED': 'The client may not do this with the topic.',
  'lab.kafka.TOPIC_AUTHORIZATION_FAILED.hint': 'Grant the operation on the topic.',
  'lab.kafka.GROUP_AUTHORIZATION_FAILED': 'The client may not use the group.',
  'lab.kafka.GROUP_AUTHORIZATION_FAILED.hint': 'Grant READ on the group.',
  'lab.kafka.CLUSTER_AUTHORIZATION_FAILED': 'The client may not do this with the cluster.',
  'lab.kafka.CLUSTER_AUTHORIZATION_FAILED.hint': 'Grant the operation on the cluster.',
  'lab.kafka.INVALID_TIMESTAMP':
    "A record's timestamp is further from the broker's clock than the topic allows.",
  'lab.kafka.INVALID_TIMESTAMP.hint':
    'Set the clock right, or widen message.timestamp.before.max.ms and message.timestamp.after.max.ms.',
  'lab.kafka.UNSUPPORTED_SASL_MECHANISM': 'The broker does not offer this SASL mechanism.',
  'lab.kafka.UNSUPPORTED_SASL_MECHANISM.hint': 'Choose one that it offers.',
  'lab.kafka.ILLEGAL_SASL_STATE': 'A SASL request came when none was due.',
  'lab.kafka.ILLEGAL_SASL_STATE.hint': 'Connect to a listener that speaks SASL.',
  'lab.kafka.UNSUPPORTED_VERSION': 'The broker does not speak this version of the request.',
  'lab.kafka.UNSUPPORTED_VERSION.hint': 'Use a client and a broker whose versions overlap.',
  'lab.kafka.TOPIC_ALREADY_EXISTS': 'A topic of this name exists.',
  'lab.kafka.TOPIC_ALREADY_EXISTS.hint': 'Choose another name, or use the one there is.',
  'lab.kafka.INVALID_PARTITIONS': 'The number of partitions is not legal.',
  'lab.kafka.INVALID_PARTITIONS.hint': 'Use 1 or more; the number of an existing topic can only grow.',
  'lab.kafka.INVALID_REPLICATION_FACTOR':
    'There are fewer brokers than replicas asked for, or fewer than one was asked for.',
  'lab.kafka.INVALID_REPLICATION_FACTOR.hint':
    'Use a replication factor between 1 and the number of brokers.',
  'lab.kafka.INVALID_REPLICA_ASSIGNMENT': 'The assignment of replicas to brokers is not legal.',
  'lab.kafka.INVALID_REPLICA_ASSIGNMENT.hint': 'Name existing brokers, each once a partition.',
  'lab.kafka.INVALID_CONFIG': 'A setting has a value that is not legal.',
  'lab.kafka.INVALID_CONFIG.hint': 'Correct the value that the message names.',
  'lab.kafka.NOT_CONTROLLER': 'The broker asked is not the controller.',
  'lab.kafka.NOT_CONTROLLER.hint': 'Refresh metadata and ask the controller.',
  'lab.kafka.INVALID_REQUEST': 'The request contradicts itself or the protocol.',
  'lab.kafka.INVALID_REQUEST.hint': 'Correct the client; retrying does not help.',
  'lab.kafka.UNSUPPORTED_FOR_MESSAGE_FORMAT': "The log's record format is too old for this request.",
  'lab.kafka.UNSUPPORTED_FOR_MESSAGE_FORMAT.hint': 'Raise the record format of the topic.',
  'lab.kafka.POLICY_VIOLATION': 'A rule of this cluster forbids the request.',
  'lab.kafka.POLICY_VIOLATION.hint': "Read the message; the rule is the cluster's own.",
  'lab.kafka.OUT_OF_ORDER_SEQUENCE_NUMBER':
    "The batch does not continue the producer's sequence on this partition: something before it is missing.",
  'lab.kafka.OUT_OF_ORDER_SEQUENCE_NUMBER.hint':
    'An earlier batch was lost or its state was removed; abort the transaction, or let the producer raise its epoch.',
  'lab.kafka.DUPLICATE_SEQUENCE_NUMBER': 'The batch was written before.',
  'lab.kafka.DUPLICATE_SEQUENCE_NUMBER.hint': 'Nothing; the records are in the log.',
  'lab.kafka.INVALID_PRODUCER_EPOCH':
    "The producer's epoch is older than the newest one that the partition has seen.",
  'lab.kafka.INVALID_PRODUCER_EPOCH.hint':
    'Abort the transaction; if another producer took over the transactional.id, close this one.',
  'lab.kafka.INVALID_TXN_STATE': 'The transaction is not in a state in which this can be done.',
  'lab.kafka.INVALID_TXN_STATE.hint':
    'Check whether the transaction timed out, or was completed by an earlier attempt.',
  'lab.kafka.INVALID_PRODUCER_ID_MAPPING':
    'The producer id is not the one that belongs to the transactional.id.',
  'lab.kafka.INVALID_PRODUCER_ID_MAPPING.hint':
    'Close this producer; the transactional.id has expired or has a newer producer id.',
  'lab.kafka.INVALID_TRANSACTION_TIMEOUT': 'The transaction timeout is longer than the broker allows.',
  'lab.kafka.INVALID_TRANSACTION_TIMEOUT.hint':
    'Keep transaction.timeout.ms at or below transaction.max.timeout.ms of the broker.',
  'lab.kafka.CONCURRENT_TRANSACTIONS':
    'The previous transaction of this transactional.id is still being completed.',
  'lab.kafka.CONCURRENT_TRANSACTIONS.hint': 'Retry after a moment; its markers are being written.',
  'lab.kafka.TRANSACTION_COORDINATOR_FENCED':
    'The marker comes from a coordinator that a newer one has replaced.',
  'lab.kafka.TRANSACTION_COORDINATOR_FENCED.hint': 'Nothing for a client to do.',
  'lab.kafka.TRANSACTIONAL_ID_AUTHORIZATION_FAILED':
    'The client may not use this transactional.id, or sent a transactional batch without one.',
  'lab.kafka.TRANSACTIONAL_ID_AUTHORIZATION_FAILED.hint':
    'Grant WRITE on the transactional.id, and send it with every transactional batch.',
  'lab.kafka.SECURITY_DISABLED': 'Access control is not switched on.',
  'lab.kafka.SECURITY_DISABLED.hint': 'Configure an authorizer on the broker.',
  'lab.kafka.OPERATION_NOT_ATTEMPTED': 'This part of the request was not tried because another part failed.',
  'lab.kafka.OPERATION_NOT_ATTEMPTED.hint': 'Correct the other part and send all again.',
  'lab.kafka.KAFKA_STORAGE_ERROR': 'The broker could not read or write its log on disk.',
  'lab.kafka.KAFKA_STORAGE_ERROR.hint': "Look at the broker's disk.",
  'lab.kafka.LOG_DIR_NOT_FOUND': "The log directory is not one of the broker's.",
  'lab.kafka.LOG_DIR_NOT_FOUND.hint': 'Use one of log.dirs.',
  'lab.kafka.SASL_AUTHENTICATION_FAILED': 'The broker did not accept the credentials.',
  'lab.kafka.SASL_AUTHENTICATION_FAILED.hint': 'Correct the user name or password.',
  'lab.kafka.UNKNOWN_PRODUCER_ID': 'The broker has no state of this producer id on the partition.',
  'lab.kafka.UNKNOWN_PRODUCER_ID.hint':
    'Its records were removed by retention or the id expired; abort and go on with a raised epoch.',
  'lab.kafka.REASSIGNMENT_IN_PROGRESS': "The partition's replicas are being moved.",
  'lab.kafka.REASSIGNMENT_IN_PROGRESS.hint': 'Wait until the reassignment is done.',
  'lab.kafka.DELEGATION_TOKEN_AUTH_DISABLED': 'Delegation tokens are not switched on.',
  'lab.kafka.DELEGATION_TOKEN_AUTH_DISABLED.hint': 'Configure delegation.token.secret.key on the broker.',
  'lab.kafka.DELEGATION_TOKEN_NOT_FOUND': 'There is no such delegation token.',
  'lab.kafka.DELEGATION_TOKEN_NOT_FOUND.hint': 'Create one.',
  'lab.kafka.DELEGATION_TOKEN_OWNER_MISMATCH': 'The principal is neither owner nor renewer of the token.',
  'lab.kafka.DELEGATION_TOKEN_OWNER_MISMATCH.hint': 'Use the principal that it was made for.',
  'lab.kafka.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED':
    'Delegation tokens cannot be asked for over this connection.',
  'lab.kafka.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED.hint': 'Connect with TLS or SASL, and not with a token.',
  'lab.kafka.DELEGATION_TOKEN_AUTHORIZATION_FAILED': 'The client may not use the delegation token.',
  'lab.kafka.DELEGATION_TOKEN_AUTHORIZATION_FAILED.hint': 'Grant DESCRIBE on the token.',
  'lab.kafka.DELEGATION_TOKEN_EXPIRED': 'The delegation token has expired.',
  'lab.kafka.DELEGATION_TOKEN_EXPIRED.hint': 'Create a new one.',
  'lab.kafka.INVALID_PRINCIPAL_TYPE': 'The type of principal is not known.',
  'lab.kafka.INVALID_PRINCIPAL_TYPE.hint': 'Use a type that the broker supports.',
  'lab.kafka.NON_EMPTY_GROUP': 'The group has members.',
  'lab.kafka.NON_EMPTY_GROUP.hint': 'Stop its consumers first.',
  'lab.kafka.GROUP_ID_NOT_FOUND': 'There is no such group.',
  'lab.kafka.GROUP_ID_NOT_FOUND.hint': 'Check the group id.',
} as const;

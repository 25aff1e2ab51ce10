/**
 * Without an authorizer everybody may do everything; clients that ask are told so in a bit field of Kafka's operations.
 * (source: AclOperation, AuthHelper)
 */

/** "Not asked for". */
export const OPERATIONS_NOT_ASKED = -2147483648;

const READ = 1 << 3;
const WRITE = 1 << 4;
const CREATE = 1 << 5;
const DELETE = 1 << 6;
const ALTER = 1 << 7;
const DESCRIBE = 1 << 8;
const CLUSTER_ACTION = 1 << 9;
const DESCRIBE_CONFIGS = 1 << 10;
const ALTER_CONFIGS = 1 << 11;
const IDEMPOTENT_WRITE = 1 << 12;

export const TOPIC_OPERATIONS =
  READ | WRITE | CREATE | DELETE | ALTER | DESCRIBE | DESCRIBE_CONFIGS | ALTER_CONFIGS;
export const CLUSTER_OPERATIONS =
  CREATE | ALTER | DESCRIBE | CLUSTER_ACTION | DESCRIBE_CONFIGS | ALTER_CONFIGS | IDEMPOTENT_WRITE;
export const GROUP_OPERATIONS = READ | DELETE | DESCRIBE | DESCRIBE_CONFIGS | ALTER_CONFIGS;

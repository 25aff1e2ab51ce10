/** Which topic names are legal, and which topics are Kafka's own. (source: Topic) */

export const CONSUMER_OFFSETS = '__consumer_offsets';
export const TRANSACTION_STATE = '__transaction_state';
/** Of controllers, which this broker has none of; its name may not be used for anything else. */
export const CLUSTER_METADATA = '__cluster_metadata';

const NAME_LENGTH_MAX = 249;

/** True for topics that only coordinators may write to. */
export function isInternalTopic(name: string): boolean {
  return name === CONSUMER_OFFSETS || name === TRANSACTION_STATE;
}

/** Why a topic cannot have this name, in Kafka's words; undefined when it can. */
export function topicNameProblem(name: string): string | undefined {
  const problem = nameProblem(name);
  return problem === undefined ? undefined : `Topic name is invalid: ${problem}`;
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'the empty string is not allowed';
  if (name === '.' || name === '..') return `'${name}' is not allowed`;
  if (name.length > NAME_LENGTH_MAX) {
    return `the length of '${name}' is longer than the max allowed length ${NAME_LENGTH_MAX}`;
  }
  if (!/^[a-zA-Z0-9._-]+$/.test(name)) {
    return `'${name}' contains one or more characters other than ASCII alphanumerics, '.', '_' and '-'`;
  }
  return undefined;
}

/** Names that differ only in `.` and `_` would share the name of their metrics, and so exclude each other. */
export function namesCollide(a: string, b: string): boolean {
  return a.replaceAll('.', '_') === b.replaceAll('.', '_');
}

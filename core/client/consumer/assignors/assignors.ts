/** The assignors that partition.assignment.strategy may name. */
import { ConfigException } from '#core/config/config-exception.ts';
import type { Assignor, RebalanceProtocol } from './assignor.ts';
import { rangeAssignor } from './range-assignor.ts';
import { roundRobinAssignor } from './round-robin-assignor.ts';
import { cooperativeStickyAssignor, stickyAssignor } from './sticky-assignor.ts';

const PACKAGE = 'org.apache.kafka.clients.consumer';

/** By name, and by Java's class. */
const ASSIGNORS: ReadonlyMap<string, Assignor> = new Map([
  ['range', rangeAssignor],
  ['roundrobin', roundRobinAssignor],
  ['sticky', stickyAssignor],
  ['cooperative-sticky', cooperativeStickyAssignor],
  [`${PACKAGE}.RangeAssignor`, rangeAssignor],
  [`${PACKAGE}.RoundRobinAssignor`, roundRobinAssignor],
  [`${PACKAGE}.StickyAssignor`, stickyAssignor],
  [`${PACKAGE}.CooperativeStickyAssignor`, cooperativeStickyAssignor],
]);

/** In the order given, each once. @throws {ConfigException} for a name that is none. */
export function assignorsOf(names: readonly string[]): readonly Assignor[] {
  return [
    ...new Set(
      names.map((name) => {
        const assignor = ASSIGNORS.get(name);
        if (assignor !== undefined) return assignor;
        throw ConfigException.invalidValue(
          'partition.assignment.strategy',
          names.join(','),
          `there is no assignor ${name}; give some of: ${[...ASSIGNORS.keys()].join(', ')}`,
        );
      }),
    ),
  ];
}

/** What all of them can do; cooperative where that is possible. (source: ConsumerCoordinator) */
export function protocolOf(assignors: readonly Assignor[]): RebalanceProtocol {
  const isCooperative = assignors.every(({ protocols }) => protocols.includes('cooperative'));
  return assignors.length > 0 && isCooperative ? 'cooperative' : 'eager';
}

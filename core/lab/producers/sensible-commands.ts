import { unreachable } from '#core/base/assert.ts';
import type { ProcessState, ProcessView } from '#core/lab-api/views.ts';

/** Where a process stands. `transaction`: the state its producer believes in. */
export interface Standing {
  readonly state: ProcessState;
  readonly isTransactional: boolean;
  readonly transaction: string | undefined;
}

/** What can be done with a process now. */
export function sensibleCommands(standing: Standing): ProcessView['can'] {
  const twin = standing.isTransactional ? (['twin'] as const) : [];
  switch (standing.state) {
    case 'starting':
    case 'fenced':
      return ['freeze', 'kill', ...twin];
    case 'running':
      return ['freeze', 'kill', 'close', ...twin, ...clientCalls(standing)];
    case 'frozen':
      return ['thaw', 'kill', ...twin];
    case 'dead':
    case 'notStarted':
      return twin;
    default:
      return unreachable(standing.state);
  }
}

/** Calls that its producer would accept now. */
function clientCalls({ isTransactional, transaction }: Standing): ProcessView['can'] {
  if (!isTransactional) return ['send'];
  if (transaction === 'READY') return ['begin'];
  if (transaction === 'IN_TRANSACTION') return ['send', 'commit', 'abort'];
  return transaction === 'ABORTABLE_ERROR' ? ['abort'] : [];
}

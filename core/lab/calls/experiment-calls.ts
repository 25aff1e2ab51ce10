import type { Lab } from '../lab.ts';
import { type CallsOf, snapshot } from './calls-of.ts';

export function experimentCalls({ experiments, bus }: Lab): CallsOf<'experiments'> {
  return {
    'experiments.describe': () => snapshot(bus, experiments.describe()),
    'experiments.run': ({ experiment }) => {
      experiments.start(experiment);
      return null;
    },
    'experiments.cancel': async () => {
      await experiments.cancel();
      return null;
    },
  };
}

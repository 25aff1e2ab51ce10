import type { Lab } from '../lab.ts';
import { type CallsOf, snapshot } from './calls-of.ts';

export function scenarioCalls({ scenarios, bus }: Lab): CallsOf<'scenarios'> {
  return {
    'scenarios.list': () => snapshot(bus, scenarios.list()),
    'scenarios.run': ({ scenario, variant }) => {
      const { book } = scenarios.start({
        scenario,
        hasPerson: true,
        ...(variant === null ? {} : { variant }),
      });
      return book.view();
    },
    'scenarios.runAll': () => {
      scenarios.startAll();
      return null;
    },
    'scenarios.answer': ({ option }) => {
      scenarios.answer(option);
      return null;
    },
    'scenarios.evidence': ({ run }) => scenarios.evidenceOf(run),
    'scenarios.cancel': async () => {
      await scenarios.cancel();
      return null;
    },
  };
}

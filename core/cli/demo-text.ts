import type { StoryView } from '#core/lab-api/views.ts';

type Facts = StoryView['facts'];

/** What each step shows, with the numbers of the run. */
export const tellings: readonly { readonly title: string; readonly what: (facts: Facts) => string }[] = [
  {
    title: 'Start producer A',
    what: (f) =>
      `A committed one transaction (COMMIT marker at ${f['commitOffset']}). Its second is open: offsets ${f['openFirst']} to ${f['openLast']} of ${f['partition']} at epoch ${f['openEpoch']}; LSO ${f['lso']}.`,
  },
  {
    title: 'Freeze A',
    what: (f) =>
      `Process ${f['osPidA']} is in state ${f['processState']}. The broker sees only silence; the LSO stays at ${f['lso']}.`,
  },
  {
    title: 'Start twin B',
    what: (f) =>
      `B's InitProducerId met the open transaction: 51 CONCURRENT_TRANSACTIONS. The coordinator raised the epoch to ${f['fenceEpoch']}, wrote an ABORT marker at ${f['abortOffset']}, and gave B epoch ${f['twinEpoch']}.`,
  },
  {
    title: 'Let B write and commit',
    what: (f) =>
      `B wrote offsets ${f['twinFirst']} to ${f['twinLast']} and committed (marker at ${f['twinCommitOffset']}); the epoch is now ${f['finalEpoch']}.`,
  },
  {
    title: 'Thaw A',
    what: (f) =>
      `A wakes up after ${(Number(f['frozenMs']) / 1000).toFixed(2)} s. It still believes in epoch ${f['openEpoch']} and an open transaction.`,
  },
  {
    title: 'Let A send',
    what: (f) =>
      `Produce was refused with ${f['produceCode']} ${f['produceError']}, EndTxn with ${f['endTxnCode']} ${f['endTxnError']}. Nothing reached the log.`,
  },
  {
    title: 'Inspect the refusal',
    what: (f) =>
      `A read_committed consumer of ${f['partition']} was given offsets ${f['delivered']}: A's ${f['openFirst']} to ${f['openLast']} are aborted, B's ${f['twinFirst']} to ${f['twinLast']} are delivered.`,
  },
];

export function endings(story: StoryView, seconds: string): readonly string[] {
  return ['', `All ${story.stepCount} steps went as told, in ${seconds} s.`];
}

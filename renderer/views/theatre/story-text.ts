/** The sentences of the moment: what is seen at a step, and why, with the numbers of this very run. */
import type { StoryView } from '#core/lab-api/views.ts';
import { STORY_STEPS } from '../../state/story.svelte.ts';
import type { MessageKey } from '../../text/en.ts';
import { hasMessage } from '../../text/messages.svelte.ts';
import type { MessageParams, Text } from '../../text/use-text.svelte.ts';

/** Facts that a sentence may name before the lab has said them. */
const NOT_YET: MessageParams = {
  commitOffset: '–',
  openFirst: 'none',
  openLast: '–',
  lso: '–',
  partition: '–',
  openEpoch: '–',
  fenceEpoch: '–',
  twinEpoch: '–',
  finalEpoch: '–',
  twinFirst: '–',
  twinLast: '–',
  twinCommitOffset: '–',
  produceCode: 47,
  produceError: 'INVALID_PRODUCER_EPOCH',
  endTxnCode: 90,
  endTxnError: 'PRODUCER_FENCED',
};

/** Everything the sentences of a story can name. */
export function storyParams(view: StoryView): MessageParams {
  return { ...NOT_YET, ...view.facts };
}

/** What is seen at a step, and why. */
export function storySentences(
  view: StoryView,
  step: number,
  text: Text,
): { readonly say: string; readonly why: string } {
  const shown = Math.min(step, STORY_STEPS);
  const params = storyParams(view);
  const byVersion = `story.why${shown}.${view.transactionVersion}`;
  const plain = `story.why${shown}` as MessageKey;
  return {
    say: text.t(`story.say${shown}` as MessageKey),
    why: text.t(hasMessage(byVersion) ? byVersion : plain, params),
  };
}

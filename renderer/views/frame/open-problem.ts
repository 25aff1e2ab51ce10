import type { LabFailure } from '#core/lab-api/views.ts';
import { sayFailure } from '../../text/say-failure.ts';
import type { Text } from '../../text/use-text.svelte.ts';

/** Why a path was not opened, in the window's language as far as it has the words. */
export function openProblem(
  failure: LabFailure,
  { path, text }: { readonly path: string; readonly text: Text },
): string {
  const { code, message } = failure;
  if (code === 'NOT_A_LOG') {
    const name = path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
    if (message.includes('does not exist')) return text.t('open.missing', { name: path });
    return text.t(message.includes('holds no partition') ? 'open.noPartition' : 'open.notALog', { name });
  }
  const said = sayFailure(failure, text);
  return said.text === undefined ? said.title : `${said.title} ${said.text}`;
}

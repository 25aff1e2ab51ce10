/** Groups: offsets, members of both protocols, every verb of consumer-groups. */

import { sorted } from './normalise.ts';
import type { Step } from './step.ts';
import { step } from './step.ts';

const EMPTY_GROUP: readonly Step[] = [
  step('topics --create --topic read --partitions 2'),
  step('console-producer --topic read --reader-property parse.key=true --reader-property key.separator=:', {
    input: 'k:a\nk:b\nk:c\nk:d\nk:e\n',
  }),
  step('consumer-groups --list', { also: sorted }),
  step('consumer-groups --describe --group nobody'),
  step('consumer-groups --describe --group nobody --members'),
  step('consumer-groups --describe --group nobody --state'),
  step('console-consumer --topic read --group gone --from-beginning --max-messages 5', {
    also: sorted,
  }),
  step('consumer-groups --list', { also: sorted }),
  step('consumer-groups --list --state', { also: sorted }),
  step('consumer-groups --list --state Empty', { also: sorted }),
  step('consumer-groups --list --state Stable', { also: sorted }),
  step('consumer-groups --list --state Bogus', { also: sorted }),
  step('consumer-groups --list --type', { also: sorted }),
  step('consumer-groups --list --type classic', { also: sorted }),
  step('consumer-groups --list --type bogus', { also: sorted }),
];

/** `--describe` in all its forms. */
function described(group: string): Step[] {
  return [
    '',
    ' --offsets',
    ' --members',
    ' --members --verbose',
    ' --state',
    ' --state --verbose',
    ' --offsets --verbose',
  ].map((how) =>
    step(`consumer-groups --describe --group ${group}${how}`, {
      also: sorted,
    }),
  );
}

const RESET: readonly Step[] = [
  step('consumer-groups --group moved --topic read --reset-offsets --to-earliest --dry-run'),
  step('consumer-groups --group moved --topic read --reset-offsets --to-earliest --execute'),
  step('consumer-groups --group moved --topic read:0 --reset-offsets --to-offset 2 --execute'),
  step('consumer-groups --group moved --topic read:0,1 --reset-offsets --to-offset 900 --execute'),
  step('consumer-groups --group moved --topic read --reset-offsets --shift-by -1 --execute'),
  step('consumer-groups --group moved --topic read --reset-offsets --to-current --dry-run'),
  step('consumer-groups --group moved --all-topics --reset-offsets --to-latest --execute'),
  step('consumer-groups --group moved --all-topics --reset-offsets --to-latest --export --dry-run'),
  step('consumer-groups --group moved --topic read --reset-offsets --by-duration PT1H --execute'),
  step(
    'consumer-groups --group moved --topic read --reset-offsets --to-datetime 2020-01-01T00:00:00.000 --execute',
  ),
  step(
    'consumer-groups --group moved --topic read --reset-offsets --to-datetime 2999-01-01T00:00:00.000 --dry-run',
  ),
  step('consumer-groups --group moved --reset-offsets --from-file {file:read,1,1} --execute'),
  step('consumer-groups --group moved --topic missing --reset-offsets --to-earliest --execute'),
  step('consumer-groups --group moved --topic read:9 --reset-offsets --to-earliest --execute'),
  step('consumer-groups --group moved --topic read --reset-offsets --to-earliest'),
  step('consumer-groups --all-groups --topic read --reset-offsets --to-earliest --dry-run', {
    also: sorted,
  }),
  ...described('moved'),
  step('consumer-groups --group moved --topic read:0 --delete-offsets'),
  step('consumer-groups --group moved --topic read:7 --delete-offsets'),
  step('consumer-groups --group moved --topic missing --delete-offsets'),
  step('consumer-groups --group nobody --topic read --delete-offsets'),
  step('consumer-groups --describe --group moved'),
  step('consumer-groups --delete --group moved'),
  step('consumer-groups --delete --group moved'),
  step('consumer-groups --describe --group moved'),
];

/** A member that stays while the tools look at it. */
function withMember(group: string, protocol: 'classic' | 'consumer', also = ''): Step[] {
  return [
    step(`client-join ${group} read ${protocol}${also}`),
    ...described(group),
    step('consumer-groups --list --state', { also: sorted }),
    step('consumer-groups --list --type', { also: sorted }),
    step(`consumer-groups --delete --group ${group}`),
    step(`consumer-groups --group ${group} --topic read --reset-offsets --to-earliest --execute`),
    step(`consumer-groups --group ${group} --topic read --delete-offsets`),
    step(`client-leave ${group}`),
    ...described(group),
    step(`consumer-groups --delete --group ${group}`),
    step(`consumer-groups --delete --group ${group}`),
  ];
}

export const GROUP_STEPS = [
  ...EMPTY_GROUP,
  ...described('gone'),
  ...RESET,
  ...withMember('classical', 'classic'),
  ...withMember('static', 'classic', ' group.instance.id=one'),
  ...withMember('modern', 'consumer'),
  ...withMember('modern-static', 'consumer', ' group.instance.id=one group.remote.assignor=range'),
  step('groups --list', { also: sorted }),
  step('consumer-groups --delete --all-groups', { also: (text) => sorted(text.replace(/(?:: |, )/g, '\n')) }),
  step('consumer-groups --list', { also: sorted }),
];

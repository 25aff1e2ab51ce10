/**
 * What the palette offers for a query. `>` shows commands only; `@orders-0:17` leads to an offset. Ranking: an exact name, then
 * names that begin with the query, then names that contain it.
 */
import Binary from '@lucide/svelte/icons/binary';
import Fence from '@lucide/svelte/icons/fence';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import Keyboard from '@lucide/svelte/icons/keyboard';
import Languages from '@lucide/svelte/icons/languages';
import Merge from '@lucide/svelte/icons/merge';
import PanelBottom from '@lucide/svelte/icons/panel-bottom';
import Play from '@lucide/svelte/icons/play';
import Plus from '@lucide/svelte/icons/plus';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import SunMoon from '@lucide/svelte/icons/sun-moon';
import User from '@lucide/svelte/icons/user';
import { claimText } from '#core/lab-api/scenario-text/languages.ts';
import { CLAIM_IDS } from '#core/lab-api/scenario-views.ts';
import { AREAS } from '../../state/areas.ts';
import type { LabWindow } from '../../state/lab-window.svelte.ts';
import type { Text } from '../../text/use-text.svelte.ts';
import type { Icon } from '../../ui/icon.ts';
import { AREA_ICONS } from '../frame/area-icons.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const ENTRIES_MAX = 8;

function commands(labWindow: LabWindow, text: Text): readonly PaletteEntry[] {
  const { story, theatre, panels, settings, frame, opener } = labWindow;
  const stage = text.t('area.theatre');
  const toStory = (): void => {
    labWindow.goTo('theatre');
    theatre.mode = 'story';
  };
  const entry = (id: string, title: string, hint: string, icon: Icon, run: () => void): PaletteEntry => ({
    id,
    title,
    hint,
    icon,
    run,
  });
  return [
    entry('play', text.t('story.play'), stage, Play, () => {
      toStory();
      story.play();
    }),
    ...([1, 2] as const).map((version) =>
      entry(`reset${version}`, text.t('palette.resetStory', { version }), stage, RotateCcw, () => {
        toStory();
        void labWindow.setTransactionVersion(version);
      }),
    ),
    entry('lab', text.t('story.freeLab'), stage, Fence, () => {
      labWindow.goTo('theatre');
      theatre.mode = 'lab';
    }),
    entry('producer', text.t('lab.addProducer'), stage, Plus, () => {
      labWindow.goTo('theatre');
      theatre.mode = 'lab';
      panels.openAddProducer();
    }),
    entry('open', text.t('open.action'), text.t('area.logs'), FolderOpen, () => opener.ask()),
    entry('timeline', text.t('palette.foldTimeline'), '`', PanelBottom, () =>
      settings.foldTimeline(!frame.isTimelineFolded),
    ),
    entry('theme', text.t('palette.theme'), '', SunMoon, () => settings.turnTheme()),
    entry('language', text.t('palette.language'), '', Languages, () =>
      settings.setLanguage(settings.language === 'en' ? 'ko' : 'en'),
    ),
    entry('keys', text.t('palette.keys'), '?', Keyboard, () => panels.openKeys()),
  ];
}

function areas(labWindow: LabWindow, text: Text): readonly PaletteEntry[] {
  return AREAS.map((area, i) => ({
    id: `area ${area}`,
    title: text.t(`area.${area}`),
    hint: String(i + 1),
    icon: AREA_ICONS[area],
    run: () => labWindow.goTo(area),
  }));
}

function producers(labWindow: LabWindow, text: Text): readonly PaletteEntry[] {
  return labWindow.theatre.processes.value.map((process) => ({
    id: `process ${process.id}`,
    title: `${process.id}  ${process.name}`,
    hint: process.osPid === null ? text.t(`glyph.${process.state}`) : `pid ${process.osPid}`,
    icon: User,
    run: () => labWindow.selection.select({ kind: 'process', process: process.id }),
  }));
}

function transactionalIds(labWindow: LabWindow): readonly PaletteEntry[] {
  return labWindow.transactions.list.value.map(({ transactionalId, producerId, state }) => ({
    id: `transaction ${transactionalId}`,
    title: transactionalId,
    hint: `pid ${producerId}, ${state}`,
    icon: Merge,
    run: () => void labWindow.openTransaction(transactionalId),
  }));
}

/** Claims by their number or their words. */
function claims(labWindow: LabWindow, text: Text): readonly PaletteEntry[] {
  return CLAIM_IDS.map((claim) => ({
    id: `claim ${claim}`,
    title: `${claim}  ${claimText(text.language, claim)?.says ?? ''}`,
    hint: text.t('area.scenarios'),
    icon: AREA_ICONS.scenarios,
    run: () => labWindow.openClaim(claim),
  }));
}

/** `@orders-0:17`, or `@orders-0` for its end. */
function offsets(labWindow: LabWindow, query: string, text: Text): readonly PaletteEntry[] {
  const [, name = '', number] = /^@([^:]*)(?::(\d*))?$/.exec(query) ?? [];
  return labWindow.logs.partitions.value
    .filter((one) => `${one.topic}-${one.partition}`.startsWith(name) && one.logEndOffset > 0)
    .map((one) => {
      const partition = `${one.topic}-${one.partition}`;
      const offset = number === undefined || number === '' ? one.logEndOffset - 1 : Number(number);
      return {
        id: `offset ${partition}`,
        title: text.t('palette.offsetOf', { partition, offset }),
        hint: text.t('area.logs'),
        icon: Binary,
        run: () => void labWindow.openOffset(one, offset),
      };
    });
}

function rank(entry: PaletteEntry, query: string): number {
  const title = entry.title.toLowerCase();
  const hint = entry.hint.toLowerCase();
  if (title === query || hint === query) return 3;
  if (title.startsWith(query)) return 2;
  return title.includes(query) || hint.includes(query) ? 1 : 0;
}

function matching(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  if (query === '') return entries.slice(0, ENTRIES_MAX);
  return entries
    .map((entry) => ({ entry, rank: rank(entry, query) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map((one) => one.entry)
    .slice(0, ENTRIES_MAX);
}

/** Groups that have something for the query, in the order in which they are shown. */
export function paletteGroups(labWindow: LabWindow, typed: string, text: Text): readonly PaletteGroup[] {
  const query = typed.trim().toLowerCase();
  const group = (id: string, title: string, entries: readonly PaletteEntry[]): PaletteGroup => ({
    id,
    title,
    entries,
  });
  const all = query.startsWith('@')
    ? [group('offsets', text.t('palette.goTo'), offsets(labWindow, query, text).slice(0, ENTRIES_MAX))]
    : query.startsWith('>')
      ? [group('do', text.t('palette.do'), matching(commands(labWindow, text), query.slice(1).trim()))]
      : [
          group('go', text.t('palette.goTo'), matching(areas(labWindow, text), query)),
          group('do', text.t('palette.do'), matching(commands(labWindow, text), query)),
          group('producers', text.t('palette.producers'), matching(producers(labWindow, text), query)),
          group('ids', text.t('palette.transactions'), matching(transactionalIds(labWindow), query)),
          ...(query === ''
            ? []
            : [group('claims', text.t('area.scenarios'), matching(claims(labWindow, text), query))]),
        ];
  return all.filter((one) => one.entries.length > 0);
}

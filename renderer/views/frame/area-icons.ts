import Fence from '@lucide/svelte/icons/fence';
import FlaskConical from '@lucide/svelte/icons/flask-conical';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Logs from '@lucide/svelte/icons/logs';
import Merge from '@lucide/svelte/icons/merge';
import Package from '@lucide/svelte/icons/package';
import Stethoscope from '@lucide/svelte/icons/stethoscope';
import type { Area } from '../../state/areas.ts';
import type { Icon } from '../../ui/icon.ts';

/** The picture of each area, in the rail and in the palette. */
export const AREA_ICONS: { readonly [A in Area]: Icon } = {
  theatre: Fence,
  logs: Logs,
  transactions: Merge,
  scenarios: ListChecks,
  experiments: FlaskConical,
  doctor: Stethoscope,
  evidence: Package,
};

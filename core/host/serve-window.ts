import type { Cancel } from '#core/base/clock.ts';
import { serveWindow as serve } from '#core/lab/serve-window.ts';
import type { LabTransport } from '#core/lab-api/transport.ts';
import type { RunningLab } from './start-lab.ts';

/** Answers one window of a running lab until it goes away, or until the returned function is called. */
export function serveWindow({ lab }: RunningLab, transport: LabTransport): Cancel {
  return serve(lab, transport);
}

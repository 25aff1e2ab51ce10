import type { Cancel } from '#core/base/clock.ts';
import { serveLab } from '#core/lab-api/server.ts';
import type { LabTransport } from '#core/lab-api/transport.ts';
import { EventFeed } from '#core/observe/event-feed.ts';
import { labHandlers } from './calls/handlers.ts';
import { describeFailure } from './describe-failure.ts';
import type { Lab } from './lab.ts';
import { isOfInterest } from './readers/reader-client-id.ts';

/** Answers one window until it goes away, the lab stops, or the returned function is called. */
export function serveWindow(lab: Lab, transport: LabTransport): Cancel {
  const { clock, bus, journal } = lab;
  const stop = serveLab({
    transport,
    handlers: labHandlers(lab),
    openFeed: (send) => new EventFeed({ clock, bus, journal, send, accepts: isOfInterest }),
    describeFailure,
  });
  lab.scope.add(stop);
  return stop;
}

/** Settings of single groups: `configs --group` in all its forms. */

import { sorted } from './normalise.ts';
import type { Step } from './step.ts';
import { step } from './step.ts';

export const GROUP_SETTING_STEPS: readonly Step[] = [
  step('configs --describe --entity-type groups', { also: sorted }),
  step('configs --describe --group some'),
  step('configs --describe --group some --all', { also: sorted }),
  step('configs --alter --group some --add-config consumer.session.timeout.ms=50000'),
  step('configs --describe --group some'),
  step(
    'configs --alter --group some --add-config consumer.heartbeat.interval.ms=6000,share.isolation.level=read_committed',
  ),
  step('configs --describe --entity-type groups --entity-name some', { also: sorted }),
  step('configs --describe --group some --all', { also: sorted }),
  step('configs --describe --entity-type groups', { also: sorted }),
  step('configs --alter --group some --add-config consumer.session.timeout.ms=1'),
  step('configs --alter --group some --add-config consumer.session.timeout.ms=soon'),
  step('configs --alter --group some --add-config consumer.heartbeat.interval.ms=16000'),
  step('configs --alter --group some --add-config streams.num.standby.replicas=3'),
  step('configs --alter --group some --add-config share.auto.offset.reset=by_duration:PT1H'),
  step('configs --alter --group some --add-config share.auto.offset.reset=sometimes'),
  step('configs --alter --group some --add-config no.such=1'),
  step('configs --alter --group some --delete-config no.such'),
  step(
    'configs --alter --entity-type groups --entity-default --add-config consumer.session.timeout.ms=50000',
  ),
  step('configs --alter --group some --delete-config share.isolation.level,share.auto.offset.reset'),
  step('configs --describe --group some', { also: sorted }),
  step(
    'configs --alter --group some --delete-config consumer.session.timeout.ms,consumer.heartbeat.interval.ms',
  ),
  step('configs --describe --group some'),
  step('configs --describe --entity-type groups', { also: sorted }),
];

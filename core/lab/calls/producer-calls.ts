import { labError } from '#core/lab-api/lab-error.ts';
import type { ProcessView, ProducerSettings } from '#core/lab-api/views.ts';
import type { Lab } from '../lab.ts';
import type { LabProcess } from '../producers/lab-process.ts';
import type { ProducerCommand } from '../producers/producer-messages.ts';
import { brokerStanding } from '../views/transaction-views.ts';
import { type CallsOf, snapshot } from './calls-of.ts';

/** Partitions of a topic that is made because a producer was to write to it. */
const DEFAULT_PARTITIONS = 2;

type Act = ProcessView['can'][number];

export function producerCalls(lab: Lab): CallsOf<'producers'> {
  const { stage, bus } = lab;
  const view = (process: LabProcess): ProcessView =>
    process.view(brokerStanding(process, lab.history, (id) => lab.transaction(id)));
  const start = async (settings: ProducerSettings): Promise<ProcessView> => {
    if (lab.broker.topics.get(settings.topic) === undefined) {
      await lab.createTopic(settings.topic, DEFAULT_PARTITIONS);
    }
    const { process } = await stage.start(settings);
    return view(process);
  };
  const clientCall =
    (act: Act & ('begin' | 'commit' | 'abort' | 'close')) =>
    async ({ process: id }: { readonly process: string }): Promise<ProcessView> => {
      const process = able(stage.get(id), act);
      await process.command({ kind: act });
      return view(process);
    };
  return {
    'producers.list': () => snapshot(bus, stage.all().map(view)),
    'producers.start': start,
    'producers.twin': ({ process }) => start(stage.get(process).settings),
    'producers.freeze': async ({ process: id }) => {
      const process = able(stage.get(id), 'freeze');
      await process.freeze();
      return view(process);
    },
    'producers.thaw': async ({ process: id }) => {
      const process = able(stage.get(id), 'thaw');
      await process.thaw();
      return view(process);
    },
    'producers.kill': async ({ process: id }) => {
      const process = able(stage.get(id), 'kill');
      await process.kill();
      return view(process);
    },
    'producers.begin': clientCall('begin'),
    'producers.commit': clientCall('commit'),
    'producers.abort': clientCall('abort'),
    'producers.close': clientCall('close'),
    'producers.send': async ({ process: id, count }) => {
      const process = able(stage.get(id), 'send');
      await process.command({ kind: 'send', count, records: null });
      return view(process);
    },
    'producers.setRate': async ({ process: id, transactionsPerSecond }) => {
      const process = stage.get(id);
      if (process.state !== 'running') throw cannot(process, 'change its rate');
      const command: Omit<Extract<ProducerCommand, { kind: 'setRate' }>, 'id'> = {
        kind: 'setRate',
        transactionsPerSecond,
      };
      await process.command(command);
      process.rate = transactionsPerSecond;
      return view(process);
    },
    'producers.dismiss': ({ process }) => {
      stage.dismiss(process);
      return null;
    },
  };
}

/** The process, if this makes sense for it now. */
function able(process: LabProcess, act: Act): LabProcess {
  if (!process.can().includes(act)) throw cannot(process, act);
  return process;
}

function cannot(process: LabProcess, act: string): Error {
  const transaction = process.belief?.state;
  const standing = transaction === undefined ? process.state : `${process.state}, ${transaction}`;
  return labError(
    'NOT_NOW',
    `${process.id} cannot ${act}: it is ${standing}.`,
    process.state === 'frozen' ? `Thaw ${process.id} first.` : null,
  );
}

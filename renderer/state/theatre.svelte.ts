/** The stage: producer processes and the lanes of the topics they write to, of the story or of the free lab. */
import type { LaneView, ProcessView } from '#core/lab-api/views.ts';
import type { LabSession } from './lab-session.svelte.ts';
import { LiveView } from './live-view.svelte.ts';

/** Records read for each lane: more than fit on any window. */
const LANE_RECORDS = 200;

/** Commands about one process that need nothing but its name. */
export type ProcessCommand =
  | 'freeze'
  | 'thaw'
  | 'kill'
  | 'begin'
  | 'commit'
  | 'abort'
  | 'close'
  | 'twin'
  | 'dismiss';

export class Theatre {
  readonly processes: LiveView<readonly ProcessView[]>;
  /** Lanes of every topic that is not internal. */
  readonly lanes: LiveView<readonly LaneView[]>;
  mode: 'story' | 'lab' = $state('story');
  /** Topics that the person put away, in the free lab. */
  hiddenTopics: readonly string[] = $state.raw([]);

  readonly #session: LabSession;

  constructor(session: LabSession) {
    this.#session = session;
    this.processes = new LiveView<readonly ProcessView[]>(
      [],
      async () => (await session.call('producers.list', null)).value,
    );
    this.lanes = new LiveView<readonly LaneView[]>(
      [],
      async () => (await session.call('log.lanes', { topics: [], recordsMax: LANE_RECORDS })).value,
    );
  }

  /** Topics that somebody writes to now come first, so that what happens is seen without scrolling. */
  readonly topics = $derived.by(() => {
    const all = [...new Set(this.lanes.value.map((lane) => lane.topic))];
    const written = new Set(
      this.processes.value.filter((one) => one.state !== 'dead').map((one) => one.settings.topic),
    );
    return [...all.filter((topic) => written.has(topic)), ...all.filter((topic) => !written.has(topic))];
  });

  find(process: string): ProcessView | null {
    return this.processes.value.find((one) => one.id === process) ?? null;
  }

  showTopic(topic: string, isShown: boolean): void {
    const others = this.hiddenTopics.filter((hidden) => hidden !== topic);
    this.hiddenTopics = isShown ? others : [...others, topic];
  }

  /** @throws {LabError} (as rejection) when the process cannot do it. */
  async command(process: string, command: ProcessCommand): Promise<void> {
    await this.#session.call(`producers.${command}`, { process });
    await this.processes.reload();
  }

  /** Lets a producer send so many records. */
  async send(process: string, count: number): Promise<void> {
    await this.#session.call('producers.send', { process, count });
  }

  /** Starts a process with the same settings as one that has ended, which leaves the stage. */
  async startAgain(process: ProcessView): Promise<void> {
    await this.#session.call('producers.start', process.settings);
    await this.command(process.id, 'dismiss');
  }
}

import type { Transcript, WireSubject } from '../../support/wire-subject.ts';

export interface WireScenario {
  readonly title: string;
  /** Settings that the broker is started with. */
  readonly config?: { readonly [key: string]: string };
  /** The scenario whose recorded answers have to be given here, where Kafka itself answers in more than one way. */
  readonly answersOf?: string;
  readonly run: (subject: WireSubject, transcript: Transcript, transactionVersion: 1 | 2) => Promise<void>;
}

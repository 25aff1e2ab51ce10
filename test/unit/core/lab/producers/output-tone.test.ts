import { describe, expect, it } from 'vitest';
import { apiOf, toneOf } from '#core/lab/producers/output-tone.ts';

describe('a line of output', () => {
  it.each([
    ['SIGSTOP: stopped, transaction open', 'signal'],
    ['SIGCONT: awake after 6.50 s', 'signal'],
    ['txn 1 committed, epoch is now 1', 'good'],
    ['Produce: 47 INVALID_PRODUCER_EPOCH', 'refused'],
    ['ProducerFencedException, closing', 'refused'],
    ['51 CONCURRENT_TRANSACTIONS, retry', 'normal'],
    ['txn 2 begin (local, no frame)', 'normal'],
    ['acked orders-0 @8..9', 'normal'],
  ])('%j is %s', (text, tone) => {
    expect(toneOf(text)).toBe(tone);
  });

  it.each([
    ['Produce: 47 INVALID_PRODUCER_EPOCH', { api: 'Produce', errorCode: 47 }],
    ['51 CONCURRENT_TRANSACTIONS, retry', { api: '', errorCode: 51 }],
    ['acked orders-0 @8..9', { api: 'Produce', errorCode: 0 }],
    ['initTransactions: pid 1000, epoch 3', { api: 'InitProducerId', errorCode: 0 }],
    ['txn 1 committed', { api: 'EndTxn', errorCode: 0 }],
    ['txn 2 begin (local, no frame)', undefined],
  ])('%j speaks of %j', (text, spoken) => {
    expect(apiOf(text)).toEqual(spoken);
  });
});

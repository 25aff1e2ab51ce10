import { describe, expect, it } from 'vitest';
import { describeFailure } from '#core/lab/describe-failure.ts';
import { failureOf } from '#core/lab-api/lab-error.ts';
import { saidOf } from '#core/lab-api/said.ts';
import type { ByteField } from '#core/lab-api/views.ts';
import { KafkaError } from '#core/protocol/kafka-error.ts';
import { textOf } from '../../../../renderer/text/messages.svelte.ts';
import { sayCheck } from '../../../../renderer/text/say-check.ts';
import { sayError } from '../../../../renderer/text/say-error.ts';
import { sayFailure } from '../../../../renderer/text/say-failure.ts';
import { sayStop } from '../../../../renderer/text/say-stop.ts';
import { sayField } from '../../../../renderer/views/logs/say-field.ts';

const english = textOf(() => 'en');
const korean = textOf(() => 'ko');

describe('what the lab says', () => {
  it('is said in the language of the window, with the reason in it', () => {
    const message = 'x.fence was not opened: a is a link.';
    const failure = failureOf({
      code: 'PACK_REFUSED',
      exception: null,
      message,
      hint: 'Nothing of it was kept.',
    });
    expect(sayFailure(failure, english)).toEqual({
      title: 'x.fence was not opened: a is a link',
      text: 'Nothing of it was kept.',
    });
    expect(sayFailure(failure, korean)).toEqual({
      title: 'x.fence를 열지 않았습니다: a는 링크입니다.',
      text: '아무것도 남기지 않았습니다.',
    });
  });

  it('of damage in a pack is said with what Kafka does, whatever the pack makes of it', () => {
    const params = {
      file: 'orders-0/00000000000000000000.txnindex',
      position: 0,
      expected: '',
      found: 'it is missing, and the log has the ABORT marker of producer id 1 at offset 4',
      clean: 'aborted-delivered',
      unclean: 'rebuilt',
    };
    expect(sayCheck({ check: 'damage', params }, english)).toBe(
      'Damage, left as it was found: orders-0/00000000000000000000.txnindex: it is missing, and the log has the ABORT marker of producer id 1 at offset 4. Kafka, when it starts after an orderly stop: hands aborted records to read_committed consumers. After a crash: makes the file anew.',
    );
    expect(sayCheck({ check: 'damage', params }, korean)).toContain(
      '정상 종료 뒤에 Kafka를 시작하면 read_committed 컨슈머가 중단된 레코드를 받습니다.',
    );
    const forged = {
      ...params,
      position: 350,
      expected: 'a batch',
      found: 'zeros',
      clean: 'x',
      unclean: '__proto__',
    };
    expect(sayCheck({ check: 'damage', params: forged }, korean)).toBe(
      '손상된 그대로 남은 파일: orders-0/00000000000000000000.txnindex: 350번 바이트부터 손상됨: 예상 배치, 실제 0으로 채워진 바이트. ',
    );
  });

  it('of an error of Kafka keeps its name, and says its meaning', () => {
    const failure = describeFailure(new KafkaError('PRODUCER_FENCED'));
    expect(sayFailure(failure, english)).toEqual({
      title: '90 PRODUCER_FENCED: A newer producer with the same transactional.id took over.',
      text: 'Close this producer; its epoch can never be used again.',
    });
    expect(sayFailure(failure, korean)).toEqual({
      title: '90 PRODUCER_FENCED: 같은 transactional.id를 쓰는 더 새로운 프로듀서가 넘겨받았습니다.',
      text: '이 프로듀서를 닫으세요. 그 에포크는 다시 쓸 수 없습니다.',
    });
    expect(sayError(47, korean)).toBe('프로듀서의 에포크가 파티션이 본 가장 새로운 것보다 낮습니다.');
    expect([0, 9999].map((code) => sayError(code, korean))).toEqual([undefined, undefined]);
  });

  it('of an error code in a frame is its name and its meaning', () => {
    const field: ByteField = {
      at: 0,
      size: 2,
      depth: 0,
      name: 'errorCode',
      type: 'int16',
      value: '47 INVALID_PRODUCER_EPOCH',
      isDeciding: true,
      say: { key: 'bytes.frame.errorCode', params: { value: 47, name: 'INVALID_PRODUCER_EPOCH' } },
    };
    expect(sayField(field, english)).toBe(
      "Error 47, INVALID_PRODUCER_EPOCH. The producer's epoch is older than the newest one that the partition has seen.",
    );
  });

  it('about damage has no English words in Korean', () => {
    const stop = {
      expected: saidOf('a batch header of 61 bytes', 'damage'),
      found: saidOf('30 bytes: baseTimestamp has 3 of 8 bytes; without maxTimestamp, producerId', 'damage'),
    };
    expect(sayStop(stop, korean)).toBe(
      '예상 61바이트의 배치 헤더, 실제 30바이트, baseTimestamp의 8바이트 가운데 3바이트만 있음, 없는 필드: maxTimestamp, producerId',
    );
  });
});

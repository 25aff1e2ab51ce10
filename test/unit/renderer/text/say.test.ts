import { describe, expect, it } from 'vitest';
import { failureOf } from '#core/lab-api/lab-error.ts';
import { saidOf } from '#core/lab-api/said.ts';
import { textOf } from '../../../../renderer/text/messages.svelte.ts';
import { sayFailure } from '../../../../renderer/text/say-failure.ts';
import { sayStop } from '../../../../renderer/text/say-stop.ts';

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

/** The chapter's scenarios of what is lost and sent again, in Korean. */
import type { ScenarioTexts } from './scenario-text.ts';

export const deliveryLossesKo: ScenarioTexts = {
  'at-least-once': {
    title: '잃어버린 응답과 잃어버린 요청',
    intro:
      '멱등성이 없는 프로듀서가 레코드 하나를 보냅니다. 한 번은 브로커가 쓴 뒤에, 한 번은 쓰기 전에 연결이 끊깁니다.',
    steps: {
      start: '프로듀서 두 개를 시작합니다: acks=all, enable.idempotence=false.',
      lostAck: '브로커가 레코드를 쓰고, 응답하기 전에 연결이 끊깁니다.',
      lostRequest: '브로커가 요청을 처리하기 전에 연결이 끊깁니다.',
    },
    checks: {
      sentTwice: 'Produce 요청 수, 응답을 잃었을 때',
      duplicate: '로그의 레코드, 응답을 잃었을 때',
      ackedOffset: '프로듀서가 받은 오프셋',
      sentTwiceToo: 'Produce 요청 수, 요청을 잃었을 때',
      once: '로그의 레코드, 요청을 잃었을 때',
      onceOffset: '프로듀서가 받은 오프셋, 요청을 잃었을 때',
    },
    question: {
      ask: '브로커가 레코드를 저장했지만 응답이 사라졌습니다. 로그에는 몇 번 남을까요?',
      options: {
        one: {
          label: '한 번',
          why: '프로듀서 ID가 없으면 브로커는 재시도와 새 레코드를 구별하지 못합니다.',
        },
        two: {
          label: '두 번',
          why: '프로듀서는 아무 응답도 받지 못해 다시 보냈고, 브로커에게는 새 레코드입니다.',
        },
        none: {
          label: '남지 않습니다: 쓰기가 취소됩니다',
          why: '연결이 끊겼다고 해서 브로커가 이미 쓴 것을 되돌리지는 않습니다.',
        },
      },
    },
  },
  'at-most-once': {
    title: '다시 보내지 않는 프로듀서',
    intro: 'A, B, C를 차례로 보내고, B와 함께 연결이 끊깁니다. 한 번은 retries=0, 한 번은 acks=0입니다.',
    steps: {
      start: '프로듀서 두 개를 시작합니다: retries=0, 그리고 acks=0.',
      noRetries: 'retries=0: B를 잃고, 애플리케이션은 그것을 압니다.',
      noAcks: 'acks=0: B를 잃고, 아무도 모릅니다.',
    },
    checks: {
      toldOfLoss: 'B의 오류, retries=0',
      requests: 'Produce 요청 수, retries=0',
      log: '로그의 레코드, retries=0',
      toldNothing: 'B의 오류, acks=0',
      requestsNoAcks: 'Produce 요청 수, acks=0',
      logNoAcks: '로그의 레코드, acks=0',
    },
    question: {
      ask: 'B가 가는 길에 사라졌고 다시 보내지 않습니다. 로그에는 무엇이 남을까요?',
      options: {
        abc: { label: 'A B C', why: 'B를 두 번째로 보내는 쪽이 없습니다.' },
        ac: { label: 'A C', why: 'B는 로그에 닿지 못했고, C는 B를 기다리지 않았습니다.' },
        acb: { label: 'A C B', why: '그러려면 재시도가 있어야 하는데 없습니다.' },
      },
    },
  },
  'acks-zero': {
    title: '기다릴 응답이 없습니다',
    intro:
      '같은 레코드를 acks=0, 1, all로 보내고 어느 요청에 응답이 오는지 봅니다. 이어서 같은 부하를 세 설정으로 측정합니다.',
    steps: {
      frames: '설정마다 레코드를 하나씩 보냅니다.',
      load: '설정마다 같은 부하를 겁니다.',
    },
    checks: {
      answers0: 'Produce에 대한 응답 수, acks=0',
      answers1: 'Produce에 대한 응답 수, acks=1',
      answersAll: 'Produce에 대한 응답 수, acks=all',
      stored: '로그의 레코드 수',
      throughput: '초당 레코드, acks=0, 1, all',
      latency: '지연의 중앙값(ms), acks=0, 1, all',
    },
    question: {
      ask: 'acks=0인 Produce 요청에 브로커는 무엇으로 응답할까요?',
      options: {
        offset: { label: '오프셋. 기다리지 않을 뿐입니다', why: '브로커는 한 바이트도 보내지 않습니다.' },
        empty: { label: '빈 응답', why: '브로커는 한 바이트도 보내지 않습니다.' },
        nothing: {
          label: '응답하지 않습니다',
          why: '응답 프레임이 없습니다. 오류가 나면 브로커는 연결을 닫을 뿐입니다.',
        },
      },
    },
  },
  'known-retry': {
    title: '브로커가 알아보는 재시도',
    intro: '멱등 프로듀서가 응답 하나를 잃습니다. 브로커가 무엇을 기억하는지 앞뒤로 읽어 봅니다.',
    steps: {
      start: '멱등 프로듀서를 시작합니다. 파티션은 아직 이 프로듀서를 모릅니다.',
      write: '레코드가 쓰이고, 응답하기 전에 연결이 끊깁니다.',
      again: '같은 배치를 다시 보냅니다.',
    },
    checks: {
      before: '처음에 파티션이 기억하는 것',
      firstAnswer: '사라진 응답의 baseOffset',
      afterWrite: '쓴 뒤에 파티션이 기억하는 것',
      sameSequence: '두 요청의 baseSequence',
      secondAnswer: '두 번째 요청에 대한 응답',
      acked: '프로듀서가 받은 오프셋',
      onDisk: '로그의 레코드',
      afterRetry: '재시도 뒤에 파티션이 기억하는 것',
    },
    question: {
      ask: '이미 로그에 있는 배치가 다시 왔습니다. 브로커는 어떻게 할까요?',
      options: {
        stored: {
          label: '다시 저장합니다',
          why: '프로듀서 ID와 시퀀스를 보고 이미 있는 배치임을 압니다.',
        },
        refused: {
          label: '거절합니다: DUPLICATE_SEQUENCE_NUMBER (46)',
          why: '옛 브로커의 응답입니다. 프로듀서에게 첫 쓰기는 성공이어야 합니다.',
        },
        acknowledged: {
          label: '처음의 오프셋으로 응답합니다',
          why: '아무것도 쓰지 않고, 프로듀서는 처음에 받았어야 할 응답을 받습니다.',
        },
      },
    },
  },
  'next-sequence-only': {
    title: '시퀀스의 빈틈',
    intro:
      '어떤 클라이언트도 보내지 않을 시퀀스를 Produce 요청에 직접 담아 보냅니다: 바로 다음 값, 하나 건너뛴 값, 그리고 파티션이 모르는 프로듀서 ID의 첫 값.',
    steps: {
      next: '시퀀스 0, 1, 2를 배치 두 개로 보냅니다.',
      gap: '시퀀스 4를 보내고, 이어서 3을 보냅니다.',
      unknown: '다른 프로듀서 ID가 시퀀스 7로 시작하고 9로 이어 갑니다.',
    },
    checks: {
      inOrder: '시퀀스 0과 2에 대한 응답',
      gap: '3의 차례에 온 시퀀스 4에 대한 응답',
      next: '시퀀스 3에 대한 응답',
      onDisk: '로그의 레코드',
      unknown: '모르는 프로듀서 ID의 시퀀스 7에 대한 응답',
      unknownGap: '이어진 시퀀스 9에 대한 응답',
    },
    question: {
      ask: '시퀀스 2 다음에 시퀀스 4인 배치가 왔습니다. 브로커는 어떻게 할까요?',
      options: {
        stored: { label: '저장합니다: 4는 2보다 큽니다', why: '그러면 3이 앞에 올 수 없게 됩니다.' },
        refused: {
          label: '거절합니다: OUT_OF_ORDER_SEQUENCE_NUMBER (45)',
          why: '사이에 빠진 것이 있고, 그것은 프로듀서만 보낼 수 있습니다.',
        },
        held: {
          label: '3이 올 때까지 가지고 기다립니다',
          why: '브로커는 들고 기다리지 않습니다. 쓰거나 거절합니다.',
        },
      },
    },
  },
};

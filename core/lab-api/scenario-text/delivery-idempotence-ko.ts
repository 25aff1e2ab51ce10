/** The chapter's scenarios of what idempotence keeps, costs and does not cover, in Korean. */
import type { ScenarioTexts } from './scenario-text.ts';

export const deliveryIdempotenceKo: ScenarioTexts = {
  'order-kept': {
    title: '동시에 보낸 배치 세 개, 가운데가 실패',
    intro:
      '멱등 프로듀서가 레코드 0~10, 11~20, 21~30을 B0, B1, B2로 기다리지 않고 보냅니다. 브로커는 B1을 NOT_ENOUGH_REPLICAS로 한 번 거절합니다.',
    steps: {
      start: '멱등 프로듀서를 시작합니다. 다른 파티션에 보낸 첫 레코드가 연결을 엽니다.',
      send: 'B0, B1, B2를 한꺼번에 보내고 B1이 거절됩니다.',
      disk: '로그에 있는 것을 봅니다.',
    },
    checks: {
      sequences: '요청의 baseSequence, 온 순서대로',
      answers: '응답, 온 순서대로',
      order: '로그의 배치',
      offsets: '배치의 baseOffset',
    },
    question: {
      ask: 'B0은 저장되었고 B1은 실패했으며 B2는 이미 가는 중입니다. B2는 어떻게 될까요?',
      options: {
        stored: { label: 'B0 뒤에 저장됩니다', why: 'B2의 시퀀스는 B0 바로 다음이 아닙니다.' },
        refused: {
          label: '거절되고, B1 다음에 다시 보냅니다',
          why: 'B1의 시퀀스가 빠져 있습니다: OUT_OF_ORDER_SEQUENCE_NUMBER (45). 프로듀서는 B1을 먼저, 이어서 B2를 다시 보냅니다.',
        },
        held: {
          label: 'B1이 올 때까지 브로커가 가지고 기다립니다',
          why: '브로커는 들고 기다리지 않습니다.',
        },
      },
    },
  },
  'order-lost': {
    title: '멱등성 없이 같은 실패',
    intro:
      '다시 B0, B1, B2를 보내고 B1이 한 번 거절됩니다. 이번에는 프로듀서 ID가 없습니다. 이어서 요청을 하나씩만 보내 봅니다.',
    steps: {
      start: '멱등성이 없는 프로듀서 두 개를 시작합니다: 동시 요청 5개, 그리고 1개.',
      five: '동시 요청 5개: B0, B1, B2를 한꺼번에 보냅니다.',
      one: '동시 요청 1개: 앞 요청의 응답을 기다린 뒤에 보냅니다.',
    },
    checks: {
      answers: '동시 요청 5개일 때의 응답, 온 순서대로',
      order: '로그의 배치, 동시 요청 5개',
      orderOfOne: '로그의 배치, 동시 요청 1개',
    },
    question: {
      ask: 'B2가 가는 중에 B1이 실패했고 멱등성은 없습니다. 로그에는 무엇이 남을까요?',
      options: {
        inOrder: { label: 'B0 B1 B2', why: '시퀀스가 없으면 브로커는 B1이 빠진 것을 모릅니다.' },
        swapped: {
          label: 'B0 B2 B1',
          why: 'B2는 도착했을 때 저장되었고, 다시 보낸 B1은 그 뒤에 왔습니다.',
        },
        lost: {
          label: 'B0 B2',
          why: 'NOT_ENOUGH_REPLICAS는 다시 시도할 수 있는 오류라서 B1을 다시 보냅니다.',
        },
      },
    },
  },
  'five-batches': {
    title: '브로커는 어디까지 기억하는가',
    intro:
      '프로듀서 ID 하나로 배치 여섯 개를 씁니다. 그리고 오래된 배치 하나, 더 오래된 배치 하나를 다시 보냅니다.',
    steps: {
      write: '레코드 두 개짜리 배치 여섯 개를 씁니다.',
      fifth: '뒤에서 다섯 번째 배치를 다시 보냅니다.',
      sixth: '뒤에서 여섯 번째 배치를 다시 보냅니다.',
    },
    checks: {
      six: '배치 여섯 개에 대한 응답',
      fifth: '다시 보낸 다섯 번째에 대한 응답',
      recognised: 'log.duplicate 이벤트 수',
      sixth: '다시 보낸 여섯 번째에 대한 응답',
      endOffset: '로그 끝 오프셋',
    },
    question: {
      ask: '뒤에서 다섯 번째 배치는 알아보았습니다. 여섯 번째는 어떨까요?',
      options: {
        acknowledged: { label: '그것도 알아봅니다', why: '브로커는 전부가 아니라 다섯 개를 기억합니다.' },
        refused: {
          label: '순서가 어긋났다고 거절합니다',
          why: '잊었으므로 마지막 시퀀스에 이어지지 않는 배치일 뿐입니다. 동시에 다섯 개를 넘게 보내는 클라이언트가 없으므로 실제로 여기까지 오지는 않습니다.',
        },
        stored: { label: '한 번 더 저장합니다', why: '시퀀스가 다음 차례가 아닙니다.' },
      },
    },
  },
  'idempotence-cost': {
    title: '멱등성의 비용',
    intro:
      '같은 부하를 멱등성을 켜고 끈 채로 일곱 번씩, 쌍으로, 각자의 프로세스에서 실행합니다. 쌍들의 중앙값이 측정값입니다.',
    steps: { pairs: '실행을 일곱 쌍 합니다.' },
    checks: { pairs: '실행한 쌍의 수', cost: '처리량 손실: 중앙값, 최소와 최대' },
  },
  'idempotence-conflicts': {
    title: '멱등성과 충돌하는 설정',
    intro:
      'enable.idempotence=true를 적은 프로듀서 다섯 개를 시작합니다. 하나는 다른 설정과 맞고, 넷은 충돌합니다.',
    steps: {
      agree: 'acks=all, 동시 요청 5개.',
      conflict: 'acks=0, acks=1, retries=0, 동시 요청 6개.',
      ended: '네 프로세스가 어떻게 되었는지 봅니다.',
    },
    checks: {
      starts: '설정이 맞는 프로세스의 상태',
      acks0: 'acks=0일 때',
      acks1: 'acks=1일 때',
      retries0: 'retries=0일 때',
      inFlight6: 'max.in.flight.requests.per.connection=6일 때',
      frames: '네 프로세스가 보낸 요청 수',
    },
  },
  'idempotence-default': {
    title: '아무도 청하지 않은 멱등성',
    intro:
      'enable.idempotence를 적지 않은 프로듀서 세 개를 시작합니다: 설정 없음, acks=1, 동시 요청 6개. 멱등성이 켜졌는지는 배치에 나타납니다.',
    steps: {
      nothing: '아무 설정도 없습니다.',
      acks: 'acks=1.',
      inFlight: '동시 요청 6개.',
    },
    checks: {
      default: '배치의 프로듀서 ID, 설정 없음',
      acks: '배치의 프로듀서 ID, acks=1',
      told: '애플리케이션이 받는 예외, acks=1',
      note: '클라이언트 로그에 남는 한 줄, acks=1',
      inFlight: '동시 요청 6개일 때',
    },
    question: {
      ask: '프로듀서가 acks=1만 지정했습니다. 어떻게 될까요?',
      options: {
        refused: {
          label: '시작하지 않습니다: ConfigException',
          why: '설정에 enable.idempotence=true를 직접 적었을 때만 그렇습니다.',
        },
        idempotent: { label: '프로듀서 ID를 붙여 씁니다', why: '멱등성에는 acks=all이 필요합니다.' },
        off: {
          label: '시작하고, 프로듀서 ID 없이 씁니다',
          why: '기본값일 뿐인 것은 물러나고, 애플리케이션은 아무 말도 듣지 못합니다.',
        },
      },
    },
  },
  'producer-id-life': {
    title: '프로듀서 ID의 수명',
    intro: '프로듀서를 정상으로 끝내고 다시 시작합니다. 처음에는 transactional.id 없이, 다음에는 있는 채로.',
    steps: {
      plain: 'transactional.id 없이: 시작, 종료, 시작.',
      transactional: 'transactional.id를 가지고: 시작, 종료, 시작.',
    },
    checks: {
      newId: '두 번의 시작에서 받은 프로듀서 ID',
      onDisk: '로그에 있는 배치의 프로듀서 ID',
      sameId: 'transactional.id가 있는 두 번째 시작의 프로듀서 ID',
      nextEpoch: 'transactional.id가 있는 두 번째 시작의 에포크',
    },
    question: {
      ask: 'transactional.id가 있는 프로듀서를 다시 시작했습니다. 무엇을 받을까요?',
      options: {
        newId: { label: '새 프로듀서 ID', why: '코디네이터가 transactional.id에 묶어 보관합니다.' },
        sameEpoch: {
          label: '같은 프로듀서 ID와 같은 에포크',
          why: '그러면 옛 프로세스와 새 프로세스를 구별할 수 없습니다.',
        },
        nextEpoch: {
          label: '같은 프로듀서 ID와 다음 에포크',
          why: '에포크는 시작한 횟수를 셉니다. 옛 프로세스가 아직 보내는 것은 거절됩니다.',
        },
      },
    },
  },
  'once-and-again': {
    title: '다시 시작한 애플리케이션',
    intro:
      '레코드가 저장되었다는 응답을 듣기 전에 애플리케이션을 강제 종료합니다. 다시 시작하면 그 레코드를 또 보냅니다. 처음에는 멱등 프로듀서로, 다음에는 트랜잭션으로.',
    steps: {
      idempotent: '멱등 프로듀서가 order-1을 보냅니다. 저장되고, 프로세스를 강제 종료합니다.',
      restart: '애플리케이션이 다시 시작하고 order-1을 보냅니다.',
      transaction: '트랜잭션 안에서 order-1이 저장되고, 커밋하기 전에 프로세스를 강제 종료합니다.',
      restartInTransaction: '같은 transactional.id로 다시 시작해 order-1을 보내고 커밋합니다.',
    },
    checks: {
      stored: '다시 시작하기 전 로그의 레코드',
      twoIds: 'order-1을 쓴 프로듀서 ID의 수',
      duplicate: '다시 시작한 뒤 컨슈머가 읽는 것',
      bothOnDisk: 'read_uncommitted가 읽는 것, 트랜잭션일 때',
      once: 'read_committed가 읽는 것, 트랜잭션일 때',
    },
    question: {
      ask: '다시 시작한 애플리케이션이 멱등 프로듀서로 order-1을 또 보냅니다. 어떻게 될까요?',
      options: {
        one: {
          label: '브로커가 알아봅니다: 레코드 하나',
          why: '브로커는 프로듀서 ID와 시퀀스로 알아보는데, 새 프로세스의 ID는 새것입니다.',
        },
        two: {
          label: '다시 저장됩니다: 레코드 둘',
          why: '새 프로세스는 새 프로듀서 ID를 받고 시퀀스 0에서 시작합니다. 브로커에게는 다른 프로듀서입니다.',
        },
        refused: { label: '거절됩니다', why: '새 프로듀서 ID는 시퀀스 0에서 시작할 수 있습니다.' },
      },
    },
  },
};

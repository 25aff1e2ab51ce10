/** The chapter's claims and scenarios in Korean. */
import type { ChapterText } from './scenario-text.ts';

export const deliveryKo: ChapterText = {
  claims: {
    C17: {
      says: '최소 한 번: 응답을 받지 못한 프로듀서는 다시 보냅니다. 브로커가 이미 저장했다면 오프셋 1에 중복이 생기고, 저장하지 않았다면 한 번만 저장됩니다.',
      short: '응답을 잃으면 중복이 생깁니다',
      truth: null,
    },
    C18: {
      says: '최대 한 번: 실패한 뒤 다시 보내지 않는 프로듀서는 레코드를 잃습니다. A는 저장되고, B는 사라지고, C가 이어집니다.',
      short: '재시도가 없으면 잃을 수 있습니다',
      truth: null,
    },
    C19: {
      says: 'acks=0이면 프로듀서는 응답을 기다리지 않습니다.',
      short: 'acks=0은 기다리지 않습니다',
      truth:
        '기다릴 응답 자체가 없습니다. 브로커가 보내지 않습니다. 얼마나 빨라지는지는 기기와 네트워크에 달려 있으므로 측정합니다. acks=all이 acks=1보다 더 걸리는 것은 팔로워가 있을 때뿐이며, 이 브로커에는 없습니다.',
    },
    C20: {
      says: '멱등 프로듀서는 중복을 만들지 않습니다. 브로커가 파티션마다 프로듀서 ID와 시퀀스를 기억하고, 다시 온 배치에는 처음의 오프셋으로 응답합니다.',
      short: '브로커는 재시도를 알아봅니다',
      truth:
        '파티션마다 프로듀서 ID의 마지막 배치 5개를 기억합니다(2.0부터). 브로커를 다시 시작하면 스냅샷과 그 뒤의 로그에 있는 것만 남습니다.',
    },
    C21: {
      says: '브로커는 시퀀스가 마지막 값 + 1인 배치만 저장합니다.',
      short: '바로 다음 시퀀스만 저장됩니다',
      truth:
        '예외가 하나 있습니다. 파티션이 모르는 프로듀서 ID라면 첫 시퀀스는 무엇이든 받습니다(2.5부터, 그 전에는 UNKNOWN_PRODUCER_ID). transaction.version 2에서 트랜잭션 배치는 0에서 시작해야 합니다.',
    },
    C22: {
      says: '배치 세 개를 동시에 보냈을 때 B1이 실패하면 B2도 거절됩니다. 둘 다 다시 보내므로 순서가 지켜집니다.',
      short: '멱등성은 순서를 지킵니다',
      truth:
        '동시에 보내는 요청 5개까지 그렇습니다(2.0부터). max.in.flight.requests.per.connection=1은 필요 없습니다.',
    },
    C23: {
      says: '멱등성이 없으면, 요청 여러 개를 동시에 보낼 때 순서가 바뀔 수 있습니다.',
      short: '멱등성이 없으면 순서가 바뀝니다',
      truth: '레코드를 잃는 retries=0이거나 max.in.flight.requests.per.connection=1이면 바뀌지 않습니다.',
    },
    C24: {
      says: '브로커는 파티션마다 프로듀서 ID의 마지막 배치 5개를 기억합니다. 그보다 오래된 배치는 다시 와도 알아보지 못합니다.',
      short: '브로커는 배치 5개를 기억합니다',
      truth:
        '2.0부터입니다. 여섯 번째 배치는 빈틈으로 여겨 OUT_OF_ORDER_SEQUENCE_NUMBER (45)로 거절합니다. 브로커는 이제 DUPLICATE_SEQUENCE_NUMBER (46)로 응답하지 않습니다.',
    },
    C25: {
      says: '멱등성은 처리량을 최대 20 % 떨어뜨립니다.',
      short: '멱등성의 비용',
      truth: '초기에 알려진 상한입니다. 여기서는 실행을 쌍으로 묶어 측정하고 흩어진 정도와 함께 보여 줍니다.',
    },
    C26: {
      says: 'enable.idempotence=true를 acks=0이나 1, retries=0, 동시 요청 6개 이상과 함께 지정하면 ConfigException이 나고 프로듀서는 시작하지 않습니다.',
      short: '지정한 멱등성은 충돌을 거절합니다',
      truth:
        '설정에 enable.idempotence=true를 직접 적었을 때만 그렇습니다. 기본값일 뿐이라면 acks와 retries가 멱등성을 끕니다. 다음 명제를 보세요.',
    },
    C27: {
      says: '3.0부터 멱등성이 기본값이고, 충돌하는 설정이 있으면 알리지 않고 꺼집니다.',
      short: '기본값은 알리지 않고 꺼집니다',
      truth:
        '실제로는 3.0.1, 3.1.1, 3.2.0부터 적용됩니다. 꺼질 때는 클라이언트 로그에 한 줄이 남습니다. 동시 요청 6개 이상은 3.9까지 멱등성을 끄고, 4.0부터는 ConfigException입니다.',
    },
    C28: {
      says: '프로듀서 ID는 프로듀서를 시작할 때마다 새로 받습니다.',
      short: '시작할 때마다 새 프로듀서 ID',
      truth:
        'transactional.id가 없는 프로듀서의 이야기입니다. 있으면 다음 시작에서 같은 프로듀서 ID와 다음 에포크를 받습니다.',
    },
    C29: {
      says: '정확히 한 번은 중복 없음보다 큰 약속입니다. 다시 시작한 애플리케이션은 이미 저장된 것을 또 보낼 수 있습니다.',
      short: '정확히 한 번은 중복 없음 이상입니다',
      truth:
        '멱등성은 프로듀서 ID 하나, 곧 프로듀서가 한 번 사는 동안만 보장합니다. 다시 시작해도 지켜지려면 transactional.id와 트랜잭션이 필요합니다.',
    },
  },
  scenarios: {
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
            label: '남지 않음: 쓰기가 취소됨',
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
          offset: { label: '오프셋. 기다리지 않을 뿐이다', why: '브로커는 한 바이트도 보내지 않습니다.' },
          empty: { label: '빈 응답', why: '브로커는 한 바이트도 보내지 않습니다.' },
          nothing: {
            label: '응답하지 않는다',
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
            label: '다시 저장한다',
            why: '프로듀서 ID와 시퀀스를 보고 이미 있는 배치임을 압니다.',
          },
          refused: {
            label: '거절한다: DUPLICATE_SEQUENCE_NUMBER (46)',
            why: '옛 브로커의 응답입니다. 프로듀서에게 첫 쓰기는 성공이어야 합니다.',
          },
          acknowledged: {
            label: '처음의 오프셋으로 응답한다',
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
          stored: { label: '저장한다: 4는 2보다 크다', why: '그러면 3이 앞에 올 수 없게 됩니다.' },
          refused: {
            label: '거절한다: OUT_OF_ORDER_SEQUENCE_NUMBER (45)',
            why: '사이에 빠진 것이 있고, 그것은 프로듀서만 보낼 수 있습니다.',
          },
          held: {
            label: '3이 올 때까지 들고 있는다',
            why: '브로커는 들고 기다리지 않습니다. 쓰거나 거절합니다.',
          },
        },
      },
    },
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
          stored: { label: 'B0 뒤에 저장된다', why: 'B2의 시퀀스는 B0 바로 다음이 아닙니다.' },
          refused: {
            label: '거절되고, B1 다음에 다시 보낸다',
            why: 'B1의 시퀀스가 빠져 있습니다: OUT_OF_ORDER_SEQUENCE_NUMBER (45). 프로듀서는 B1을 먼저, 이어서 B2를 다시 보냅니다.',
          },
          held: {
            label: 'B1이 올 때까지 브로커가 들고 있는다',
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
          acknowledged: { label: '그것도 알아본다', why: '브로커는 전부가 아니라 다섯 개를 기억합니다.' },
          refused: {
            label: '순서가 어긋났다고 거절한다',
            why: '잊었으므로 마지막 시퀀스에 이어지지 않는 배치일 뿐입니다. 동시에 다섯 개를 넘게 보내는 클라이언트가 없으므로 실제로 여기까지 오지는 않습니다.',
          },
          stored: { label: '한 번 더 저장한다', why: '시퀀스가 다음 차례가 아닙니다.' },
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
        acksState: 'acks=1인 프로세스의 상태',
        note: '로그에 남은 한 줄',
        inFlight: '동시 요청 6개일 때',
      },
      question: {
        ask: '프로듀서가 acks=1만 지정했습니다. 어떻게 될까요?',
        options: {
          refused: {
            label: '시작하지 않는다: ConfigException',
            why: '설정에 enable.idempotence=true를 직접 적었을 때만 그렇습니다.',
          },
          idempotent: { label: '프로듀서 ID를 가지고 쓴다', why: '멱등성에는 acks=all이 필요합니다.' },
          off: {
            label: '시작하고, 프로듀서 ID 없이 쓴다',
            why: '기본값일 뿐인 것은 물러나고, 애플리케이션은 아무 말도 듣지 못합니다.',
          },
        },
      },
    },
    'producer-id-life': {
      title: '프로듀서 ID의 수명',
      intro:
        '프로듀서를 정상으로 끝내고 다시 시작합니다. 처음에는 transactional.id 없이, 다음에는 있는 채로.',
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
            label: '브로커가 알아본다: 레코드 하나',
            why: '브로커는 프로듀서 ID와 시퀀스로 알아보는데, 새 프로세스의 ID는 새것입니다.',
          },
          two: {
            label: '다시 저장된다: 레코드 둘',
            why: '새 프로세스는 새 프로듀서 ID를 받고 시퀀스 0에서 시작합니다. 브로커에게는 다른 프로듀서입니다.',
          },
          refused: { label: '거절된다', why: '새 프로듀서 ID는 시퀀스 0에서 시작할 수 있습니다.' },
        },
      },
    },
  },
};

/** The chapter's claims and scenarios in Korean. */
import type { ChapterText } from './scenario-text.ts';

export const batchingKo: ChapterText = {
  claims: {
    C09: {
      says: 'buffer.memory(기본값 32 MB)는 보낼 차례를 기다리는 레코드를 담습니다.',
      short: 'buffer.memory가 차면 기다립니다',
      truth:
        '메모리가 없으면 send()는 max.block.ms까지 기다린 뒤 BufferExhaustedException으로 실패합니다. TimeoutException의 한 종류입니다. 메모리는 배치를 보낼 때가 아니라 응답을 받을 때 돌아옵니다.',
    },
    C10: {
      says: 'batch.size(16 KB)는 상한입니다. 넘치게 할 레코드가 오면 배치를 닫고 다음 배치를 엽니다.',
      short: 'batch.size는 상한입니다',
      truth: '하한이 아닙니다. 배치는 가득 차거나, linger.ms가 지나거나, 누군가 flush하면 나갑니다.',
    },
    C11: {
      says: 'linger.ms가 지나면 있는 만큼 보냅니다.',
      short: 'linger.ms가 지나면 보냅니다',
      truth: '가득 차지 않은 배치만 늦춥니다. flush와 커밋은 기다리지 않습니다.',
    },
    C12: {
      says: 'batch.size보다 큰 레코드는 자기만의 큰 배치로 혼자 나가고, 나뉘지 않습니다.',
      short: '큰 레코드는 혼자 갑니다',
      truth: null,
    },
    C13: {
      says: '절대적인 한계는 따로 있습니다: max.request.size와 message.max.bytes.',
      short: '진짜 한계는 따로 있습니다',
      truth:
        '첫 번째는 클라이언트가 아무것도 보내지 않고 거절하고, 두 번째(토픽에서는 max.message.bytes)는 브로커가 코드 10으로 거절합니다. 둘 다 RecordTooLargeException입니다.',
    },
    C14: {
      says: 'linger.ms의 기본값은 0이어서 레코드는 바로 나갑니다.',
      short: 'linger.ms의 기본값은 0입니다',
      truth:
        '3.9까지 그렇습니다. 4.0부터는 5 ms입니다(KIP-1030). 0이어도 배치는 만들어집니다. 요청이 나가 있는 동안 온 레코드는 함께 갑니다.',
    },
    C15: {
      says: '처리량에는 큰 batch.size와 linger.ms, 지연 시간에는 작은 값이 좋습니다.',
      short: '처리량이냐 지연 시간이냐',
      truth: '배치가 이미 가득 찬다면 더 키워도 얻는 것이 적고, linger.ms도 늦추지 않습니다.',
    },
    C16: {
      says: '압축률은 gzip과 zstd, 지연 시간은 lz4와 snappy가 좋습니다.',
      short: '코덱마다 잘하는 것이 다릅니다',
      truth: '얼마나 다른지는 데이터와 배치의 레코드 수에 달려 있습니다.',
    },
  },
  scenarios: {
    'buffer-memory': {
      title: '프로듀서의 메모리가 가득 찹니다',
      intro:
        '브로커가 멈춰 있는 동안 기본 설정의 프로듀서가 1 MB 레코드 34개를 보냅니다. buffer.memory에는 33개가 들어갑니다.',
      steps: {
        fill: '마지막 레코드가 기다립니다. {availableBytes}바이트가 남았지만 모자랍니다. {blockedMs} ms 뒤에 TimeoutException의 하위 클래스인 BufferExhaustedException으로 실패합니다.',
        freed: '기다릴 시간이 있을 때: 브로커가 응답하면 메모리가 돌아오고 레코드가 나갑니다.',
      },
      checks: {
        fits: '레코드, max.block.ms=500',
        error: '마지막 레코드의 오류',
        memory: '남은 바이트와 배치의 바이트를 더한 값',
        blocked: 'send()가 기다린 시간, max.block.ms=500',
        granted: '메모리를 기다린 과정, 기본 max.block.ms',
        all: '레코드, 기본 max.block.ms',
      },
      question: {
        ask: '34번째 레코드가 들어갈 자리가 없습니다. send()는 어떻게 할까요?',
        options: {
          grows: { label: '메모리를 늘립니다', why: 'buffer.memory가 한계입니다.' },
          waits: { label: '기다립니다', why: '길어야 max.block.ms, 또는 배치가 응답을 받을 때까지입니다.' },
          drops: {
            label: '가장 오래된 레코드를 버립니다',
            why: '프로듀서는 받은 레코드를 버리지 않습니다.',
          },
        },
      },
    },
    'batch-size-bound': {
      title: 'batch.size는 상한입니다',
      intro:
        '1분까지 기다릴 수 있는 프로듀서가 100바이트 레코드 500개를 보냅니다. 그런 다음 작은 레코드 둘 사이에 20 KB 레코드를 보냅니다.',
      steps: {
        many: '{sizes}바이트 배치가 나갑니다. 레코드는 {counts}개입니다.',
        large: '큰 레코드는 {largeBytes}바이트 배치가 됩니다.',
      },
      checks: {
        bound: '배치의 바이트: batch.size 이하',
        close: '배치의 바이트: 모자라도 레코드 하나 미만',
        reasons: '배치를 닫은 이유',
        counts: '배치별 레코드 수: 작은 것, 큰 것, 작은 것',
        larger: '큰 레코드가 든 배치의 바이트',
        atOnce: 'flush 없이 나간 배치',
        whole: '디스크에 있는 값의 바이트: 나뉜 것이 없습니다',
      },
      question: {
        ask: 'batch.size가 16 KB일 때 20 KB 레코드는 어떻게 될까요?',
        options: {
          split: { label: '배치 둘로 나뉩니다', why: '레코드는 나뉘지 않습니다.' },
          alone: { label: '더 큰 배치로 혼자 나갑니다', why: '배치를 레코드에 맞게 크게 만듭니다.' },
          refused: {
            label: '거절됩니다',
            why: '그 한계는 max.request.size이고 기본값은 1 MB입니다.',
          },
        },
      },
    },
    linger: {
      title: 'linger.ms: 지정한 값과 기본값',
      intro:
        '레코드 세 개가 linger.ms를 기다립니다. 기본 설정에서 하나씩 보내 보고, 요청이 나가 있는 동안 아홉 개를 더 보냅니다.',
      steps: {
        expires: 'linger.ms=300이면 {waitedMs} ms 뒤에 함께 나갑니다.',
        default: '지정하지 않으면: 스무 번 중 가장 짧은 기다림은 {shortestMs} ms였습니다.',
        busy: 'linger.ms=0이고 요청 하나가 응답을 받지 못한 동안 레코드 아홉 개를 더 보냅니다.',
      },
      checks: {
        batch: '배치의 레코드 수',
        reason: '배치를 닫은 이유',
        waited: '기다린 시간',
        shortest: '스무 번 중 가장 짧은 기다림',
        single: '그때의 배치 수 × 레코드 수',
        behind: '요청이 나가 있을 때의 배치별 레코드 수',
      },
      question: {
        ask: '이 릴리스의 프로듀서에서 레코드 하나는 기본 설정으로 얼마나 기다릴까요?',
        options: {
          zero: {
            label: '기다리지 않음. linger.ms는 0',
            why: '3.9까지 그랬습니다. 4.0에서 5 ms가 되었습니다.',
          },
          five: { label: '5 ms', why: '4.0부터 그렇습니다. 3.9까지는 0이었습니다.' },
          hundred: { label: '100 ms', why: '기본값이 그렇게 길었던 적은 없습니다.' },
        },
      },
    },
    'size-limits': {
      title: '정말로 너무 큰 것',
      intro:
        'batch.size는 2 MB입니다. 1.1 MB 레코드는 max.request.size에 걸리고, 그 값을 늘리면 브로커의 message.max.bytes에 걸립니다. 5 KB 레코드는 1,000바이트까지 받는 토픽에 걸립니다.',
      steps: {
        client: '클라이언트의 말: {clientSays}',
        broker: 'max.request.size=2000000이면 같은 레코드가 브로커까지 가서 거절됩니다.',
        topic: '토픽의 max.message.bytes는 브로커의 message.max.bytes보다 먼저입니다.',
      },
      checks: {
        clientRefuses: '1.1 MB일 때 send()의 예외',
        clientSays: '예외의 내용',
        noFrame: '그때의 Produce 요청',
        brokerRefuses: '1.1 MB에 대한 브로커 응답의 오류 코드',
        brokerException: '그때 send()의 예외',
        nothingStored: '파티션의 레코드',
        largestStored: '저장되는 가장 큰 배치의 바이트: message.max.bytes',
        topicRefuses: '5 KB에 대한 응답의 오류 코드',
        topicStored: '그 토픽 파티션의 레코드',
      },
      question: {
        ask: '1.1 MB 레코드, batch.size=2 MB. 누가 먼저 거절할까요?',
        options: {
          client: {
            label: '클라이언트',
            why: 'batch.size가 얼마이든 max.request.size는 1 MB입니다.',
          },
          broker: {
            label: '브로커',
            why: '거절하겠지만, 클라이언트가 보내지도 않습니다.',
          },
          nobody: {
            label: '아무도. batch.size면 충분',
            why: 'batch.size는 무엇을 함께 담을지만 정합니다.',
          },
        },
      },
    },
    'batching-grid': {
      title: 'batch.size와 linger.ms를 측정합니다',
      intro:
        '격자의 네 모서리를 최대 속도로 한 번, 초당 200개로 한 번 측정합니다. 실험 영역에서는 격자 전체를 그립니다.',
      steps: {
        grid: '프로듀서 넷이 차례로 보냅니다.',
        compare: '{grid}',
      },
      checks: {
        runs: '실패 없이 끝난 실행',
        records: '최대 속도일 때 배치의 레코드 수: 1,024바이트와 0 ms, 65,536바이트와 50 ms',
        throughput: '초당 레코드: 크고 느긋한 쪽과 작고 바로 보내는 쪽',
        latency: '정해진 속도에서의 p50, 65,536바이트와 50 ms',
        atOnce: '정해진 속도에서의 p50, 65,536바이트와 0 ms',
        grid: '모서리마다: 초당 레코드, 정해진 속도에서의 p99',
      },
    },
    codecs: {
      title: '같은 레코드, 다섯 가지 코덱',
      intro:
        '16 KB 블록을 여러 번 압축하고 풀어 봅니다. 그런 다음 코덱마다 프로듀서 하나가 같은 부하를 보냅니다.',
      steps: {
        measure: '블록을 먼저, 다음에 프로듀서를 측정합니다.',
        compare: 'p50(ms): {p50}. 블록을 푸는 시간(µs): {decompress}.',
      },
      checks: {
        runs: '실패 없이 끝난 프로듀서와 실행',
        ratio: '블록의 압축률',
        micros: '블록을 압축한 가장 짧은 시간, µs',
        decompress: '블록을 푼 가장 짧은 시간, µs',
        p50: 'send()에서 응답까지의 p50, ms',
      },
      question: {
        ask: '이 레코드를 가장 작게 만드는 것은 무엇일까요?',
        options: {
          zstd: { label: 'gzip 또는 zstd', why: '더 멀리 돌아보고, 남은 것도 부호화합니다.' },
          lz4: { label: 'lz4 또는 snappy', why: '속도를 위해 만들었습니다. 반복만 줄입니다.' },
          none: { label: '모두 같음', why: 'JSON에는 반복이 많습니다.' },
        },
      },
    },
  },
};

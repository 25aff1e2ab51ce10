/** The chapter's claims and scenarios in Korean. */
import { partitionerMeasuredKo } from './partitioner-measured-ko.ts';
import type { ChapterText } from './scenario-text.ts';

export const partitionerKo: ChapterText = {
  claims: {
    C01: {
      says: '토픽은 파티션 하나 이상으로 이루어지고, 레코드마다 파티션 하나의 로그에만 있습니다.',
      short: '레코드는 한 파티션에만 있습니다',
      truth: null,
    },
    C02: {
      says: '키가 같은 레코드는 같은 파티션으로 갑니다.',
      short: '키가 같으면 파티션도 같습니다',
      truth:
        '파티션 수가 그대로이고 같은 종류의 클라이언트가 쓸 때 그렇습니다. Java, kafkajs, franz-go는 키의 murmur2를 쓰고, librdkafka는 murmur2_random을 지정하지 않으면 CRC32를 씁니다.',
    },
    C03: {
      says: '파티션을 추가하면 키가 가는 파티션이 바뀌므로 피해야 합니다.',
      short: '파티션을 추가하면 키가 옮겨 갑니다',
      truth:
        '이미 쓴 레코드는 그 자리에 남습니다. 파티션이 3개에서 5개가 되면 키 다섯 개 중 네 개가 옮겨 가고, 옮겨 간 키의 순서는 사라집니다.',
    },
    C04: {
      says: '키가 없는 레코드는 파티션을 차례로 돕니다.',
      short: '키가 없으면 차례로 갑니다',
      truth:
        '2.3까지는 레코드마다 그랬습니다. 그 뒤로 기본값은 스티키입니다. 2.4(KIP-480)에 나왔고, 3.3(KIP-794)부터는 바이트와 부하를 봅니다. RoundRobinPartitioner를 직접 지정할 수도 있지만, 2.4에서 3.9까지는 새 배치를 시작할 때 파티션을 건너뜁니다(KAFKA-9965).',
    },
    C05: {
      says: '라운드 로빈은 배치를 작게 만듭니다. 요청이 늘고 압축이 나빠집니다.',
      short: '라운드 로빈은 배치가 작습니다',
      truth: null,
    },
    C06: {
      says: '스티키 파티셔너는 한 파티션의 배치를 채워 가득 차는 대로 보내고, 다음 파티션에 머무릅니다. 그래도 부하는 고르게 나뉩니다.',
      short: '스티키는 배치를 채웁니다',
      truth:
        '2.4부터입니다. 3.3부터는 배치마다가 아니라 batch.size만큼 보낸 뒤에 옮겨 가므로, 한 파티션에 배치 두 개가 이어질 수 있습니다.',
    },
    C07: {
      says: '스티키는 지연 시간을 30 % 이상 줄이고 프로듀서의 CPU 시간도 줄입니다.',
      short: '스티키는 더 빠릅니다',
      truth:
        'KIP-480은 라운드 로빈이 파티션마다 배치를 만들고 배치마다 linger.ms를 기다리는 상황에서 측정했습니다. 부하, 파티션, 브로커에 따라 다르므로 여기서 측정한 값이 답입니다.',
    },
    C08: {
      says: '처음의 스티키 파티셔너는 느린 브로커에 레코드를 쌓습니다.',
      short: '느린 브로커에 더 쌓입니다',
      truth:
        '2.4에서 3.2까지 그렇습니다. 느린 브로커로 갈 배치는 기다리는 동안 가득 찰 때까지 레코드를 받습니다. 3.3부터는 바이트를 세고 대기열을 봅니다(KIP-794).',
    },
  },
  scenarios: {
    'one-record-one-partition': {
      title: '레코드는 한 파티션에만 있습니다',
      intro:
        '다른 곳에는 없는 값을 가진 레코드 30개를 파티션 3개인 토픽에 보냅니다. 그런 다음 모든 .log 파일에서 그 바이트를 찾습니다.',
      steps: {
        send: '프로듀서가 레코드 30개를 보냅니다.',
        find: '파일 세 개에서 값의 바이트를 하나씩 찾습니다: {spread}.',
      },
      checks: {
        once: '모든 .log 파일에서 딱 한 번 찾은 값',
        used: '레코드가 있는 파티션',
      },
      question: {
        ask: '레코드 하나는 파티션 몇 개에 있을까요?',
        options: {
          one: { label: '한 개', why: '파티셔너가 하나를 고르고, 그 파티션의 로그에만 씁니다.' },
          all: {
            label: '모두',
            why: '복제본은 같은 파티션을 다른 브로커에 둔 것입니다. 파티션끼리는 아무것도 공유하지 않습니다.',
          },
          leader: {
            label: '리더 파티션',
            why: '리더는 파티션마다 있는 브로커입니다. 파티션 중에 리더가 있는 것은 아닙니다.',
          },
        },
      },
    },
    'same-key-same-partition': {
      title: '키가 정하고, 방법은 클라이언트가 정합니다',
      intro:
        '키 500개와, Java에서 가는 파티션이 알려진 키를 보냅니다. 그런 다음 실제 클라이언트들이 같은 키를 둔 곳의 기록과 비교합니다.',
      steps: {
        twice: '프로듀서가 레코드 {records}개를 보냅니다. 키마다 두 번입니다.',
        known: 'Java에서 가는 파티션이 알려진 키를 보냅니다.',
        others: '다른 클라이언트의 기록과 비교합니다. librdkafka의 CRC32는 500개 중 {crc32}개가 같습니다.',
      },
      checks: {
        records: '세그먼트에 있는 레코드',
        together: '두 레코드가 같은 파티션에 있는 키',
        java: '알려진 키의 파티션',
        recorded: '실제 Java 클라이언트의 기록과 같은 파티션에 있는 키',
        kafkajs: 'kafkajs의 기록과 같은 파티션에 있는 키',
        murmur2Random: 'librdkafka에 murmur2_random을 지정했을 때',
        librdkafka: 'librdkafka의 기본값 CRC32일 때',
        rules: '키 테스터의 규칙이 키 500개 모두에서 기록과 같은 클라이언트',
      },
      question: {
        ask: '기본 설정의 librdkafka 프로듀서가 같은 키 500개를 씁니다. 몇 개가 Java와 같은 파티션으로 갈까요?',
        options: {
          all: {
            label: '모두',
            why: '기본 파티셔너는 consistent_random입니다. murmur2가 아니라 CRC32를 씁니다.',
          },
          third: {
            label: '3분의 1쯤',
            why: '다른 해시라도 파티션이 3개면 세 번에 한 번은 우연히 같습니다.',
          },
          none: { label: '하나도 없음', why: '파티션이 3개면 두 해시가 우연히 같을 때가 있습니다.' },
        },
      },
    },
    'more-partitions': {
      title: '파티션이 늘면 자리가 바뀝니다',
      intro: '토픽의 파티션이 3개에서 5개로 늘기 전과 후에 키 1,000개를 씁니다.',
      steps: {
        before: '프로듀서가 파티션 3개에 키 1,000개를 보냅니다.',
        add: 'CreatePartitions가 파티션을 5개로 늘립니다.',
        after:
          '다른 프로듀서가 같은 키를 보냅니다. {moved}개가 옮겨 갔습니다. {key}: {oldPlace}에서 {newPlace}.',
      },
      checks: {
        count: '토픽의 파티션',
        records: '세그먼트에 있는 레코드',
        moved: '옮겨 간 키. 실제 Java 클라이언트의 기록과 같아야 합니다',
        order: '키 하나, 파티션 둘: 나중 레코드의 자리',
      },
      question: {
        ask: '키 1,000개 중 몇 개의 파티션이 바뀔까요?',
        options: {
          none: { label: '없음. 원래 파티션은 그대로', why: '해시를 5로 다시 나눕니다.' },
          some: {
            label: '400개쯤. 다섯 중 두 개가 새것',
            why: '새 파티션만 키를 가져간다면 그렇습니다. 5로 나누면 원래 파티션끼리도 섞입니다.',
          },
          most: {
            label: '800개쯤',
            why: '3으로 나눈 나머지와 5로 나눈 나머지가 같을 때만 그대로입니다. 15 중 3입니다.',
          },
        },
      },
    },
    'keyless-in-turn': {
      title: '키가 없는 레코드 다섯 개',
      intro:
        '키가 없는 레코드 다섯 개를 파티션 3개에 보냅니다. 먼저 그 릴리스의 기본값으로, 다음에는 RoundRobinPartitioner로 보냅니다.',
      steps: {
        default: '기본 파티셔너: {defaultPartitions}.',
        named: 'RoundRobinPartitioner를 지정합니다.',
      },
      checks: {
        defaultBatches: '배치별 레코드 수, 기본값',
        defaultOrder: '파티션 순서, 기본값',
        defaultDisk: '세그먼트에 있는 레코드, 파티션별, 기본값',
        exact: 'record1부터 record5까지의 파티션, RoundRobinPartitioner',
        namedBatches: '배치별 레코드 수, RoundRobinPartitioner',
        namedOrder: '파티션 순서, RoundRobinPartitioner',
        namedDisk: '세그먼트에 있는 레코드, 파티션별, RoundRobinPartitioner',
        skips: '새 배치 때문에 다시 고를 때 record1부터 record5까지의 파티션(KAFKA-9965)',
      },
      question: {
        ask: '이 릴리스의 기본 파티셔너는 레코드 다섯 개를 어디에 둘까요?',
        options: {
          turn: {
            label: '차례로. 배치는 2, 2, 1개',
            why: '2.3까지의 기본값입니다. 배치가 작아집니다.',
          },
          one: {
            label: '모두 한 파티션에, 배치 하나로',
            why: '2.3까지는 레코드마다 다음 파티션으로 갔습니다. 스티키는 2.4에 나왔습니다.',
          },
          chance: { label: '하나하나 무작위로', why: '무작위로 고르는 것은 머무를 파티션뿐입니다.' },
        },
      },
    },
    'sticky-fills-batches': {
      title: '스티키: 가득 찬 배치를 하나씩',
      intro:
        '1분까지 기다릴 수 있는 프로듀서가 키 없는 레코드 4,800개를 파티션 3개에 보냅니다. 프로듀서에게는 브로커 셋이 이끄는 것으로 보입니다. 배치가 가득 차야만 보냅니다.',
      steps: {
        fill: '{sizes}바이트로 가득 찬 배치 {batches}개가 나갑니다: {partitions}.',
        rest: 'flush()가 나머지를 보냅니다.',
        spread: '작은 배치로 레코드 10,000개를 보냅니다: {counts}.',
      },
      checks: {
        reasons: 'flush() 전에 배치를 닫은 이유',
        sizes: '스스로 나간 배치의 바이트',
        rows: '같은 파티션으로 이어서 간 레코드',
        rowsAreBatches: '같은 파티션으로 이어서 간 레코드: 배치별 레코드 수와 같습니다',
        flushed: 'flush()를 기다린 레코드',
        moves: '가득 찬 배치가 간 파티션',
        acknowledged: '응답받은 레코드',
        spread: '고른 몫과의 가장 큰 차이',
      },
      question: {
        ask: 'linger.ms는 60,000입니다. 가득 찬 배치는 언제 나갈까요?',
        options: {
          atOnce: { label: '바로', why: 'linger.ms는 가득 차지 않은 배치가 기다리는 시간입니다.' },
          linger: { label: '1분 뒤', why: '가득 차지 않은 배치만 linger.ms를 기다립니다.' },
          flush: { label: 'flush()할 때', why: 'flush()는 가득 차지 않은 배치의 기다림을 끝냅니다.' },
        },
      },
    },
    ...partitionerMeasuredKo,
  },
};

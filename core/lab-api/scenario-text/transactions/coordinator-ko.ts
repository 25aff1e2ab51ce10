/** Scenarios about ids, epochs and the coordinator, in Korean. */
import type { ScenarioTexts } from '../scenario-text.ts';

export const coordinatorTextsKo: ScenarioTexts = {
  'coordinator-of-an-id': {
    title: 'ID 하나에 코디네이터 하나',
    intro:
      '프로듀서가 코디네이터를 찾습니다. ID의 해시가 __transaction_state의 어느 파티션에 기록될지를 정합니다.',
    steps: {
      find: '프로듀서가 {id} 이름으로 시작합니다. 해시 {hash}, {count} 나머지는 파티션 {partition}입니다.',
      hash: 'Java의 해시를 아는 ID 두 개를 씁니다. 하나는 해시가 가장 작은 int32입니다.',
      twin: '다른 프로세스가 같은 ID로 코디네이터를 찾습니다.',
      topic: '토픽을 살펴봅니다. 이 토픽은 자기만의 설정으로 만들어집니다.',
    },
    checks: {
      asked: 'FindCoordinator가 물은 ID',
      home: '__transaction_state에서 이 ID의 레코드가 있는 파티션',
      leader: 'FindCoordinator의 응답. 예상: 그 파티션의 리더',
      knownHash: 'my-transactional-id의 파티션(해시 −959806496)',
      smallestHash: 'polygenelubricants의 파티션(해시 −2147483648)',
      sameHome: '두 번째 프로세스 뒤에 이 ID의 레코드가 있는 파티션',
      partitions: '파티션 수. 예상: transaction.state.log.num.partitions',
      replication: '복제본 수. 예상: transaction.state.log.replication.factor',
      minIsr: 'min.insync.replicas. 예상: transaction.state.log.min.isr',
      cleanup: 'cleanup.policy',
    },
  },
  'older-epoch-is-ignored': {
    title: '새 에포크가 옛 에포크를 밀어냅니다',
    intro:
      '프로듀서가 ID를 초기화하고, 두 번째 프로듀서도 초기화합니다. 첫 번째는 그것을 모른 채 한 번 더 씁니다.',
    steps: {
      first: '첫 번째 프로듀서가 initTransactions를 호출하고 트랜잭션 하나를 커밋합니다.',
      second: '두 번째가 같은 ID로 initTransactions를 호출합니다. 에포크는 {newEpoch}입니다.',
      late: '첫 번째가 에포크 {oldEpoch} 그대로 레코드를 보냅니다. {answered} 요청이 거절됩니다.',
    },
    checks: {
      written: 'initTransactions 뒤 __transaction_state에 있는 이 ID의 레코드',
      bound: '그 레코드. 예상: 프로듀서가 받은 값',
      firstEpoch: '새 ID의 에포크',
      raised: '두 번째 initTransactions 뒤의 최신 레코드',
      told: '두 번째 프로듀서가 받은 값',
      refused: '첫 번째 프로듀서의 레코드에 대한 응답',
      thrown: 'send()의 결과',
      kept: '파티션의 레코드. 추가된 것이 없음',
    },
  },
  'begin-is-local': {
    title: '트랜잭션을 시작해도 아무것도 보내지 않습니다',
    intro: '프로듀서가 beginTransaction을 호출하고, 첫 레코드를 보낼 때까지 오간 프레임을 모두 셉니다.',
    steps: {
      init: '프로듀서가 시작하고 initTransactions를 호출합니다.',
      begin: 'beginTransaction을 호출합니다.',
      send: '첫 레코드를 보냅니다.',
    },
    checks: {
      frames: 'beginTransaction과 첫 전송 사이의 프레임 수',
      coordinator: 'beginTransaction 뒤 코디네이터가 적은 것',
      first: '첫 레코드와 함께 나간 요청',
      ongoing: '첫 레코드 뒤 코디네이터가 적은 것',
    },
    question: {
      ask: 'beginTransaction은 요청을 몇 개 보낼까요?',
      options: {
        none: { label: '보내지 않습니다', why: '프로듀서 자신의 상태만 바뀝니다.' },
        one: {
          label: '하나: BeginTxn',
          why: 'Kafka에는 그런 요청이 없습니다. 첫 레코드만으로 충분합니다.',
        },
        two: {
          label: '둘: FindCoordinator와 AddPartitionsToTxn',
          why: '코디네이터는 initTransactions에서 이미 찾았고, 추가할 파티션은 아직 없습니다.',
        },
      },
    },
  },
  'first-record-adds-partition': {
    title: '첫 레코드가 트랜잭션을 엽니다',
    intro:
      '프로듀서가 트랜잭션을 시작해 파티션 하나에 쓰고 다른 파티션에도 씁니다. 코디네이터가 적은 것을 그 토픽에서 읽습니다.',
    steps: {
      begin: '프로듀서가 beginTransaction을 호출합니다. 타이머는 돌지 않습니다.',
      firstRecord: '첫 레코드를 보냅니다: Produce v{version}.',
      secondPartition: '두 번째 파티션에 레코드를 보냅니다.',
      minute: '다른 프로듀서가 transaction.timeout.ms 없이 시작합니다.',
    },
    checks: {
      noTimer: 'beginTransaction 뒤 이 ID의 레코드',
      requests: '첫 레코드에 든 요청',
      produceVersion: 'Produce의 버전. 12부터 파티션을 추가함',
      ongoing: '첫 레코드 뒤 이 ID의 레코드',
      timer: '타이머의 시작(ms). 예상: 첫 레코드를 보내기 전이 아님',
      union: '두 번째 파티션 뒤의 레코드',
      records: '지금까지 이 ID의 모든 레코드',
      notRefreshed: '타이머의 시작(ms). 새로 맞춰지지 않음',
      timeout: '다른 프로듀서가 받은 시한(ms)',
    },
  },
  'transaction-times-out': {
    title: '잊힌 트랜잭션은 중단됩니다',
    intro: 'transaction.timeout.ms가 아주 짧은 프로듀서가 트랜잭션을 열어 두고, 랩의 시간이 흘러갑니다.',
    steps: {
      open: '프로듀서가 레코드 두 개를 보내고 아무것도 하지 않습니다. 시한은 {timeoutMs}ms입니다.',
      wait: '시한이 지나고 코디네이터가 살핍니다. 10초마다 살핍니다.',
      afterwards: '프로듀서가 깨어나 트랜잭션을 중단합니다: {next}.',
    },
    checks: {
      marker: '파티션의 마커',
      epoch: '마커의 에포크. 예상: 프로듀서보다 하나 높음',
      states: '__transaction_state에 있는 이 ID의 레코드',
      delivered: 'read_committed가 전달하는 것',
      endTxn: '프로듀서의 EndTxn에 대한 응답',
      next: '프로듀서와 다음 트랜잭션이 어떻게 되었나',
    },
    question: {
      ask: '아무도 트랜잭션을 끝내지 않습니다. 시한이 지나면 어떻게 될까요?',
      options: {
        aborted: {
          label: '코디네이터가 중단합니다',
          why: '프로듀서가 더는 보태지 못하도록 에포크를 올려 ABORT 마커를 씁니다.',
        },
        committed: {
          label: '코디네이터가 커밋합니다',
          why: '트랜잭션이 다 찼는지는 그 프로듀서만 말할 수 있습니다.',
        },
        stays: {
          label: '프로듀서가 돌아올 때까지 열려 있습니다',
          why: '그러면 그동안 이 파티션의 read_committed 컨슈머가 모두 멈춰 있게 됩니다.',
        },
      },
    },
  },
  'epochs-of-a-session': {
    title: '한 세션이 지니는 것',
    intro:
      '프로듀서 하나가 트랜잭션 셋을 커밋하고, 프로세스를 다시 시작합니다. 프로듀서 ID와 에포크는 디스크의 배치에서 읽습니다.',
    steps: {
      session: '한 세션의 트랜잭션 셋: 에포크 {epochs}.',
      again: '프로세스를 닫고 같은 ID로 다시 시작합니다.',
    },
    checks: {
      producerIds: '세 배치의 프로듀서 ID',
      epochs: '세 배치의 에포크',
      sequences: '세 배치의 첫 시퀀스',
      afterRestart: '다시 시작한 뒤. 예상: 프로듀서 ID는 같고 에포크는 하나 높음',
    },
    question: {
      ask: '한 세션에서 트랜잭션 셋을 커밋합니다. 에포크는 어떻게 될까요?',
      options: {
        same: {
          label: '그대로입니다',
          why: 'KIP-890 전에는 그랬습니다. transaction.version 2에서는 EndTxn v5가 매번 올립니다.',
        },
        rises: {
          label: '트랜잭션마다 올라갑니다',
          why: 'transaction.version 2에서는 그렇습니다. 그 전에는 initTransactions만 올렸습니다.',
        },
      },
    },
  },
};

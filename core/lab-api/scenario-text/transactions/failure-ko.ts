/** Scenarios about processes and brokers that fail, and about what travels, in Korean. */
import type { ScenarioTexts } from '../scenario-text.ts';

export const failureTextsKo: ScenarioTexts = {
  'zombie-is-fenced': {
    title: '좀비를 막습니다',
    intro: '트랜잭션 도중에 프로듀서 프로세스를 얼리고, 쌍둥이가 그 ID를 이어받은 다음, 얼린 것을 깨웁니다.',
    steps: {
      freeze: '프로세스가 레코드 두 개를 보내고 얼려집니다. 운영 체제의 pid는 {osPid}입니다.',
      twin: '쌍둥이가 같은 ID로 시작해 열린 것을 중단하고, 같은 주문을 쓰고 커밋합니다.',
      thaw: '얼린 프로세스를 깨웁니다. 레코드를 하나 더 보내고 중단하려 합니다.',
      read: '두 가지 컨슈머가 파티션을 읽습니다.',
      before27: '2.7 전 클라이언트의 요청을 좀비의 이름으로 보냅니다.',
    },
    checks: {
      stopped: '운영 체제에서 본 프로세스의 상태',
      waited: '쌍둥이의 InitProducerId에 대한 첫 응답',
      aborted: '열린 트랜잭션의 마커. 예상: 에포크가 하나 높음',
      produce: '좀비의 Produce에 대한 응답',
      endTxn: '좀비의 EndTxn에 대한 응답',
      fatal: 'abortTransaction의 결과',
      nothingWritten: '파티션의 레코드. 추가된 것이 없음',
      committed: 'read_committed가 전달한 것',
      all: 'read_uncommitted가 전달한 것',
      endTxnBefore27: 'EndTxn v1에 대한 응답',
      initBefore27: 'InitProducerId v3에 대한 응답',
      twinGoesOn: '쌍둥이의 다음 트랜잭션',
    },
    question: {
      ask: '좀비가 깨어나고, 자기 트랜잭션이 아직 열려 있다고 생각합니다. read_committed는 누구의 레코드를 전달할까요?',
      options: {
        both: {
          label: '둘 다',
          why: '그러면 모든 주문이 두 번씩 있게 됩니다. 트랜잭션은 그것을 막으려는 것입니다.',
        },
        zombie: {
          label: '먼저 쓴 좀비의 것',
          why: '좀비의 에포크는 낡았습니다. 쌍둥이가 에포크를 올렸고, 열려 있던 것은 중단되었습니다.',
        },
        twin: { label: '쌍둥이의 것', why: '이 ID의 최신 에포크를 가졌습니다. 나머지는 모두 거절됩니다.' },
      },
    },
  },
  'killed-mid-transaction': {
    title: '트랜잭션 도중에 죽습니다',
    intro: '트랜잭션이 열려 있는 프로듀서 프로세스를 kill -9로 죽이고 다시 시작합니다.',
    steps: {
      kill: '프로세스가 레코드 두 개를 보내고 죽습니다.',
      restart: '같은 ID로 다시 시작합니다. initTransactions가 열린 것을 중단합니다.',
      again: '같은 주문을 다시 쓰고 커밋합니다.',
    },
    checks: {
      killed: '프로세스가 끝난 방식',
      stillOpen: '죽은 뒤 코디네이터의 상태. 아무도 알려 주지 않음',
      heldBack: 'LSO. 예상: 열린 트랜잭션의 첫 오프셋',
      waited: 'InitProducerId에 대한 첫 응답',
      aborted: '열린 트랜잭션의 마커. 예상: 에포크가 하나 높음',
      epochs: '새 프로세스의 에포크. 예상: 둘 높음. 하나는 중단하는 데 씀',
      states: '__transaction_state에 있는 이 ID의 레코드',
      committed: 'read_committed가 전달한 것',
      all: 'read_uncommitted가 전달한 것',
    },
  },
  'what-produce-carries': {
    title: 'Produce 요청에 실린 것',
    intro: '트랜잭션을 하나 쓰고, Produce 요청과 배치의 바이트에서 ID를 찾습니다.',
    steps: {
      produce: '프로듀서가 Produce v{version} 요청으로 레코드 두 개를 커밋합니다.',
      frame: '요청의 바이트입니다. ID {id}의 위치는 {at}, 배치의 위치는 {batchAt}입니다.',
      batch: '세그먼트에 있는 그대로의 배치 바이트입니다.',
    },
    checks: {
      version: 'Produce의 버전. 12부터 파티션을 추가함',
      field: '요청의 transactionalId 필드',
      place: '요청에서 ID의 위치. 예상: 배치보다 앞',
      notInBatch: '배치에서 ID의 위치. −1은 없음',
      sent: '요청의 배치에 있는 것. 예상: InitProducerId가 준 그대로',
      numbers: '로그의 배치에 있는 것',
    },
  },
  'consume-process-produce': {
    title: '읽고, 처리하고, 쓰기',
    intro:
      '프로세스가 레코드를 두 개씩 읽고 하나마다 출력을 쓰며, 출력과 오프셋을 한 트랜잭션으로 커밋합니다. 쓰고 나서 커밋하기 전에 죽습니다.',
    steps: {
      firstRound: '프로세스가 한 바퀴 돕니다: o-1과 o-2.',
      crash: '다음 바퀴를 커밋 직전까지 돌고 kill -9로 죽습니다.',
      restart: '같은 ID로 다시 시작해 입력이 끝날 때까지 일합니다.',
      without:
        '트랜잭션이 없는 같은 애플리케이션입니다. 출력을 먼저 쓰고 오프셋을 커밋합니다. 같은 자리에서 죽습니다.',
    },
    checks: {
      firstOutput: '로그에 있는 출력',
      firstRead: '이 바퀴에서 읽은 것',
      firstOffset: '그룹이 커밋한 오프셋. 예상: 이 바퀴에서 커밋한 값',
      written: '죽은 뒤 로그에 있는 출력',
      offsetSent: '트랜잭션에 넣어 보낸 오프셋',
      offsetKept: '그룹이 커밋한 오프셋. 움직이지 않음',
      unstable: '오프셋을 묻는 컨슈머(requireStable)에 대한 응답',
      aborted: '다시 시작하면서 끝나지 않은 출력 뒤에 쓴 마커',
      readAgain: '다시 시작한 뒤 첫 바퀴에서 읽은 것',
      exactlyOnce: 'read_committed가 전달한 출력',
      attempts: '로그에 있는 출력',
      offsetMoved: '마지막에 그룹이 커밋한 오프셋',
      duplicates: '트랜잭션이 없을 때의 출력, read_committed',
    },
    question: {
      ask: 'o-3과 o-4의 출력을 쓴 프로세스가 커밋하기 전에 죽습니다. 다시 시작하면 read_committed는 그 출력을 몇 번 전달할까요?',
      options: {
        once: {
          label: '한 번',
          why: '출력은 중단되었고 오프셋은 움직이지 않았습니다. 둘 다 다시 하고 함께 커밋합니다.',
        },
        twice: {
          label: '두 번',
          why: '트랜잭션이 없으면 그렇습니다. 여기서는 첫 시도가 중단됩니다.',
        },
        never: {
          label: '전달하지 않습니다',
          why: '오프셋도 트랜잭션의 일부입니다. 출력이 중단되었으므로 오프셋도 움직이지 않았습니다.',
        },
      },
    },
  },
  'coordinator-survives': {
    title: '코디네이터는 kill -9를 견딥니다',
    intro:
      '브로커가 독립된 프로세스로 실행됩니다. 트랜잭션 하나는 열려 있고 하나는 결정되었지만 아직 실행되지 않았을 때 브로커를 죽이고 다시 시작합니다.',
    steps: {
      life: '트랜잭션을 하나 커밋하고, 그 레코드를 브로커의 파일에서 읽습니다. 브로커의 pid는 {osPid}입니다.',
      halfWay:
        '트랜잭션 하나는 열어 둡니다. 다른 하나는 파티션이 마커를 받지 못할 때 커밋합니다. max.message.bytes가 너무 작습니다.',
      kill: '브로커를 kill -9로 죽이고 파일을 읽습니다.',
      restart: '같은 파일로 브로커를 다시 시작합니다.',
      read: '트랜잭션을 하나 더 커밋하고, 컨슈머가 모두 읽습니다.',
    },
    checks: {
      life: '__transaction_state에 있는 트랜잭션 하나의 모든 레코드',
      answered: 'commitTransaction의 결과',
      noMarker: '파티션. o-3 뒤에 아직 마커가 없음',
      decidedOnDisk: '결정된 트랜잭션의 레코드, 디스크',
      openOnDisk: '열린 트랜잭션의 레코드, 디스크',
      decidedAfter: '다시 시작한 뒤 결정된 트랜잭션의 레코드',
      markerAfter: '다시 시작한 뒤의 파티션',
      openAnswered: '열린 트랜잭션을 커밋한 결과',
      openAfter: '열린 트랜잭션의 레코드. 예상: 아무 일도 없었던 것과 같음',
      next: '결정된 프로듀서의 다음 트랜잭션',
      committed: 'read_committed가 전달한 것',
    },
    question: {
      ask: 'PrepareCommit은 로그에 있고 마커는 쓰이지 않았는데 브로커가 죽었습니다. 이 트랜잭션은 어떻게 될까요?',
      options: {
        committed: {
          label: '다시 시작할 때 커밋됩니다',
          why: '결정이 로그에 있습니다. 코디네이터가 그것을 읽고 마커를 되풀이합니다.',
        },
        aborted: {
          label: '다시 시작할 때 중단됩니다',
          why: 'PrepareCommit 뒤에는 결과가 바뀌지 않고, 프로듀서도 이미 그렇게 들었습니다.',
        },
        lost: {
          label: '프로듀서가 돌아올 때까지 그대로입니다',
          why: '코디네이터에게는 아무도 필요 없습니다. 알아야 할 것은 모두 자기 토픽에 있습니다.',
        },
      },
    },
  },
};

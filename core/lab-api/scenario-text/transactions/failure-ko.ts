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
      aborted: '열린 트랜잭션의 마커. 기대: 에포크가 하나 높음',
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
      heldBack: 'LSO. 기대: 열린 트랜잭션의 첫 오프셋',
      waited: 'InitProducerId에 대한 첫 응답',
      aborted: '열린 트랜잭션의 마커. 기대: 에포크가 하나 높음',
      epochs: '새 프로세스의 에포크. 기대: 둘 높음. 하나는 중단하는 데 씀',
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
      place: '요청에서 ID의 위치. 기대: 배치보다 앞',
      notInBatch: '배치에서 ID의 위치. −1은 없음',
      numbers: '배치에 있는 것. 기대: 보낸 그대로',
    },
  },
};

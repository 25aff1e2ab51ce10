/** Scenarios about the end of a transaction and what readers are given, in Korean. */
import type { ScenarioTexts } from '../scenario-text.ts';

export const outcomeTextsKo: ScenarioTexts = {
  'prepare-and-complete': {
    title: '정하고, 행하고, 마칩니다',
    intro: '트랜잭션 하나는 커밋하고 하나는 중단합니다. 코디네이터의 레코드를 쓰인 차례대로 읽습니다.',
    steps: {
      open: '프로듀서가 두 파티션에 레코드를 하나씩 보냅니다.',
      commit: '커밋합니다.',
      abort: '트랜잭션을 하나 더 열고 중단합니다.',
    },
    checks: {
      prepareCommit: 'EndTxn이 쓴 레코드',
      partitionsCommit: '그 안의 파티션',
      answeredCommit: 'EndTxn에 응답한 때',
      completeCommit: '마커 뒤의 레코드',
      leftCommit: '그 안의 파티션',
      orderCommit: '쓰인 차례: 결정, 마커, 완료',
      prepareAbort: 'EndTxn이 쓴 레코드',
      partitionsAbort: '그 안의 파티션',
      answeredAbort: 'EndTxn에 응답한 때',
      completeAbort: '마커 뒤의 레코드',
      leftAbort: '그 안의 파티션',
      orderAbort: '쓰인 차례: 결정, 마커, 완료',
    },
  },
  'markers-take-offsets': {
    title: '마커는 오프셋을 차지합니다',
    intro: '토픽의 파티션은 셋이고, 트랜잭션은 그중 둘에 씁니다. 그다음 두 가지 컨슈머가 읽습니다.',
    steps: {
      write: '프로듀서가 파티션 0에 레코드 두 개, 파티션 1에 하나를 보냅니다.',
      markers: '커밋합니다. 파티션 0의 마커는 오프셋 {markerOffset}에 있습니다.',
      gap: '레코드를 하나 더 커밋합니다. 컨슈머는 오프셋 {gap} 앞의 레코드에서 그 뒤의 레코드로 넘어갑니다.',
    },
    checks: {
      next0: '파티션 0의 마커. 예상: 마지막 레코드 다음 오프셋',
      next1: '파티션 1의 마커. 예상: 마지막 레코드 다음 오프셋',
      untouched: '트랜잭션이 건드리지 않은 파티션 2의 마커',
      bytes: '마커의 배치가 무엇인가',
      deliveredUncommitted: 'read_uncommitted가 전달한 파티션 0의 오프셋',
      endUncommitted: '끝나는 곳: 마지막 레코드보다 뒤',
      deliveredCommitted: 'read_committed가 전달한 파티션 0의 오프셋',
      endCommitted: '끝나는 곳: 마지막 레코드보다 뒤',
    },
    question: {
      ask: '커밋하면 마커를 몇 개 쓸까요?',
      options: {
        two: { label: '둘', why: '트랜잭션의 파티션마다 하나씩입니다.' },
        three: {
          label: '셋',
          why: '레코드를 세 개 보냈지만, 마커는 레코드나 토픽이 아니라 파티션에 씁니다.',
        },
        none: { label: '쓰지 않습니다', why: '마커가 없으면 레코드가 어떻게 되었는지 아무도 모릅니다.' },
      },
    },
  },
  'readers-side-by-side': {
    title: '나란히 읽는 두 컨슈머',
    intro:
      '커밋된 레코드, 중단된 레코드, 보통 레코드, 열린 레코드가 한 파티션에 있습니다. read_uncommitted와 read_committed가 읽습니다.',
    steps: {
      decided: '트랜잭션 하나는 커밋하고 하나는 중단하며, 레코드 하나는 트랜잭션 없이 씁니다.',
      open: '오프셋 {heldAt}에서 트랜잭션 하나를 열어 둡니다. 그 뒤에 다른 트랜잭션을 커밋하고 보통 레코드를 씁니다.',
      end: '열린 트랜잭션을 커밋합니다.',
    },
    checks: {
      decidedUncommitted: 'read_uncommitted가 전달한 것',
      decidedCommitted: 'read_committed가 전달한 것',
      aborted: 'Fetch 응답에 있는 중단된 트랜잭션',
      openUncommitted: 'read_uncommitted가 전달한 것',
      openCommitted: 'read_committed가 전달한 것',
      lso: 'LSO. 예상: 열린 트랜잭션의 첫 오프셋',
      highWatermark: '같은 응답의 하이 워터마크',
      endUncommitted: 'read_uncommitted가 전달한 것',
      endCommitted: 'read_committed가 전달한 것',
      lsoEnd: 'LSO. 예상: 로그의 끝',
    },
    question: {
      ask: '트랜잭션 하나가 열려 있습니다. 그 뒤에 다른 프로듀서의 커밋된 레코드와 보통 레코드가 있습니다. read_committed는 어떻게 할까요?',
      options: {
        waits: {
          label: '열린 트랜잭션 앞에서 기다립니다',
          why: '누가 썼든, 브로커는 LSO 뒤를 내주지 않습니다.',
        },
        skips: {
          label: '열린 레코드를 건너뛰고 뒤의 것을 전달합니다',
          why: '그러면 나중에 되돌아와야 하고, 파티션 안의 순서가 사라집니다.',
        },
        delivers: {
          label: '모두 전달하고, 중단된 것은 거두어들입니다',
          why: '애플리케이션에 준 것은 거두어들일 수 없습니다.',
        },
      },
    },
  },
};

/** The chapter's claims and scenarios in Korean. */
import type { ChapterText } from './scenario-text.ts';
import { coordinatorTextsKo } from './transactions/coordinator-ko.ts';
import { failureTextsKo } from './transactions/failure-ko.ts';
import { outcomeTextsKo } from './transactions/outcome-ko.ts';

export const transactionsKo: ChapterText = {
  claims: {
    C30: {
      says: 'transactional.id의 해시가 __transaction_state의 파티션을 정하고, 그 파티션의 리더가 코디네이터입니다. ID 하나에 코디네이터도 하나입니다.',
      short: 'ID의 해시가 코디네이터를 정합니다',
      truth:
        'Java의 String.hashCode를 양수로 만들어(가장 작은 int32는 0이 됩니다) 토픽의 실제 파티션 수로 나눈 나머지입니다. 파티션은 기본 50개입니다. 토픽 이름은 밑줄 두 개로 시작합니다.',
    },
    C31: {
      says: 'initTransactions는 ID와 프로듀서 ID를 로그에 쓰고 에포크를 올립니다. 그때부터 이전 에포크는 무시됩니다.',
      short: 'initTransactions가 에포크를 올립니다',
      truth:
        '프로듀서 ID는 그대로입니다. 에포크를 다 쓰거나(32766 다음) ID를 7일 동안 쓰지 않은 때만 바뀝니다. 에포크는 initTransactions만 올리는 것이 아닙니다. 시한이 지나거나 차단할 때도 올라가고, KIP-890부터는 트랜잭션마다 올라갑니다.',
    },
    C32: {
      says: 'beginTransaction은 로컬 동작입니다. 브로커는 아무것도 듣지 못합니다.',
      short: 'beginTransaction은 요청을 보내지 않습니다',
      truth: null,
    },
    C33: {
      says: '첫 레코드와 함께 파티션이 추가되고, 상태가 Ongoing이 되며, 1분 타이머가 시작됩니다.',
      short: '첫 레코드가 파티션을 추가합니다',
      truth:
        'KIP-890 전에는 클라이언트가 AddPartitionsToTxn으로 파티션을 직접 추가합니다. transaction.version 2(Kafka 4.0)에는 이 요청이 없습니다. Produce가 보내는 길에 추가합니다.',
    },
    C34: {
      says: '트랜잭션이 시한 안에 끝나지 않으면 코디네이터가 중단합니다.',
      short: '시한이 지나면 중단됩니다',
      truth:
        '클라이언트가 달리 정하지 않으면 1분이고 길어야 15분이며, 코디네이터는 10초마다 살핍니다. KIP-890 전에는 그 프로듀서가 차단되고, 그 뒤로는 중단한 다음 계속 쓸 수 있습니다.',
    },
    C35: {
      says: 'EndTxn은 PrepareCommit 또는 PrepareAbort를 로그에 씁니다.',
      short: 'EndTxn이 결정을 기록합니다',
      truth: '그때부터는 무엇이 실패하더라도 결과가 바뀌지 않습니다.',
    },
    C36: {
      says: '트랜잭션의 모든 파티션은 다음 오프셋에 컨트롤 메시지를 받습니다. 브로커와 클라이언트만 쓰고, 애플리케이션에는 보이지 않습니다.',
      short: '마커가 오프셋을 차지합니다',
      truth:
        '공짜는 아닙니다. 마커마다 오프셋 하나를 쓰므로 오프셋이 비고, 파티션은 마지막 레코드보다 뒤에서 끝납니다. 컨트롤 배치에는 시퀀스가 없습니다: −1.',
    },
    C37: {
      says: '마커를 모두 쓰면 CompleteCommit 또는 CompleteAbort가 로그에 쓰입니다.',
      short: 'Complete가 트랜잭션을 마칩니다',
      truth:
        'commitTransaction은 이를 기다리지 않고, PrepareCommit이 로그에 쓰이면 돌아옵니다. 컨슈머는 조금 뒤에 레코드를 볼 수도 있습니다.',
    },
    C38: {
      says: 'read_committed는 커밋된 레코드만 전달합니다. 마커가 정합니다.',
      short: 'read_committed: 마커가 정합니다',
      truth:
        '트랜잭션이 아닌 레코드도 전달합니다. 모아 두는 것은 없습니다. 브로커는 LSO 뒤를 내주지 않고, 클라이언트는 응답에 중단되었다고 적힌 것을 뺍니다. 중단된 레코드는 로그에 남습니다.',
    },
    C39: {
      says: '올라간 에포크가 좀비를 막습니다. 좀비의 쓰기는 거절되고, 레코드는 중단됩니다.',
      short: '좀비를 막습니다',
      truth:
        '좀비는 다음 요청에서야 알게 됩니다. 파티션 리더는 47 INVALID_PRODUCER_EPOCH로, 코디네이터는 90 PRODUCER_FENCED로 답합니다. 2.7 전에는 코드 90이 없어서 둘 다 47로 답했습니다.',
    },
    C40: {
      says: 'transactional.id는 고정이고, 프로듀서 ID는 유지되며, 에포크는 다시 초기화한 횟수입니다. 한 세션의 트랜잭션은 프로듀서 ID와 에포크를 함께 씁니다.',
      short: '한 세션은 에포크 하나를 씁니다',
      truth:
        'KIP-890 전에는 맞고, 옛 클라이언트에서는 지금도 맞습니다. 클라이언트와 클러스터가 모두 4.0(transaction.version 2)이면 커밋하거나 중단할 때마다 에포크가 올라가고, 시퀀스는 트랜잭션마다 0부터 시작합니다.',
    },
    C41: {
      says: 'Produce에는 transactional.id가 없고 프로듀서 ID, 에포크, 시퀀스만 있습니다.',
      short: 'Produce에 실리는 것',
      truth:
        '0.11부터는 틀립니다. Produce에는 버전 3부터 transactionalId 필드가 있습니다. 처음에는 권한 확인에만 썼고, 3.6부터는 이것으로 트랜잭션을 확인하며, 4.0부터는 이것으로 파티션을 추가합니다. 배치 자체에는 숫자만 있습니다.',
    },
    C42: {
      says: '읽고, 처리하고, 씁니다. 오프셋을 트랜잭션에 넣으면 입력마다 출력이 정확히 한 번 있습니다.',
      short: '읽고, 처리하고, 씁니다',
      truth:
        '2.4까지는 입력 파티션마다 transactional.id가 하나씩 필요했습니다. 2.5(KIP-447)부터는 프로세스마다 하나면 됩니다. 오프셋은 마커와 함께 보이게 되고, 그때까지 컨슈머는 88 UNSTABLE_OFFSET_COMMIT을 받습니다. Kafka 안의 읽기, 쓰기, 오프셋에만 해당합니다.',
    },
    C43: {
      says: '코디네이터는 모든 것을 자기 토픽에 기록하므로, 비정상 종료 뒤에도 이어 갈 수 있습니다.',
      short: '코디네이터의 로그',
      truth: 'PrepareCommit이 로그에 있으면, 다시 시작한 코디네이터는 마커를 모두 쓸 때까지 되풀이합니다.',
    },
  },
  scenarios: { ...coordinatorTextsKo, ...outcomeTextsKo, ...failureTextsKo },
};

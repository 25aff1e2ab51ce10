/** The chapter's claims and scenarios in Korean. */
import type { ChapterText } from './scenario-text.ts';

export const transactionsKo: ChapterText = {
  claims: {
    C32: { says: 'beginTransaction은 로컬 동작입니다. 브로커는 아무것도 듣지 못합니다.', truth: null },
  },
  scenarios: {
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
        coordinator: 'beginTransaction 뒤 코디네이터의 상태',
        ongoing: '첫 레코드 뒤 코디네이터의 상태',
      },
      question: {
        ask: 'beginTransaction은 요청을 몇 개 보낼까요?',
        options: {
          none: { label: '보내지 않음', why: '프로듀서 자신의 상태만 바뀝니다.' },
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
  },
};

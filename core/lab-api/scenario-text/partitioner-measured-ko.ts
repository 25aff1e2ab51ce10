/** Scenarios of the chapter that measure, in Korean. */
import type { ScenarioTexts } from './scenario-text.ts';

export const partitionerMeasuredKo: ScenarioTexts = {
  'small-batches': {
    title: '같은 레코드, 많은 배치와 적은 배치',
    intro:
      '프로듀서 셋이 키 없는 레코드를 45개씩 60번, zstd로 압축해 보냅니다. 한 묶음이 모두 응답을 받아야 다음 묶음을 보냅니다. 파티션 9개를 브로커 9대가 이끄는 것으로 보이며, 파티셔너만 다릅니다.',
    steps: {
      race: '라운드 로빈, 스티키(2.4), 내장 파티셔너(3.3)가 차례로 보냅니다.',
      compare: '라운드 로빈은 디스크를 {bytesFactor}배 썼습니다.',
    },
    checks: {
      runs: '실패 없이 끝난 프로듀서와 실행',
      recordsPerBatch: '배치별 레코드 수',
      requests: 'Produce 요청',
      ratio: '디스크 1바이트당 레코드의 바이트',
      bytes: '디스크의 바이트',
    },
    question: {
      ask: '같은 레코드를 쓰는데 바이트가 가장 많은 것은 무엇일까요?',
      options: {
        roundRobin: {
          label: '라운드 로빈',
          why: '배치마다 61바이트 헤더가 있고, 압축할 내용이 적습니다.',
        },
        builtIn: { label: '내장 파티셔너', why: '배치가 커서 더 잘 압축됩니다.' },
        same: { label: '모두 같음', why: '레코드는 같지만 배치마다 따로 압축합니다.' },
      },
    },
  },
  'sticky-latency': {
    title: '스티키: 지연 시간과 CPU',
    intro:
      '라운드 로빈, 스티키, 내장 파티셔너가 레코드를 64개씩 똑같이 보냅니다. 파티션 16개를 브로커 16대가 이끄는 것으로 보이고, 한 묶음이 모두 응답을 받아야 다음 묶음을 보냅니다. 지연 시간은 send()에서 응답까지이고, CPU 시간은 프로세스가 스스로 알린 값입니다. 실험 영역에서는 더 오래 측정합니다.',
    steps: {
      race: '셋이 번갈아 보냅니다.',
      compare: '라운드 로빈과 견준 내장 파티셔너: p50 {latency} %, CPU 시간 {cpu} % 낮습니다.',
    },
    checks: {
      runs: '실패 없이 끝난 프로듀서와 실행',
      requests: 'Produce 요청',
      p50: 'p50, ms',
      p99: 'p99, ms',
      cpu: '프로듀서의 CPU 시간, ms',
    },
  },
  'slow-broker': {
    title: '브로커 하나가 늦게 응답합니다',
    intro:
      '파티션 3개를 브로커 3대가 이끄는 것으로 보입니다. 그중 하나는 Produce 요청에 언제나 20 ms 늦게 응답합니다.',
    steps: {
      race: '라운드 로빈, 스티키(2.4), 내장 파티셔너(3.3)가 같은 부하를 보냅니다.',
      compare: '느린 브로커로 간 레코드: 스티키 {sticky}, 내장 파티셔너 {builtIn}. p99(ms): {p99}.',
    },
    checks: {
      runs: '실패 없이 끝난 프로듀서와 실행',
      inTurn: '느린 브로커의 몫, 라운드 로빈',
      sticky: '느린 브로커의 몫, 스티키',
      builtIn: '느린 브로커의 몫, 내장 파티셔너',
      p99: 'p99, ms',
    },
    question: {
      ask: '2.4의 스티키 파티셔너라면 느린 브로커는 얼마나 받을까요?',
      options: {
        more: {
          label: '제 몫보다 많이',
          why: '그리로 갈 배치는 기다리는 동안 가득 찰 때까지 레코드를 받고, 다른 곳에서는 작은 배치가 바로 나갑니다.',
        },
        same: { label: '제 몫만큼', why: '배치는 고르게 나뉘지만, 기다리는 배치는 더 커집니다.' },
        less: { label: '더 적게', why: '대기열을 보는 것은 3.3부터입니다.' },
      },
    },
  },
};

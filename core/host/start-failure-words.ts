/** The sentences that say why a lab could not start, in both languages. The command line speaks English. */
import { type DiskProblem, diskClause } from './disk-failure.ts';
import type { PortOwner } from './port-owner.ts';

export type StartFailureLanguage = 'en' | 'ko';

interface StartFailureWords {
  /** What stands for the data directory when none was asked for. */
  readonly temporary: string;
  /** `message`: in English, what the directory said; it begins with its path. */
  readonly locked: (message: string) => string;
  readonly notALogDirectory: (message: string) => string;
  readonly unreadable: (message: string) => string;
  readonly disk: (problem: DiskProblem) => string;
  readonly portTaken: (port: string, owner: PortOwner | undefined) => string;
  readonly portRefused: (port: string) => string;
}

const en: StartFailureWords = {
  temporary: 'the temporary directory',
  locked: (message) => `${message}. Stop it, or use another directory.`,
  notALogDirectory: (message) => `${message}. Use an empty directory, or one that Kafka wrote.`,
  unreadable: (message) => message,
  disk: (problem) => {
    const clause = diskClause(problem);
    return `${clause[0]?.toUpperCase()}${clause.slice(1)}.`;
  },
  portTaken: (port, owner) => {
    const who = owner === undefined ? 'Something' : `Process ${owner.name} (${owner.pid})`;
    return `Port ${port} is taken. ${who} listens there; stop it or use another port.`;
  },
  portRefused: (port) => `Not allowed to listen on port ${port}. Choose another port.`,
};

const ko: StartFailureWords = {
  temporary: '임시 디렉터리',
  locked: (message) => {
    const [, directory = message, pid] = /^(.*) is in use(?: by process (\d+))?$/s.exec(message) ?? [];
    const who = pid === undefined ? '다른 프로세스가' : `프로세스 ${pid}번이`;
    return `${who} 이 디렉터리를 쓰고 있습니다: ${directory}. 그 프로세스를 끝내거나 다른 디렉터리를 쓰십시오.`;
  },
  notALogDirectory: (message) => {
    const [, path = message, what] =
      /^(.*) is not a (directory|Kafka log directory: .*)$/s.exec(message) ?? [];
    const why =
      what === 'directory'
        ? '디렉터리가 아닙니다'
        : 'Kafka 로그 디렉터리가 아닙니다. meta.properties가 없고 비어 있지 않습니다';
    return `${why}: ${path}. 빈 디렉터리나 Kafka가 쓴 디렉터리를 쓰십시오.`;
  },
  unreadable: (message) =>
    `데이터 디렉터리가 손상되었거나 읽을 수 없습니다. 파일을 확인하거나 다른 디렉터리를 쓰십시오. (${message})`,
  disk: ({ kind, place, volume, reason }) => {
    switch (kind) {
      case 'readOnly':
        return `볼륨이 읽기 전용입니다: ${volume}. 쓸 수 있게 하거나 다른 디렉터리를 고르십시오.`;
      case 'full':
        return `볼륨이 가득 찼습니다: ${volume}. 공간을 비우고 다시 시작하십시오.`;
      case 'quota':
        return `볼륨의 할당량을 다 썼습니다: ${volume}. 공간을 비우고 다시 시작하십시오.`;
      case 'denied':
        return `쓸 권한이 없습니다: ${place}. 소유자나 권한을 바꾸거나 다른 디렉터리를 고르십시오.`;
      case 'cannotMake':
        return `디렉터리를 만들 수 없습니다: ${place}. 볼륨이 읽기 전용일 수 있으니 쓸 수 있게 하거나 다른 디렉터리를 고르십시오.`;
      case 'tooManyFiles':
        return `열린 파일이 너무 많습니다: ${volume}. 한도(ulimit -n)를 올리고 다시 시작하십시오.`;
      case 'device':
        return `볼륨의 장치가 고장 났습니다: ${volume} (${reason}). 장치를 확인하거나 다른 디렉터리를 고르십시오.`;
    }
  },
  portTaken: (port, owner) => {
    const who = owner === undefined ? '' : ` (${owner.name}, 프로세스 ${owner.pid}번)`;
    return `포트 ${port}에서 이미 다른 프로그램이 듣고 있습니다${who}. 그것을 끝내거나 다른 포트를 쓰십시오.`;
  },
  portRefused: (port) => `포트 ${port}에서 들을 권한이 없습니다. 다른 포트를 고르십시오.`,
};

export const START_FAILURE_WORDS: { readonly [L in StartFailureLanguage]: StartFailureWords } = { en, ko };

/** The words of menu and dialogs. They follow the language of the window; before there is one, that of the system. */

export type Language = 'en' | 'ko';

const en = {
  file: 'File',
  openFile: 'Open File…',
  openDirectory: 'Open Directory…',
  close: 'Close Window',
  quit: 'Quit Fencepost',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  delete: 'Delete',
  selectAll: 'Select All',
  view: 'View',
  resetZoom: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  fullScreen: 'Full Screen',
  reload: 'Reload',
  developerTools: 'Developer Tools',
  window: 'Window',
  minimize: 'Minimize',
  help: 'Help',
  about: 'About Fencepost',
  hide: 'Hide Fencepost',
  hideOthers: 'Hide Others',
  unhide: 'Show All',
  services: 'Services',
  openFileTitle: 'Open a file of Kafka, or a pack, read only',
  openDirectoryTitle: 'Open a log directory or a partition directory, read only',
  saveTitle: 'Save as',
  pack: 'Evidence pack',
  log: 'Kafka log segment',
  archive: 'ZIP archive',
  csv: 'CSV',
  json: 'JSON',
  cannotStart: 'Fencepost could not start',
  pageLate:
    'The page of the window did not load. Start Fencepost again; if that does not help, build it anew.',
  labLate: 'The lab has not started yet',
  labLateDetail:
    'A large data directory that was not closed in order is checked from its beginning, which takes a while.',
  labRecovering: 'Recovering {partition}, {number} of {count}: {percent} %',
  wait: 'Wait',
};

export type Words = Readonly<typeof en>;

const ko: Words = {
  file: '파일',
  openFile: '파일 열기…',
  openDirectory: '디렉터리 열기…',
  close: '창 닫기',
  quit: 'Fencepost 종료',
  edit: '편집',
  undo: '실행 취소',
  redo: '다시 실행',
  cut: '잘라내기',
  copy: '복사',
  paste: '붙여넣기',
  delete: '삭제',
  selectAll: '모두 선택',
  view: '보기',
  resetZoom: '실제 크기',
  zoomIn: '확대',
  zoomOut: '축소',
  fullScreen: '전체 화면',
  reload: '다시 불러오기',
  developerTools: '개발자 도구',
  window: '창',
  minimize: '최소화',
  help: '도움말',
  about: 'Fencepost 정보',
  hide: 'Fencepost 가리기',
  hideOthers: '기타 가리기',
  unhide: '모두 보기',
  services: '서비스',
  openFileTitle: 'Kafka 파일이나 증거 파일을 읽기 전용으로 열기',
  openDirectoryTitle: '로그 디렉터리나 파티션 디렉터리를 읽기 전용으로 열기',
  saveTitle: '다른 이름으로 저장',
  pack: '증거 파일',
  log: 'Kafka 로그 세그먼트',
  archive: 'ZIP 파일',
  csv: 'CSV',
  json: 'JSON',
  cannotStart: 'Fencepost를 시작하지 못했습니다',
  pageLate: '창의 화면을 불러오지 못했습니다. Fencepost를 다시 시작하고, 그래도 안 되면 다시 빌드하십시오.',
  labLate: '랩이 아직 시작되지 않았습니다',
  labLateDetail: '정상으로 닫히지 않은 큰 데이터 디렉터리는 처음부터 검사하므로 시간이 걸립니다.',
  labRecovering: '{partition} 복구 중, {count}개 중 {number}번째: {percent} %',
  wait: '기다리기',
};

const WORDS: { readonly [L in Language]: Words } = { en, ko };

/** The words in a language. */
export function wordsOf(language: Language): Words {
  return WORDS[language];
}

/** The language for a locale as systems and browsers name it, `ko-KR`. */
export function languageOf(locale: string): Language {
  return locale.startsWith('ko') ? 'ko' : 'en';
}

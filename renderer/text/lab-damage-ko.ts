import type {
  DAMAGE_SENTENCES,
  DECODE_SENTENCES,
  SIDE_SENTENCES,
  UNREADABLE_SENTENCES,
} from '#core/lab-api/sentences/damage-sentences.ts';

type Key =
  | keyof typeof DAMAGE_SENTENCES
  | keyof typeof DECODE_SENTENCES
  | keyof typeof SIDE_SENTENCES
  | keyof typeof UNREADABLE_SENTENCES;

/** What the lab says about bytes that do not fit, in Korean. */
export const labDamageKo: { readonly [K in Key]: string } = {
  'lab.damage.bytes': '{count}바이트',
  'lab.damage.batch': '배치',
  'lab.damage.header': '{size}바이트의 배치 헤더',
  'lab.damage.lengthFrom': '{least} 이상의 길이',
  'lab.damage.magic': 'magic 0, 1 또는 2',
  'lab.damage.batchOf': '{size}바이트의 배치',
  'lab.damage.checksum': '일치하는 체크섬',
  'lab.damage.lastOffsetDelta': '0 이상의 lastOffsetDelta',
  'lab.damage.recordCount': '레코드 0~{most}개',
  'lab.damage.messages': '읽을 수 있는 메시지',
  'lab.damage.records': '읽을 수 있는 레코드',
  'lab.damage.offsetInSegment': '세그먼트에 맞는 {from} 이상의 오프셋',
  'lab.damage.offsetFrom': '{from} 이상의 오프셋',
  'lab.damage.offsetBetween': '{from} 이상, {below} 미만의 오프셋',
  'lab.damage.endOfFile': '파일의 끝',
  'lab.damage.zeros': '0으로 채워진 바이트',
  'lab.damage.checksums': '헤더에는 {stored}, 내용으로 계산하면 {computed}',
  'lab.damage.offset': '오프셋 {offset}',
  'lab.damage.cutField': '{count}바이트, {field}의 {size}바이트 가운데 {there}바이트만 있음',
  'lab.damage.cutFieldWithout':
    '{count}바이트, {field}의 {size}바이트 가운데 {there}바이트만 있음, 없는 필드: {fields}',
  'lab.damage.without': '{count}바이트, 없는 필드: {fields}',
  'lab.decode.needs': '{size}바이트가 필요한데 {remain}바이트가 남음',
  'lab.decode.batchHeader': '배치 헤더는 {size}바이트',
  'lab.decode.messageHeader': '메시지 헤더는 {size}바이트',
  'lab.decode.messageHeaderCut': '메시지 헤더가 {size}바이트 뒤에서 잘림',
  'lab.decode.batchClaims': '배치 길이가 {size}바이트로 적혀 있으나 {least}바이트 이상이어야 함',
  'lab.decode.batchLeft': '배치 길이가 {size}바이트로 적혀 있으나 {remain}바이트가 남음',
  'lab.decode.batchTooSmall': '배치가 {size}바이트인데 헤더만 {least}바이트',
  'lab.decode.batchRecords': '레코드 수가 {count}개로 적혀 있음',
  'lab.decode.batchTooLarge': '{size}바이트의 배치는 펼치지 않음',
  'lab.decode.batchCut': '{size}바이트의 배치가 잘림',
  'lab.decode.bytesLeft': '{remain}바이트만 남아 배치가 될 수 없음',
  'lab.decode.bytesRead': '{size}바이트가 필요한데 {read}바이트만 읽힘',
  'lab.decode.behindRecords': '레코드 {count}개 뒤에 {size}바이트가 남음',
  'lab.decode.recordClaims': '레코드 길이가 {size}바이트로 적혀 있으나 {remain}바이트가 남음',
  'lab.decode.recordLeaves': '{size}바이트의 레코드에서 {remain}바이트가 읽히지 않음',
  'lab.decode.recordHeaders': '레코드의 헤더 수가 {count}개로 적혀 있음',
  'lab.decode.headerKey': '헤더의 이름이 null',
  'lab.decode.recordOffset': '{index}번 레코드의 오프셋이 {offset}, 맞는 범위는 {from}~{to}',
  'lab.decode.varintCut': 'varint가 잘림',
  'lab.decode.varlongCut': 'varlong이 잘림',
  'lab.decode.varintLong': '5바이트보다 긴 varint',
  'lab.decode.varintBeyond': '32비트를 넘는 varint',
  'lab.decode.varlongLong': '10바이트보다 긴 varlong',
  'lab.decode.magicUnknown': '알 수 없는 magic {magic}',
  'lab.decode.magicNew': '옛 메시지가 아닌 magic {magic}',
  'lab.decode.messageClaims': '메시지 길이가 {size}바이트로 적혀 있음',
  'lab.decode.wrapsNone': '압축된 메시지 안에 메시지가 없음',
  'lab.decode.wrappedTwice': '안에 든 메시지가 다시 압축되어 있음',
  'lab.decode.wrapperOffset': '오프셋 {offset}의 겉 메시지 안에 {last}번 메시지가 있음',
  'lab.decode.noValue': '값이 없는 압축 메시지',
  'lab.decode.noZstd': '버전 {magic}에는 zstd가 없음',
  'lab.decode.controlKey': '컨트롤 레코드의 키가 {size}바이트, {least}바이트가 필요함',
  'lab.decode.controlKeyVersion': '컨트롤 레코드 키의 버전이 {version}',
  'lab.decode.markerVersion': '마커 값의 버전이 {version}',
  'lab.decode.entrySize': '항목은 {size}바이트인데 {remain}바이트가 남음',
  'lab.decode.entryVersion': '항목의 버전이 {version}',
  'lab.decode.snapshotVersion': '프로듀서 스냅숏의 버전이 {version}',
  'lab.decode.apiUnknown': '알 수 없는 api key {api}',
  'lab.decode.tooManyElements': '{name}의 원소 수가 {count}개로 적혀 있으나 {remain}바이트가 남음',
  'lab.decode.elements': '{name}의 원소 수가 {count}개로 적혀 있음',
  'lab.decode.mustNotBeNull': '{name:이/가} null',
  'lab.decode.version': '알 수 없는 {name} 버전 {version}',
  'lab.decode.tagTooLong': '태그 필드 {tag}의 길이가 {size}바이트로 적혀 있음',
  'lab.decode.tagSize': '태그 필드 {tag}의 길이가 {size}바이트가 아님',
  'lab.decode.checksum': '체크섬은 {stored}, 내용으로 계산하면 {computed}',
  'lab.decode.codec': '{codec:을/를} 풀 수 없음: {words}',
  'lab.side.cannotRead': '읽을 수 없습니다: {reason}',
  'lab.decode.tooLarge': '{codec:을/를} 풀면 {most}바이트를 넘음',
  'lab.side.missing': '파일이 없습니다.',
  'lab.side.missingAborted':
    '파일이 없는데, 로그의 오프셋 {offset}에 프로듀서 ID {producerId}의 ABORT 마커가 있습니다.',
  'lab.side.oddSize': '{size}바이트는 {entrySize}의 배수가 아닙니다. 마지막 {rest}바이트는 항목이 아닙니다.',
  'lab.side.indexUnsorted':
    '{entry}번 항목(오프셋 {offset}, 위치 {position})의 순서가 틀렸습니다. 앞 항목은 오프셋 {previousOffset}, 위치 {previousPosition}입니다.',
  'lab.side.pastLog':
    '{entry}번 항목(오프셋 {offset})이 {position}번 바이트를 가리키지만 로그는 {size}바이트입니다.',
  'lab.side.noBatch':
    '{entry}번 항목(오프셋 {offset})이 가리키는 {position}번 바이트에서는 배치가 시작하지 않습니다.',
  'lab.side.otherBatch':
    '{entry}번 항목(오프셋 {offset})이 가리키는 {position}번 바이트에서는 오프셋 {first}의 배치가 시작합니다.',
  'lab.side.timesUnsorted':
    '{entry}번 항목(타임스탬프 {timestamp}, 오프셋 {offset})의 순서가 틀렸습니다. 앞 항목은 타임스탬프 {previousTimestamp}, 오프셋 {previousOffset}입니다.',
  'lab.side.entryVersion':
    '{entry}번 항목({byte}번 바이트)의 버전이 {version}입니다. 알려진 버전은 {known}뿐입니다.',
  'lab.side.endsBelow': '{entry}번 항목이 오프셋 {offset}에서 끝나 {previous}보다 앞섭니다.',
  'lab.side.beginsBehind': '{entry}번 항목이 오프셋 {offset}에서 시작하지만 끝은 {end}입니다.',
  'lab.side.endsStart':
    '형식이 틀렸습니다. Kafka가 오류로 끝나고 시작되지 않습니다. 파일이 없으면 새로 만듭니다.',
  'lab.side.lostEnd':
    '오프셋 {offset}에서 만든 스냅숏인데 로그는 {end}에서 끝납니다. 로그의 끝부분이 사라졌습니다.',
  'lab.side.snapshotCut': '스냅숏이 잘렸습니다. {size}바이트는 적혀 있는 내용보다 적습니다.',
  'lab.side.notIndexed': '프로듀서 ID {producerId}가 오프셋 {offset}에서 중단한 트랜잭션이 없습니다.',
  'lab.side.otherProducer':
    '프로듀서 ID {producerId}가 오프셋 {offset}에서 중단한 트랜잭션이 프로듀서 ID {found}의 것으로 적혀 있습니다.',
  'lab.side.otherFirst':
    '프로듀서 ID {producerId}가 오프셋 {offset}에서 중단한 트랜잭션은 오프셋 {first}에서 시작하지만, 여기에는 {found:으로/로} 적혀 있습니다.',
  'lab.side.otherStable':
    '프로듀서 ID {producerId}가 오프셋 {offset}에서 중단한 트랜잭션 뒤의 LSO는 {stable}이지만, 여기에는 {found:으로/로} 적혀 있습니다.',
  'lab.side.notAborted':
    '오프셋 {offset}에서 끝난 프로듀서 ID {producerId}의 트랜잭션이 적혀 있지만, 로그의 그 자리에 ABORT 마커가 없습니다.',
  'lab.side.version': '버전이 {version}입니다. 알려진 버전은 {known}뿐입니다.',
  'lab.side.line': '{line}번째 줄의 형식이 틀렸습니다: {text}',
  'lab.side.countLine': '둘째 줄이 항목의 수가 아닙니다: {text}',
  'lab.side.count': '항목이 {entries}개인데 파일에는 {count}개로 적혀 있습니다.',
  'lab.side.noTopicId': '"version: 0"과 22자의 id를 가진 "topic_id: …"가 없습니다.',
  'lab.side.indexTooLarge': '인덱스가 {size}바이트입니다. Kafka는 {most}바이트까지 허용합니다.',
  'lab.side.indexCut': '인덱스가 {size}바이트보다 짧게 잘렸습니다.',
  'lab.side.snapshotTooLarge': '스냅숏이 {size}바이트로 {most}바이트를 넘습니다.',
  'lab.side.textTooLarge': '텍스트 파일이 {size}바이트로 {most}바이트를 넘습니다.',
  'lab.side.noOffset':
    '이름이 오프셋으로 시작하지 않습니다. Kafka는 NumberFormatException으로 끝나고 시작되지 않습니다.',
  'lab.side.notTwentyDigits': '이름이 숫자 {digits}자리가 아닙니다. Kafka는 이 파일을 읽지 않습니다.',
  'lab.side.beforeOffsets': 'Kafka는 이 파일을 있을 수 없는 오프셋 {offset}의 세그먼트로 여깁니다.',
  'lab.side.otherName':
    'Kafka는 이 파일을 오프셋 {offset}의 것으로 여기지만 읽지 않고 빈 {file:을/를} 만듭니다.',
  'lab.side.noLog': '.log가 없습니다. Kafka는 시작할 때 인덱스를 지우고 빈 로그로 시작합니다.',
  'lab.unreadable.denied': '권한이 없습니다. 소유자로 읽거나 권한을 바꾸세요.',
  'lab.unreadable.gone': '그사이 지워졌습니다. 폴더를 다시 읽으세요.',
  'lab.unreadable.loop': '자기 자신으로 돌아오는 링크입니다. 지우거나 파일을 가리키게 하세요.',
  'lab.unreadable.nowhere': '가리키는 것이 없는 링크입니다. 가리키던 것을 되돌려 놓거나 링크를 지우세요.',
  'lab.unreadable.foreignName': '이름이 UTF-8이 아닙니다. 이름을 바꾸세요.',
  'lab.unreadable.folder': 'Kafka의 파일이 있을 자리에 있는 폴더입니다. 다른 곳으로 옮기세요.',
  'lab.unreadable.noFile':
    'Kafka의 파일이 있을 자리에 있는 파이프, 소켓 또는 장치입니다. 다른 곳으로 옮기세요.',
  'lab.unreadable.device': '장치에 오류가 있습니다. 읽을 수 있는 것을 다른 디스크로 복사하세요.',
};

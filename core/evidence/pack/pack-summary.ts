/** What the scenario of an opened pack came to. */
import type { Disk } from '#core/base/disk.ts';
import type { EvidenceScenario } from '#core/lab-api/evidence-views.ts';
import type { Json } from '#core/observe/events.ts';
import { PACK_FILES } from './pack-facts.ts';

/** The scenario of an extracted pack, with its verdicts; null without one, or when its files are not Json. */
export function readScenario(disk: Disk, folder: string): EvidenceScenario | null {
  const path = `${folder}/${PACK_FILES.scenario}`;
  if (!disk.exists(path)) return null;
  try {
    const { id, definition } = JSON.parse(disk.readWhole(path).toString('utf8')) as {
      readonly id: string;
      readonly definition: Json;
    };
    const lines = disk.readWhole(`${folder}/${PACK_FILES.verdicts}`).toString('utf8').split('\n');
    const verdicts = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Json);
    return { id: String(id), definition: definition ?? null, verdicts };
  } catch {
    return null;
  }
}

/**
 * `fencepost open FILE.fence`: what an evidence pack holds, once every byte of it has been checked. It is extracted to a temporary
 * folder, which goes again; with `--extract DIR` to a new folder, which stays.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { counted } from '#core/base/counted.ts';
import { isDiskError } from '#core/base/disk-error.ts';
import { printable } from '#core/base/printable.ts';
import { partitionName } from '#core/base/topic-partition.ts';
import { readLogsOfPack } from '#core/evidence/pack/logs-of-pack.ts';
import type { PackFacts } from '#core/evidence/pack/pack-facts.ts';
import { readScenario } from '#core/evidence/pack/pack-summary.ts';
import { extractPack } from '#core/evidence/pack/read-pack.ts';
import { refuseOtherStory } from '#core/evidence/pack/story-of-pack.ts';
import { PackRefused } from '#core/evidence/pack-refused.ts';
import { isWithin, refuseKafkaPlace, TargetRefused } from '#core/evidence/save/refuse-target.ts';
import { Work, WorkCancelled } from '#core/evidence/work.ts';
import { NotALogError } from '#core/inspect/read/partition-files.ts';
import { refusalOf } from '#core/inspect/read/unreadable.ts';
import type { EvidenceScenario, VerdictCounts } from '#core/lab-api/evidence-views.ts';
import { keptOutcomes, keptRules } from '#core/lab-api/kept-run.ts';
import { type ScenarioLanguage, scenarioText } from '#core/lab-api/scenario-text/languages.ts';
import { NodePacking } from '#core/platform/node/node-packing.ts';
import { nodePlatform } from '#core/platform/node/node-platform.ts';
import { claimLines, sideOf } from './claim-lines.ts';
import { evidenceCheckText } from './evidence-text.ts';
import { EXIT_INTERRUPTED, interruptible } from './interruptible.ts';

export interface OpenArguments {
  readonly json: boolean;
  /** A folder that does not exist yet. */
  readonly extract?: string | undefined;
  /** Bytes that may come out of the pack, as text. */
  readonly maxSize?: string | undefined;
  readonly language: ScenarioLanguage;
}

const EXIT_GOOD = 0;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

interface Opened {
  readonly facts: PackFacts;
  readonly verdicts: ReadonlyMap<string, VerdictCounts>;
  readonly scenario: EvidenceScenario | null;
}

/** Answers the exit status: 1 when the pack is refused. */
export async function runOpen(file: string, args: OpenArguments): Promise<number> {
  const { disk, clock } = nodePlatform();
  const work = new Work(clock);
  if (file === '') return complain('the path is empty; name a .fence file', EXIT_USAGE);
  if (args.maxSize !== undefined && !/^[0-9]{1,15}$/.test(args.maxSize)) {
    return complain(`--max-size ${args.maxSize}: it is a number of bytes`, EXIT_USAGE);
  }
  const kept = args.extract === undefined ? undefined : path.resolve(args.extract);
  if (kept !== undefined && disk.exists(kept))
    return complain(`${args.extract} exists; choose a new folder`, EXIT_FAILED);
  const fault = kept === undefined ? undefined : placeFault(file, kept);
  if (fault !== undefined)
    return complain(`${args.extract} was not made: ${fault}; choose another --extract`, EXIT_FAILED);
  const folder = (kept ?? mkdtempSync(path.join(tmpdir(), 'fencepost-pack-'))).replaceAll(path.sep, '/');
  try {
    const opened = await interruptible(work, () => open(file, folder, { ...args, work }));
    process.stdout.write(args.json ? jsonOf(file, opened) : textOf(file, opened, args.language));
    return EXIT_GOOD;
  } catch (error) {
    disk.removeDirectory(folder);
    if (error instanceof WorkCancelled) {
      return complain(`${file} is not opened: it was interrupted; nothing of it was kept`, EXIT_INTERRUPTED);
    }
    if (error instanceof PackRefused) return complain(`${file} is not opened: ${error.message}`, EXIT_FAILED);
    if (error instanceof NotALogError)
      return complain(`${file} is not opened: its logs cannot be read; have it exported again`, EXIT_FAILED);
    if (isDiskError(error)) return complain(`${file} cannot be opened: ${openFailure(error)}`, EXIT_FAILED);
    throw error;
  } finally {
    if (kept === undefined) disk.removeDirectory(folder);
  }
}

/** Why nothing is extracted to a place, as a clause. */
function placeFault(file: string, kept: string): string | undefined {
  const { disk } = nodePlatform();
  const [pack, place] = [path.resolve(file), kept].map((one) => one.replaceAll(path.sep, '/'));
  if (pack === undefined || place === undefined) return undefined;
  if (isWithin(disk, place, pack)) return 'it is the pack itself';
  try {
    refuseKafkaPlace(disk, place);
  } catch (error) {
    if (error instanceof TargetRefused) return error.message;
    throw error;
  }
  return undefined;
}

/** What the disk refused: the pack, or the folder that it is extracted to. */
function openFailure(error: Error & { readonly code: string }): string {
  switch (error.code) {
    case 'ENOENT':
      return 'there is no such file; check the path';
    case 'EISDIR':
      return 'it is a folder; give a .fence file, or read the folder with "fencepost inspect"';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full; make room, or choose another --extract';
    case 'EROFS':
      return 'the volume is read-only; choose another --extract';
    default:
      return refusalOf(error);
  }
}

async function open(
  file: string,
  folder: string,
  { maxSize, work }: OpenArguments & { readonly work: Work },
): Promise<Opened> {
  const { disk } = nodePlatform();
  const facts = await extractPack(
    {
      disk,
      packing: new NodePacking(),
      path: path.resolve(file).replaceAll(path.sep, '/'),
      work,
      unpackedMax: maxSize === undefined ? undefined : Number(maxSize),
    },
    folder,
  );
  await refuseOtherStory(disk, folder, { facts, work });
  const { verdicts, damages } = await readLogsOfPack(disk, folder, { facts, work });
  const checks = [...facts.checks, ...damages];
  return { facts: { ...facts, checks }, verdicts, scenario: readScenario(disk, folder) };
}

function jsonOf(file: string, { facts, verdicts, scenario }: Opened): string {
  const partitions = facts.partitions.map((one) => ({
    ...one,
    verdicts: verdicts.get(partitionName(one)) ?? {},
  }));
  return `${JSON.stringify({ file, ...facts, partitions, scenario })}\n`;
}

function textOf(file: string, { facts, verdicts, scenario }: Opened, language: ScenarioLanguage): string {
  const { timeline, frames } = facts;
  const lines = [
    `${file}: written by ${facts.writtenBy} at ${new Date(facts.createdAtMs).toISOString()}, cluster ${facts.clusterId || 'unknown'}; every checksum agrees`,
    ...facts.checks.map((check) => `  ${evidenceCheckText(check)}`),
    ...facts.partitions.map(
      (one) =>
        `${partitionName(one)}: log start ${one.logStartOffset}, LSO ${one.lastStableOffset}, LEO ${one.logEndOffset}; ${countsOf(verdicts.get(partitionName(one)))}`,
    ),
    `timeline: ${counted(timeline.events, 'event')}${timeline.firstMs === null ? '' : `, ${(((timeline.lastMs ?? 0) - timeline.firstMs) / 1000).toFixed(1)} s`}; ${countsOf(timeline.byType)}`,
    `frames: ${counted(frames.count, 'exchange')} in ${counted(frames.packets, 'packet')}; ${countsOf(frames.byApi)}`,
    ...(scenario === null ? [] : scenarioLines(scenario, language)),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** The run that the pack was written with, in the words of `scenario run`. */
function scenarioLines(scenario: EvidenceScenario, language: ScenarioLanguage): readonly string[] {
  const rules = keptRules(scenario);
  const title = scenarioText(language, scenario.id)?.title;
  return [
    `scenario ${scenario.id}${title === undefined ? '' : `: ${title}`}`,
    ...keptOutcomes(scenario).flatMap(({ checks, ...outcome }) =>
      claimLines(outcome, {
        rules,
        expected: sideOf(checks, 'expected'),
        observed: sideOf(checks, 'observed'),
        language,
      }),
    ),
  ];
}

function countsOf(counts: { readonly [name: string]: number } = {}): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function complain(line: string, status: number): number {
  process.stderr.write(`open: ${printable(line)}\n`);
  return status;
}

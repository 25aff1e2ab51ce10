/** Runs Vitest and Playwright with a report on disk, and turns the report into counts, failures and named skips. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

const REPORTS = path.join(ROOT, 'test-results', 'reports');

function start(args, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
}

/** A runner that died without a report is one failure; one that failed although every test passed is too. */
function settle(title, code, counted) {
  if (counted !== undefined && (code === 0 || counted.failed > 0)) return counted;
  const base = counted ?? { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };
  return {
    ...base,
    failed: base.failed + 1,
    failures: [...base.failures, `${title}: the runner ended with ${code}`],
  };
}

export async function runVitest() {
  const report = path.join(REPORTS, 'vitest.json');
  fs.rmSync(report, { force: true });
  const code = await start([
    path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const result = readReport(report);
  if (result === undefined) return settle('unit tests', code, undefined);
  const counted = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };
  for (const file of result.testResults) {
    const name = path.relative(ROOT, file.name);
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      counted.failed++;
      counted.failures.push(`${name}: ${file.message.split('\n')[0]}`);
    }
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counted.passed++;
      else if (test.status === 'failed') {
        counted.failed++;
        counted.failures.push(`${name}: ${test.fullName}`);
      } else {
        counted.skipped++;
        counted.skips.push(`${name}: ${test.fullName}`);
      }
    }
  }
  return settle('unit tests', code, counted);
}

export async function runPlaywright(folder, title) {
  const report = path.join(REPORTS, `${path.basename(folder)}.json`);
  fs.rmSync(report, { force: true });
  console.log(`\n${title}`);
  const code = await start(
    [path.join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '-c', folder, '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  const result = readReport(report);
  if (result === undefined) return settle(title, code, undefined);
  const counted = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };
  const visit = (suite, trail) => {
    for (const spec of suite.specs ?? []) countSpec(spec, [...trail, spec.title].join(' › '), counted);
    for (const child of suite.suites ?? []) visit(child, [...trail, child.title]);
  };
  for (const suite of result.suites) visit(suite, [folder]);
  return settle(title, code, counted);
}

function countSpec(spec, name, counted) {
  for (const test of spec.tests) {
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
    if (test.status === 'skipped') {
      counted.skipped++;
      counted.skips.push(reason === undefined ? name : `${name}: ${reason}`);
    } else if (test.status === 'expected') counted.passed++;
    else {
      counted.failed++;
      counted.failures.push(name);
    }
  }
}

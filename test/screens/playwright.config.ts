import { defineConfig } from '@playwright/test';
import { browserExecutable } from '../support/browser.ts';

const executablePath = await browserExecutable();

/** Draws docs/screens anew; no part of the tests. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/screens',
  timeout: 180_000,
  workers: 1,
  fullyParallel: false,
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: ['--no-sandbox'], ...(executablePath === undefined ? {} : { executablePath }) },
  },
});

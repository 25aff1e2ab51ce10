import { defineConfig } from '@playwright/test';
import { browserExecutable } from '../support/browser.ts';

const executablePath = await browserExecutable();

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  timeout: 90_000,
  workers: 1,
  fullyParallel: false,
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { args: ['--no-sandbox'], ...(executablePath === undefined ? {} : { executablePath }) },
    screenshot: 'only-on-failure',
  },
});

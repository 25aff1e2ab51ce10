import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/electron',
  timeout: 90_000,
  workers: 1,
});

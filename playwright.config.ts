import { defineConfig, type ReporterDescription } from '@playwright/test';

// One real window at a time; a test that needs a second try is a test to mend.
const reporters: ReporterDescription[] = [['list']];
const jsonFile = process.env.FRAMESCOPE_E2E_REPORT;
if (jsonFile) reporters.push(['json', { outputFile: jsonFile }]);

export default defineConfig({
  testDir: 'test/e2e',
  // Pictures of the real CLI are made by the same means, and only when they are asked for.
  testMatch: process.env.FRAMESCOPE_PICTURES ? '**/*.picture.ts' : '**/*.{test,spec}.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: reporters,
});

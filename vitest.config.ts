import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/unit/**/*.test.ts',
      'test/unit/**/*.test.tsx',
      'test/cases/**/*.test.ts',
      'test/recordings/**/*.test.ts',
      'test/real-cli/**/*.test.ts',
    ],
    environment: 'node',
    testTimeout: 60_000,
  },
});

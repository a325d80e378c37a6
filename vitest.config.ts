import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,embedded,sandbox,web,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: ['server/testing/postgres.setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

import { defineConfig } from 'vitest/config';

/** The tests that drive a real browser. They want the built site in dist/web. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // A browser is heavy: two at a time are enough for a small machine.
    maxWorkers: 2,
  },
});

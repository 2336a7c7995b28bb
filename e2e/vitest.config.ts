import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'e2e',
    include: ['journeys/**/*.test.ts'],
    globalSetup: ['drivers/prepare.ts'],
    // One console, one browser and one journey at a time; `npm test` runs a group of journeys (a folder) beside the next.
    maxWorkers: 1,
    isolate: false,
    // As long as the driver waits for an element; vitest's own second is too short for a page that loads.
    expect: { poll: { timeout: 20_000 } },
    // A busy machine is no failure: only a journey that hangs runs into this.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})

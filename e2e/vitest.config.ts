import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'e2e',
    include: ['journeys/**/*.test.ts'],
    globalSetup: ['drivers/prepare.ts'],
    // Each file runs a server and a browser of its own, and waits more than it works: three share a small machine well.
    maxWorkers: 3,
    // As long as the driver waits for an element; vitest's own second is too short for a page that loads.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
})

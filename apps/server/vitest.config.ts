import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    maxWorkers: 2,
    // Real servers are started and killed here, on machines that may be busy.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

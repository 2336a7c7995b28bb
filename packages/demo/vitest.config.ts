import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // A busy machine is no failure: only what hangs runs into the limit.
  test: { name: 'demo', include: ['src/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, isolate: false },
})

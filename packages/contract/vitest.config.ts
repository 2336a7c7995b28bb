import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // A busy machine is no failure: only what hangs runs into the limit.
  test: {
    name: 'contract',
    include: ['src/**/*.test.ts'],
    setupFiles: ['../../tools/lib/property-seed.mjs'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
  },
})

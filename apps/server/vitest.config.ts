import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // Where the global set-up is loaded: without this it takes the packages as they were last built, if they were.
  environments: { __vitest__: { resolve: { conditions: ['source'] } } },
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['../../tools/lib/property-seed.mjs'],
    // They wait for databases, clocks and programs more than they work: two kept a core busy, three keep one and a half.
    maxWorkers: 3,
    // Every file has a database of its own; loading the server anew for each would cost half of the time.
    isolate: false,
    // Thousands of short answers an instant: with a larger nursery most are gone before they are copied, a tenth of the work.
    execArgv: ['--max-semi-space-size=64'],
    // Real servers are started and killed here. A busy machine is no failure: only what hangs runs into these.
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
  },
})

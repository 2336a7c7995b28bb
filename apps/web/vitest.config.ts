import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { manualPlugin } from './vite/manual-plugin.ts'
import { SlowFirst } from './vite/slow-first.ts'
import { tokensPlugin } from './vite/tokens-plugin.ts'

export default defineConfig({
  plugins: [tokensPlugin(), manualPlugin(), react()],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
  },
  // Packages lie in the root of the workspaces.
  server: { fs: { allow: ['../..'] } },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // A busy machine is no failure: only a test that hangs runs into this.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubGlobals: true,
    // Nothing may hang on where the machine stands.
    env: { TZ: 'UTC' },
    projects: [
      {
        extends: true,
        // Rules and models: no page, and no page's half second a file.
        test: {
          name: 'logic',
          environment: 'node',
          isolate: false,
          include: ['src/**/*.test.ts', 'vite/**/*.test.ts'],
          exclude: ['**/*.dom.test.ts'],
          setupFiles: ['../../tools/lib/property-seed.mjs'],
        },
      },
      {
        extends: true,
        // Loading antd, React and jsdom anew took most of the time: a worker keeps them, and only them (src/testing/setup.ts).
        test: {
          name: 'dom',
          environment: 'jsdom',
          isolate: false,
          // Pages are many short-lived objects: with room for them the collector has half as much to do.
          execArgv: ['--max-semi-space-size=64'],
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          setupFiles: ['src/testing/fresh-modules.ts', 'src/testing/setup.ts'],
          sequence: { setupFiles: 'list' },
        },
      },
    ],
  },
})

import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './vite/slow-first.ts'
import { tokensPlugin } from './vite/tokens-plugin.ts'

export default defineConfig({
  plugins: [tokensPlugin(), react()],
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
  },
  // Packages lie in the root of the workspaces.
  server: { fs: { allow: ['../..'] } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'vite/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    // A busy machine is no failure: only a test that hangs runs into this.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  // Some gates start a program (oxlint, knip) on a fixture tree.
  test: { name: 'tools', include: ['**/*.test.ts'], testTimeout: 180_000, hookTimeout: 180_000, isolate: false },
})

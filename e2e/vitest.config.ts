import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const SLOW = /\/(national-network|gallery)\.test\.ts$/

/** Without timings of an earlier run large files go first; these are small files that take longest. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => (SLOW.test(moduleId) ? 1 : 0)
    return (await super.sort(files)).toSorted((a, b) => isSlow(b) - isSlow(a))
  }
}

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'e2e',
    include: ['journeys/**/*.test.ts'],
    globalSetup: ['drivers/prepare.ts'],
    // Each worker has a console, a browser and one journey at a time; a third one works while the others wait.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    isolate: false,
    // vitest's default of 1 s is too short for a page that loads.
    expect: { poll: { timeout: 60_000 } },
    // Only a hanging journey reaches this timeout; a busy machine must not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

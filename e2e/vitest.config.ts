import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const SLOW = /\/(national-network|gallery)\.test\.ts$/

/** Without times of an earlier run large files go first; these are small ones that take longest. */
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
    // Each worker has a console, a browser and one journey at a time; a third works while the others wait for something.
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    isolate: false,
    // As long as the driver waits for an element; vitest's own second is too short for a page that loads.
    expect: { poll: { timeout: 60_000 } },
    // A busy machine is no failure: only a journey that hangs runs into this.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

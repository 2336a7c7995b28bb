import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const LONGEST = [/national-network/, /pages-alone/, /gallery/]

/** Without times of an earlier run large files go first: those that take longest are small. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONGEST.findIndex((pattern) => pattern.test(moduleId)) >>> 0
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    name: 'e2e',
    include: ['journeys/**/*.test.ts'],
    globalSetup: ['drivers/prepare.ts'],
    // Each worker has a console, a browser and one journey at a time.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    isolate: false,
    // As long as the driver waits for an element; vitest's own second is too short for a page that loads.
    expect: { poll: { timeout: 20_000 } },
    // A busy machine is no failure: only a journey that hangs runs into this.
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})

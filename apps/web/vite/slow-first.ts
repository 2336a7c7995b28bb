import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = /gallery\.test\.tsx$/

/** Without recorded times large files go first; the gallery is a small file that takes longest. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => (SLOW.test(moduleId) ? 1 : 0)
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => isSlow(b) - isSlow(a))
  }
}

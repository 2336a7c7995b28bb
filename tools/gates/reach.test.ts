import { expect, it } from 'vitest'
import { testsReaching } from './reach.ts'

const FILES = [
  ['packages/domain/src/half.ts', ''],
  ['apps/web/src/lib/size.ts', "import { half } from '@natim/domain/half'\nexport const size = half"],
  ['apps/web/src/features/a/views.ts', "export { size } from '@/lib/size.ts'"],
  [
    'apps/web/src/app/registry.ts',
    "export const all = import.meta.glob<{ a: B<C> }>('../features/*/views.ts', { eager: true })",
  ],
  ['apps/web/src/app/registry.test.tsx', "import './registry.ts'"],
  ['apps/web/src/lib/size.test.ts', "import { size } from './size.ts'"],
  ['apps/web/src/lib/other.test.ts', ''],
  ['apps/web/src/lib/circle.ts', "import './circle.ts'"],
].map(([path = '', text = '']) => ({ path, text }))
const reach = (...changed: string[]) => testsReaching('/nowhere', FILES, changed).sort()

it('follows imports over packages, aliases, re-exports and globs to the tests', () => {
  expect(reach('packages/domain/src/half.ts')).toEqual([
    'apps/web/src/app/registry.test.tsx',
    'apps/web/src/lib/size.test.ts',
  ])
  expect(reach('apps/web/src/features/a/views.ts')).toEqual(['apps/web/src/app/registry.test.tsx'])
})

it('counts a changed test as reached, and terminates on cycles', () => {
  expect(reach('apps/web/src/lib/other.test.ts')).toEqual(['apps/web/src/lib/other.test.ts'])
  expect(reach('apps/web/src/lib/circle.ts')).toEqual([])
})

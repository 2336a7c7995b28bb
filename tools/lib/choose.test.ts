import { expect, it } from 'vitest'
import { byWorkspace, chooseByWords, reachedByRule, reasonForJourneys } from './choose.mjs'

const TEXTS: Readonly<Record<string, string>> = {
  'apps/web/src/shell/tabs.test.tsx': "it('[SH-18] keeps the last tab open')",
  'apps/web/src/grid/grid.test.tsx': "it('[WG-01] sorts')",
  'apps/server/src/modules/undo.test.ts': "it('撤销 brings back a role (all of it)')",
  'e2e/journeys/shell/sh-18.test.ts': "it('[SH-17] opens')",
}
const FILES = Object.keys(TEXTS)
const choose = (...words: string[]) => chooseByWords(words, FILES, (path) => TEXTS[path] ?? '')

it('runs files with the word in their path entirely, and matching test titles of the rest', () => {
  expect(choose('SH-18')).toEqual([
    { root: 'e2e', files: ['e2e/journeys/shell/sh-18.test.ts'] },
    { root: 'apps/web', files: ['apps/web/src/shell/tabs.test.tsx'], title: 'SH-18' },
  ])
})

it('treats several words as alternatives, and no word as a pattern', () => {
  const [server, web] = choose('撤销', '[WG-01]')
  expect(server).toEqual({
    root: 'apps/server',
    files: ['apps/server/src/modules/undo.test.ts'],
    title: String.raw`撤销|\[WG-01\]`,
  })
  expect(web?.files).toEqual(['apps/web/src/grid/grid.test.tsx'])
  expect('[WG-01] sorts').toMatch(new RegExp(web?.title ?? ''))
})

it('finds nothing for an unknown word, nor without words', () => {
  expect(choose('no-such-word')).toEqual([])
  expect(choose()).toEqual([])
})

it('groups files by the workspaces that run them', () => {
  expect(byWorkspace(FILES).map(({ root, files }) => [root, files.length])).toEqual([
    ['apps/server', 1],
    ['apps/web', 2],
    ['e2e', 1],
  ])
})

it('runs all tests affected by a migration, a configuration or the packages', () => {
  const server = ['apps/server/src/modules/undo.test.ts']
  expect(reachedByRule(['apps/server/src/db/migrations/0001_system.sql'], FILES)).toEqual(server)
  expect(reachedByRule(['apps/server/vitest.postgres.config.ts'], FILES)).toEqual(server)
  expect(reachedByRule(['package-lock.json'], FILES)).toEqual(FILES)
  expect(reachedByRule(['docs/manual/duty/home.md'], [...FILES, 'apps/web/src/shell/manual/manual.test.tsx'])).toEqual([
    'apps/web/src/shell/manual/manual.test.tsx',
  ])
  expect(reachedByRule(['docs/features.md'], [...FILES, 'tools/a.test.ts'])).toEqual(['tools/a.test.ts'])
  expect(reachedByRule(['apps/server/src/modules/undo.ts'], FILES)).toEqual([])
})

it('runs all journeys for a product change, and names them; not for a test change', () => {
  expect(reasonForJourneys(['README.md', 'packages/domain/src/units.ts'])).toBe('packages/domain/src/units.ts')
  expect(reasonForJourneys(['apps/web/src/grid/grid.test.tsx', 'tools/test.mjs'])).toBeUndefined()
})

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSourceFiles } from '../gates/source-files.ts'
import { parseFeatures } from './feature-list.ts'
import { featureReport } from './feature-report.ts'
import { readClaims } from './test-titles.ts'

const claims = (text: string) => readClaims({ path: 'a.test.ts', text }).map(({ id, line }) => `${id}:${line}`)

describe('feature list', () => {
  it('has the number of rows per group stated in its head', () => {
    const markdown = readFileSync(new URL('../../docs/features.md', import.meta.url), 'utf8')
    const stated = [...(/^631 rows \((.*?)\)/m.exec(markdown)?.[1] ?? '').matchAll(/([A-Z]{2}) (\d+)/g)]
    const { groups } = featureReport(parseFeatures(markdown), [])
    expect(groups.map(({ group, rows }) => [group, rows])).toEqual(
      stated.map(([, group, rows]) => [group, Number(rows)]),
    )
    expect(groups.reduce((sum, { rows }) => sum + rows, 0)).toBe(631)
  })

  it('reads a row whose text contains pipes, and skips decisions', () => {
    const rows = parseFeatures(
      '| WG-01 | a `x\\|y` b | C, V |\n| D-01 | point | decision | why |\n| id | what | verify |',
    )
    expect(rows).toEqual([{ id: 'WG-01', group: 'WG', text: 'a `x|y` b', verify: 'C, V' }])
  })
})

it('[CO-35] each entity of CO-37 to CO-57 has a test that compares its definition with the row', () => {
  const rootDir = fileURLToPath(new URL('../../', import.meta.url))
  const features = parseFeatures(readFileSync(new URL('../../docs/features.md', import.meta.url), 'utf8'))
  const tests = readSourceFiles(rootDir).filter(({ path }) => /\.test\.tsx?$/.test(path))
  const claimed = new Set(tests.flatMap(readClaims).map(({ id }) => id))
  const entities = features.filter(({ id }) => id >= 'CO-37' && id <= 'CO-57').map(({ id }) => id)
  expect(entities).toHaveLength(21)
  expect(entities.filter((id) => !claimed.has(id))).toEqual([])
})

describe('test titles', () => {
  it('finds rows in it, test and describe, with each and skipIf', () => {
    expect(claims("it('[SH-01] works', f)\ntest(`[SH-02, SH-03] ${x}`, f)\ndescribe('[SS-04] d', f)")).toEqual([
      'SH-01:1',
      'SH-02:2',
      'SH-03:2',
      'SS-04:3',
    ])
    expect(claims("it.each([1])('[WG-100] %s', f)\nit.skipIf(x)('[CA-01] y', f)")).toEqual(['WG-100:1', 'CA-01:2'])
  })

  it('finds rows in the table of an each whose title begins with them', () => {
    expect(claims("it.each([['ER-01', 403], ['ER-02', 404]])('[%s] %i is a card', f)")).toEqual(['ER-01:1', 'ER-02:1'])
    expect(claims("it.each([['ER-01', 403]])('%s is a card', f)")).toEqual([])
  })

  it('ignores skipped tests, comments and other calls', () => {
    expect(claims("it.skip('[SH-01] later', f)\n// it('[SH-02]')\nlog('[SH-03]')")).toEqual([])
  })
})

describe('report', () => {
  it('counts rows with and without a test, lists missing ones, and names claims of unknown rows', () => {
    const features = parseFeatures('| SH-01 | one | C |\n| SH-02 | two | E |')
    const report = featureReport(features, readClaims({ path: 'a.test.ts', text: "it('[SH-01] [SH-99]', f)" }))
    expect(report.groups).toEqual([{ group: 'SH', rows: 2, withTest: 1 }])
    const text = report.format({ missing: 'SH' })
    expect(text).toContain('SH-02  [E] two')
    expect(text).not.toContain('SH-01  [C]')
    expect(text).toContain('unknown row SH-99  a.test.ts:1')
  })
})

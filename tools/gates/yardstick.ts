import { citationsThatResolve } from './citations.ts'
import { findCycles } from './cycles.ts'
import { findDuplicates } from './duplicates.ts'
import type { Finding, Gate } from './gate.ts'
import { cutRows, resourceRows, type Row } from './house-figures.ts'
import { type Measures, measure } from './measure.ts'
import { readModuleGraph } from './module-graph.ts'
import { unreadConstants } from './unread-constants.ts'
import { isDataFile, isTestFile, readSourceFiles } from './source-files.ts'

const BUDGET = {
  meanFileLines: 100,
  p95FileLines: 300,
  maxFileLines: 500,
  maxFunctionLines: 60,
  repeatedPercent: 5,
  crudScreenLines: 100,
} as const

/** Minimum test lines per source line of each workspace. */
const TEST_RATIO: Readonly<Record<string, number>> = { 'apps/server': 0.8, 'packages/domain': 0.8, 'apps/web': 0.4 }

/** Files that may print: command-line tools, and the console's single place for reporting page defects. */
const MAY_PRINT =
  /^tools\/|^apps\/simulator\/src\/(?:cli|main)\.ts$|\/report\.ts$|^apps\/web\/src\/lib\/report-defect\.ts$/

/** The size budgets of CONTRIBUTING.md. */
export const yardstickGate: Gate = {
  name: 'yardstick',
  promise: 'Files, functions and slices stay small; tests keep pace; nothing is repeated, muted or left behind.',
  run: (rootDir, options) => {
    const files = readSourceFiles(rootDir)
    const counted = files.filter(({ path }) => !isDataFile(path))
    const measures = counted.map(measure)
    const product = measures.filter(({ path }) => !isTestFile(path))
    const edges = readModuleGraph(rootDir, files)
    const cycles = findCycles(edges).length
    const unread = unreadConstants(files)
    const rows = [
      ...sizeRows(product),
      ...ratioRows(measures),
      ...countRows(product, cycles),
      ...resourceRows(product),
      ...cutRows(product, edges),
      {
        name: 'citations that resolve, %',
        value: citationsThatResolve(rootDir, files),
        limit: 100,
        kind: 'at least',
      },
      { name: 'unread constants', value: unread.length, limit: 0, kind: 'at most' },
    ] satisfies Row[]
    const findings = [
      ...rows.flatMap(overBudget),
      ...product.flatMap(fileFindings),
      ...screenFindings(product),
      ...unread,
    ]
    const details = options?.all ? `\n\n${largest(product)}\n\n${repeats(product)}` : ''
    return { filesRead: files.length, findings, report: table(rows) + details }
  },
}

function sizeRows(product: readonly Measures[]): Row[] {
  const sizes = product.map(({ lines }) => lines).sort((a, b) => a - b)
  const functions = product.flatMap((file) => file.functions.map(({ lines }) => lines))
  const duplicates = findDuplicates(product)
  return [
    { name: 'mean file, lines', value: mean(sizes), limit: BUDGET.meanFileLines, kind: 'at most' },
    { name: 'p95 file, lines', value: nearestRank(sizes, 0.95), limit: BUDGET.p95FileLines, kind: 'at most' },
    { name: 'largest file, lines', value: sizes.at(-1) ?? 0, limit: BUDGET.maxFileLines, kind: 'at most' },
    { name: 'largest function, lines', value: max(functions), limit: BUDGET.maxFunctionLines, kind: 'at most' },
    {
      name: 'repeated 6-line windows, %',
      value: duplicates.windows === 0 ? 0 : (100 * duplicates.repeated) / duplicates.windows,
      limit: BUDGET.repeatedPercent,
      kind: 'at most',
    },
  ]
}

function ratioRows(measures: readonly Measures[]): Row[] {
  return Object.entries(TEST_RATIO).flatMap(([workspace, limit]) => {
    const own = measures.filter(({ path }) => path.startsWith(`${workspace}/src/`))
    const source = sumLines(own.filter(({ path }) => !isTestFile(path)))
    const test = sumLines(own.filter(({ path }) => isTestFile(path)))
    if (source === 0) return []
    return [{ name: `test : source, ${workspace}`, value: test / source, limit, kind: 'at least' as const }]
  })
}

function countRows(product: readonly Measures[], cycles: number): Row[] {
  const count = (pick: (file: Measures) => readonly unknown[]) =>
    product.reduce((sum, file) => sum + pick(file).length, 0)
  const rows = {
    any: count(({ anys }) => anys),
    'console outside tools': product
      .filter(({ path }) => !MAY_PRINT.test(path))
      .reduce((sum, file) => sum + file.consoleLogs.length, 0),
    'commented-out code': count(({ commentedOutCode }) => commentedOutCode),
    'import cycles': cycles,
  }
  return Object.entries(rows).map(([name, value]) => ({ name, value, limit: 0, kind: 'at most' }))
}

function isOver({ value, limit, kind }: Row): boolean {
  return kind === 'at most' ? value > limit : value < limit
}

function overBudget(row: Row): Finding[] {
  if (!isOver(row) || row.isGoal) return []
  const message = `${row.name}: ${round(row.value)}, ${row.kind} ${row.limit}.`
  return [{ file: '.', rule: 'budget', message }]
}

function fileFindings(file: Measures): Finding[] {
  const finding = (line: number | undefined, rule: string, message: string) => ({
    file: file.path,
    line,
    rule,
    message,
  })
  const large =
    file.lines > BUDGET.maxFileLines
      ? [finding(undefined, 'file-size', `${file.lines} lines: split it by what changes together.`)]
      : []
  return [
    ...large,
    ...file.functions
      .filter(({ lines }) => lines > BUDGET.maxFunctionLines)
      .map(({ line, name, lines }) => finding(line, 'function-size', `${name} has ${lines} lines: name its steps.`)),
    ...file.anys.map(({ line }) => finding(line, 'any', 'say what it is, or unknown and narrow it.')),
    ...(MAY_PRINT.test(file.path) ? [] : file.consoleLogs).map(({ line }) =>
      finding(line, 'console', 'use the logger.'),
    ),
    ...file.commentedOutCode.map(({ line, text }) =>
      finding(line, 'commented-out-code', `'${text}': git remembers it.`),
    ),
  ]
}

/** A screen built only from shared parts must stay small. */
function screenFindings(product: readonly Measures[]): Finding[] {
  const uses = (file: Measures, name: string) => file.body.some(({ text }) => text.includes(`${name}(`))
  return product
    .filter(
      (file) =>
        file.path.startsWith('apps/web/src/features/') &&
        uses(file, 'defineResource') &&
        file.lines > BUDGET.crudScreenLines,
    )
    .map((file) => ({
      file: file.path,
      rule: 'crud-screen',
      message: `${file.lines} lines, at most ${BUDGET.crudScreenLines}.`,
    }))
}

function table(rows: readonly Row[]): string {
  const width = max(rows.map(({ name }) => name.length))
  return rows
    .map((row) => {
      const verdict = isOver(row) ? (row.isGoal ? 'goal' : 'OVER') : 'ok'
      return `${row.name.padEnd(width)}  ${String(round(row.value)).padStart(8)}  ${row.kind.padEnd(8)} ${String(row.limit).padStart(4)}  ${verdict}`
    })
    .join('\n')
}

function largest(product: readonly Measures[]): string {
  const files = [...product].sort((a, b) => b.lines - a.lines).slice(0, 15)
  const functions = product.flatMap((file) => file.functions.map((each) => ({ ...each, path: file.path })))
  functions.sort((a, b) => b.lines - a.lines)
  return [
    'Largest files',
    ...files.map(({ path, lines }) => `${String(lines).padStart(6)}  ${path}`),
    'Largest functions',
    ...functions
      .slice(0, 15)
      .map(({ path, line, name, lines }) => `${String(lines).padStart(6)}  ${path}:${line} ${name}`),
  ].join('\n')
}

function repeats(product: readonly Measures[]): string {
  const { stretches } = findDuplicates(product)
  const longest = stretches
    .slice(0, 15)
    .map(({ lines, places }) => `${String(lines).padStart(6)}  ${places.join('  ')}`)
  return ['Longest repeats', ...longest].join('\n')
}

const sumLines = (files: readonly Measures[]) => files.reduce((sum, file) => sum + file.lines, 0)
const max = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value), 0)
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
const round = (value: number) => Math.round(value * 100) / 100

/** The value at or below which the given share of the sorted values lies. */
function nearestRank(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

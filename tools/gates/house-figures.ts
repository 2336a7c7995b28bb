import { posix } from 'node:path'
import type { Edge } from './module-graph.ts'
import type { Measures } from './measure.ts'

/** A metric of the code base with its target: a limit is enforced, a goal is only printed. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly kind: 'at most' | 'at least'
  /** Only shown; does not fail the gate. */
  readonly isGoal?: true
}

/** Files of a resource without its tests, over contract, server and console. */
const RESOURCES: readonly (readonly [name: string, files: RegExp, maxLines: number, isGoal?: true])[] = [
  ['positions', /^(?:packages\/contract\/src\/system\/position\.|apps\/server\/src\/modules\/position\/)/, 110],
  [
    'stations',
    /^(?:packages\/contract\/src\/mon\/station\.|apps\/(?:server\/src\/modules\/station|web\/src\/features\/mon-station)\/)/,
    350,
  ],
  [
    'dictionaries with items',
    /^(?:packages\/contract\/src\/system\/dict\.resource\.|apps\/(?:server\/src\/modules\/dict-admin|web\/src\/features\/sys-dict)\/)/,
    650,
    true,
  ],
]

/** Size of a resource: product lines of all its files. */
export function resourceRows(product: readonly Measures[]): Row[] {
  return RESOURCES.map(([name, files, limit, isGoal]) => {
    const own = product.filter(({ path }) => files.test(path))
    const value = own.reduce((sum, { lines }) => sum + lines, 0)
    return { name: `lines of ${name}, ${own.length} files`, value, limit, kind: 'at most', ...(isGoal && { isGoal }) }
  })
}

const GOAL = { castsPerThousand: 3, singleImporterPercent: 55, thinPercent: 6 } as const

/** Code lines below which a file needs a reason to be one. */
const THIN_LINES = 30
/** A share of fewer files says nothing. */
const ENOUGH_FILES = 100

/** Granularity of modules, and how often type checks are overridden. */
export function cutRows(product: readonly Measures[], edges: readonly Edge[]): Row[] {
  const paths = new Set(product.map(({ path }) => path))
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (to.kind !== 'file' || !paths.has(from) || !paths.has(to.path)) continue
    importers.set(to.path, (importers.get(to.path) ?? new Set()).add(from))
  }
  const single = [...importers.values()].filter(({ size }) => size === 1).length
  const thin = product.filter(({ path, lines }) => lines <= THIN_LINES && hasNeighbourOnly(path, edges)).length
  const lines = product.reduce((sum, file) => sum + file.lines, 0)
  const casts = product.reduce((sum, file) => sum + file.casts, 0)
  return [
    {
      name: `thin files among ${product.length}, %`,
      value: product.length < ENOUGH_FILES ? 0 : (100 * thin) / product.length,
      limit: GOAL.thinPercent,
      kind: 'at most',
    },
    {
      name: 'files with one importer, %',
      value: (100 * single) / Math.max(1, importers.size),
      limit: GOAL.singleImporterPercent,
      kind: 'at most',
      isGoal: true,
    },
    {
      name: 'casts per 1 000 lines',
      value: (1_000 * casts) / Math.max(1, lines),
      limit: GOAL.castsPerThousand,
      kind: 'at most',
    },
  ]
}

/** Whether a single file of the same folder imports it: neither a second importer nor a test justifies the file. */
function hasNeighbourOnly(path: string, edges: readonly Edge[]): boolean {
  const importers = new Set(edges.flatMap(({ from, to }) => (to.kind === 'file' && to.path === path ? [from] : [])))
  const [only] = importers
  return importers.size === 1 && only !== undefined && posix.dirname(only) === posix.dirname(path)
}

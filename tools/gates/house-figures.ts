import type { Edge } from './module-graph.ts'
import type { Measures } from './measure.ts'

/** A figure of the house with what it shall be: a limit is held, a goal is printed beside it. */
export interface Row {
  readonly name: string
  readonly value: number
  readonly limit: number
  readonly kind: 'at most' | 'at least'
  /** Where it stands is shown, and turns nothing red yet. */
  readonly isGoal?: true
}

/** Everything of a resource but its tests, by its files over contract, server and console. */
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

/** What a resource costs: product lines of all its files. */
export function resourceRows(product: readonly Measures[]): Row[] {
  return RESOURCES.map(([name, files, limit, isGoal]) => {
    const own = product.filter(({ path }) => files.test(path))
    const value = own.reduce((sum, { lines }) => sum + lines, 0)
    return { name: `lines of ${name}, ${own.length} files`, value, limit, kind: 'at most', ...(isGoal && { isGoal }) }
  })
}

const GOAL = { files: 1_050, castsPerThousand: 3, singleImporterPercent: 55 } as const

/** How finely the house is cut, and how often it takes the compiler's word away. */
export function cutRows(product: readonly Measures[], edges: readonly Edge[]): Row[] {
  const paths = new Set(product.map(({ path }) => path))
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (to.kind !== 'file' || !paths.has(from) || !paths.has(to.path)) continue
    importers.set(to.path, (importers.get(to.path) ?? new Set()).add(from))
  }
  const single = [...importers.values()].filter(({ size }) => size === 1).length
  const lines = product.reduce((sum, file) => sum + file.lines, 0)
  const casts = product.reduce((sum, file) => sum + file.casts, 0)
  return [
    { name: 'product files', value: product.length, limit: GOAL.files, kind: 'at most', isGoal: true },
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
      isGoal: true,
    },
  ]
}

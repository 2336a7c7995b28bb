import type { Measures, Spot } from './measure.ts'

/** Length of the compared window, in code lines (style guide 2.13). */
const WINDOW_LINES = 6

export interface Duplicates {
  readonly windows: number
  readonly repeated: number
  /** The longest duplicated stretches, longest first. */
  readonly stretches: readonly { readonly lines: number; readonly places: readonly string[] }[]
}

/** Share of duplicated code: windows of six consecutive code lines, compared by their text. */
export function findDuplicates(files: readonly Measures[]): Duplicates {
  const places = new Map<string, { path: string; index: number; line: number }[]>()
  let windows = 0
  for (const { path, body } of files) {
    for (let index = 0; index + WINDOW_LINES <= body.length; index++) {
      const key = windowText(body, index)
      const seen = places.get(key) ?? []
      places.set(key, [...seen, { path, index, line: body[index]?.line ?? 0 }])
      windows++
    }
  }
  const repeated = [...places.values()].filter((found) => found.length > 1)
  return { windows, repeated: repeated.reduce((sum, found) => sum + found.length, 0), stretches: stretches(repeated) }
}

function windowText(body: readonly Spot[], index: number): string {
  return body
    .slice(index, index + WINDOW_LINES)
    .map((spot) => spot.text)
    .join('\n')
}

type Place = { readonly path: string; readonly index: number; readonly line: number }

/** Joins consecutive windows of the same pair of files into one stretch. */
function stretches(repeated: readonly (readonly Place[])[]): Duplicates['stretches'] {
  const runs = new Map<string, { lines: number; places: string[] }>()
  for (const [first, second] of repeated) {
    if (!first || !second) continue
    const key = `${first.path}|${second.path}|${first.index - second.index}`
    const run = runs.get(key)
    if (run) run.lines++
    else
      runs.set(key, { lines: WINDOW_LINES, places: [`${first.path}:${first.line}`, `${second.path}:${second.line}`] })
  }
  return [...runs.values()].sort((a, b) => b.lines - a.lines)
}

import type { Feature } from './feature-list.ts'
import type { Claim } from './test-titles.ts'

export interface GroupTotals {
  readonly group: string
  readonly rows: number
  readonly withTest: number
}

export interface FeatureReport {
  readonly groups: readonly GroupTotals[]
  /** Claims of rows missing from the list: a typo, or a removed row. */
  readonly strays: readonly Claim[]
  /** The table of totals, then the rows with or without a test of the asked group (`all` for every group). */
  readonly format: (show: { readonly missing?: string | undefined; readonly with?: string | undefined }) => string
}

/** Matches feature rows with the tests that name them. */
export function featureReport(features: readonly Feature[], claims: readonly Claim[]): FeatureReport {
  const byId = new Map<string, Claim[]>()
  for (const claim of claims) byId.set(claim.id, [...(byId.get(claim.id) ?? []), claim])
  const known = new Set(features.map(({ id }) => id))
  const groups = [...new Set(features.map(({ group }) => group))].map((group) => {
    const rows = features.filter((feature) => feature.group === group)
    return { group, rows: rows.length, withTest: rows.filter(({ id }) => byId.has(id)).length }
  })
  const strays = claims.filter(({ id }) => !known.has(id))
  const list = (group: string | undefined, wanted: boolean) =>
    group === undefined
      ? []
      : features
          .filter((feature) => (group === 'all' || feature.group === group) && byId.has(feature.id) === wanted)
          .map((feature) => describeRow(feature, byId.get(feature.id) ?? []))
  return {
    groups,
    strays,
    format: (show) =>
      [
        totals(groups),
        ...list(show.missing, false),
        ...list(show.with, true),
        ...strays.map(({ id, file, line }) => `unknown row ${id}  ${file}:${line}`),
      ].join('\n'),
  }
}

function describeRow({ id, text, verify }: Feature, claims: readonly Claim[]): string {
  const places = claims.map(({ file, line }) => `\n         ${file}:${line}`).join('')
  return `${id}  [${verify}] ${text.length > 110 ? `${text.slice(0, 109)}…` : text}${places}`
}

function totals(groups: readonly GroupTotals[]): string {
  const sum = (pick: (totals: GroupTotals) => number) => groups.reduce((total, group) => total + pick(group), 0)
  const all = { group: 'all', rows: sum(({ rows }) => rows), withTest: sum(({ withTest }) => withTest) }
  const line = ({ group, rows, withTest }: GroupTotals) =>
    `${group.padEnd(5)} ${String(rows).padStart(5)} rows ${String(withTest).padStart(5)} with a test ${String(rows - withTest).padStart(5)} without`
  return [...groups, all].map(line).join('\n')
}

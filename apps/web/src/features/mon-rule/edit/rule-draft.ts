import type { RuleTemplate } from '@natim/contract/mon/rule'
import { type RuleRow, rule } from '@natim/contract/mon/rule.resource'
import { type RuleBodyInput, ruleBody, toRuleBody } from '@natim/contract/mon/rule-body'
import { MAX_BRANCHES, type RuleBody, type RuleScope } from '@natim/domain/alarm/rule'

export type DraftBranch = RuleBodyInput['branches'][number]
/** One of the conditions of a composite branch. */
export type DraftCondition = Extract<DraftBranch, { type: 'composite' }>['conditions'][number]

/** A rule being edited: numbers may be missing. */
export interface RuleDraft {
  readonly code: string
  readonly name: string
  readonly place: RuleBody['place']
  readonly scope: RuleScope
  readonly branches: readonly DraftBranch[]
  readonly corroborate: RuleBodyInput['corroborate']
  readonly autoClear: boolean
  readonly latch: boolean
  readonly escalate: RuleBodyInput['escalate']
  readonly guide: string
  readonly checklist: readonly string[]
}

export const EMPTY_DRAFT: RuleDraft = {
  code: '',
  name: '',
  place: 'public',
  scope: {},
  branches: [],
  corroborate: null,
  autoClear: true,
  latch: true,
  escalate: null,
  guide: '',
  checklist: [],
}

export const draftOfRow = (row: RuleRow): RuleDraft => ({
  code: row.code,
  name: row.name,
  place: row.place,
  scope: row.scope,
  branches: row.branches,
  corroborate: row.corroborate,
  autoClear: row.autoClear,
  latch: row.latch,
  escalate: row.escalate,
  guide: row.guide ?? '',
  checklist: row.checklist,
})

export const draftOfTemplate = ({ name, body, guide, checklist }: RuleTemplate, code: string): RuleDraft => ({
  ...EMPTY_DRAFT,
  ...(body as Partial<RuleDraft>),
  code,
  name,
  guide,
  checklist,
})

export const draftOfCopy = (row: RuleRow, code: string): RuleDraft => ({
  ...draftOfRow(row),
  code,
  name: `${row.name}（副本）`,
})

/** `R-0032` after `R-0031`: the code of the next rule. */
export function nextCode(codes: readonly string[]): string {
  const numbers = codes.flatMap((code) => /^R-(\d{1,6})$/.exec(code)?.[1] ?? []).map(Number)
  return `R-${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}`
}

/** The deciding part of a draft; undefined while it is incomplete. */
export function bodyOfDraft(draft: RuleDraft): RuleBody | undefined {
  const parsed = ruleBody.safeParse(draft)
  return parsed.success ? toRuleBody(parsed.data) : undefined
}

/** A validation issue with its path, in form order: `branches.0.value`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

const form = rule.form.omit({ id: true })

export function issuesOf(draft: RuleDraft): Issue[] {
  const parsed = form.safeParse(draft)
  if (parsed.success) return []
  const order = Object.keys(EMPTY_DRAFT)
  const placeOf = ({ path }: Issue) => order.indexOf(path.split('.')[0] ?? '')
  return parsed.error.issues
    .map(({ path, message }) => ({ path: path.join('.'), message }))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const isSameDraft = (a: RuleDraft, b: RuleDraft): boolean => same(sorted(a), sorted(b))

/** Sorts keys and drops absent ones: stored documents differ in key order from drafts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined && inner !== null)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

/** The body of an edit: changed keys only; `""` clears one. */
export function patchOfDraft(draft: RuleDraft, saved: RuleDraft): Readonly<Record<string, unknown>> {
  const entries = Object.entries(draft).filter(
    ([key, value]) => key !== 'code' && !same(sorted(value), sorted(saved[key as keyof RuleDraft])),
  )
  return Object.fromEntries(entries.map(([key, value]) => [key, value ?? '']))
}

/** A list condition without entries is removed. */
export function withCondition(scope: RuleScope, key: keyof RuleScope, values: readonly string[]): RuleScope {
  const { [key]: _former, ...rest } = scope
  return values.length === 0 ? rest : { ...rest, [key]: values }
}

const FIRST: Readonly<Record<DraftBranch['type'], DraftBranch>> = {
  threshold: {
    type: 'threshold',
    severity: 3,
    op: '>=',
    value: undefined as never,
    avgS: 60,
    forS: 60,
    clearForS: 300,
  },
  limit: {
    type: 'limit',
    severity: 2,
    kind: 'AEGL',
    level: '2',
    avgPeriod: '60min',
    forS: 120,
    clearForS: 600,
    clearShare: 0.9,
  },
  rate: { type: 'rate', severity: 3, op: '>', perMin: undefined as never, overS: 60, forS: 0, clearForS: 60 },
  deviation: { type: 'deviation', severity: 4, op: '>', sigmas: 6, n: 3, forS: 0, clearForS: 300 },
  nodata: { type: 'nodata', severity: 5, forS: 1_800, clearForS: 300 },
  stuck: { type: 'stuck', severity: 5, forS: 600, clearForS: 600 },
  status: { type: 'status', severity: 5, statuses: ['offline'], forS: 600, clearForS: 60 },
  event: { type: 'event', severity: 2, eventType: 'nbc', forS: 0, clearForS: 600 },
  toxicLoad: { type: 'toxicLoad', severity: 2, level: 3, forS: 0, clearForS: 60 },
  composite: {
    type: 'composite',
    severity: 3,
    forS: 60,
    clearForS: 300,
    conditions: [
      { type: 'threshold', op: '>=', value: undefined as never, avgS: 600 },
      { type: 'rate', op: '>', perMin: undefined as never, overS: 60 },
    ],
  },
  index: { type: 'index', severity: 3, of: 'station', span: 'hour', value: 201, forS: 0, clearForS: 0 },
  cluster: {
    type: 'cluster',
    severity: 2,
    of: 'station',
    count: 3,
    radiusKm: 5,
    withinS: 1_800,
    forS: 0,
    clearForS: 600,
  },
}

/** Default condition of a type. */
export function firstCondition(type: DraftCondition['type']): DraftCondition {
  const { severity: _, forS: __, clearForS: ___, ...condition } = FIRST[type]
  return condition as DraftCondition
}

/** Default branch of a type. */
export const firstBranch = (type: DraftBranch['type']): DraftBranch => FIRST[type]

/** Adds a branch: a copy of the last one of its type, one level less severe. */
export function withBranch(branches: readonly DraftBranch[], type: DraftBranch['type']): readonly DraftBranch[] {
  if (branches.length >= MAX_BRANCHES) return branches
  const last = branches.findLast((branch) => branch.type === type)
  const next = last ?? firstBranch(type)
  const severity = last ? (Math.min(5, last.severity + 1) as DraftBranch['severity']) : next.severity
  return [...branches, { ...next, severity }]
}

/** The list with one entry changed; keys set to undefined are removed. */
export const replaced = <T extends object>(
  list: readonly T[],
  index: number,
  part: Readonly<Record<string, unknown>>,
): readonly T[] => list.map((entry, at) => (at === index ? (defined({ ...entry, ...part }) as T) : entry))

/** Raises a shorter hold of each branch to `forS`. */
export const withHold = ({ branches }: RuleDraft, forS: number): Partial<RuleDraft> => ({
  branches: branches.map((branch) =>
    branch.type !== 'cluster' && (branch.forS ?? 0) < forS ? { ...branch, forS } : branch,
  ),
})

const defined = (of: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined && value !== null))

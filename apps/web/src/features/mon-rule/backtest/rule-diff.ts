import { SEVERITY, type Severity } from '@natim/contract/dict'
import { RULE_NAMES } from '@natim/contract/mon/rule-names'
import { spanText } from '@natim/domain/alarm/comparison'
import type { RuleBody, RuleBranch } from '@natim/domain/alarm/rule'
import { ruleSentence } from '@natim/domain/alarm/sentence'

/** One item that differs between two versions. */
export interface Difference {
  readonly key: string
  readonly severity?: Severity
  readonly item: string
  readonly from: string
  readonly to: string
}

const NONE = '—'
const sameText = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

type Part = readonly [item: string, text: (branch: RuleBranch) => string]

const ofLimit = (branch: RuleBranch, text: (limit: Extract<RuleBranch, { type: 'limit' }>) => string) =>
  branch.type === 'limit' ? text(branch) : ''
const ofThreshold = (branch: RuleBranch, text: (own: Extract<RuleBranch, { type: 'threshold' }>) => string) =>
  branch.type === 'threshold' ? text(branch) : ''

const PARTS: readonly Part[] = [
  ['级别', ({ severity }) => SEVERITY[severity]],
  [
    '条件',
    (branch) =>
      branch.type === 'limit'
        ? [branch.kind, branch.level, branch.avgPeriod ?? '', branch.share === undefined ? '' : `× ${branch.share}`]
            .filter(Boolean)
            .join(' ')
        : branch.type === 'threshold'
          ? [branch.avgS > 0 ? `${spanText(branch.avgS)} 均值` : '', branch.op, String(branch.value)]
              .filter(Boolean)
              .join(' ')
          : conditionOf(branch),
  ],
  ['持续', ({ forS }) => spanText(forS)],
  [
    '恢复',
    (branch) =>
      [
        ofLimit(branch, ({ clearShare }) => `${Math.round(clearShare * 1_000) / 10} %`),
        ofThreshold(branch, ({ clearValue }) => (clearValue === undefined ? '自动' : String(clearValue))),
        spanText(branch.clearForS),
      ]
        .filter(Boolean)
        .join('，'),
  ],
]

/** The condition of a branch as text. */
function conditionOf(branch: RuleBranch): string {
  const body: RuleBody = {
    place: 'public',
    scope: {},
    branches: [{ ...branch, forS: 0, clearForS: 0 }],
    autoClear: false,
    latch: true,
  }
  const line = ruleSentence(body, RULE_NAMES).find(({ severity }) => severity !== undefined)
  return (
    (line?.parts ?? [])
      .map(({ text }) => text)
      .join('')
      .split('，报')[0] ?? ''
  )
}

const lineOf = (body: RuleBody, pick: 'scope' | 'corroborate') => {
  const lines = ruleSentence(body, RULE_NAMES)
  const line = lines.find(({ parts }) => parts.some(({ field }) => field?.startsWith(`${pick}.`)))
  return line ? line.parts.map(({ text }) => text).join('') : NONE
}

/** Differences by branch, then the rest. */
export function differencesOf(before: RuleBody, after: RuleBody): Difference[] {
  const count = Math.max(before.branches.length, after.branches.length)
  const branches = Array.from({ length: count }, (_, index) =>
    branchDifferences(index, before.branches[index], after.branches[index]),
  ).flat()
  const rest: readonly (readonly [key: keyof RuleBody, item: string, text: (body: RuleBody) => string])[] = [
    ['place', '场所', ({ place }) => (place === 'public' ? '公众' : '作业场所')],
    ['scope', '作用范围', (body) => lineOf(body, 'scope')],
    ['corroborate', '印证', (body) => lineOf(body, 'corroborate')],
    ['autoClear', '自动恢复', ({ autoClear }) => (autoClear ? '是' : '否')],
    ['latch', '恢复后仍须确认', ({ latch }) => (latch ? '是' : '否')],
    ['escalate', '升级', ({ escalate }) => (escalate ? '自定' : '全网默认')],
  ]
  return [
    ...branches,
    ...rest.flatMap(([key, item, text]) => {
      const [from, to] = [text(before), text(after)]
      const differs = key === 'escalate' ? !sameText(before.escalate, after.escalate) : from !== to
      return differs ? [{ key, item, from, to: from === to ? `${to}（已修改）` : to }] : []
    }),
  ]
}

function branchDifferences(index: number, before: RuleBranch | undefined, after: RuleBranch | undefined): Difference[] {
  const named = after ?? before
  if (!named) return []
  const { severity } = named
  const head = { severity, key: `branches.${index}` }
  const whole = (branch: RuleBranch | undefined) => (branch ? (PARTS[1]?.[1](branch) ?? NONE) : NONE)
  if (!before || !after)
    return [
      {
        ...head,
        item: `${SEVERITY[severity]} · ${after ? '新增分支' : '删除分支'}`,
        from: whole(before),
        to: whole(after),
      },
    ]
  return PARTS.flatMap(([item, text]) => {
    const [from, to] = [text(before), text(after)]
    return from === to
      ? []
      : [{ ...head, key: `${head.key}.${item}`, item: `${SEVERITY[severity]} · ${item}`, from, to }]
  })
}

import { describe, expect, it } from 'vitest'
import type { Comparison } from './comparison.ts'
import { explainStep } from './explain.ts'
import type { ChangeStep } from './step.ts'

describe('explainStep', () => {
  const comparison: Comparison = {
    branch: 0,
    severity: 2,
    figure: { kind: 'mean', avgS: 3_600 },
    op: '>=',
    value: 2,
    clearOp: '<',
    clearValue: 1.8,
    forS: 120,
    clearForS: 600,
    n: 1,
    m: 1,
    text: 'AEGL-2（60 min）',
    setLabel: '急性暴露指导水平 US EPA/NRC AEGL',
  }
  const step = (rest: Partial<ChangeStep> = {}): ChangeStep => ({
    kind: 'raise',
    tsMs: Date.UTC(2026, 10, 21, 2, 31, 4),
    sinceMs: Date.UTC(2026, 10, 21, 2, 29, 4),
    severity: 2,
    branch: 0,
    figure: 2.31,
    value: 2,
    n: 712,
    comparison,
    isLate: false,
    ...rest,
  })
  const context = { metricName: '氯气', unit: 'ppm', precision: 2 }

  it('states the figure, its start, the limit, the duration and the sample', () => {
    expect(explainStep(step(), context)).toBe(
      '氯气 60 min 滑动均值自 10:29:04 起不低于 AEGL-2（60 min）2 ppm，持续满 2 min，在 10:31:04 的样本触发（2.31 ppm，窗口内 712 个样本）。限值依据：急性暴露指导水平 US EPA/NRC AEGL。',
    )
  })

  it('states why it is over', () => {
    expect(explainStep(step({ kind: 'clear', figure: 1.7 }), context)).toBe(
      '氯气 60 min 滑动均值自 10:29:04 起低于 1.8 ppm，持续满 10 min，在 10:31:04 的样本恢复（1.70 ppm，窗口内 712 个样本）。',
    )
  })

  it('states the change of severity, and that a late sample caused it', () => {
    const { setLabel: _, text: __, ...bare } = comparison
    const reading: Comparison = { ...bare, figure: { kind: 'sample' }, forS: 0 }
    expect(explainStep(step({ kind: 'down', comparison: reading, figure: 1.9 }), context)).toBe(
      '氯气读数尚未回到 1.8 ppm 以下，在 10:31:04 的样本降级为重大（1.90 ppm）。',
    )
    expect(
      explainStep(step({ kind: 'up', comparison: reading, isLate: true }), { ...context, channelName: '1#' }),
    ).toBe(
      '1# 氯气读数自 10:29:04 起不低于 2 ppm，在 10:31:04 的样本升级为重大（2.31 ppm）。判定由一个晚到的样本引起。',
    )
  })

  it('names each further condition, but not which of them ended it', () => {
    const rate: Comparison = { ...comparison, figure: { kind: 'rate', overS: 300 }, op: '>', value: 0.5 }
    const { text: _, ...bare } = comparison
    const reading: Comparison = { ...bare, figure: { kind: 'sample' }, value: 10 }
    const also = [
      { not: false, comparisons: [{ ...rate, text: undefined }] },
      { not: true, comparisons: [reading] },
    ] as Comparison['also']
    const composite: Comparison = { ...bare, also: also ?? [] }
    expect(explainStep(step({ comparison: composite }), context)).toContain(
      '60 min 滑动均值自 10:29:04 起不低于 2 ppm，持续满 2 min，且 5 min 变化率高于 0.5 ppm/min，且没有读数不低于 10 ppm，在',
    )
    expect(explainStep(step({ kind: 'clear', comparison: composite, figure: 5 }), context)).toContain(
      '滑动均值自 10:29:04 起各项条件不再同时成立，持续满 10 min，在',
    )
  })

  it('describes clock means and changes in their own terms', () => {
    const clock: Comparison = { ...comparison, figure: { kind: 'clock', avgPeriod: '1h' }, forS: 0 }
    expect(explainStep(step({ comparison: clock }), context)).toContain('氯气小时均值自 10:29:04 起')
    expect(explainStep(step({ comparison: clock }), context)).toContain('按截至 10:31:04 的均值触发')
    const rate: Comparison = { ...comparison, figure: { kind: 'rate', overS: 60 } }
    expect(explainStep(step({ comparison: rate }), context)).toContain('氯气 1 min 变化率自')
  })
})

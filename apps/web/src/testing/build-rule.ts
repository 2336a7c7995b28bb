import type { RuleRow } from '@natim/contract/mon/rule.resource'

/** A chlorine rule as listed by the server. */
export const buildRule = (id: string, given: Partial<RuleRow> = {}): RuleRow => ({
  id,
  code: `R-000${id}`,
  name: `氯气超标 ${id}`,
  enabled: true,
  version: 3,
  place: 'public',
  scope: { metricCodes: ['cl2'] },
  branches: [{ type: 'threshold', severity: 3, op: '>=', value: 0.5, avgS: 60, forS: 60, clearForS: 300 }],
  corroborate: null,
  autoClear: true,
  latch: true,
  escalate: null,
  guide: '看风向',
  checklist: ['联系园区'],
  openCount: 0,
  sentence: '全国，氯气：\n1 min 滑动均值达到 0.5 ppm 并持续 1 min，报较大。',
  createBy: null,
  createTime: '2026-11-01 00:00:00',
  updateBy: null,
  updateTime: null,
  ...given,
})

import { describe, expect, it } from 'vitest'
import { metricLabel } from './metric-label.ts'

describe('metricLabel', () => {
  it.each([
    ['Cl₂', '氯气', 'Cl₂'],
    [null, '细颗粒物 PM2.5', 'PM2.5'],
    [null, '总挥发性有机物（PID，异丁烯当量）', '总挥发性有机物'],
    [null, '体温（核心）', '体温'],
    [null, '神经性毒剂（G）浓度', '神经性毒剂（G）浓度'],
    [null, '机箱温度', '机箱温度'],
    [null, 'PCR 循环阈值', 'PCR 循环阈值'],
  ])('shortens %s, %s to %s', (formula, name, label) => {
    expect(metricLabel({ formula, name })).toBe(label)
  })
})

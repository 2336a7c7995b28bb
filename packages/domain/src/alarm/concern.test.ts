import { expect, it } from 'vitest'
import { metricByCode } from '../metrics.ts'
import { concernOf, metricCodesOf } from './concern.ts'

it.each([
  ['cl2', 'toxicity'],
  ['chem_g', 'toxicity'],
  ['atl', 'toxicity'],
  ['br_acetone', 'infection'],
  ['temp_core', 'infection'],
  ['bio_ratio', 'infection'],
  ['news2', 'infection'],
  ['pm25', undefined],
  ['dose_rate', undefined],
  ['batt_v', undefined],
])('maps an alarm of %s to %s', (code, concern) => {
  const metric = metricByCode(code)
  expect(metric && concernOf(metric)).toBe(concern)
})

it('maps no metric to both', () => {
  const infection = new Set(metricCodesOf('infection'))
  expect(metricCodesOf('toxicity').filter((code) => infection.has(code))).toEqual([])
})

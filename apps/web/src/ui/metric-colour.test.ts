import { METRICS } from '@natim/domain/metrics'
import { describe, expect, it } from 'vitest'
import { metricColour, metricSlot } from './metric-colour.ts'

describe('the colour of a metric', () => {
  it('is one of the palette for every metric of the catalogue, and for an unknown one', () => {
    for (const { code } of [...METRICS, { code: 'new_metric' }]) {
      expect(metricColour(code)).toMatch(/^var\(--series-[1-8]\)$/)
    }
  })

  it('differs for metrics that share a chart', () => {
    for (const together of [
      ['pm25', 'pm10', 'o3', 'so2', 'no2', 'co'],
      ['cl2', 'nh3', 'h2s', 'hcl'],
      ['air_temp', 'air_rh', 'wind_speed', 'wind_dir', 'rain'],
    ]) {
      expect(new Set(together.map(metricSlot)).size).toBe(together.length)
    }
  })
})

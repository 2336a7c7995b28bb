import { type WearerExposure, wearableEndpoints } from '@natim/contract/mon/wearable'
import { parseGmt8 } from '@natim/domain/time'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { ExposureSection } from './exposure-section.tsx'

const TEN_MS = parseGmt8('2026-11-21 10:00:00') ?? 0
const gap = (fromMin: number, toMin: number) => ({ fromMs: TEN_MS + fromMin * 60_000, toMs: TEN_MS + toMin * 60_000 })
const FIXED = { kind: 'fixed' as const, name: '病区气体仪', distanceKm: 1.24 }
const OPEN: WearerExposure = {
  fromMs: TEN_MS,
  toMs: TEN_MS + 86_400_000,
  hasPlace: true,
  dose: { source: FIXED, doseUsv: 4.6, gapMinutes: 60, gaps: [gap(0, 60)] },
  toxics: {
    source: { kind: 'own', name: '手环', distanceKm: null },
    substances: [
      { metricCode: 'cl2', long: 0.42, longCover: 0.9, short: 1.3, shortMs: TEN_MS, gapMinutes: 0, gaps: [] },
      { metricCode: 'nh3', long: null, longCover: 0.2, short: null, shortMs: null, gapMinutes: 9, gaps: [gap(0, 9)] },
    ],
  },
}
const MASKED_SOURCE = { kind: 'fixed' as const, name: null, distanceKm: null }

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
})
async function textOf(exposure: WearerExposure, isOpen = true): Promise<string> {
  api.on(wearableEndpoints.exposure, () => exposure)
  renderPage(<ExposureSection id="b1" isOpen={isOpen} />)
  const section = await screen.findByRole('region', { name: '个人暴露' })
  await screen.findByText(/不填补|不能推算|5 km/)
  return section.textContent ?? ''
}

describe('个人暴露', () => {
  it('names the source device, its distance, and what was not measured', async () => {
    const text = await textOf(OPEN)
    expect(text).toContain('超基线累积剂量4.600 µSv')
    expect(text).toContain('剂量来自 病区气体仪，距 1.2 km；缺测 60 分钟（11-21 10:00–11-21 11:00）')
    expect(text).toMatch(/氯气8 h 0\.42\d* ppm15 min 最高 1\.30* ppm · 11-21 10:00/)
    expect(text).toMatch(/氨气?8 h —15 min 最高 —/)
    expect(text).toContain('有毒气体来自 佩戴设备自身；缺测 9 分钟')
    expect(api.callsOf(wearableEndpoints.exposure).at(-1)?.query).toMatchObject({ id: 'b1', open: true })
  })

  it('shows a masked reader neither device nor time', async () => {
    const masked = { source: MASKED_SOURCE, doseUsv: null, gapMinutes: 60, gaps: [] }
    const text = await textOf({ ...OPEN, fromMs: null, toMs: null, dose: masked, toxics: null }, false)
    expect(text).toContain('无基线，不计算')
    expect(text).toContain('剂量来自 最近的固定设备；缺测 60 分钟')
    expect(text).not.toMatch(/\d\d:\d\d|km；/)
  })

  it.each([
    [true, '5 km 内也没有可用的固定设备'],
    [false, '也没有位置，不能推算'],
  ])('says why there is nothing (place known: %s)', async (hasPlace, words) => {
    expect(await textOf({ ...OPEN, hasPlace, dose: null, toxics: null })).toContain(words)
  })

  it('can be retried', async () => {
    let isDown = true
    api.on(wearableEndpoints.exposure, () => {
      if (isDown) throw new Refusal('服务暂时不可用')
      return OPEN
    })
    const { user } = renderPage(<ExposureSection id="b1" isOpen />)
    await screen.findByText('服务暂时不可用')
    isDown = false
    await user.click(screen.getByRole('button', { name: /重\s*试/ }))
    expect(await screen.findByText(/病区气体仪/)).toBeTruthy()
  })
})

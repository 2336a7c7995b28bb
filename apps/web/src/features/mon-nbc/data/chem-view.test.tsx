import { type NbcBio, type NbcChem, nbcEndpoints } from '@natim/contract/mon/nbc'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import { BioView } from './bio-view.tsx'
import { ChemView } from './chem-view.tsx'

const CHEM: NbcChem = {
  bars: null,
  concentrations: [],
  levels: [1, 3, 5],
  alarms: [],
  agents: [{ tsMs: 0, deviceName: '乍浦', agent: 'nerve', confidence: 0.62, bars: 4 }],
  detectors: [
    { id: 'a', name: '乍浦', distanceKm: 0, bars: 4 },
    { id: 'b', name: '镇海', distanceKm: 12.3, bars: null },
  ],
  agreement: [{ a: 'a', b: 'b', minutes: 60, either: 4, both: 1, share: 0.25 }],
}
const BIO: NbcBio = {
  total: null,
  fluorescent: null,
  ratios: { timesMs: [], median: [], ratio: [] },
  crossings: [{ times: 3, sinceMs: 0, heldMs: 180_000, endMs: null }],
  alarms: [],
  followUps: [{ tsMs: 0, kind: 'pcr', text: '炭疽芽孢杆菌 未检出' }],
}
const SPAN = { deviceId: 'a', fromMs: 0, toMs: 60_000 }

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
})

it('shows detectors with their bars, agents with their confidence, and the agreement of neighbours', async () => {
  api.on(nbcEndpoints.chem, () => CHEM)
  renderPage(<ChemView {...SPAN} />)
  expect(await screen.findByRole('img', { name: '4 / 8 格' })).toBeTruthy()
  expect(screen.getByRole('img', { name: '无数据' })).toBeTruthy()
  expect(screen.getByText(/置信度 62 %/)).toBeTruthy()
  expect(screen.getAllByText('25 %')).toHaveLength(2)
})

it('does not take a neighbour on the same mast for the device itself', async () => {
  const [own, other] = CHEM.detectors
  if (!own || !other) throw new Error('two detectors')
  api.on(nbcEndpoints.chem, () => ({ ...CHEM, detectors: [own, { ...other, distanceKm: 0 }] }))
  renderPage(<ChemView {...SPAN} />)
  expect(await screen.findByText('本机')).toBeTruthy()
  expect(screen.getByText('0 km')).toBeTruthy()
})

it('says that a single detector has none to agree with', async () => {
  api.on(nbcEndpoints.chem, () => ({ ...CHEM, detectors: CHEM.detectors.slice(0, 1), agreement: [], agents: [] }))
  renderPage(<ChemView {...SPAN} />)
  expect(await screen.findByText('20 km 内没有其他化学装备')).toBeTruthy()
  expect(screen.getByText('该时段没有探测事件')).toBeTruthy()
})

it('shows excesses that held for three minutes, and results of sampler and PCR', async () => {
  api.on(nbcEndpoints.bio, () => BIO)
  renderPage(<BioView {...SPAN} />)
  expect(await screen.findByText('×3')).toBeTruthy()
  expect(screen.getByText(/持续中/)).toBeTruthy()
  expect(screen.getByText('炭疽芽孢杆菌 未检出')).toBeTruthy()
  expect(screen.getByText('还没有 24 h 中位数')).toBeTruthy()
})

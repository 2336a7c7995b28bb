import {
  type NbcChem,
  type NbcDevice,
  type NbcDose,
  type NbcRad,
  type NbcSpectra,
  nbcEndpoints,
} from '@natim/contract/mon/nbc'
import { nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import DataPage from './data-page.tsx'
import { RainPanel } from './rad-panels.tsx'

const DEVICE: NbcDevice = {
  id: 'r1',
  deviceNo: 1,
  clientId: 'RD-330400-0010',
  name: '秦山 1# 剂量率仪',
  kind: 'rad',
  status: 'online',
  stationName: '秦山站',
  regionText: '浙江省嘉兴市',
  severity: 4,
  lng: 120.95,
  lat: 30.44,
  latest: null,
}
const DEVICES = [DEVICE, { ...DEVICE, id: 'r2', clientId: 'RD-330400-0011', name: '秦山 2# 剂量率仪', severity: null }]
const RAIN: NonNullable<NbcRad['rainCheck']> = {
  atMs: 0,
  figure: 0.21,
  usual: 0.1,
  rainMm: 6,
  earlierMm: 0.2,
  conditions: { rain: true, rise: true, spectrum: true },
  isRain: true,
  neighbours: [{ name: '秦山 2#', times: 1.84 }],
}
const RAD: NbcRad = {
  dose: null,
  absorbed: { tsMs: 0, v: 182 },
  current: { tsMs: 0, v: 0.214 },
  rain: null,
  rainFrom: '秦山气象站',
  baseline: [{ fromMs: 0, toMs: HOUR_MS, median: 0.1, sigma: 0.005 }],
  lines: [{ name: '关注', severity: 5, steps: [{ fromMs: 0, toMs: HOUR_MS, value: 0.15 }] }],
  oils: [{ level: '3', value: 1, severity: 3, note: '' }],
  alarms: [],
  rainCheck: RAIN,
}
const DOSE: NbcDose = {
  doseUsv: 0.125,
  measuredMs: 23 * HOUR_MS,
  gaps: [{ fromMs: 0, toMs: HOUR_MS }],
  baselineFrom: 0.1,
  baselineTo: 0.11,
  stepMs: MINUTE_MS,
}
const NO_SPECTRUM: NbcSpectra = {
  spectrum: null,
  isUnreadable: false,
  reference: null,
  peaks: [],
  lines: [],
  nextMs: null,
}
const CHEM: NbcChem = {
  bars: null,
  concentrations: [],
  levels: [],
  alarms: [],
  agents: [],
  detectors: [],
  agreement: [],
}

let api: ReturnType<typeof stubApi>
let rad: NbcRad
let dose: NbcDose
let spectra: NbcSpectra
beforeEach(() => {
  rad = RAD
  dose = DOSE
  spectra = NO_SPECTRUM
  api = stubApi()
  api.on(nbcEndpoints.devices, ({ query: { kind } }) => ({
    counts: { rad: 2, chem: 1, bio: 0 },
    devices: kind === 'rad' ? DEVICES : kind === 'chem' ? [{ ...DEVICE, id: 'c1', kind, name: '乍浦 毒剂报警器' }] : [],
  }))
  api.on(nbcEndpoints.rad, () => rad)
  api.on(nbcEndpoints.dose, () => dose)
  api.on(nbcEndpoints.spectrum, () => spectra)
  api.on(nbcEndpoints.chem, () => CHEM)
  api.on(nbcEventEndpoints.list, () => pageOf([], 0))
  api.on(nbcEventEndpoints.drill, () => null)
})
const spanMs = () => {
  const query = api.callsOf(nbcEndpoints.rad).at(-1)?.query
  return query ? query.to - query.from : 0
}
/** Opens the page and waits for its figures. */
async function open(options?: Parameters<typeof renderPage>[1]) {
  const view = renderPage(<DataPage />, options)
  await screen.findByText('0.214')
  return view
}

describe('devices', () => {
  it('are sorted most severe first, and selecting another loads its data', async () => {
    const { user } = await open()
    expect(screen.getByText('4 级 · 秦山 1# 剂量率仪 RD-330400-0010')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: '装备' }))
    await user.click(await screen.findByTitle('秦山 2# 剂量率仪 RD-330400-0011'))
    await waitFor(() => expect(api.callsOf(nbcEndpoints.rad).at(-1)?.query.deviceId).toBe('r2'))
  })

  it('can be linked; an unknown id falls back to the first', async () => {
    const link = (device: string) => `/?~=${encodeURIComponent(JSON.stringify({ tab: 'rad', device }))}`
    const { unmount } = await open({ at: link('r2') })
    expect(api.callsOf(nbcEndpoints.rad)[0]?.query.deviceId).toBe('r2')
    unmount()
    await open({ at: link('gone') })
    expect(api.callsOf(nbcEndpoints.rad).at(-1)?.query.deviceId).toBe('r1')
  })

  it('are counted by kind; a kind without devices says so and offers no export', async () => {
    const { user } = await open()
    expect(screen.getByRole('button', { name: /导出/ })).toBeTruthy()
    await user.keyboard('3')
    expect(await screen.findByText('您的范围内没有生类装备')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull()
  })

  it('that cannot be loaded are retried', async () => {
    let isDown = true
    api.on(nbcEndpoints.devices, () => {
      if (isDown) throw new Refusal('数据库忙')
      return { counts: { rad: 2, chem: 1, bio: 0 }, devices: DEVICES }
    })
    const { user } = renderPage(<DataPage />)
    expect(await screen.findByText('数据库忙')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: /重\s*试/ }))
    expect(await screen.findByText('0.214')).toBeTruthy()
  })
})

describe('keys', () => {
  it('1 2 3 change the kind, but not while typing', async () => {
    const { user } = await open()
    await user.keyboard('2')
    expect(await screen.findByText('印证矩阵')).toBeTruthy()
    expect(api.callsOf(nbcEndpoints.chem)[0]?.query.deviceId).toBe('c1')
    await user.keyboard('1')
    expect(await screen.findByText('0.214')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: '装备' }))
    await user.keyboard('2')
    expect(screen.queryByText('印证矩阵')).toBeNull()
  })

  it('[ and ] shorten and lengthen the window, up to its bounds', async () => {
    const { user } = await open()
    expect(spanMs()).toBe(24 * HOUR_MS)
    await user.keyboard('{[}')
    await waitFor(() => expect(spanMs()).toBe(6 * HOUR_MS))
    await user.keyboard('{[}')
    expect(spanMs()).toBe(6 * HOUR_MS)
    await user.keyboard(']]]')
    await waitFor(() => expect(spanMs()).toBe(7 * 24 * HOUR_MS))
  })

  it('L switches the spectrum from logarithmic to counts', async () => {
    spectra = {
      ...NO_SPECTRUM,
      spectrum: { tsMs: HOUR_MS, liveS: 3600, detector: 'NaI', calibration: [0, 3, 0], counts: [0, 10, 3] },
      peaks: [{ keV: 662, net: 900, line: { nuclide: 'Cs-137', keV: 662, isNatural: false } }],
    }
    const { user } = await open()
    expect(await screen.findByRole('figure', { name: 'γ 能谱，对数纵轴；峰：662 keV Cs-137' })).toBeTruthy()
    await user.keyboard('l')
    expect(await screen.findByRole('figure', { name: /^γ 能谱，线性纵轴/ })).toBeTruthy()
  })
})

describe('核', () => {
  it('shows nothing about rain before data is loaded', () => {
    renderPage(<RainPanel check={undefined} />)
    expect(screen.getByRole('region', { name: '疑似降雨' })).toBeTruthy()
    expect(screen.queryByText('没有剂量率数据')).toBeNull()
  })

  it('shows both metrics as measured, the lines in words, and each condition of the rain', async () => {
    await open()
    expect(screen.getByText('空气吸收 182 nGy/h')).toBeTruthy()
    expect(screen.getByText('当前线：关注 0.150 µSv/h，随星期与小时变化，来自启用的报警规则')).toBeTruthy()
    expect(screen.getByText('疑似降雨')).toBeTruthy()
    const panel = screen.getByText('为什么标疑似降雨').closest('section') ?? document.body
    expect(within(panel).getAllByText('成立')).toHaveLength(3)
    expect(within(panel).getByText('近 1 h 6.0 mm，此前 1 h 0.2 mm（>1 mm）')).toBeTruthy()
    expect(within(panel).getByText('秦山 2# ×1.8')).toBeTruthy()
  })

  it.each<[string, Partial<NbcRad>, string]>([
    ['no baseline', { baseline: [], lines: [] }, '还没有基线（需 3 天以上数据，每夜计算）：不画基线、关注与倍数线'],
    ['no rule', { lines: [] }, '没有启用的偏离基线规则'],
    ['no second metric', { absorbed: null }, '空气吸收 未测'],
    ['nothing to judge the rain by', { rainCheck: null }, '没有剂量率数据'],
    [
      'no gauge',
      { rainCheck: { ...RAIN, rainMm: null, conditions: { ...RAIN.conditions, rain: null }, isRain: false } },
      '本站没有雨量计',
    ],
    [
      'an artificial nuclide',
      { rainCheck: { ...RAIN, conditions: { ...RAIN.conditions, spectrum: false }, isRain: false } },
      '1 h 内能谱报出人工核素',
    ],
    ['no neighbour', { rainCheck: { ...RAIN, neighbours: [] } }, '50 km 内无邻站基线'],
  ])('says so with %s', async (_, given, text) => {
    rad = { ...RAD, ...given }
    await open()
    expect(screen.getByText(text)).toBeTruthy()
    if (given.rainCheck?.isRain === false) expect(screen.queryByText('疑似降雨')).toBeNull()
  })

  it('a failed query shows its error, and the other panels stay', async () => {
    let isDown = true
    api.on(nbcEndpoints.rad, () => {
      if (isDown) throw new Refusal('查询超时')
      return RAD
    })
    const { user } = renderPage(<DataPage />)
    expect(await screen.findByText('加载失败：查询超时')).toBeTruthy()
    expect(await screen.findByText('积分剂量')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: /重\s*试/ }))
    expect(await screen.findByText('0.214')).toBeTruthy()
  })
})

describe('the integrated dose', () => {
  const panel = async () => within((await screen.findByText('积分剂量')).closest('section') ?? document.body)

  it('shows the subtracted baseline, the measured time, and gaps, which are not filled', async () => {
    await open()
    const shown = await panel()
    for (const text of ['0.125', '0.013', '0.100 → 0.110', '分钟均值'])
      expect(await shown.findByText(text)).toBeTruthy()
    expect(shown.getByText(/缺测不补：1 段，共 1 小时/)).toBeTruthy()
  })

  it.each<[string, Partial<NbcDose>, RegExp]>([
    ['a whole range', { gaps: [] }, /无缺测/],
    ['no baseline', { baselineFrom: null, baselineTo: null }, /没有基线的时段不计算/],
    [
      'many gaps',
      { gaps: Array.from({ length: 8 }, (_, i) => ({ fromMs: i * HOUR_MS, toMs: i * HOUR_MS + MINUTE_MS })) },
      /其余 3 段/,
    ],
    ['hours', { stepMs: HOUR_MS }, /小时均值/],
  ])('says so with %s', async (_, given, text) => {
    dose = { ...DOSE, ...given }
    await open()
    expect(await (await panel()).findByText(text)).toBeTruthy()
  })

  it('without measurements is not zero', async () => {
    dose = { ...DOSE, doseUsv: 0, measuredMs: 0, gaps: [{ fromMs: 0, toMs: HOUR_MS }] }
    await open()
    const shown = await panel()
    expect(await shown.findByText(/缺测不补/)).toBeTruthy()
    expect(shown.queryByText('0.000')).toBeNull()
  })
})

describe('the spectrum', () => {
  it.each<[string, Partial<NbcSpectra>, string]>([
    ['none came', {}, '该时段内设备没有上报能谱'],
    ['the next may be expected', { nextMs: 0 }, '下次 01-01 08:00'],
    ['it cannot be read', { isUnreadable: true }, '设备发送的能谱缺少刻度或长度不符'],
  ])('says why there is none: %s', async (_, given, text) => {
    spectra = { ...NO_SPECTRUM, ...given }
    await open()
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('has a row per nuclide with net area, MDA and verdict; one beyond the range has neither', async () => {
    const line = {
      nuclide: 'Cs-137',
      keV: 662,
      isNatural: false,
      net: 912,
      mda: 80,
      verdict: 'found',
      near: null,
    } as const
    spectra = {
      ...NO_SPECTRUM,
      spectrum: { tsMs: HOUR_MS, liveS: 3600, detector: 'NaI', calibration: [0, 3, 0], counts: [0, 10, 3] },
      lines: [
        line,
        { ...line, nuclide: 'Co-60', keV: 1332, net: null, mda: null, verdict: 'absent' },
        {
          ...line,
          nuclide: 'I-131',
          keV: 364,
          net: 3,
          verdict: 'absent',
          near: { nuclide: 'Pb-214', keV: 352, isNatural: true },
        },
      ],
    }
    await open()
    const row = async (name: string) => (await screen.findByRole('row', { name: new RegExp(name) })).textContent
    expect(await row('Cs-137')).toBe('Cs-13766291280检出')
    expect(await row('Co-60')).toContain('超出量程')
    expect(await row('I-131')).toContain('未检出')
    expect(screen.getByText('352 keV 属 Pb-214，与 I-131 相距 12 keV。')).toBeTruthy()
  })
})

describe('export', () => {
  const saved = () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    return names
  }

  it.each([
    ['CSV', 'csv'],
    ['XLSX', 'xlsx'],
  ])('exports the shown data as %s', async (label, format) => {
    const names = saved()
    api.on(nbcEndpoints.exportData, () => 'x')
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: /导出/ }))
    await user.click(await screen.findByRole('menuitem', { name: label }))
    await waitFor(() => expect(api.callsOf(nbcEndpoints.exportData)).toHaveLength(1))
    const [{ query } = { query: undefined }] = api.callsOf(nbcEndpoints.exportData)
    const seen = api.callsOf(nbcEndpoints.rad).at(-1)?.query
    expect(query).toEqual({ ...seen, format })
    await waitFor(() => expect(names).toEqual([`核生化数据 秦山 1# 剂量率仪.${format}`]))
  })

  it('is marked while a drill runs, and hidden without permission', async () => {
    const names = saved()
    api.on(nbcEndpoints.exportData, () => 'x')
    api.on(nbcEventEndpoints.drill, () => ({
      id: 'x',
      title: '联合演练',
      startedName: '何敏',
      startedMs: 0,
      untilMs: 9,
      mayEnd: true,
    }))
    const { user, unmount } = await open()
    await screen.findByText(/联合演练 · /)
    await user.click(screen.getByRole('button', { name: /导出/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(names).toEqual(['【演练】核生化数据 秦山 1# 剂量率仪.csv']))
    unmount()
    await open({ rights: ['mon:nbc:view'] })
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
  })
})

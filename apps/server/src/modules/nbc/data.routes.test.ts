import { read, utils } from '@e965/xlsx'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup, buildSamples } from '../../testing/build-telemetry.ts'
import { tellEvent } from './testing/tell.ts'

const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
const FROM = NOW - 3 * HOUR_MS
let server: TestApp
let officer: string
let rad: BuiltDevice
let gauge: BuiltDevice
let chem: BuiltDevice
let chemNear: BuiltDevice
let bio: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('officer', { roles: ['nbc_officer'] })
  await server.addUser('north', { roles: ['nbc_officer'], regionPrefixes: ['11'] })
  await server.addUser('reader', { roles: ['auditor'] })
  officer = await server.signIn('officer')
  const { id: stationId } = await buildStation(server.db, { lng: 120.62, lat: 31.32 })
  const { id: nearId } = await buildStation(server.db, { lng: 120.7, lat: 31.35 })
  rad = await buildDevice(server.db, {
    kind: 'rad',
    metrics: ['dose_rate', 'abs_dose_rate'],
    stationId,
    name: '剂量率仪 1',
  })
  gauge = await buildDevice(server.db, { kind: 'met', metrics: ['rain'], stationId, name: '气象站 1' })
  chem = await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar', 'chem_g'], stationId, name: '毒剂 1' })
  chemNear = await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar'], stationId: nearId, name: '毒剂 2' })
  bio = await buildDevice(server.db, { kind: 'bio', metrics: ['bio_total', 'bio_fluor'], stationId })
  await baseline(rad, 0.1, 0.005)
  server.bus.publish('registers', {})
})
afterAll(() => server.close())

const get = async (path: string, token = officer) => (await server.call('GET', `/mon/nbc/${path}`, { token })).body
const of = (what: string, device: BuiltDevice, from = FROM, to = NOW) =>
  `${what}?deviceId=${device.id}&from=${from}&to=${to}`
const channel = (device: BuiltDevice, index = 0) => ({
  deviceNo: device.deviceNo,
  channelNo: device.channelNos[index] ?? 0,
})
const minutes = async (device: BuiltDevice, index: number, fromMs: number, values: readonly (number | null)[]) => {
  for (const [i, v] of values.entries())
    if (v !== null)
      await buildRollup(server.db, 'monR1m', channel(device, index), { endMs: fromMs + (i + 1) * MINUTE_MS, v, n: 2 })
}
const baseline = (device: BuiltDevice, median: number, sigma: number) =>
  server.db
    .insertInto('monBaseline')
    .values({
      channelNo: channel(device).channelNo,
      deviceNo: device.deviceNo,
      reckonedAt: new Date(NOW),
      medians: Array.from({ length: 168 }, () => median),
      sigmas: Array.from({ length: 168 }, () => sigma),
    })
    .execute()

describe('rad data', () => {
  it('returns its curve with baseline, rule lines, OILs, rain and the other metric', async () => {
    await minutes(
      rad,
      0,
      NOW - 2 * HOUR_MS,
      Array.from({ length: 60 }, () => 0.2),
    )
    await minutes(gauge, 0, NOW - HOUR_MS, [1.5, 1.5])
    await buildSamples(server.db, channel(rad, 1), [[NOW - MINUTE_MS, 180]])
    const { result } = await get(of('rad', rad))
    expect(result.dose).toMatchObject({ metricCode: 'dose_rate', unit: 'µSv/h' })
    expect(result.rain).toMatchObject({ metricCode: 'rain' })
    expect(result.rainFrom).toBe('气象站 1')
    expect(result.baseline).toEqual([{ fromMs: FROM, toMs: NOW, median: 0.1, sigma: 0.005 }])
    // domain §5.5: max(0.05, 6 σ) above the baseline, and twice that.
    const lines = result.lines.map(({ name, severity, steps }: Record<string, unknown>) => [
      name,
      severity,
      (steps as { value: number }[])[0]?.value,
    ])
    expect(lines).toEqual([
      ['×2', 4, 0.2],
      ['关注', 5, expect.closeTo(0.15, 10)],
    ])
    const oils = result.oils.map(({ level, value, severity }: Record<string, unknown>) => [level, value, severity])
    expect(oils).toEqual([
      ['3', 1, 3],
      ['4', 1, null],
      ['2', 100, 2],
      ['1', 1000, 1],
    ])
    expect(result.absorbed).toBeNull()
  })

  it('draws no line for a disabled rule', async () => {
    await server.db
      .updateTable('monAlarmRule')
      .set({ enabled: false })
      .where('id', '=', 'rule-radiation-levels')
      .execute()
    expect((await get(of('rad', rad))).result.lines).toEqual([])
    await server.db
      .updateTable('monAlarmRule')
      .set({ enabled: true })
      .where('id', '=', 'rule-radiation-levels')
      .execute()
  })

  it('gives each condition of suspected rain at the alarm', async () => {
    await buildAlarm(server.db, {
      deviceId: rad.id,
      deviceNo: rad.deviceNo,
      channelNo: channel(rad).channelNo,
      metricCode: 'dose_rate',
      severity: 4,
      severityMax: 4,
      value: 0.21,
      triggerTs: new Date(NOW - 30 * MINUTE_MS),
    })
    // On the instrument, not on its measurements: irrelevant to the curve.
    await buildAlarm(server.db, {
      deviceId: rad.id,
      ruleId: 'rule-device-offline',
      triggerTs: new Date(NOW - 3 * HOUR_MS),
    })
    await buildAlarm(server.db, {
      deviceId: rad.id,
      ruleId: 'rule-nbc-event',
      severity: 3,
      severityMax: 3,
      triggerTs: new Date(NOW - 10 * MINUTE_MS),
    })
    const { rainCheck, alarms } = (await get(of('rad', rad))).result
    expect(alarms).toMatchObject([{ severity: 3 }, { severity: 4, value: 0.21, toMs: null }])
    expect(rainCheck).toMatchObject({
      atMs: NOW - 30 * MINUTE_MS,
      figure: 0.21,
      usual: 0.1,
      rainMm: 6,
      earlierMm: 0,
      conditions: { rain: true, rise: true, spectrum: true },
      isRain: true,
    })
    await spectrum(NOW - 40 * MINUTE_MS, { nuclides: ['Cs-137'] })
    expect((await get(of('rad', rad))).result.rainCheck).toMatchObject({
      conditions: { spectrum: false },
      isRain: false,
    })
    await server.pool.query('delete from mon_blob_sample')
  })

  it('sums the dose above the baseline from minutes, and lists gaps without filling them', async () => {
    const { result } = await get(of('dose', rad))
    expect(result).toMatchObject({
      measuredMs: HOUR_MS,
      stepMs: MINUTE_MS,
      baselineFrom: 0.1,
      baselineTo: 0.1,
      gaps: [
        { fromMs: FROM, toMs: NOW - 2 * HOUR_MS },
        { fromMs: NOW - HOUR_MS, toMs: NOW },
      ],
    })
    expect(result.doseUsv).toBeCloseTo(0.1, 10)
  })

  it('sums hours where minutes have expired', async () => {
    const from = NOW - 20 * 24 * HOUR_MS
    for (const hour of [1, 2, 3])
      await buildRollup(server.db, 'monR1h', channel(rad), { endMs: from + hour * HOUR_MS, v: 0.3, n: 120 })
    const { result } = await get(of('dose', rad, from, from + 3 * HOUR_MS))
    expect(result).toMatchObject({ stepMs: HOUR_MS, measuredMs: 3 * HOUR_MS, gaps: [] })
    expect(result.doseUsv).toBeCloseTo(0.6, 10)
  })

  const counts = (peak = 0) =>
    Array.from({ length: 512 }, (_, i) => {
      const keV = 3.4 * i
      const gauss = (at: number, area: number) => (area * Math.exp(-0.5 * ((keV - at) / 20) ** 2)) / 15
      return Math.round(4_000 * Math.exp(-keV / 300) + 20 + gauss(1461, 3_000) + gauss(662, peak))
    })
  async function spectrum(tsMs: number, given: object = {}, content = Buffer.from(new Uint32Array(counts()).buffer)) {
    await server.db
      .insertInto('monBlobSample')
      .values({
        deviceId: rad.deviceNo,
        channelNo: 0,
        ts: new Date(tsMs),
        rx: new Date(tsMs),
        kind: 'spectrum',
        key: Buffer.from(`s-${tsMs}`),
        content,
        meta: JSON.stringify({ cal: [0, 3.4], live: 3600, detector: 'NaI', ...given }),
      })
      .execute()
  }

  it('returns the newest spectrum with its lines, and the quietest of the previous week as reference', async () => {
    expect((await get(of('spectrum', rad))).result).toMatchObject({
      spectrum: null,
      isUnreadable: false,
      lines: [],
      nextMs: null,
    })
    await spectrum(NOW - 2 * 24 * HOUR_MS)
    await spectrum(NOW - HOUR_MS, { live: 1800 }, Buffer.from(new Uint32Array(counts(9_000)).buffer))
    await spectrum(NOW, {}, Buffer.from(new Uint32Array(counts(9_000)).buffer))
    const { result } = await get(of('spectrum', rad))
    expect(result.spectrum).toMatchObject({ tsMs: NOW, liveS: 3600, detector: 'NaI' })
    expect(result.reference.tsMs).toBe(NOW - 2 * 24 * HOUR_MS)
    expect(result.nextMs).toBe(NOW + HOUR_MS)
    expect(result.lines.map(({ keV, verdict }: Record<string, unknown>) => [keV, verdict])).toEqual([
      [364, 'absent'],
      [662, 'found'],
      [1173, 'absent'],
      [1332, 'absent'],
      [1461, 'natural'],
    ])
    await spectrum(NOW + 1, {}, Buffer.from([1, 2, 3]))
    expect((await get(of('spectrum', rad, FROM, NOW + 1))).result).toMatchObject({ spectrum: null, isUnreadable: true })
  })
})

describe('chem data', () => {
  it('returns bars, concentrations, agents with confidence, and the agreement of neighbours', async () => {
    await minutes(chem, 0, NOW - 10 * MINUTE_MS, [0, 2, 3, 0])
    await minutes(chemNear, 0, NOW - 10 * MINUTE_MS, [0, 1, 0, 0])
    await tellEvent(server.db, chem, {
      type: 'nbc.chem',
      tsMs: NOW - 8 * MINUTE_MS,
      level: 2,
      data: { agent: 'G', bars: 3, conf: 0.8 },
    })
    await server.call('POST', '/mon/nbc/equipment/add', {
      token: officer,
      body: { deviceId: chem.id, detector: 'IMS', alarmL1: 1, alarmL2: 3, alarmL3: 5 },
    })
    const { result } = await get(of('chem', chem))
    expect(result.bars).toMatchObject({ metricCode: 'chem_bar' })
    expect(result.concentrations.map(({ metricCode }: { metricCode: string }) => metricCode)).toEqual(['chem_g'])
    expect(result.levels).toEqual([1, 3, 5])
    expect(result.agents).toMatchObject([{ deviceName: '毒剂 1', agent: 'G', confidence: 0.8, bars: 3 }])
    expect(result.detectors.map(({ name }: { name: string }) => name)).toEqual(['毒剂 1', '毒剂 2'])
    expect(result.agreement).toMatchObject([{ a: chem.id, b: chemNear.id, minutes: 4, either: 2, both: 1, share: 0.5 }])
  })
})

describe('bio data', () => {
  it('compares the fluorescent count with the 24 h median, and reports what lasted three minutes', async () => {
    await minutes(bio, 1, NOW - 7 * HOUR_MS, [...Array.from({ length: 415 }, () => 100), 350, 350, 350, 350, 100])
    await tellEvent(server.db, bio, { type: 'bio.sampler', tsMs: NOW - 5 * MINUTE_MS, data: { state: 'start' } })
    await tellEvent(server.db, bio, {
      type: 'bio.pcr',
      tsMs: NOW - MINUTE_MS,
      data: { target: '炭疽芽孢杆菌', ct: 28.44 },
    })
    const { result } = await get(of('bio', bio))
    expect(result.crossings).toEqual([
      { times: 3, sinceMs: NOW - 5 * MINUTE_MS, heldMs: NOW - 2 * MINUTE_MS, endMs: NOW - MINUTE_MS },
    ])
    expect(Math.max(...result.ratios.ratio)).toBe(3.5)
    expect(result.ratios.timesMs[0]).toBeGreaterThan(FROM)
    expect(result.followUps.map(({ kind, text }: Record<string, unknown>) => [kind, text])).toEqual([
      ['pcr', '炭疽芽孢杆菌 Ct 28.4'],
      ['sampler', '采样启动'],
    ])
  })
})

describe('every reading', () => {
  it('requires a visible device of the kind and a valid range', async () => {
    const north = await server.signIn('north')
    for (const what of ['rad', 'dose', 'spectrum'])
      expect(await get(of(what, rad), north)).toMatchObject({ message: '未找到对应数据' })
    expect(await get(of('chem', rad))).toMatchObject({ message: '未找到对应数据' })
    expect(await get(of('rad', gauge))).toMatchObject({ message: '未找到对应数据' })
    expect(await get(of('rad', rad, NOW, NOW))).toMatchObject({ message: '结束时间必须晚于开始时间！' })
    expect(await get(of('rad', rad, NOW - 32 * 24 * HOUR_MS, NOW))).toMatchObject({
      message: '时间范围不能超过 31 天，请缩小范围！',
    })
    expect((await get('devices', north)).result).toEqual({ devices: [], counts: { rad: 0, chem: 0, bio: 0 } })
    expect((await get('devices?kind=chem')).result).toMatchObject({ counts: { rad: 1, chem: 2, bio: 1 } })
  })

  it('reveals no neighbour or gauge of another region in rises and agreement', async () => {
    await server.addUser('city', { roles: ['nbc_officer'], regionPrefixes: ['3205'] })
    const { id: stationId } = await buildStation(server.db, { lng: 120.6, lat: 31.3, regionCode: '330400' })
    const abroad = { stationId, regionCode: '330400' }
    const built = [
      await buildDevice(server.db, { kind: 'rad', metrics: ['dose_rate'], name: '邻省剂量率仪', ...abroad }),
      await buildDevice(server.db, { kind: 'chem', metrics: ['chem_bar'], name: '邻省毒剂', ...abroad }),
    ] as const
    server.bus.publish('registers', {})
    await baseline(built[0], 0.1, 0.005)
    await minutes(built[0], 0, NOW - 35 * MINUTE_MS, [0.3, 0.3, 0.3, 0.3])
    const seenBy = async (token: string) => {
      const { rainCheck } = (await get(of('rad', rad), token)).result
      const { detectors } = (await get(of('chem', chem), token)).result
      return [...rainCheck.neighbours, ...detectors].map(({ name }: { name: string }) => name)
    }
    expect(await seenBy(officer)).toEqual(expect.arrayContaining(['邻省剂量率仪', '邻省毒剂']))
    const own = await seenBy(await server.signIn('city'))
    expect(own).toContain('毒剂 1')
    expect(own.filter((name) => name.startsWith('邻省'))).toEqual([])
  })

  it('is exported as CSV and XLSX with the permission', async () => {
    const csv = await server.call('GET', `/mon/nbc/${of('export', rad)}&format=csv`, { token: officer })
    const [title, , heads, first] = csv.raw.toString().split('\r\n')
    expect(title).toBe('\uFEFF# 核生化数据 剂量率仪 1')
    expect(heads).toContain('基线（µSv/h）')
    expect(first?.split(',').slice(1)).toEqual(['0.2', '0.2', '0.2', '0.1', '0.005', ''])
    const xlsx = await server.call('GET', `/mon/nbc/${of('export', bio)}&format=xlsx`, { token: officer })
    const sheet = read(xlsx.raw).Sheets
    const rows = utils.sheet_to_json<unknown[]>(Object.values(sheet)[0] ?? {}, { header: 1 })
    expect(rows[2]).toEqual(expect.arrayContaining(['24 h 中位数', '倍数']))
    const reader = await server.signIn('reader')
    expect(
      (await server.call('GET', `/mon/nbc/${of('export', rad)}&format=csv`, { token: reader })).body,
    ).toMatchObject({ code: 403 })
  })
})

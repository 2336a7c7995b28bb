import { between, hash, unit } from '@natim/demo/hash'
import { createSpectrum, rainOf, spectrumBytes, spectrumDevices } from '@natim/demo/spectrum'
import { WEEK_HOURS, weekHour } from '@natim/domain/alarm/baseline'
import { quantile } from '@natim/domain/quantile'
import { calendarDayGmt8, DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import type { History } from './history.ts'
import { findNbcDevices, insertBaselines, insertProfiles, insertSpectra, type NbcDeviceRow } from './nbc.repository.ts'
import { loadNbcEvents } from './nbc-events.ts'

const DETECTORS = {
  rad: ['NaI', 'NaI', 'GM', 'plastic'],
  chem: ['IMS', 'IMS', 'FPD', 'Raman'],
  bio: ['UV-LIF', 'UV-LIF', 'UV-LIF', 'PCR'],
} as const
/** Instrument levels in the unit of the primary channel. */
const LEVELS = { rad: [0.3, 1, 100], chem: [1, 3, 5], bio: [600, 1_000, 2_000] } as const
const LIBRARIES = { rad: 'RN-2026.2', chem: 'AG-7.4', bio: 'BA-3.1' } as const
const SOURCE_EVERY_DAYS = 90
/** Share of overdue ones. */
const OVERDUE_SHARE = 0.06
const SPECTRA_HOURS = 26

/** 核生化: profiles of all detectors, spectra of some, and events in every state (domain §11). */
export async function loadNbc(db: Db, history: History): Promise<void> {
  const devices = await findNbcDevices(db)
  if (devices.length === 0) return
  await insertProfiles(
    db,
    devices.map((device) => profileOf(device, history.untilMs)),
  )
  await loadSpectra(db, devices, history)
  await loadBaselines(db, devices, history)
  await loadNbcEvents(db, devices, history)
}

function profileOf({ id, deviceNo, clientId, kind }: NbcDeviceRow, nowMs: number) {
  const seed = hash(deviceNo, 0x6bc)
  const isOverdue = unit(seed, 1) < OVERDUE_SHARE
  const agoDays = isOverdue ? SOURCE_EVERY_DAYS + between(1, 40, seed, 2) : between(2, SOURCE_EVERY_DAYS - 1, seed, 2)
  const day = (offset: number) => calendarDayGmt8(nowMs + offset * DAY_MS)
  const [alarmL1, alarmL2, alarmL3] = LEVELS[kind]
  const detector = DETECTORS[kind][hash(seed, 3) % DETECTORS[kind].length] ?? DETECTORS[kind][0]
  return {
    id: newId(),
    deviceId: id,
    clientId,
    detector,
    libraryVersion: LIBRARIES[kind],
    sourceCheck: day(-agoDays),
    sourceDue: day(SOURCE_EVERY_DAYS - agoDays),
    alarmL1,
    alarmL2,
    alarmL3,
    createBy: 'admin',
    ...(kind === 'rad' && { energyLoKev: 40, energyHiKev: detector === 'GM' ? 1_300 : 3_000 }),
  }
}

/** One spectrum per hour of the last day; rain shows in them as much as in the dose rate. */
async function loadSpectra(db: Db, devices: readonly NbcDeviceRow[], { untilMs, devices: numbered, signals }: History) {
  const byNo = new Map(numbered.map((row) => [row.deviceNo, row.device]))
  const chosen = new Set(spectrumDevices(numbered.map(({ device }) => device)).map(({ clientId }) => clientId))
  const lastMs = Math.floor(untilMs / HOUR_MS) * HOUR_MS
  const rows = devices.flatMap(({ deviceNo, clientId }) => {
    const device = byNo.get(deviceNo)
    const index = device?.channels.findIndex(({ metricCode }) => metricCode === 'dose_rate') ?? -1
    const dose = device && signals.signalsOf(device)[index]
    if (dose === undefined || !chosen.has(clientId)) return []
    const times = Array.from({ length: SPECTRA_HOURS }, (_, hour) => lastMs - hour * HOUR_MS)
    return times.map((tsMs) => {
      const spectrum = createSpectrum(deviceNo, tsMs, rainOf(dose, tsMs))
      return {
        deviceId: deviceNo,
        channelNo: 0,
        ts: new Date(tsMs),
        rx: new Date(tsMs),
        kind: 'spectrum',
        key: Buffer.from(`demo-${tsMs}`),
        meta: JSON.stringify(spectrum.meta),
        content: Buffer.from(spectrumBytes(spectrum)),
      }
    })
  })
  await insertSpectra(db, rows)
}

const BASELINE_WEEKS = 4
const BASELINE_MINUTES = [7, 22, 37, 52]
const MAD_TO_SIGMA = 1.4826
/** Minimum σ: a display step of the dose rate. */
const DOSE_STEP = 0.001

/** Baselines of each monitor: four weeks of history, with minutes kept only for the last day. */
async function loadBaselines(
  db: Db,
  devices: readonly NbcDeviceRow[],
  { untilMs, devices: numbered, signals }: History,
) {
  const rad = new Set(devices.filter(({ kind }) => kind === 'rad').map(({ deviceNo }) => deviceNo))
  const lastHourMs = Math.floor(untilMs / HOUR_MS) * HOUR_MS
  const rows = numbered.flatMap(({ deviceNo, device, channels }) => {
    const index = device.channels.findIndex(({ metricCode }) => metricCode === 'dose_rate')
    const [dose, channel] = [signals.signalsOf(device)[index], channels[index]]
    if (!rad.has(deviceNo) || dose === undefined || channel === undefined) return []
    const cells = Array.from({ length: WEEK_HOURS }, (): { median: number; sigma: number } => ({ median: 0, sigma: 0 }))
    for (let ago = 1; ago <= WEEK_HOURS; ago++) {
      const hourMs = lastHourMs - ago * HOUR_MS
      const values = Array.from({ length: BASELINE_WEEKS }, (_, week) =>
        BASELINE_MINUTES.map((minute) => dose.at(hourMs - 7 * week * DAY_MS + minute * MINUTE_MS)),
      ).flat()
      const median = quantile(values, 0.5) ?? 0
      const deviation = quantile(
        values.map((value) => Math.abs(value - median)),
        0.5,
      )
      cells[weekHour(hourMs)] = { median, sigma: Math.max(DOSE_STEP, MAD_TO_SIGMA * (deviation ?? 0)) }
    }
    return [
      {
        channelNo: channel.channelNo,
        deviceNo,
        reckonedAt: new Date(untilMs),
        medians: cells.map(({ median }) => median),
        sigmas: cells.map(({ sigma }) => sigma),
      },
    ]
  })
  await insertBaselines(db, rows)
}

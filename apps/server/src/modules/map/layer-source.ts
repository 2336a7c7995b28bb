import type { ValueLayer } from '@natim/contract/mon/map'
import { AQI_POLLUTANTS, aqiGrade } from '@natim/domain/aqi'
import { POLLUTANT_NAMES } from '@natim/domain/aqi-words'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { findStationIndex, newestHour } from '../aqi/index.ts'
import type { Limits } from '../limit/index.ts'
import type { DeviceEntry, Network, StationEntry } from '../live/index.ts'
import { doseNow, loadDoseSteps } from './dose-steps.ts'
import { type Steps, type StepValue, worstSteps } from './step-value.ts'
import { loadToxicSteps } from './toxic-steps.ts'

const STEP_MS = 10 * MINUTE_MS
const floorTo = (tsMs: number, stepMs: number) => Math.floor(tsMs / stepMs) * stepMs

/** Unit and decimals of a layer's values. */
export const LAYER_FORM: Readonly<Record<ValueLayer, { readonly unit: string; readonly precision: number }>> = {
  aqi: { unit: '', precision: 0 },
  atl: { unit: '', precision: 0 },
  dose: { unit: 'µSv/h', precision: 3 },
}

/** Layer values of the whole network; each caller sees the part of their devices and stations. */
export interface LayerSteps {
  /** Instant of the newest step. */
  readonly toMs: number
  readonly stepsOf: (station: Pick<StationEntry, 'id'>, devices: readonly DeviceEntry[]) => Steps
}

export interface LayerSourceDeps {
  readonly db: Db
  readonly network: Network
  readonly limits: Limits
  readonly now: () => number
}

const ofDevices = (toMs: number, count: number, byDevice: ReadonlyMap<number, Steps>): LayerSteps => ({
  toMs,
  stepsOf: (_, devices) =>
    worstSteps(
      devices.map(({ deviceNo }) => byDevice.get(deviceNo) ?? []),
      count,
    ),
})

/** Map layers, each from the same source as its page: the single source of live maps, replays and drawn areas. */
export function createLayerSource({ db, network, limits, now }: LayerSourceDeps) {
  async function aqiSteps(toMs: number, count: number): Promise<LayerSteps> {
    const { stations } = await network.fresh()
    const oldest = newestHour(toMs - (count - 1) * STEP_MS) - HOUR_MS
    const found = await findStationIndex(
      db,
      stations.map(({ id }) => id),
      oldest,
      newestHour(toMs),
    )
    const byStation = new Map<string, Map<number, StepValue>>()
    for (const { stationId, toMs: atMs, aqi, leading } of found) {
      const hours = byStation.get(stationId) ?? new Map<number, StepValue>()
      byStation.set(stationId, hours)
      const names = AQI_POLLUTANTS.filter((pollutant) => leading.includes(pollutant)).map((one) => POLLUTANT_NAMES[one])
      hours.set(atMs, { level: aqiGrade(aqi) - 1, value: aqi, note: names.join('、'), atMs })
    }
    return {
      toMs,
      stepsOf: ({ id }) =>
        Array.from({ length: count }, (_, back) => byStation.get(id)?.get(newestHour(toMs - back * STEP_MS))),
    }
  }

  return {
    /** The layer now. */
    async now(layer: ValueLayer): Promise<LayerSteps> {
      const { devices } = await network.fresh()
      const nowMs = now()
      if (layer === 'aqi') return aqiSteps(nowMs, 1)
      if (layer === 'atl') {
        const toMs = floorTo(nowMs, MINUTE_MS)
        return ofDevices(toMs, 1, await loadToxicSteps(db, devices, toMs, 1))
      }
      const limitsOf = await limits.fresh()
      return ofDevices(
        nowMs,
        1,
        new Map(devices.map((device) => [device.deviceNo, [doseNow(device, network.state, limitsOf, nowMs)]])),
      )
    },

    /** The layer at `count` instants ten minutes apart, the newest at `toMs`. */
    async past(layer: ValueLayer, toMs: number, count: number): Promise<LayerSteps> {
      const { devices } = await network.fresh()
      if (layer === 'aqi') return aqiSteps(toMs, count)
      if (layer === 'atl') return ofDevices(toMs, count, await loadToxicSteps(db, devices, toMs, count))
      return ofDevices(toMs, count, await loadDoseSteps(db, devices, await limits.fresh(), toMs, count))
    },
  }
}

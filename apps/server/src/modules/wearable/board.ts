import type { BoardFilter, CardVital, VitalName, WearableCard } from '@natim/contract/mon/wearable'
import { LOW_BATTERY_PCT } from '@natim/contract/mon/wearable'
import { type OwnBaseline, ownBaseline } from '@natim/domain/infection'
import { news2Exclusion } from '@natim/domain/news2'
import { isValidForStatistics } from '@natim/domain/quality'
import { keysOf, recordOf } from '@natim/domain/record'
import { regionShortName } from '@natim/domain/regions'
import { MINUTE_MS } from '@natim/domain/time'
import { VITAL_WINDOW_MS } from '@natim/domain/vital-window'
import type { Sight } from '../subject/index.ts'
import type { HourRecord, LatestRecord, WearerRecord } from './board.repository.ts'
import { VITAL_METRICS, type Vital } from './vital.repository.ts'

const SHOWN: readonly VitalName[] = ['hr', 'spo2', 'rr', 'temp']
/** An older value is not shown as current. */
const FRESH_MS = 30 * MINUTE_MS

const isOffline = ({ status }: WearerRecord) => status === 'offline' || status === 'inactive'
/** Null without a window, or if the window has no pulse and began before the binding. */
function wornOf({ hrN, windowMs, boundFromMs }: WearerRecord): boolean | null {
  if (hrN === null || windowMs === null) return null
  if (hrN > 0) return true
  return windowMs - VITAL_WINDOW_MS < boundFromMs ? null : false
}
const isUnworn = (wearer: WearerRecord) => !isOffline(wearer) && wornOf(wearer) === false
const isLow = ({ batteryPct }: WearerRecord) => batteryPct !== null && batteryPct < LOW_BATTERY_PCT
/** An unworn or offline device has no current score. */
const severityOf = (wearer: WearerRecord) => (isOffline(wearer) || isUnworn(wearer) ? null : wearer.severity)

const IS_IN: Readonly<Record<BoardFilter, (wearer: WearerRecord) => boolean>> = {
  all: () => true,
  severe: (wearer) => severityOf(wearer) === 2,
  raised: (wearer) => severityOf(wearer) === 3,
  calm: (wearer) => severityOf(wearer) === null && !isOffline(wearer) && !isUnworn(wearer),
  unworn: isUnworn,
  offline: isOffline,
  low: isLow,
}

export const isInFilter = (filter: BoardFilter, wearer: WearerRecord): boolean => IS_IN[filter](wearer)

export const countFilters = (wearers: readonly WearerRecord[]): Record<BoardFilter, number> =>
  recordOf(keysOf(IS_IN), (filter) => wearers.filter(IS_IN[filter]).length)

const worst = (points: WearerRecord['points']) => Math.max(0, ...(points ?? []).map((part) => part ?? 0))

/** Highest risk first: severity, score, a single 3, then code, which never changes. */
export const byRisk = (a: WearerRecord, b: WearerRecord): number =>
  (severityOf(a) ?? 9) - (severityOf(b) ?? 9) ||
  Number(isOffline(a) || isUnworn(a)) - Number(isOffline(b) || isUnworn(b)) ||
  (b.total ?? -1) - (a.total ?? -1) ||
  worst(b.points) - worst(a.points) ||
  a.subjectCode.localeCompare(b.subjectCode)

export interface Measured {
  readonly latest: readonly LatestRecord[]
  readonly hours: readonly HourRecord[]
}

export function toCard(wearer: WearerRecord, { latest, hours }: Measured, sight: Sight, nowMs: number): WearableCard {
  const newest = (vital: Vital) =>
    latest.find(
      (one) =>
        one.deviceNo === wearer.deviceNo &&
        one.metricCode === VITAL_METRICS[vital] &&
        one.tsMs > nowMs - FRESH_MS &&
        isValidForStatistics(one.q),
    )
  const bandOf = (vital: Vital): OwnBaseline | null =>
    ownBaseline(
      hours.find((one) => one.deviceNo === wearer.deviceNo && one.metricCode === VITAL_METRICS[vital])?.values ?? [],
    )
  const vitalOf = (vital: VitalName): CardVital => {
    const sample = newest(vital)
    const band = bandOf(vital)
    return {
      value: sample?.v ?? null,
      tsMs: sample && sight.isOpen ? sample.tsMs : null,
      band: band && { low: band.low, high: band.high },
    }
  }
  const { id, subjectCode, ageBand, sex, unit, site, deviceName, clientId, status, batteryPct, lastMs } = wearer
  const { windowMs, points, total, severity } = wearer
  const isWorn = wornOf(wearer)
  const { rr, spo2, spo2Scale, onOxygen, sbp, hr, consciousness, temp } = wearer
  const exclusion = news2Exclusion({ ageBand, isPregnant: wearer.pregnant })
  return {
    id,
    subjectCode: sight.code(subjectCode),
    ageBand,
    sex,
    place: regionShortName(wearer.regionCode),
    unit,
    site,
    deviceName: sight.isOpen ? deviceName : null,
    clientId: sight.isOpen ? clientId : null,
    status,
    batteryPct,
    isWorn,
    lastMs: sight.isOpen ? lastMs : null,
    vitals: recordOf(SHOWN, vitalOf),
    skin: newest('skin')?.v ?? null,
    score:
      windowMs === null || points === null || exclusion !== null || isWorn === null
        ? null
        : {
            windowMs: sight.isOpen ? windowMs : null,
            points,
            total: total ?? 0,
            severity,
            vitals: { rr, spo2, spo2Scale: spo2Scale ?? 1, onOxygen, sbp, hr, consciousness, temp },
          },
    exclusion,
  }
}

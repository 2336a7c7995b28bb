import type { WearerExposure } from '@natim/contract/mon/wearable'
import { weekHour } from '@natim/domain/alarm/baseline'
import { distanceKm, type Place } from '@natim/domain/distance'
import { exposureMeans } from '@natim/domain/exposure'
import { METRICS, metricByCode } from '@natim/domain/metrics'
import { integrateDose } from '@natim/domain/nbc/dose'
import { MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findBaselinesOf, findMeans } from '../nbc/index.ts'
import type { Sight } from '../subject/index.ts'
import { type ExposureChannel, findFixedChannels, findOwnChannels, findPlace } from './exposure.repository.ts'

const DOSE = 'dose_rate'
const TOXICS = METRICS.filter(({ category }) => category === 'tox').map(({ code }) => code)
/** A fixed device farther away is not representative (own). */
const NEAR_KM = 5
/** Degrees that cover at least this distance. */
const NEAR_DEG = 0.05

interface Source {
  readonly kind: 'own' | 'fixed'
  readonly channels: readonly ExposureChannel[]
  readonly distanceKm: number | null
}

interface Asked {
  readonly deviceId: string
  readonly scope: DataScope
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Exposure over (fromMs, toMs] from worn devices, else from the nearest fixed device. Masked readers get figures only:
 * a device or gap would reveal place and time.
 */
export async function readExposure(db: Db, asked: Asked, sight: Sight): Promise<WearerExposure> {
  const place = await findPlace(db, asked.deviceId)
  const [doseSource, toxicSource] = await Promise.all([
    sourceOf(db, asked, place, [DOSE]),
    sourceOf(db, asked, place, TOXICS),
  ])
  return {
    fromMs: sight.isOpen ? asked.fromMs : null,
    toMs: sight.isOpen ? asked.toMs : null,
    hasPlace: place !== undefined,
    dose: doseSource ? await doseOf(db, asked, doseSource, sight) : null,
    toxics: toxicSource ? await toxicsOf(db, asked, toxicSource, sight) : null,
  }
}

async function sourceOf(
  db: Db,
  { deviceId, scope }: Asked,
  place: Place | undefined,
  metricCodes: readonly string[],
): Promise<Source | undefined> {
  const own = await findOwnChannels(db, deviceId, metricCodes)
  if (own.length > 0) return { kind: 'own', channels: own, distanceKm: null }
  if (place === undefined) return undefined
  const around = await findFixedChannels(db, scope, { place, metricCodes, halfDeg: NEAR_DEG })
  const [nearest] = [...groupBy(around, (channel) => channel.deviceId).values()]
    .map((channels) => ({ channels, away: awayOf(channels[0], place) }))
    .filter(({ away }) => away <= NEAR_KM)
    .toSorted((a, b) => a.away - b.away)
  return nearest && { kind: 'fixed', channels: nearest.channels, distanceKm: nearest.away }
}

const awayOf = (channel: ExposureChannel | undefined, place: Place): number =>
  channel?.lng == null || channel.lat === null
    ? Number.POSITIVE_INFINITY
    : distanceKm(place, { lng: channel.lng, lat: channel.lat })

const sourceView = ({ kind, channels, distanceKm: away }: Source, sight: Sight) => ({
  kind,
  name: sight.isOpen ? (channels[0]?.deviceName ?? '') : null,
  distanceKm: sight.isOpen ? away : null,
})

const minutesOf = (gaps: readonly { readonly fromMs: number; readonly toMs: number }[]) =>
  Math.round(gaps.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / MINUTE_MS)

const gapsView = (gaps: readonly { readonly fromMs: number; readonly toMs: number }[], sight: Sight) => ({
  gapMinutes: minutesOf(gaps),
  gaps: sight.isOpen ? [...gaps] : [],
})

async function doseOf(db: Db, span: Asked, source: Source, sight: Sight): Promise<WearerExposure['dose']> {
  const [channel] = source.channels
  if (channel === undefined) return null
  const [means, baselines] = await Promise.all([
    findMeans(db, '1m', [channel], span),
    findBaselinesOf(db, [channel.channelNo]),
  ])
  const baseline = baselines.get(channel.channelNo)
  const points = means.map(({ tMs, avg }) => ({ tMs, rate: avg }))
  const usualAt = (tMs: number) => baseline?.medians[weekHour(tMs - 1)]
  const { doseUsv, gaps } = integrateDose(points, { ...span, stepMs: MINUTE_MS }, usualAt)
  return {
    source: sourceView(source, sight),
    doseUsv: baseline === undefined ? null : doseUsv,
    ...gapsView(gaps, sight),
  }
}

async function toxicsOf(db: Db, span: Asked, source: Source, sight: Sight): Promise<WearerExposure['toxics']> {
  const means = groupBy(await findMeans(db, '1m', source.channels, span), ({ channelNo }) => channelNo)
  const substances = source.channels.flatMap(({ channelNo, metricCode }) => {
    const metric = metricByCode(metricCode)
    if (metric === undefined) return []
    const points = (means.get(channelNo) ?? []).flatMap(({ tMs, avg }) => (avg === null ? [] : [{ tMs, v: avg }]))
    const { long, longCover, short, gaps } = exposureMeans(points, span)
    return [
      {
        metricCode,
        long,
        longCover,
        short: short?.v ?? null,
        shortMs: sight.isOpen ? (short?.endMs ?? null) : null,
        ...gapsView(gaps, sight),
      },
    ]
  })
  return { source: sourceView(source, sight), substances }
}

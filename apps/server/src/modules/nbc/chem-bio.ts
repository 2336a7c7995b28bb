import { MAX_NBC_NEIGHBOURS, type NbcBio, type NbcChem } from '@natim/contract/mon/nbc'
import { type BioRatio, bioCrossings, bioRatios } from '@natim/domain/nbc/bio'
import { agreementMatrix } from '@natim/domain/nbc/chem'
import { AGREE_WITHIN_KM, readToldEvent } from '@natim/domain/nbc/told'
import { DAY_MS } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { isInScope } from '../../platform/scope.ts'
import { findAlarmsOf, findMeans, findTellings, type TellingRow } from './data.repository.ts'
import { findLevels } from './equipment.repository.ts'
import { nbcDeviceOf } from './nbc-device.ts'
import { nearest } from './rad.ts'
import { type OfDevice, type ReadingDeps, seriesOf, spanOf, toNbcAlarm } from './reading.ts'
import { channelOf } from './wind.ts'

const BARS = 'chem_bar'
const CONCENTRATIONS = ['chem_g', 'chem_v', 'chem_h'] as const
/** Agreement is computed from minutes of up to eight detectors, over at most this much of the end of the range. */
const AGREEMENT_MS = DAY_MS
const RATIO_MS = 7 * DAY_MS
const MAX_RATIOS = 1_500

/** 化: bars, concentrations, detected agents, and the agreement of nearby detectors. */
export const createChemReading =
  (deps: ReadingDeps) =>
  async (user: SessionUser, query: OfDevice): Promise<NbcChem> => {
    const { db, network } = deps
    const span = spanOf(query)
    const directory = await network.fresh()
    const device = nbcDeviceOf(directory, user, query.deviceId, 'chem')
    const around = nearest(directory.devices, device, AGREE_WITHIN_KM)
      .filter((other) => other.kind === 'chem' && isInScope(user.scope, other))
      .slice(0, MAX_NBC_NEIGHBOURS)
    const detectors = [{ ...device, distanceKm: 0 }, ...around]
    const barsOf = (one: (typeof detectors)[number]) => ({
      deviceNo: one.deviceNo,
      channelNo: channelOf(one, BARS) ?? 0,
    })
    const numbers = [BARS, ...CONCENTRATIONS].map((metric) => channelOf(device, metric))
    const [series, minutes, tellings, alarms, levels] = await Promise.all([
      seriesOf(deps, user, numbers, span),
      findMeans(db, '1m', detectors.map(barsOf), {
        fromMs: Math.max(span.fromMs, span.toMs - AGREEMENT_MS),
        toMs: span.toMs,
      }),
      findTellings(
        db,
        detectors.map(({ deviceNo }) => deviceNo),
        ['nbc.chem'],
        span,
      ),
      findAlarmsOf(db, device.id, span),
      findLevels(db, device.id),
    ])
    const [barNo, ...others] = numbers
    return {
      bars: series.get(barNo ?? 0) ?? null,
      concentrations: others.flatMap((channelNo) => series.get(channelNo ?? 0) ?? []),
      levels,
      alarms: alarms.map(toNbcAlarm),
      agents: tellings.map((row) => toAgent(row, directory.deviceByNo.get(row.deviceNo)?.name ?? '')),
      detectors: detectors.map((one) => ({
        id: one.id,
        name: one.name,
        distanceKm: Math.round(one.distanceKm * 10) / 10,
        bars: network.state.latestOf(barsOf(one).channelNo)?.v ?? null,
      })),
      agreement: agreementMatrix(
        detectors.map((one) => ({
          key: one.id,
          bars: new Map(
            minutes.flatMap(({ channelNo, tMs, max }) =>
              channelNo === barsOf(one).channelNo && max !== null ? [[tMs, max] as const] : [],
            ),
          ),
        })),
      ).map((pair) => ({ ...pair })),
    }
  }

function toAgent({ tsMs, level, data }: TellingRow, deviceName: string): NbcChem['agents'][number] {
  const { agentName, agentClass, agentConfidence, bars } = readToldEvent(level, data)
  return { tsMs, deviceName, agent: agentName ?? agentClass ?? 'unknown', confidence: agentConfidence, bars }
}

/** 生: counts, and fluorescent counts relative to the median of the day before each minute. */
export const createBioReading =
  (deps: ReadingDeps) =>
  async (user: SessionUser, query: OfDevice): Promise<NbcBio> => {
    const { db, network } = deps
    const span = spanOf(query)
    const device = nbcDeviceOf(await network.fresh(), user, query.deviceId, 'bio')
    const [totalNo, fluorNo] = ['bio_total', 'bio_fluor'].map((metric) => channelOf(device, metric))
    const fromMs = Math.max(span.fromMs, span.toMs - RATIO_MS)
    const fluor = fluorNo === undefined ? [] : [{ deviceNo: device.deviceNo, channelNo: fluorNo }]
    const [series, minutes, tellings, alarms] = await Promise.all([
      seriesOf(deps, user, [totalNo, fluorNo], span),
      findMeans(db, '1m', fluor, { fromMs: fromMs - DAY_MS, toMs: span.toMs }),
      findTellings(db, [device.deviceNo], ['bio.sampler', 'bio.pcr'], span),
      findAlarmsOf(db, device.id, span),
    ])
    const ratios = bioRatios(minutes.map(({ tMs, avg }) => ({ tMs, value: avg }))).filter(({ tMs }) => tMs > fromMs)
    const drawn = highestOfEach(ratios, MAX_RATIOS)
    return {
      total: series.get(totalNo ?? 0) ?? null,
      fluorescent: series.get(fluorNo ?? 0) ?? null,
      ratios: {
        timesMs: drawn.map(({ tMs }) => tMs),
        median: drawn.map(({ median }) => median),
        ratio: drawn.map(({ ratio }) => ratio),
      },
      crossings: bioCrossings(ratios).map((crossing) => ({ ...crossing })),
      alarms: alarms.map(toNbcAlarm),
      followUps: tellings.map(toFollowUp),
    }
  }

/** Thins to at most `max` values, keeping the highest of each stretch so that peaks remain. */
function highestOfEach(ratios: readonly BioRatio[], max: number): BioRatio[] {
  const size = Math.ceil(ratios.length / max)
  if (size <= 1) return [...ratios]
  return Array.from({ length: Math.ceil(ratios.length / size) }, (_, index) =>
    ratios
      .slice(index * size, (index + 1) * size)
      .reduce((held, one) => ((one.ratio ?? -1) > (held.ratio ?? -1) ? one : held)),
  )
}

const SAMPLER: Readonly<Record<string, string>> = { start: '采样启动', stop: '采样结束', full: '采样管已满' }

function toFollowUp({ tsMs, type, data }: TellingRow): NbcBio['followUps'][number] {
  if (type === 'bio.sampler') {
    const state = String(data['state'] ?? '')
    return { tsMs, kind: 'sampler', text: SAMPLER[state] ?? '采样器状态变化' }
  }
  const { target, ct } = data
  const result = typeof ct === 'number' && Number.isFinite(ct) ? `Ct ${ct.toFixed(1)}` : '未检出'
  return { tsMs, kind: 'pcr', text: `${typeof target === 'string' ? target.slice(0, 40) : '靶标'} ${result}` }
}

import { clusterOf } from '@natim/domain/alarm/rule'
import type { Bus } from '../../../platform/bus.ts'
import type { Db } from '../../../platform/db/db.ts'
import { errorDetailsOf } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/logger.ts'
import type { RuleInForce } from '../../alarm-rule/index.ts'
import { holdEpochs, streamOf } from '../../device-status/index.ts'
import { toLiveEvents } from '../alarm-events.ts'
import { raisePeaks, type WrittenEntry } from '../alarm-writer.ts'
import { applySteps } from './apply-steps.ts'
import { lockClusters } from './cluster.repository.ts'
import { foldClusters } from './cluster.ts'
import { corroborate } from './corroborate.ts'
import { type Cursor, saveCursors } from './engine.repository.ts'
import { withRain } from './rain.ts'
import type { EngineState } from './state.ts'
import { suppressionOf } from './suppression.ts'
import type { PendingPeak, PendingStep } from './target.ts'

interface FlushDeps {
  readonly db: Db
  readonly log: Log
  readonly bus: Bus
  readonly nowMs: number
}

/**
 * Writes judgements in one transaction fenced by the lease epochs: alarms, their log, timers, notifications, and stream
 * cursors. On failure the state is kept for a retry; a process that lost a lease writes nothing for its stream.
 *
 * @param savesAll also save cursors of streams without steps
 */
export async function flush(deps: FlushDeps, state: EngineState, savesAll: boolean): Promise<void> {
  const steps = [...state.pending]
  const peaks = [...state.peaks.values()]
  if (steps.length + peaks.length === 0 && !savesAll) return
  const streams = savesAll
    ? [...state.epochs.keys()]
    : [...new Set(steps.map(({ target }) => streamOf(target.device.deviceNo)))]
  const cursors = cursorsOf(state, streams)
  const rules = savesAll && state.epochs.size > 0 ? state.plan.rules : rulesOf(steps)
  const written = await writeOrPart(deps, state, { steps, peaks, cursors, clustering: clusteringOf(rules) })
  // Steps added during the write follow and are kept.
  state.pending.splice(0, steps.length)
  for (const peak of peaks) if (state.peaks.get(peak.dedupeKey) === peak) state.peaks.delete(peak.dedupeKey)
  if (written.length > 0) deps.bus.publish('alarms', toLiveEvents(written))
}

interface Work {
  /** Rules whose clusters are evaluated. */
  readonly clustering: readonly RuleInForce[]
  readonly steps: readonly PendingStep[]
  readonly peaks: readonly PendingPeak[]
  readonly cursors: readonly Cursor[]
}

/** A step that the database always rejects must not block the others: on such an error each step is tried alone. */
async function writeOrPart(deps: FlushDeps, state: EngineState, work: Work): Promise<WrittenEntry[]> {
  try {
    return await write(deps, state, work)
  } catch (error) {
    if (!isHopeless(error)) throw error
  }
  const written: WrittenEntry[] = []
  for (const step of work.steps) {
    try {
      const clustering = clusteringOf(rulesOf([step]))
      written.push(...(await write(deps, state, { steps: [step], peaks: [], cursors: [], clustering })))
    } catch (error) {
      if (!isHopeless(error)) throw error
      deps.log.error({ err: error, key: step.target.key, kind: step.kind }, 'alarm step could not be written')
    }
  }
  written.push(...(await write(deps, state, { ...work, steps: [] })))
  return written
}

/** Data and constraint errors are permanent; all others may be transient. */
const isHopeless = (error: unknown) => /^2[23]/.test(errorDetailsOf(error).code ?? '')

const rulesOf = (steps: readonly PendingStep[]) => [...new Set(steps.map(({ target }) => target.rule))]
const clusteringOf = (rules: readonly RuleInForce[]) => rules.filter(({ body }) => clusterOf(body) !== undefined)

function write(
  { db, nowMs }: FlushDeps,
  state: EngineState,
  { steps, peaks, cursors, clustering }: Work,
): Promise<WrittenEntry[]> {
  return db.transaction().execute(async (trx) => {
    const held = await holdEpochs(trx, [...state.epochs.keys()])
    const isOurs = (deviceNo: number) => {
      const stream = streamOf(deviceNo)
      return held.get(stream) !== undefined && held.get(stream) === state.epochs.get(stream)
    }
    const own = steps.filter(({ target }) => isOurs(target.device.deviceNo))
    const isMarked = ({ target }: PendingStep) => suppressionOf(state.windows, target) === 'mark'
    await lockClusters(
      trx,
      clustering.map(({ id }) => id),
    )
    const told = await withRain(trx, own, state.plan)
    const events = told.length > 0 ? await applySteps(trx, told, { nowMs, isMarked }) : []
    const ownPeaks = peaks.filter(({ deviceNo }) => isOurs(deviceNo))
    if (ownPeaks.length > 0) await raisePeaks(trx, ownPeaks)
    for (const rule of new Set(own.map(({ target }) => target.rule)))
      if (rule.body.corroborate) events.push(...(await corroborate(trx, rule, state.plan.deviceByNo, nowMs)))
    for (const rule of clustering) events.push(...(await foldClusters(trx, rule, state, { nowMs, isMarked })))
    await saveCursors(
      trx,
      cursors.filter(({ stream, epoch }) => held.get(stream) === epoch),
    )
    return events
  })
}

function cursorsOf(state: EngineState, streams: readonly number[]): Cursor[] {
  const wanted = new Set(streams)
  const columns = new Map<number, { channelNos: number[]; marksMs: number[] }>(
    streams.map((stream) => [stream, { channelNos: [], marksMs: [] }]),
  )
  for (const [channelNo, targets] of state.plan.byChannelNo) {
    const stream = streamOf(targets[0]?.device.deviceNo ?? 0)
    const mark = state.marks.get(channelNo)
    if (!wanted.has(stream) || mark === undefined) continue
    columns.get(stream)?.channelNos.push(channelNo)
    columns.get(stream)?.marksMs.push(mark)
  }
  return [...columns].flatMap(([stream, own]) => {
    const epoch = state.epochs.get(stream)
    return epoch === undefined ? [] : [{ stream, epoch, seq: state.seqs.get(stream) ?? 0, ...own }]
  })
}

import { element } from '../element.ts'
import type { Severity } from '../limit.ts'
import { withAlso } from './comparison.ts'
import { isBeyond, type Judging, settle, stepOf, UNTOLD } from './settle.ts'
import type { AlarmStep, ChangeStep, PeakStep } from './step.ts'
import { copyWatch, judge, restartHolds, type Watch } from './watch.ts'
import { DISORDER_MS } from './window.ts'

/** State of an evaluator after a sample. */
interface State {
  readonly tsMs: number
  readonly watches: readonly Watch[]
  readonly severity: Severity | undefined
  readonly current: Watch | undefined
}

/** The comparisons of single readings, with their state five to ten minutes ago and a later one. */
export interface Replay {
  readonly instants: readonly Watch[]
  before: State
  since: State | undefined
  /** Gravest severity reported between the two. */
  gravestBefore: number
  /** The gravest step deferred to the next sample because the newest one already reported a step. */
  owed: ChangeStep | undefined
}

/** Undefined when no single reading is compared: means are re-judged only at the watermark. */
export function createReplay(judging: Judging): Replay | undefined {
  const instants = judging.watches.filter(({ comparison }) =>
    withAlso([comparison]).every(({ figure }) => figure.kind === 'sample'),
  )
  if (instants.length === 0) return undefined
  return {
    instants,
    before: stateOf(judging, instants, Number.NEGATIVE_INFINITY),
    since: undefined,
    gravestBefore: UNTOLD,
    owed: undefined,
  }
}

const stateOf = ({ severity, current }: Judging, instants: readonly Watch[], tsMs: number): State => ({
  tsMs,
  watches: instants.map(copyWatch),
  severity,
  current,
})

/** Call before a sample at `nextMs` is judged; `tsMs` is the time of the previous one. */
export function keepState(judging: Judging, kept: Replay, tsMs: number, nextMs: number): void {
  if (nextMs - kept.before.tsMs < DISORDER_MS) return
  if (kept.since && nextMs - kept.since.tsMs >= DISORDER_MS) {
    kept.before = kept.since
    kept.since = undefined
  }
  if (kept.since) return
  kept.since = stateOf(judging, kept.instants, tsMs)
  kept.gravestBefore = judging.gravest
  judging.gravest = judging.severity ?? UNTOLD
}

/** After an external change older readings are not judged again: the change did not apply to them. */
export function forgetState(judging: Judging, kept: Replay, tsMs: number): void {
  kept.before = stateOf(judging, kept.instants, tsMs)
  kept.since = undefined
}

type Replayed = Judging & { readonly newestMs: number; readonly gapMs: number }

/**
 * Judges readings again in time order after a late sample at `tsMs` has entered the windows, so that holds and
 * consecutive readings are as if it had arrived in time.
 *
 * @returns the steps not yet reported. A change before one already reported is dropped, unless it is graver than all of
 * them: then it is reported at the watermark.
 */
export function replay(judging: Replayed, kept: Replay, tsMs: number): AlarmStep[] {
  const { severity, current, peak, toldMs, gravest, watches } = judging
  const held = watches.map(copyWatch)
  const from = kept.since && kept.since.tsMs < tsMs ? kept.since : kept.before
  const found = from.tsMs < tsMs ? judgeAgain(judging, kept, from) : undefined
  const still = judging.current
  Object.assign(judging, { severity, current, peak, toldMs, gravest })
  for (const [i, watch] of watches.entries())
    if (!found || !kept.instants.includes(watch)) Object.assign(watch, held[i])
  const steps = (found ?? []).flatMap((step) => untold(judging, step, kept))
  // Its clear was already reported, but it is still active.
  if (found && still && judging.severity === undefined)
    steps.push(...tellNow(judging, kept, stepOf(judging, still, 'raise', judging.newestMs, true)))
  return steps
}

/** Undefined when the samples since then are no longer kept. */
function judgeAgain(judging: Replayed, kept: Replay, from: State): AlarmStep[] | undefined {
  const { instants, since } = kept
  for (const [i, watch] of instants.entries()) Object.assign(watch, copyWatch(element(from.watches[i])))
  Object.assign(judging, { severity: from.severity, current: from.current, peak: Number.NaN })
  const found: AlarmStep[] = []
  let lastMs = from.tsMs
  const isWhole = judging.windows?.visitAfter(from.tsMs, (atMs, value) => {
    // The saved state predates the new sample.
    if (since && lastMs <= since.tsMs && atMs > since.tsMs && from !== since)
      kept.since = stateOf(judging, instants, since.tsMs)
    if (atMs - lastMs > judging.gapMs) for (const watch of instants) restartHolds(watch)
    lastMs = atMs
    for (const watch of instants) judgeReading(watch, value, atMs)
    found.push(...settle(judging, atMs, true))
  })
  return isWhole ? found : undefined
}

function judgeReading(watch: Watch, value: number, atMs: number): void {
  for (const { watches } of watch.also) for (const other of watches) judgeReading(other, value, atMs)
  judge(watch, value, atMs)
}

function untold(judging: Replayed, step: AlarmStep, kept: Replay): AlarmStep[] {
  if (step.kind === 'peak') return untoldPeak(judging, step)
  const { severity, toldMs, gravest } = judging
  const isGraver = severity === undefined || step.severity < severity
  if (step.tsMs > toldMs) {
    const isChange = step.kind === 'clear' ? severity !== undefined : isGraver !== (step.kind === 'down')
    return isChange ? [tell(judging, step)] : []
  }
  if (step.kind === 'clear' || step.kind === 'down' || step.severity >= Math.min(gravest, kept.gravestBefore)) return []
  return tellNow(judging, kept, step)
}

/** At most one change per instant: a second one is deferred to the next sample. */
function tellNow(judging: Replayed, kept: Replay, step: ChangeStep): ChangeStep[] {
  const { severity, newestMs, toldMs } = judging
  if (newestMs <= toldMs) {
    if (step.severity < (kept.owed?.severity ?? UNTOLD)) kept.owed = step
    return []
  }
  if (severity !== undefined && step.severity >= severity) return []
  return [tell(judging, { ...step, kind: severity === undefined ? 'raise' : 'up', tsMs: newestMs })]
}

/** At the newest sample: the step deferred at the previous one, else what follows from this one. */
export function tellOwed(judging: Replayed, kept: Replay): readonly AlarmStep[] {
  const { newestMs, watches } = judging
  const { owed } = kept
  kept.owed = undefined
  const [told] = owed ? tellNow(judging, kept, owed) : []
  if (!told) return settle(judging, newestMs, false)
  const graver = watches.find(
    ({ comparison, isFiring, judgedMs }) => isFiring && judgedMs === newestMs && comparison.severity < told.severity,
  )
  if (graver) kept.owed = stepOf(judging, graver, 'up', newestMs, true)
  return [told]
}

function untoldPeak(judging: Replayed, step: PeakStep): AlarmStep[] {
  const { current, peak } = judging
  if (!current || !isBeyond({ comparison: current.comparison, figure: step.figure }, peak)) return []
  judging.peak = step.figure
  return [step]
}

function tell(judging: Replayed, step: ChangeStep): ChangeStep {
  const isOver = step.kind === 'clear'
  judging.current = isOver ? undefined : judging.watches.find(({ comparison }) => comparison === step.comparison)
  judging.severity = isOver ? undefined : step.severity
  judging.gravest = Math.min(judging.gravest, judging.severity ?? UNTOLD)
  judging.toldMs = step.tsMs
  judging.peak = isOver ? Number.NaN : step.figure
  return step
}

import { withAlso } from '@natim/domain/alarm/comparison'
import { isMadeOfMinutes, reachMs } from '@natim/domain/alarm/reach'
import { DISORDER_MS } from '@natim/domain/alarm/window'
import { element } from '@natim/domain/element'
import { QUALITY } from '@natim/domain/quality'
import { bucketEnd, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import { findActive } from '../alarm.repository.ts'
import { findCursors, findDisordered, findMinuteSums, findNewestStored, findSamplesAfter } from './engine.repository.ts'
import { judgeSample } from './judge-sample.ts'
import type { ChannelTarget } from './target.ts'

/** Samples that arrived while no process judged are judged afterwards, back to this age. */
const MAX_BEHIND_MS = 3_600_000
const CHANNELS_AT_ONCE = 500

/** Mark of a channel that has never sent a sample: after a crash everything it sent since is judged. */
const NOTHING_YET_MS = 0

/** Called for each sample newer than the mark. */
export type TakeSample = (channelNo: number, tsMs: number, value: number, quality: number) => void

/**
 * Restores evaluators: windows and holds from stored samples, active alarms from the database. Samples up to the mark
 * of their channel were judged before; newer ones are passed to `take` in time order. A channel that a rule covers for
 * the first time starts with its next sample: its newest sample is its mark.
 *
 * @returns the mark of each channel, epoch ms
 */
export async function catchUp(
  db: Db,
  targets: readonly ChannelTarget[],
  nowMs: number,
  take: TakeSample,
): Promise<ReadonlyMap<number, number>> {
  if (targets.length === 0) return new Map()
  const [cursors, active] = await Promise.all([findCursors(db), findActive(db)])
  const marks = new Map<number, number>()
  for (const { channelNos, marksMs } of cursors)
    for (const [i, channelNo] of channelNos.entries()) marks.set(channelNo, element(marksMs[i]))
  const disordered = await findDisordered(db, cursors)
  const activeByKey = new Map(active.map((alarm) => [alarm.dedupeKey, alarm]))

  const byChannel = groupByChannel(targets)
  const channels = [...byChannel.values()]
  const newest = await findNewestStored(
    db,
    channels.map(keyOf).filter(({ channelNo }) => !marks.has(channelNo)),
  )
  for (let i = 0; i < channels.length; i += CHANNELS_AT_ONCE) {
    const part = channels.slice(i, i + CHANNELS_AT_ONCE).map((own) => spanOf(own, { marks, disordered, nowMs }))
    await seedWindows(db, part)
    const { channelNos, tsMs, values, flags } = await findSamplesAfter(
      db,
      part.map(({ own, fromMs }) => ({ ...keyOf(own), fromMs })),
    )
    const spans = new Map(part.map((span) => [keyOf(span.own).channelNo, span]))
    // First warm up with judged samples, then adopt active alarms, then judge new samples.
    for (const [row, channelNo] of channelNos.entries()) {
      const span = spans.get(channelNo)
      if (!span || isLate(flags[row]) || element(tsMs[row]) > span.markMs) continue
      const sample = { tsMs: element(tsMs[row]), value: element(values[row]), quality: element(flags[row]) }
      judgeSample(span.own, sample, () => undefined)
    }
    for (const { own } of part) {
      for (const { key, evaluator } of own) {
        const alarm = activeByKey.get(key)
        evaluator.adopt(alarm && { severity: alarm.severity, branch: alarm.branch })
      }
    }
    for (const [row, channelNo] of channelNos.entries()) {
      const span = spans.get(channelNo)
      if (!span || isLate(flags[row]) || element(tsMs[row]) <= span.markMs) continue
      take(channelNo, element(tsMs[row]), element(values[row]), element(flags[row]))
    }
    for (const { own, markMs } of part) {
      const { channelNo } = keyOf(own)
      marks.set(
        channelNo,
        marks.has(channelNo) ? Math.max(markMs, marks.get(channelNo) ?? 0) : (newest.get(channelNo) ?? NOTHING_YET_MS),
      )
    }
  }
  return marks
}

const isLate = (flags = 0) => (flags & QUALITY.late) !== 0

interface Span {
  readonly own: readonly ChannelTarget[]
  /** Everything up to this instant was judged. */
  readonly markMs: number
  /** Samples are read one by one from here; windows reach further back by minute sums. */
  readonly fromMs: number
}

interface Known {
  readonly marks: ReadonlyMap<number, number>
  /** Oldest sample that arrived out of order, behind the saved mark. */
  readonly disordered: ReadonlyMap<number, number>
  readonly nowMs: number
}

function spanOf(own: readonly ChannelTarget[], { marks, disordered, nowMs }: Known): Span {
  const { channelNo } = keyOf(own)
  const mark = marks.get(channelNo)
  const before = Math.max((disordered.get(channelNo) ?? Infinity) - 1, (mark ?? 0) - DISORDER_MS)
  const markMs = mark === undefined ? nowMs : Math.max(Math.min(mark, before), nowMs - MAX_BEHIND_MS)
  return { own, markMs, fromMs: bucketEnd(markMs - backMs(own), MINUTE_MS) - MINUTE_MS }
}

/** How far before the mark the samples of a channel are read. */
const backMs = (own: readonly ChannelTarget[]) =>
  Math.max(...own.map(({ comparisons, channel }) => reachMs(comparisons, channel.periodS)))

const keyOf = ([first]: readonly ChannelTarget[]) => ({
  deviceNo: first?.device.deviceNo ?? 0,
  channelNo: first?.channel.channelNo ?? 0,
})

function groupByChannel(targets: readonly ChannelTarget[]): Map<number, ChannelTarget[]> {
  const groups = new Map<number, ChannelTarget[]>()
  for (const target of targets) {
    const own = groups.get(target.channel.channelNo)
    if (own) own.push(target)
    else groups.set(target.channel.channelNo, [target])
  }
  return groups
}

const longestMeanS = (own: readonly ChannelTarget[]) =>
  Math.max(
    0,
    ...own.flatMap(({ comparisons }) =>
      withAlso(comparisons).map(({ figure }) => (figure.kind === 'mean' ? figure.avgS : 0)),
    ),
  )

async function seedWindows(db: Db, spans: readonly Span[]): Promise<void> {
  const long = spans.filter(({ own }) => isMadeOfMinutes(longestMeanS(own)))
  if (long.length === 0) return
  const minutes = await findMinuteSums(
    db,
    long.map(({ own, fromMs }) => ({ ...keyOf(own), fromMs: fromMs - longestMeanS(own) * SECOND_MS, toMs: fromMs })),
  )
  const byChannel = new Map(long.map((span) => [keyOf(span.own).channelNo, span]))
  for (const { channelNo, tMs, sum, n, sampleS } of minutes) {
    const own = byChannel.get(channelNo)?.own ?? []
    own.find(({ windows }) => windows)?.windows?.seedMinute(tMs, sum, n, sampleS)
  }
}

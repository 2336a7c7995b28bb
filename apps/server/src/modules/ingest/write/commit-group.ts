import { element } from '@natim/domain/element'
import type { CommitRef } from '../../../platform/bus.ts'
import { streamOf } from '../../device-status/index.ts'
import { openDays } from '../../sample/index.ts'
import type { CommitGroup } from './group.ts'
import { lateMarks } from './late-marks.ts'
import { dropRepeated } from './message-memory.ts'
import type { NoveltyGuess } from './novelty-guess.ts'
import { appendPoints, copyPoint, countPoints, newPoints, type Points, pushPoint, sampleKey } from './points.ts'
import type { RowEncoder } from './row-encoder.ts'
import {
  begin,
  type Connection,
  commit,
  copySamples,
  findStoredSamples,
  insertConflicts,
  insertPositions,
  insertSamples,
  markConflicts,
  replaceSamples,
  rollback,
  upsertDirtyMarks,
} from './sample.repository.ts'
import { raiseSequences, upsertLateMarks } from './sequence.repository.ts'
import { isDuplicateKey } from './transient.ts'

/** What a committed group changed. */
export interface Committed {
  /** Rows that are new or replaced. */
  readonly stored: Points
  /** Points of which an equal row existed. */
  readonly duplicates: Points
  /** Values that lost a conflict; the rows they met got the conflict bit. */
  readonly losers: Points
  /** Sequences raised by the commit, one per stream. */
  readonly commits: readonly CommitRef[]
}

export interface CommitOptions {
  /** Wall clock, epoch ms. */
  readonly nowMs: number
  readonly isOnCitus: boolean
  readonly guess: NoveltyGuess
}

/** Which points are copied, which fails if one of them is stored already; the others are inserted where missing. */
type Copied = 'all' | 'newest' | 'none'

/** Result before the commit; `replaced` are rows whose values a final message changed. */
type Result = Omit<Committed, 'commits'> & { readonly replaced: Points }

/**
 * Writes a group in one transaction: samples, conflicting values, remembered messages and rollup marks become durable
 * together or not at all.
 *
 * @throws any database error; the transaction is rolled back as far as the connection is alive.
 */
export async function commitGroup(
  connection: Connection,
  group: CommitGroup,
  encoder: RowEncoder,
  options: CommitOptions,
): Promise<Committed> {
  const isGuessed = options.guess.isNew(countPoints(group.rest))
  // A newest row may exist, too: written by another process, or by this one before a broken connection.
  const attempts: readonly Copied[] = isGuessed ? ['all', 'newest', 'none'] : ['newest', 'none']
  for (const copied of attempts) {
    try {
      return await attempt(connection, group, encoder, options, copied)
    } catch (error) {
      await rollback(connection).catch(() => undefined)
      if (copied === 'none' || !isDuplicateKey(error)) throw error
      if (copied === 'all') options.guess.wasWrong()
    }
  }
  throw new Error('unreachable')
}

async function attempt(
  connection: Connection,
  group: CommitGroup,
  encoder: RowEncoder,
  options: CommitOptions,
  copied: Copied,
): Promise<Committed> {
  const result: Result = { stored: newPoints(), duplicates: newPoints(), losers: newPoints(), replaced: newPoints() }
  await begin(connection)
  await openDays(connection, [group.fast, group.rest, ...group.careful.map((message) => message.points)], options.nowMs)
  const positions = [...group.positions]
  const careful = group.careful.length > 0 ? await dropRepeated(connection, group.careful) : []
  const copy = copied === 'newest' ? group.fast : newPoints()
  const rest = newPoints()
  if (copied === 'all') appendPoints(group.fast, copy)
  if (copied === 'none') appendPoints(group.fast, rest)
  appendPoints(group.rest, copied === 'all' ? copy : rest)
  for (const message of careful) {
    if (!message.isFinal) appendPoints(message.points, rest)
    if (message.position) positions.push(message.position)
  }
  if (positions.length > 0) await insertPositions(connection, positions)
  if (countPoints(copy) > 0) {
    await copySamples(connection, encoder.encode(copy))
    if (countPoints(rest) === 0 && careful.length === 0) return finish(connection, group, { ...result, stored: copy })
    appendPoints(copy, result.stored)
  }
  if (countPoints(rest) > 0) await insertRest(connection, rest, result, options)
  for (const message of careful) if (message.isFinal) await replaceByFinal(connection, message.points, result, options)
  return finish(connection, group, result)
}

async function finish(connection: Connection, group: CommitGroup, result: Result): Promise<Committed> {
  const marks = group.marks.sorted()
  if (marks.length > 0) await upsertDirtyMarks(connection, marks)
  // Last, as other processes wait for these rows: they stay locked for little more than the commit itself.
  const commits = await raiseSequences(connection, countByStream(result.stored))
  const late = lateMarks(result.stored, result.replaced)
  if (late.length > 0) await upsertLateMarks(connection, late, commits)
  await commit(connection)
  const { stored, duplicates, losers } = result
  return { stored, duplicates, losers, commits }
}

function countByStream({ deviceNos }: Points): Map<number, number> {
  const counts = new Map<number, number>()
  for (const deviceNo of deviceNos) counts.set(streamOf(deviceNo), (counts.get(streamOf(deviceNo)) ?? 0) + 1)
  return counts
}

/** Points that may exist already: equal ones are skipped, different ones lose against the stored value. */
async function insertRest(
  connection: Connection,
  points: Points,
  result: Result,
  options: CommitOptions,
): Promise<void> {
  const inserted = await insertSamples(connection, points, options.isOnCitus)
  if (inserted === countPoints(points)) {
    appendPoints(points, result.stored)
    return
  }
  const ours = new Set<string>()
  const noted = new Set<string>()
  const losers = newPoints()
  for (const row of await findStoredSamples(connection, points, options.isOnCitus)) {
    const key = sampleKey(points, row.index)
    const value = element(points.values[row.index])
    if (row.value !== value) {
      if (!noted.has(`${key}=${value}`)) copyPoint(points, row.index, losers)
      noted.add(`${key}=${value}`)
    } else if (row.rxMs === points.rxMs[row.index] && !ours.has(key)) {
      ours.add(key)
      copyPoint(points, row.index, result.stored)
    } else {
      copyPoint(points, row.index, result.duplicates)
    }
  }
  await recordLosers(connection, losers, result)
}

/** A message the device declares final: it replaces stored values, and the old ones lose. */
async function replaceByFinal(
  connection: Connection,
  message: Points,
  result: Result,
  options: CommitOptions,
): Promise<void> {
  const points = lastOfEachKey(message)
  const losers = newPoints()
  const equal = new Set<number>()
  for (const row of await findStoredSamples(connection, points, options.isOnCitus)) {
    if (row.value === points.values[row.index]) {
      equal.add(row.index)
      continue
    }
    const channel = points.channels[row.index]
    if (channel) pushPoint(losers, channel, element(points.tsMs[row.index]), row.rxMs, row.value, row.flags)
  }
  await replaceSamples(connection, points)
  appendPoints(losers, result.replaced)
  for (let i = 0; i < countPoints(points); i++) copyPoint(points, i, equal.has(i) ? result.duplicates : result.stored)
  await recordLosers(connection, losers, result)
}

async function recordLosers(connection: Connection, losers: Points, result: Result): Promise<void> {
  if (countPoints(losers) === 0) return
  await insertConflicts(connection, losers)
  await markConflicts(connection, losers)
  appendPoints(losers, result.losers)
}

function lastOfEachKey(points: Points): Points {
  const last = new Map<string, number>()
  for (let i = 0; i < countPoints(points); i++) last.set(sampleKey(points, i), i)
  const unique = newPoints()
  for (const index of last.values()) copyPoint(points, index, unique)
  return unique
}

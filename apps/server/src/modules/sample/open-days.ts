import { element } from '@natim/domain/element'
import { DAY_MS } from '@natim/domain/time'
import { type Connection, enterDays, type SampleKeys, touchChannels, unpackAround } from './open-days.repository.ts'
import { dayNumber } from './pack.repository.ts'

/** Samples older than this may be packed: half of the packing delay, as a margin for clock differences. */
const MAYBE_PACKED_AFTER_MS = DAY_MS

/**
 * Call first in a transaction that writes samples. Days of old samples cannot be packed until it ends, packs around the
 * samples are turned back into rows, and their channels are noted for packing.
 *
 * @param nowMs epoch ms.
 */
export async function openDays(connection: Connection, samples: readonly SampleKeys[], nowMs: number): Promise<void> {
  const old: { deviceNos: number[]; channelNos: number[]; tsMs: number[] } = { deviceNos: [], channelNos: [], tsMs: [] }
  for (const { deviceNos, channelNos, tsMs } of samples) {
    for (let i = 0; i < tsMs.length; i++) {
      if (element(tsMs[i]) >= nowMs - MAYBE_PACKED_AFTER_MS) continue
      old.deviceNos.push(element(deviceNos[i]))
      old.channelNos.push(element(channelNos[i]))
      old.tsMs.push(element(tsMs[i]))
    }
  }
  if (old.tsMs.length === 0) return
  const days = old.tsMs.map(dayNumber)
  const distinct = [...new Set(days)].sort((a, b) => a - b)
  await enterDays(connection, distinct)
  await touchChannels(connection, old, days)
  const { from, to } = boundsOf(distinct)
  await unpackAround(connection, old, { from, to })
}

/** Generous bounds around the days: a pack does not extend beyond its day. */
const boundsOf = (days: readonly number[]) => ({
  from: new Date(((days[0] ?? 0) - 1) * DAY_MS),
  to: new Date(((days.at(-1) ?? 0) + 1) * DAY_MS),
})

import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { readStored, writeStored } from '@/lib/storage.ts'
import { isChannelNo } from './history-state.ts'

const KEY = 'NATIM_RECENT_CHANNELS'

/** Recently viewed channels on this machine, newest first. */
export function readRecent(): readonly number[] {
  const stored = readStored(KEY)
  return Array.isArray(stored) ? stored.filter(isChannelNo).slice(0, MAX_QUERY_CHANNELS) : []
}

export function noteRecent(channelNo: number): void {
  const others = readRecent().filter((no) => no !== channelNo)
  writeStored(KEY, [channelNo, ...others].slice(0, MAX_QUERY_CHANNELS), null)
}

import type { WallAlarm } from '@natim/contract/mon/wall'
import { useEffect, useState } from 'react'
import { startTone } from '@/lib/alarm/alarm-tone.ts'

export interface WallSound {
  readonly isOn: boolean
  readonly toggle: () => void
}

/** Tone for severe unacknowledged alarms; off unless enabled by the screen or by a user. */
export function useWallSound(alarms: readonly WallAlarm[] | undefined, isOnAtFirst: boolean): WallSound {
  const [isOn, setIsOn] = useState(isOnAtFirst)
  const isWanted =
    isOn && (alarms?.some(({ severity, acked, endedMs }) => severity <= 2 && !acked && endedMs === null) ?? false)
  useEffect(() => (isWanted ? startTone(() => undefined) : undefined), [isWanted])
  return { isOn, toggle: () => setIsOn((held) => !held) }
}

import { SEVERITY } from '@natim/contract/dict'
import type { AlarmCounts } from '@natim/contract/mon/alarm'
import type { LiveAlarm } from '@natim/contract/socket/live'
import { useEffect, useState } from 'react'
import { serverNow } from '../clock.ts'
import { speak } from '../speech.ts'
import { onAlarmEvents } from './alarm-feed.ts'
import { followSoundOfOthers, setAlarmSound, useAlarmSound } from './alarm-sound.ts'
import { startTone, type ToneState } from './alarm-tone.ts'

/** Levels 1 and 2 are audible (domain §8). */
const LOUD_LEVELS = 2

const isCall = ({ ev, a }: LiveAlarm) =>
  (ev === 'raise' || ev === 'reopen' || ev === 'sev') && a.severity <= LOUD_LEVELS && a.state === 'unack' && !a.isFolded

const sentence = ({ a }: LiveAlarm) =>
  `${a.drill ? '演练，' : ''}${SEVERITY[a.severity]}报警，${a.stationName ?? a.deviceName ?? a.regionText}，${a.title}`

const loud = (unacked: readonly number[] = []) => unacked.slice(0, LOUD_LEVELS).reduce((sum, count) => sum + count, 0)

export interface AlarmVoice {
  /** An alarm of level 1 or 2 is pending, and this user has sound on. */
  readonly isRinging: boolean
  readonly tone: ToneState
  /** Mutes until the next alarm is raised. */
  readonly mute: () => void
}

/** Plays the looping tone while a serious alarm is unacknowledged and reads new alarms aloud, where turned on. */
export function useAlarmVoice(counts: AlarmCounts | undefined, isAllowed: boolean): AlarmVoice {
  const { isOn, isSpoken, mutedUntilMs } = useAlarmSound()
  // A page load rings again: more alarms may have followed those that were muted.
  const [calledMs, setCalledMs] = useState(serverNow)
  const [tone, setTone] = useState<ToneState>('silent')
  // Drills sound like real alarms.
  const waiting = loud(counts?.unacked) + loud(counts?.drills.unacked)
  const [known, setKnown] = useState(waiting)
  if (known !== waiting) {
    setKnown(waiting)
    // Includes alarms the feed missed after a long disconnect.
    if (waiting > known) setCalledMs(serverNow())
  }
  const isRinging = isAllowed && isOn && waiting > 0 && calledMs > mutedUntilMs
  useEffect(followSoundOfOthers, [])
  useEffect(() => {
    if (!isAllowed || !isOn) return
    return onAlarmEvents((events) => {
      const calls = events.filter(isCall)
      if (calls.length === 0) return
      setCalledMs(serverNow())
      if (isSpoken) for (const call of calls) void speak(sentence(call))
    })
  }, [isAllowed, isOn, isSpoken])
  useEffect(() => (isRinging ? startTone(setTone) : undefined), [isRinging])
  return { isRinging, tone, mute: () => setAlarmSound({ mutedUntilMs: serverNow() }) }
}

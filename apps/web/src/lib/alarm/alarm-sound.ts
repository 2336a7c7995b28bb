import { create } from 'zustand'
import { useSession } from '../session/session-store.ts'
import { readStored, writeStored } from '../storage.ts'

/** A user's sound settings on this machine. */
export interface AlarmSound {
  readonly isOn: boolean
  readonly isSpoken: boolean
  /** Alarms raised before this are silent; epoch ms by the server's clock. */
  readonly mutedUntilMs: number
}

/** Silent until the user turns sound on. */
const DEFAULTS: AlarmSound = { isOn: false, isSpoken: false, mutedUntilMs: 0 }
const PREFIX = 'NATIM_ALARM_SOUND_'
const keyOf = (userId: string) => PREFIX + userId

const userId = () => useSession.getState().user?.id ?? ''

function stored(): AlarmSound {
  const given: Partial<Record<keyof AlarmSound, unknown>> = readStored(keyOf(userId())) ?? {}
  return {
    isOn: given.isOn === true,
    isSpoken: given.isSpoken === true,
    mutedUntilMs: typeof given.mutedUntilMs === 'number' ? given.mutedUntilMs : DEFAULTS.mutedUntilMs,
  }
}

/** Sound settings of the signed-in user. */
export const useAlarmSound = create<AlarmSound>(stored)

// Settings are per user of this machine.
useSession.subscribe((state, previous) => {
  if (state.user?.id !== previous.user?.id) useAlarmSound.setState(stored())
})

/** Takes effect and is stored at once. */
export function setAlarmSound(change: Partial<AlarmSound>): void {
  useAlarmSound.setState(change)
  const { isOn, isSpoken, mutedUntilMs } = useAlarmSound.getState()
  writeStored(keyOf(userId()), { isOn, isSpoken, mutedUntilMs }, null)
}

/** Syncs with other consoles of the same user on this machine: muting one mutes all. */
export function followSoundOfOthers(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key.endsWith(keyOf(userId()))) useAlarmSound.setState(stored())
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

import { create } from 'zustand'
import { useSession } from './session/session-store.ts'
import { readStored, writeStored } from './storage.ts'

/** How a user is informed of an arriving notice, on this machine. */
export interface NoticePreferences {
  /** Read its text aloud (D-20). */
  readonly isSpoken: boolean
  /** Show it as a card (SH-66). */
  readonly isCarded: boolean
}

const DEFAULTS: NoticePreferences = { isSpoken: true, isCarded: true }
const keyOf = (userId: string) => `NATIM_NOTICE_${userId}`

const userId = () => useSession.getState().user?.id ?? ''

function stored(): NoticePreferences {
  const { isSpoken, isCarded }: Partial<Record<keyof NoticePreferences, unknown>> = readStored(keyOf(userId())) ?? {}
  return {
    isSpoken: typeof isSpoken === 'boolean' ? isSpoken : DEFAULTS.isSpoken,
    isCarded: typeof isCarded === 'boolean' ? isCarded : DEFAULTS.isCarded,
  }
}

/** Preferences of the signed-in user. */
export const useNoticePreferences = create<NoticePreferences>(stored)

// Preferences are per user of this machine.
useSession.subscribe((state, previous) => {
  if (state.user?.id !== previous.user?.id) useNoticePreferences.setState(stored())
})

/** Takes effect and is stored at once. */
export function setNoticePreference(change: Partial<NoticePreferences>): void {
  useNoticePreferences.setState(change)
  const { isSpoken, isCarded } = useNoticePreferences.getState()
  writeStored(keyOf(userId()), { isSpoken, isCarded }, null)
}

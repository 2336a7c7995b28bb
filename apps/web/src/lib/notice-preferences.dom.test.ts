import { expect, it } from 'vitest'
import { setNoticePreference, useNoticePreferences } from './notice-preferences.ts'
import { useSession } from './session/session-store.ts'

const signIn = (id: string) => useSession.setState({ user: { id } as never })

it('are on by default, and turned off per user', () => {
  signIn('u1')
  expect(useNoticePreferences.getState()).toEqual({ isSpoken: true, isCarded: true })
  setNoticePreference({ isSpoken: false })
  signIn('u2')
  expect(useNoticePreferences.getState().isSpoken).toBe(true)
  signIn('u1')
  expect(useNoticePreferences.getState()).toEqual({ isSpoken: false, isCarded: true })
})

it('fall back to the defaults when the stored value is invalid', () => {
  localStorage.setItem('NATIM_NOTICE_u3', JSON.stringify({ value: { isSpoken: 'no', isCarded: false }, expire: null }))
  signIn('u3')
  expect(useNoticePreferences.getState()).toEqual({ isSpoken: true, isCarded: false })
})

import { expect, it } from 'vitest'
import { setNoticePreference, useNoticePreferences } from './notice-preferences.ts'
import { useSession } from './session/session-store.ts'

const signIn = (id: string) => useSession.setState({ user: { id } as never })

it('are on for everybody until somebody turns them off, for themselves alone', () => {
  signIn('u1')
  expect(useNoticePreferences.getState()).toEqual({ isSpoken: true, isCarded: true })
  setNoticePreference({ isSpoken: false })
  signIn('u2')
  expect(useNoticePreferences.getState().isSpoken).toBe(true)
  signIn('u1')
  expect(useNoticePreferences.getState()).toEqual({ isSpoken: false, isCarded: true })
})

it('are the defaults where something else was stored', () => {
  localStorage.setItem('NATIM_NOTICE_u3', JSON.stringify({ value: { isSpoken: 'no', isCarded: false }, expire: null }))
  signIn('u3')
  expect(useNoticePreferences.getState()).toEqual({ isSpoken: true, isCarded: false })
})

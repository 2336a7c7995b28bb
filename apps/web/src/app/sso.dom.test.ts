import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSession, onSignedOut, signOut, useSession } from '../lib/session/session-store.ts'
import { passSso } from './sso.ts'

const USER = { id: '7', username: 'duty', realname: '周海宁' }
const asked: string[] = []
let answer: object
const go = vi.fn<(address: string) => void>()
const pass = (path: string) =>
  passSso({ casUrl: 'https://cas.example/cas', here: new URL(path, 'https://natim.example'), go })

beforeEach(() => {
  asked.length = 0
  go.mockReset()
  clearSession()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(/^.*jeecg-boot/, '').replace(/&?_t=\d+/, ''))
    return Response.json({ message: '', result: null, timestamp: Date.now(), ...answer })
  })
})

describe('single sign-on', () => {
  it('[SS-26] signs in by the success flag, not the code, and keeps token and user', async () => {
    answer = { success: true, code: 0, result: { token: 't0', userInfo: USER, departs: [], multi_depart: 1 } }
    expect(await pass('/?ticket=ST-1')).toBe(true)
    expect(asked).toEqual(['/sys/cas/client/validateLogin?ticket=ST-1&service=https%3A%2F%2Fnatim.example%2F'])
    expect(useSession.getState()).toMatchObject({ token: 't0', user: USER })
    expect(JSON.parse(localStorage.getItem('Access-Token') ?? '')).toMatchObject({ value: 't0' })
    expect(go).not.toHaveBeenCalled()
  })

  it('[SS-26] redirects to the CAS server without a ticket, or with a refused one', async () => {
    answer = { success: false, code: 200 }
    for (const path of ['/mon/station/list', '/?ticket=forged']) {
      expect(await pass(path)).toBe(false)
      expect(go).toHaveBeenLastCalledWith('https://cas.example/cas/login?service=https%3A%2F%2Fnatim.example%2F')
    }
    expect(useSession.getState().token).toBeUndefined()
  })

  it('keeps an existing session, and ends the CAS session after sign-out', async () => {
    useSession.setState({ token: 't0' })
    expect(await pass('/mon/station/list')).toBe(true)
    answer = { success: true, code: 200 }
    await signOut()
    expect(go).toHaveBeenCalledExactlyOnceWith('https://cas.example/cas/logout?service=https%3A%2F%2Fnatim.example%2F')
    onSignedOut(() => undefined)
  })

  it('[SS-26] [SS-48] is a build option, off by default', () => {
    expect(import.meta.env.VITE_SSO).toBeUndefined()
  })
})

import { beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config.ts'
import { openProvider, type ThirdAnswer } from './third-popup.ts'

const popup = {} as Window
const onAnswer = vi.fn<(answer: ThirdAnswer) => void>()

beforeEach(() => {
  onAnswer.mockReset()
  configure({ apiBase: 'https://api.example/jeecg-boot' })
  return () => configure({})
})

const post = (data: unknown, given: Partial<MessageEventInit> = {}) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://api.example', source: popup, ...given }))

it("opens the provider and accepts one answer, from its window and the API's origin", () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(popup)
  openProvider('github', onAnswer)
  expect(open.mock.calls[0]?.[0]).toBe('https://api.example/jeecg-boot/sys/thirdLogin/render/github')
  post('a-token', { origin: 'https://evil.example' })
  post('a-token', { source: window })
  post({ some: 'extension' })
  post('<script>')
  expect(onAnswer).not.toHaveBeenCalled()
  post('a-token')
  post('another-token')
  expect(onAnswer.mock.calls).toEqual([[{ kind: 'token', token: 'a-token' }]])
})

const CHOICE = {
  isObj: true,
  source: 'github',
  uuid: 'u-1',
  username: 'octocat',
  avatar: '',
  suffix: 1,
  operateCode: 'x',
  isNameTaken: true,
  mayCreate: false,
}

it.each([
  ['登录失败', { kind: 'failed' }],
  ['绑定手机号,u-1', { kind: 'phone', uuid: 'u-1' }],
  [CHOICE, { kind: 'choice', choice: CHOICE }],
])('reads %j', (data, answer) => {
  vi.spyOn(window, 'open').mockReturnValue(popup)
  openProvider('github', onAnswer)
  post(data)
  expect(onAnswer.mock.calls).toEqual([[answer]])
})

it('ignores messages once stopped, and reports a blocked popup', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(popup)
  openProvider('github', onAnswer)?.()
  post('a-token')
  expect(onAnswer).not.toHaveBeenCalled()
  open.mockReturnValue(null)
  expect(openProvider('github', onAnswer)).toBeUndefined()
})

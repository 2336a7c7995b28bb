import { identityEndpoints, SMS_MODE } from '@natim/contract/system/identity'
import { act, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { SmsCodeFields } from './sms-code-fields.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  api = stubApi()
  api.on(identityEndpoints.sms, () => null)
})
afterEach(() => {
  vi.useRealTimers()
})

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /获取验证码|后重发/ })
const state = () => [button().textContent, button().disabled]
const pass = (seconds: number) => void act(() => vi.advanceTimersByTime(seconds * 1_000))

function show() {
  const { user } = renderPage(
    <Form>
      <SmsCodeFields mode={SMS_MODE.signIn} />
    </Form>,
  )
  const slide = async () => {
    act(() => screen.getByRole('slider').focus())
    await user.keyboard('{ArrowRight>10/}')
  }
  return { user, slide, ask: () => user.click(button()) }
}

it('[SS-23] shows the slider first, then counts down 60 s before another code', async () => {
  const { user, slide, ask } = show()
  expect(state()).toEqual(['获取验证码', true])
  await user.type(screen.getByLabelText('手机号'), '13800138000')
  expect(button().disabled).toBe(true)
  await slide()
  expect(state()).toEqual(['获取验证码', false])
  await ask()
  expect(await screen.findByText('60 s 后重发')).toBeTruthy()
  expect(api.callsOf(identityEndpoints.sms).map(({ body }) => body)).toEqual([
    { mobile: '13800138000', smsmode: SMS_MODE.signIn },
  ])
  expect(button().disabled).toBe(true)
  pass(1)
  expect(state()).toEqual(['59 s 后重发', true])
  pass(58)
  expect(state()).toEqual(['1 s 后重发', true])
  await ask()
  pass(1)
  expect(state()).toEqual(['获取验证码', false])
  expect(api.callsOf(identityEndpoints.sms)).toHaveLength(1)
  await ask()
  expect(await screen.findByText('60 s 后重发')).toBeTruthy()
  expect(api.callsOf(identityEndpoints.sms)).toHaveLength(2)
})

it('[SS-23] keeps the button enabled when no code was sent', async () => {
  api.on(identityEndpoints.sms, () => {
    throw new Refusal('短信发送过于频繁')
  })
  const { user, slide, ask } = show()
  await slide()
  await ask()
  expect(api.callsOf(identityEndpoints.sms)).toHaveLength(0)
  await user.type(screen.getByLabelText('手机号'), '13800138000')
  await ask()
  await waitFor(() => expect(api.callsOf(identityEndpoints.sms)).toHaveLength(1))
  await waitFor(() => expect(state()).toEqual(['获取验证码', false]))
})

import { checkEndpoints } from '@natim/contract/system/check'
import { act, fireEvent, screen } from '@testing-library/react'
import { Form, Input } from 'antd'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Refusal, stubApi } from '../testing/stub-api.ts'
import { codeRule, duplicateRule, lastAnswer } from './check-rules.ts'

const TAKEN = '该值不可用，系统中已存在！'
type RuleObject = { validator: (rule: object, value: unknown) => Promise<void> }
/** What a form is told; undefined when the value passes. */
const check = (rule: unknown, value: unknown) =>
  (rule as RuleObject).validator({}, value).then(
    () => undefined,
    (error: Error) => error.message,
  )

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(checkEndpoints.duplicate, ({ query }) => {
    if (query.fieldVal === 'admin') throw new Refusal(TAKEN)
    return null
  })
  api.on(checkEndpoints.rule, ({ query }) => {
    if (decodeURIComponent(query.value) === '江 北/1') throw new Refusal('不符合编码规则')
    return null
  })
})

describe('the duplicate check', () => {
  const rule = duplicateRule({ tableName: 'sys_user', fieldName: 'username', dataId: '7' })

  it('[VA-33] passes what is empty without asking', async () => {
    expect(await check(rule, '')).toBeUndefined()
    expect(await check(rule, undefined)).toBeUndefined()
    expect(api.calls).toEqual([])
  })

  it('[VA-33] passes on success and otherwise says what the server says', async () => {
    expect(await check(rule, 'zhou')).toBeUndefined()
    expect(await check(rule, 'admin')).toBe(TAKEN)
    expect(api.callsOf(checkEndpoints.duplicate)[1]?.query).toMatchObject({
      tableName: 'sys_user',
      fieldName: 'username',
      dataId: '7',
      fieldVal: 'admin',
    })
  })

  it('[VA-33] asks once in a form, when somebody has stopped typing', async () => {
    const { user } = renderPage(
      <Form>
        <Form.Item name="username" rules={[rule]}>
          <Input aria-label="账号" />
        </Form.Item>
      </Form>,
    )
    await user.type(screen.getByLabelText('账号'), 'admin')
    expect(await screen.findByText(TAKEN)).toBeTruthy()
    expect(api.callsOf(checkEndpoints.duplicate)).toHaveLength(1)
    fireEvent.change(screen.getByLabelText('账号'), { target: { value: 'zhou' } })
    await vi.waitFor(() => expect(api.callsOf(checkEndpoints.duplicate)).toHaveLength(2))
    await vi.waitFor(() => expect(screen.queryByText(TAKEN)).toBeNull())
  })
})

it('[VA-33] lets the last answer win, whichever comes first', async () => {
  vi.useFakeTimers()
  const gates = new Map<string, (fault: string | undefined) => void>()
  const ask = lastAnswer((value) => new Promise((resolve) => gates.set(value, resolve)), 300)
  const first = ask('a')
  await act(() => vi.advanceTimersByTimeAsync(300))
  const second = ask('b')
  await act(() => vi.advanceTimersByTimeAsync(300))
  gates.get('b')?.('乙')
  gates.get('a')?.('甲')
  expect(await Promise.all([first, second])).toEqual(['乙', '乙'])
})

it('[VA-34] passes without a code or a value without asking, and sends the value URL-encoded', async () => {
  expect(await check(codeRule(''), 'x')).toBeUndefined()
  expect(await check(codeRule('device'), '')).toBeUndefined()
  expect(api.calls).toEqual([])
  expect(await check(codeRule('device'), '江 北/1')).toBe('不符合编码规则')
  expect(await check(codeRule('device'), 'A01')).toBeUndefined()
  expect(api.callsOf(checkEndpoints.rule)[0]?.query).toMatchObject({
    ruleCode: 'device',
    value: encodeURIComponent('江 北/1'),
  })
})

import { checkEndpoints } from '@natim/contract/system/check'
import { fireEvent, screen } from '@testing-library/react'
import { Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Refusal, stubApi } from '../testing/stub-api.ts'
import { storedRule, uniqueRule } from './server-rules.ts'

const POSITION = { tableName: 'sys_position', fieldName: 'code' }

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  api = stubApi()
  api.on(checkEndpoints.duplicate, ({ query: { fieldVal } }) => {
    if (fieldVal.startsWith('taken')) throw new Refusal('该值不可用，系统中已存在！')
    return null
  })
  api.on(checkEndpoints.rule, () => null)
})

const run = (rule: Rule, value: unknown) =>
  ('validator' in rule && rule.validator
    ? Promise.resolve(rule.validator({}, value, () => {}))
    : Promise.resolve()
  ).then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
  )
const asked = () => api.callsOf(checkEndpoints.duplicate).map(({ query }) => query.fieldVal)
const pause = (ms = 300) => vi.advanceTimersByTimeAsync(ms)

describe('[VA-33] the duplicate check', () => {
  it('skips the empty value', async () => {
    const rule = uniqueRule(POSITION)
    expect(await Promise.all(['', undefined, null].map((value) => run(rule, value)))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await pause()
    expect(api.calls).toEqual([])
  })

  it('passes what the server accepts, and shows its message otherwise', async () => {
    const rule = uniqueRule({ ...POSITION, dataId: '7' })
    const free = run(rule, 'free')
    await pause()
    expect(await free).toBeUndefined()
    const taken = run(rule, 'taken')
    await pause()
    expect(await taken).toBe('该值不可用，系统中已存在！')
    expect(api.callsOf(checkEndpoints.duplicate)[0]?.query).toEqual({ ...POSITION, dataId: '7', fieldVal: 'free' })
  })

  it('asks once typing pauses, with the last text only', async () => {
    const rule = uniqueRule(POSITION)
    const typed = ['t', 'ta', 'taken'].map((text) => run(rule, text))
    await pause(299)
    expect(asked()).toEqual([])
    await pause(1)
    expect(await Promise.all(typed)).toEqual([undefined, undefined, '该值不可用，系统中已存在！'])
    expect(asked()).toEqual(['taken'])
  })

  it('ignores an answer overtaken by a later text', async () => {
    const answers: (() => void)[] = []
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise((resolve) => {
          const number = answers.length
          answers.push(() =>
            resolve(Response.json({ success: number > 0, message: '已存在', code: 500, result: null })),
          )
        }),
    )
    const rule = uniqueRule(POSITION)
    const first = run(rule, 'one')
    await pause()
    const second = run(rule, 'two')
    await pause()
    for (const answer of answers.toReversed()) answer()
    expect(await Promise.all([first, second])).toEqual([undefined, undefined])
  })

  it('does not ask again for a known text, as when the form is submitted', async () => {
    const rule = uniqueRule(POSITION)
    const typed = run(rule, 'taken')
    await pause()
    await typed
    expect(await run(rule, 'taken')).toBe('该值不可用，系统中已存在！')
    expect(asked()).toEqual(['taken'])
  })

  it('accepts a text when the server is unreachable', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    const answer = run(uniqueRule(POSITION), 'taken')
    await pause()
    expect(await answer).toBeUndefined()
  })

  it('shows its message under the field', async () => {
    vi.useRealTimers()
    const rule = uniqueRule(POSITION)
    renderPage(
      <Form>
        <Form.Item name="code" label="编码" rules={[rule]}>
          <Input />
        </Form.Item>
      </Form>,
    )
    const field = screen.getByRole('textbox', { name: '编码' })
    fireEvent.change(field, { target: { value: 'take' } })
    fireEvent.change(field, { target: { value: 'taken' } })
    expect(await screen.findByText('该值不可用，系统中已存在！')).toBeTruthy()
    expect(asked()).toEqual(['taken'])
  })
})

describe('[VA-34] the rule check', () => {
  it('skips the empty value and the empty code', async () => {
    expect([await run(storedRule('user_code'), ''), await run(storedRule(''), 'A')]).toEqual([undefined, undefined])
    await pause()
    expect(api.calls).toEqual([])
  })

  it("sends the value URL-encoded, and shows the server's message", async () => {
    api.on(checkEndpoints.rule, () => {
      throw new Refusal('首位须为字母')
    })
    const answer = run(storedRule('user_code'), '1 / 甲&b')
    await pause()
    expect(await answer).toBe('首位须为字母')
    expect(api.callsOf(checkEndpoints.rule)[0]?.query).toEqual({
      ruleCode: 'user_code',
      value: '1%20%2F%20%E7%94%B2%26b',
    })
  })
})

import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { sessionEndpoints } from '@natim/contract/system/session'
import { siteEndpoints } from '@natim/contract/system/site'
import { signatureOf } from '@natim/domain/signature'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { stubUploads } from '../../testing/stub-uploads.ts'
import { signSecret } from '../config.ts'
import { useEndpoint } from '../query/use-endpoint.ts'
import { deleteAction, getAction, httpAction, postAction, putAction, uploadAction } from './actions.ts'
import type { ApiError } from './api-error.ts'
import { onApiFailure } from './failures.ts'
import { call } from './http.ts'
import { enterRoute } from './low-app.ts'
import { provideCredentials } from './transport.ts'

interface Sent {
  readonly url: URL
  readonly init: RequestInit & { readonly headers: Record<string, string> }
}

let sent: Sent[] = []
let answer: () => Response | Promise<Response>
const session = { token: undefined as string | undefined, tenantId: undefined as string | undefined }

beforeEach(() => {
  sent = []
  session.token = 'tok'
  session.tenantId = undefined
  answer = () => Response.json({ success: true, message: '好', code: 200, result: 7, timestamp: Date.now() })
  provideCredentials({ token: () => session.token, tenantId: () => session.tenantId })
  onApiFailure(() => undefined)
  vi.stubGlobal('fetch', async (address: string, init: Sent['init']) => {
    sent.push({ url: new URL(address, 'http://here'), init })
    return answer()
  })
})
afterEach(() => enterRoute(undefined))

const last = (): Sent => sent.at(-1) as Sent

describe('headers of every call', () => {
  it('[CA-02] carry the token when there is one, and never an empty header', async () => {
    await getAction('/sys/x')
    expect(last().init.headers['x-access-token']).toBe('tok')
    for (const none of [undefined, '']) {
      session.token = none
      await getAction('/sys/x')
      expect(last().init.headers).not.toHaveProperty('x-access-token')
    }
  })

  it('name the calling console, so that it gets the whole menu', async () => {
    for (const act of [
      () => getAction('/sys/x'),
      () => deleteAction('/sys/x', { id: 1 }),
      () => uploadAction('/sys/x', new FormData()),
    ]) {
      await act()
      expect(last().init.headers['x-client']).toMatch(/^natim-console\/\d+\.\d+\.\d+$/)
    }
  })

  it('[CA-03] carry the stored tenant, else 0', async () => {
    await getAction('/sys/x')
    expect(last().init.headers['tenant-id']).toBe('0')
    session.tenantId = '1002'
    await deleteAction('/sys/x', { id: 1 })
    expect(last().init.headers['tenant-id']).toBe('1002')
  })

  it('[CA-04] name the low-code app on its routes, with its filter once', async () => {
    enterRoute({ name: 'low-app-list', params: { appId: 'a7', lowAppFilter: { kind: 'gas', ids: [1, 2] } } })
    await getAction('/sys/x')
    expect(last().init.headers['x-low-app-id']).toBe('a7')
    const query = last().url.searchParams
    expect(JSON.parse(query.get('lowAppFilter') ?? '')).toEqual({ kind: 'gas', ids: [1, 2] })
    expect([query.get('kind'), query.get('ids')]).toEqual(['gas', '[1,2]'])
    // The filter is added after signing.
    expect(last().init.headers['x-sign']).toBe(signatureOf({ url: '/sys/x' }, signSecret()))
    await getAction('/sys/x')
    expect(last().url.searchParams.has('lowAppFilter')).toBe(false)
    expect(last().init.headers['x-low-app-id']).toBe('a7')
  })

  it.each([
    ['another name', { name: 'app-list', params: { appId: 'a7', lowAppFilter: { a: 1 } } }],
    ['no appId', { name: 'low-app-list', params: { lowAppFilter: { a: 1 } } }],
  ])('[CA-04] omit the low-code app on a route with %s', async (_, route) => {
    enterRoute(route)
    await getAction('/sys/x')
    expect(last().init.headers).not.toHaveProperty('x-low-app-id')
    expect(last().url.searchParams.has('lowAppFilter')).toBe(false)
  })
})

describe('a call whose answer has a tag', () => {
  const tree = () => call(departTreeEndpoints.tree, { query: {} })
  const body = (result: unknown) => ({ success: true, message: '', code: 200, result, timestamp: Date.now() })

  it('sends the cached tag, reuses the answer on 304, and takes the new answer when it changed', async () => {
    answer = () => Response.json(body([{ id: 'a' }]), { headers: { etag: 'W/"1"' } })
    expect(await tree()).toEqual([{ id: 'a' }])
    expect(last().init.headers).not.toHaveProperty('if-none-match')
    answer = () => new Response(null, { status: 304, headers: { etag: 'W/"1"' } })
    expect(await tree()).toEqual([{ id: 'a' }])
    expect(last().init.headers['if-none-match']).toBe('W/"1"')
    answer = () => Response.json(body([{ id: 'b' }]), { headers: { etag: 'W/"2"' } })
    expect(await tree()).toEqual([{ id: 'b' }])
    answer = () => new Response(null, { status: 304 })
    expect(await tree()).toEqual([{ id: 'b' }])
    expect(last().init.headers['if-none-match']).toBe('W/"2"')
    // Another address is cached separately.
    answer = () => Response.json(body([]))
    expect(await call(departTreeEndpoints.tree, { query: { ids: 'a' } })).toEqual([])
    expect(last().init.headers).not.toHaveProperty('if-none-match')
  })
})

describe('the cache buster', () => {
  it('[CA-05] is added to GET calls in whole seconds, except for dictionary items', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_900, toFake: ['Date'] })
    await getAction('sys/x', { a: 1 })
    expect(last().url.searchParams.get('_t')).toBe('1700000000')
    await getAction('/sys/dict/getDictItems/sex')
    expect(last().url.searchParams.has('_t')).toBe(false)
    await postAction('/sys/x', {})
    expect(last().url.searchParams.has('_t')).toBe(false)
  })
})

describe('signed calls', () => {
  it('[CA-07] send X-Sign over their parameters and X-TIMESTAMP in milliseconds', async () => {
    await getAction('/sys/dict/loadDict/a,b,c?x=1', { keyword: '张', pageSize: 10, empty: '' })
    const parameters = { keyword: '张', pageSize: 10 }
    expect(last().init.headers['x-sign']).toBe(
      signatureOf({ url: '/sys/dict/loadDict/a,b,c?x=1', parameters }, signSecret()),
    )
    expect(last().init.headers['x-timestamp']).toMatch(/^\d{13}$/)
    expect(last().url.searchParams.has('empty')).toBe(false)
    await call(sessionEndpoints.dictItems, { params: { code: 'sex' } })
    expect(last().init.headers['x-sign']).toBe(signatureOf({ url: '/sys/dict/getDictItems/sex' }, signSecret()))
  })

  it('[CA-11] are GET, POST and generic ones; plain PUT, DELETE and multipart are not', async () => {
    const form = new FormData()
    form.append('file', new File(['x'], 'x.txt'))
    const signed: boolean[] = []
    for (const act of [
      () => getAction('/sys/x', { a: 1 }),
      () => postAction('/sys/x', { a: 1 }),
      () => httpAction('/sys/x', { a: 1 }, 'PUT'),
      () => putAction('/sys/x', { a: 1 }),
      () => deleteAction('/sys/x', { id: 1 }),
      () => uploadAction('/sys/x', form),
    ]) {
      await act()
      signed.push('x-sign' in last().init.headers)
    }
    expect(signed).toEqual([true, true, true, false, false, false])
    expect(sent.map(({ init }) => init.method)).toEqual(['GET', 'POST', 'PUT', 'PUT', 'DELETE', 'POST'])
    expect(last().init.body).toBe(form)
    expect(last().init.headers).not.toHaveProperty('content-type')
    expect(JSON.parse(String(sent[3]?.init.body))).toEqual({ a: 1 })
  })

  it('exclude public calls', async () => {
    await call(siteEndpoints.settings, {})
    expect(last().init.headers).not.toHaveProperty('x-sign')
  })
})

describe('answers', () => {
  it('[CA-06] return only the body, [CA-08] and fail by the success flag with the message', async () => {
    expect(await getAction('/sys/x')).toMatchObject({ success: true, result: 7 })
    expect(await call(sessionEndpoints.dictItems, { params: { code: 'sex' } })).toBe(7)
    answer = () => Response.json({ success: false, message: '编码已存在', code: 200, result: null, timestamp: 1 })
    await expect(call(sessionEndpoints.dictItems, { params: { code: 'sex' } })).rejects.toThrow('编码已存在')
  })

  it('[CA-10] have 60 s including the body; then the call fails as a timeout', async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
    )
    const failed = getAction('/sys/x').catch((error: ApiError) => error)
    const isOpen = vi.fn()
    void failed.then(isOpen)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(isOpen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await failed).toMatchObject({ isTimeout: true, message: '网络超时' })
  })
})

describe('leaving a page', () => {
  it('[CA-13] cancels pending reads, never a write', async () => {
    const signals: AbortSignal[] = []
    const never = new Promise<Response>(() => undefined)
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      signals.push(signal as AbortSignal)
      return never
    })
    const client = new QueryClient()
    const page = renderHook(
      () => {
        useEndpoint(sessionEndpoints.dictItems, { params: { code: 'sex' } })
      },
      { wrapper: ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children) },
    )
    await eventually(() => expect(signals).toHaveLength(1))
    void call(sessionEndpoints.forceLogout, { body: { token: 'x' } })
    page.unmount()
    await eventually(() => expect(signals[0]?.aborted).toBe(true))
    expect(signals[1]?.aborted).toBe(false)
  })
})

describe('an upload with progress', () => {
  const form = () => {
    const body = new FormData()
    body.set('file', new File(['x'], 'a.txt'))
    return body
  }

  it('reports the share sent and reads the answer like any other', async () => {
    const uploads = stubUploads()
    const heard: number[] = []
    const upload = uploadAction('/sys/common/upload', form(), { onProgress: (percent) => heard.push(percent) })
    uploads[0]?.progress(25)
    uploads[0]?.answer({ success: true, message: 'temp/a.txt' })
    expect(await upload).toMatchObject({ success: true, message: 'temp/a.txt' })
    expect(heard).toEqual([25])
    expect(uploads[0]?.headers['x-access-token']).toBe('tok')
  })

  it('omits the token when the caller asks for it', async () => {
    const uploads = stubUploads()
    const upload = uploadAction('/up', form(), { onProgress: () => undefined, hasToken: false })
    uploads[0]?.answer({ success: true })
    await upload
    expect(uploads[0]?.headers).not.toHaveProperty('x-access-token')
  })

  it('fails when nothing was sent for 60 s, whatever the total duration', async () => {
    vi.useFakeTimers()
    const uploads = stubUploads()
    const upload = uploadAction('/up', form(), { onProgress: () => undefined, silent: true })
    upload.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(59_000)
    uploads[0]?.progress(10)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(uploads[0]?.isAborted()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(upload).rejects.toMatchObject({ message: '网络超时' })
    expect(uploads[0]?.isAborted()).toBe(true)
  })
})

import { signatureOf } from '@natim/domain/signature'
import { describe, expect, it } from 'vitest'
import { checkSignature, type ReceivedCall } from './check-signature.ts'

const SECRET = 'dd05f1c54d63749eda95f9fa6d49v442a'
const NOW_MS = Date.UTC(2026, 10, 21, 8)
const MINUTE_MS = 60_000
const PATH = '/jeecg-boot/sys/dict/loadDict/sys_user%2Crealname,username'

/** A received call: the client signed `parameters` and sent `query`. */
function received(given: Partial<ReceivedCall> & { stamp?: string; sign?: string } = {}): ReceivedCall {
  const parameters = { keyword: '张', pageSize: 10 }
  return {
    rawUrl: `${PATH}?keyword=%E5%BC%A0&pageSize=10&_t=1`,
    query: { keyword: '张', pageSize: '10', _t: '1' },
    body: undefined,
    headers: {
      'x-sign': given.sign ?? signatureOf({ url: PATH, parameters }, SECRET),
      'x-timestamp': given.stamp ?? String(NOW_MS),
    },
    ...given,
  }
}
const verdict = (call: ReceivedCall) => {
  try {
    checkSignature(call, SECRET, NOW_MS)
    return 'ok'
  } catch (error) {
    return (error as { code?: string }).code
  }
}

describe('[CA-07] checking a signature', () => {
  it('accepts what a client signed, with numbers as text and without the cache buster', () => {
    expect(verdict(received())).toBe('ok')
    expect(
      verdict(received({ sign: signatureOf({ url: PATH, parameters: { keyword: '张', pageSize: '10' } }, SECRET) })),
    ).toBe('ok')
  })

  it.each([
    ['another value', { query: { keyword: '李', pageSize: '10' } }],
    ['a parameter more', { query: { keyword: '张', pageSize: '10', extra: '1' } }],
    ['a parameter less', { query: { keyword: '张' } }],
    ['another table', { rawUrl: '/sys/dict/loadDict/sys_role,role_name,id' }],
    ['a body nobody signed', { body: { a: 1 } }],
    ['an empty signature', { sign: '' }],
    ['a signature of the wrong length', { sign: 'AB' }],
    [
      'another secret',
      { sign: signatureOf({ url: PATH, parameters: { keyword: '张', pageSize: 10 } }, 'x'.repeat(20)) },
    ],
  ])('refuses %s', (_name, given) => {
    expect(verdict(received(given))).toBe('signature.wrong')
  })

  it.each<[string, number, string]>([
    ['five minutes late', -5 * MINUTE_MS, 'ok'],
    ['later', -5 * MINUTE_MS - 1, 'signature.missing'],
    ['five minutes early', 5 * MINUTE_MS, 'ok'],
    ['earlier', 5 * MINUTE_MS + 1, 'signature.missing'],
  ])('allows a clock difference of five minutes either way: %s', (_name, offsetMs, expected) => {
    expect(verdict(received({ stamp: String(NOW_MS + offsetMs) }))).toBe(expected)
  })

  it.each([
    ['20261121160000', 'ok'],
    ['20261121155459', 'signature.missing'],
    ['', 'signature.missing'],
    ['soon', 'signature.missing'],
    ['1e13', 'signature.missing'],
    ['99999999999999', 'signature.missing'],
  ])('reads the stamp %j as %s', (stamp, expected) => {
    expect(verdict(received({ stamp }))).toBe(expected)
  })

  it('ignores the low-code filter and the fields it merged, and nothing else', () => {
    const query = { keyword: '张', pageSize: '10', lowAppFilter: '{"app":"7","keyword":"李"}', app: '7' }
    expect(verdict(received({ query }))).toBe('ok')
    expect(verdict(received({ query: { ...query, app: '8' } }))).toBe('signature.wrong')
    expect(verdict(received({ query: { keyword: '张', pageSize: '10', lowAppFilter: '{' } }))).toBe('ok')
  })

  it('includes a JSON body in the parameters', () => {
    const sign = signatureOf({ url: '/x', parameters: { a: '1', b: true } }, SECRET)
    expect(verdict(received({ rawUrl: '/x', query: {}, body: { a: '1', b: true }, sign }))).toBe('ok')
  })
})

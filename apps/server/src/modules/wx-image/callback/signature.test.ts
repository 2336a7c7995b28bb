import { createCipheriv } from 'node:crypto'
import { MINUTE_MS, parseGmt8, SECOND_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { decrypt, encrypt, isSigned, signatureOf } from './signature.ts'

const NOW = parseGmt8('2026-11-21 10:18:05') ?? 0
const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
const APP = 'wx0123456789abcdef'

describe('a signature', () => {
  const timestamp = String(NOW / SECOND_MS)
  const signed = (...more: string[]) => ({
    timestamp,
    nonce: 'n',
    signature: signatureOf('token', timestamp, 'n', ...more),
  })

  it('matches the platform: SHA-1 of the sorted parts', () => {
    expect(signatureOf('b', 'a', 'c')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
  })

  it.each([
    [10 * MINUTE_MS, true],
    [10 * MINUTE_MS + 1, false],
    [-10 * MINUTE_MS, true],
    [-10 * MINUTE_MS - 1, false],
  ])('is valid for ten minutes before and after its time: %d ms, %s', (ms, isGood) => {
    expect(isSigned('token', signed(), NOW + ms)).toBe(isGood)
  })

  it('covers the timestamp, the nonce and the sealed text', () => {
    const good = signed('sealed')
    expect(isSigned('token', good, NOW, 'sealed')).toBe(true)
    expect(isSigned('token', good, NOW, 'sealed!')).toBe(false)
    expect(isSigned('token', good, NOW)).toBe(false)
    expect(isSigned('token', { ...good, nonce: 'm' }, NOW, 'sealed')).toBe(false)
    expect(isSigned('token', { ...good, timestamp: String(NOW / SECOND_MS + 1) }, NOW, 'sealed')).toBe(false)
  })

  it('without a valid time is rejected', () => {
    const signature = signatureOf('token', 'soon', 'n')
    expect(isSigned('token', { timestamp: 'soon', nonce: 'n', signature }, NOW)).toBe(false)
  })
})

/** Encrypts bytes unchanged, valid or not. */
function seal(plain: Buffer): string {
  const key = Buffer.from(`${KEY}=`, 'base64')
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64')
}
/** 16 random bytes, a length, a text and the app id, with a custom padding. */
function framed(text: string, { length = Buffer.byteLength(text), appId = APP, padding = -1 } = {}): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(length)
  const body = Buffer.concat([Buffer.alloc(16, 1), size, Buffer.from(text), Buffer.from(appId)])
  const fill = 32 - (body.length % 32)
  return Buffer.concat([body, Buffer.alloc(fill, padding === -1 ? fill : padding)])
}

describe('a sealed text', () => {
  it.each([0, 1, 11, 12, 13, 43, 44, 45, 500])('of %d letters decrypts to its input', (n) => {
    const text = '氯'.repeat(n)
    expect(decrypt(encrypt(text, KEY, APP), KEY, APP)).toBe(text)
    expect(decrypt(seal(framed(text)), KEY, APP)).toBe(text)
  })

  it.each([
    ['claims more than there is', framed('hello', { length: 6_000 })],
    ['claims to end within the padding', framed('hello', { length: 5 + APP.length + 1 })],
    ['has no padding', framed('hello', { padding: 0 })],
    ['has more padding than a block', framed('hello', { padding: 33 })],
    ['names another account', framed('hello', { appId: 'wxother' })],
    ['names an account that begins alike', framed('hello', { appId: `${APP}0` })],
    ['takes a letter of its text for the account', framed('hello', { length: 4 })],
    ['is shorter than its head', Buffer.alloc(16, 16)],
    ['is empty', Buffer.alloc(0)],
  ])('that %s is rejected', (_name, plain) => {
    expect(decrypt(seal(plain), KEY, APP)).toBeUndefined()
  })

  it.each([
    ['claims more than there is', framed('hello', { length: 6_000 })],
    ['claims to end within the padding', framed('hello', { length: 5 + APP.length + 1 })],
    ['has no padding', framed('hello', { padding: 0 })],
    ['has more padding than a block', framed('hello', { padding: 33 })],
  ])('that %s is rejected even without a configured account', (_name, plain) => {
    expect(decrypt(seal(plain), KEY, undefined)).toBeUndefined()
  })

  it('is accepted for any account if none is configured', () => {
    expect(decrypt(seal(framed('hello', { appId: 'wxother' })), KEY, undefined)).toBe('hello')
  })
})

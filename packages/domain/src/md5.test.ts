import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { md5Hex } from './md5.ts'

const reference = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

describe('md5Hex', () => {
  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ])('matches the RFC 1321 sample for %j', (text, digest) => {
    expect(md5Hex(text)).toBe(digest)
  })

  it.each([55, 56, 57, 63, 64, 65, 119, 120, 1_000])('pads a text of %i bytes', (length) => {
    expect(md5Hex('x'.repeat(length))).toBe(reference('x'.repeat(length)))
  })

  it('hashes any text as its UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(md5Hex(text)).toBe(reference(text))
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { type ZipEntry, zipOf } from '../../testing/zip.ts'
import { inspectZip } from './inspect-zip.ts'

/** A workbook with entries added or replaced. */
const workbook = (...entries: ZipEntry[]) => zipOf([{ name: 'xl/workbook.xml', content: '<workbook/>' }, ...entries])
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024)
/** Compresses badly, so that no ratio gives it away. */
const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, n) => (n * 7_919 + (n >> 3) * 104_729) & 255))

describe('a malicious workbook', () => {
  it.each([
    ['unpacks to more than 100 MB', workbook({ name: 'xl/a.bin', content: zeros(101) }), 'too_large'],
    [
      'packs one part too well',
      workbook({ name: 'xl/a.bin', content: zeros(2) }, { name: 'b', content: noise(900_000) }),
      'too_large',
    ],
    ['claims 5 GB', workbook({ name: 'xl/a.bin', content: 'x', claimedBytes: 0xfffffff0 }), 'too_large'],
    ['lies about its size', workbook({ name: 'xl/a.bin', content: zeros(20), claimedBytes: 1_000 }), 'unreadable'],
    [
      'has too many parts',
      workbook(...Array.from({ length: 1_001 }, (_, n) => ({ name: `p${n}`, content: '' }))),
      'too_large',
    ],
    ['has a part twice', workbook({ name: 'a', content: '1' }, { name: 'a', content: '2' }), 'unsafe'],
    ['leads out of itself', workbook({ name: '../../etc/passwd', content: '1' }), 'unreadable'],
    [
      'declares a document type',
      workbook({ name: 'xl/s.xml', content: `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><x/>` }),
      'unsafe',
    ],
    [
      'declares it far below',
      workbook({ name: 'xl/s.xml', content: `<!--${noise(70_000).toString('base64')}--><!ENTITY a "b">` }),
      'unsafe',
    ],
    [
      'declares it in UTF-16',
      workbook({ name: 'xl/s.xml', content: Buffer.from('\uFEFF<!DOCTYPE x>', 'utf16le') }),
      'unsafe',
    ],
    ['reads other workbooks', workbook({ name: 'xl/externalLinks/externalLink1.xml', content: '<x/>' }), 'unsafe'],
  ])('that %s is refused', async (_, bytes, code) => expect(await inspectZip(bytes)).toBe(code))
})

it('a normal workbook is accepted', async () => {
  expect(
    await inspectZip(workbook({ name: 'xl/sheet1.xml', content: noise(50_000).toString('base64') })),
  ).toBeUndefined()
})

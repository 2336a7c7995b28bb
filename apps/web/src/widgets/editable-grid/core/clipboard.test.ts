import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tile } from './block.ts'
import { fromTsv, toTsv } from './clipboard.ts'

describe('cells on the clipboard', () => {
  it.each([
    [
      'a\tb\r\n1\t2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a', [['a']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['\t', [['', '']]],
    ['"x\ny"\tz\n', [['x\ny', 'z']]],
    ['"say ""hi"""', [['say "hi"']]],
    ['"never closed\tx', [['"never closed', 'x']]],
    ['12"\t"quoted" later', [['12"', '"quoted" later']]],
    ['', [['']]],
  ])('reads %j', (text, cells) => {
    expect(fromTsv(text)).toEqual(cells)
  })

  it('round-trip with any content', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', '中') })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(cell, { minLength: 4, maxLength: 16 }), (width, cells) => {
        const lines = Array.from({ length: Math.floor(cells.length / width) }, (_, n) =>
          cells.slice(n * width, (n + 1) * width),
        )
        const isLostAtEnd = lines.at(-1)?.join('') === '' && width === 1
        fc.pre(lines.length > 0 && !isLostAtEnd)
        expect(fromTsv(toTsv(lines))).toEqual(lines)
      }),
    )
  })

  it('reads arbitrary text without hanging', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(fromTsv(text).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('pasting over a block', () => {
  const block = (bottom: number, right: number) => ({ top: 0, left: 0, bottom, right })
  it('repeats the cells where the block is a multiple of them, else writes them once', () => {
    expect(tile([['1']], block(1, 1))).toEqual([
      ['1', '1'],
      ['1', '1'],
    ])
    expect(tile([['1', '2']], block(1, 1))).toEqual([
      ['1', '2'],
      ['1', '2'],
    ])
    expect(tile([['1', '2', '3']], block(0, 1))).toEqual([['1', '2', '3']])
    expect(tile([['1'], ['2']], block(2, 0))).toEqual([['1'], ['2']])
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAck, parseBlob, parseEvent, settleInstant, storableJson } from './device-event.ts'
import { QUALITY } from './quality.ts'

const RX = 1_795_234_800_000

describe('parseEvent', () => {
  it('parses an event', () => {
    const data = { agent: 'H', bars: 3, conf: 0.8 }
    expect(parseEvent(JSON.stringify({ v: 1, id: 'e1', ts: RX, type: 'nbc.chem', level: 2, data }))).toEqual({
      ok: true,
      kind: 'event',
      id: 'e1',
      baseTs: RX,
      type: 'nbc.chem',
      level: 2,
      data,
    })
  })

  it('keeps fields beside the data, and data of any form', () => {
    expect(parseEvent('{"type":"door","open":true}')).toMatchObject({ data: { open: true }, level: null })
    expect(parseEvent('{"type":"door","data":[1,2],"n":3}')).toMatchObject({ data: { n: 3, data: [1, 2] } })
    expect(parseEvent('{"type":"door","n":1,"data":{"n":2}}')).toMatchObject({ data: { n: 2 } })
  })

  it.each([
    ['not json', 'not JSON'],
    ['[1]', 'not a JSON object'],
    ['{"level":2}', 'type is missing'],
    ['{"type":"  "}', 'type is missing'],
    ['{"type":7}', 'type is missing'],
    ['{"type":"door","ts":"now"}', 'ts is not a number'],
  ])('refuses %s', (payload, message) => {
    expect(parseEvent(payload)).toEqual({ ok: false, code: 'E_JSON', message })
  })

  it.each([
    ['2', null],
    [1e9, null],
    [2.4, 2],
    [-1, -1],
  ])('level %j is %j', (level, read) => {
    expect(parseEvent(JSON.stringify({ type: 'x', level }))).toMatchObject({ level: read })
  })
})

describe('parseAck', () => {
  it('parses the answer to a command, which may be sent more than once', () => {
    expect(parseAck('{"id":"c123","ok":true,"code":0,"data":{"zero":1}}')).toMatchObject({
      kind: 'ack',
      type: 'c123',
      id: undefined,
      data: { ok: true, code: 0, data: { zero: 1 } },
    })
    expect(parseAck('{"ok":true}')).toMatchObject({ ok: false, message: 'id of the command is missing' })
  })
})

describe('parseBlob', () => {
  const blob = (head: object, content: Buffer | string) =>
    parseBlob(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), Buffer.from(content)]))

  it('reads a line of JSON and the bytes after it', () => {
    const bytes = Buffer.from([0, 1, 10, 255])
    expect(blob({ ts: RX, c: 1, bins: 1024 }, bytes)).toEqual({
      ok: true,
      id: undefined,
      baseTs: RX,
      channelKey: '1',
      meta: { ts: RX, c: 1, bins: 1024 },
      content: bytes,
    })
  })

  it('reads base64 when the first line says so, and refuses incomplete base64', () => {
    expect(blob({ enc: 'base64' }, 'AAEC\n/w==\n')).toMatchObject({ content: Buffer.from([0, 1, 2, 255]) })
    for (const broken of ['AAE', 'A===', 'AA$=', 'AAEC=AAA'])
      expect(blob({ enc: 'base64' }, broken), broken).toMatchObject({ ok: false, message: 'not base64' })
  })

  it.each([
    ['{"ts":1}', 'no line of JSON before the content'],
    ['\x00\x01\n\x02', 'not JSON'],
    ['{"ts":1}\n', 'no content'],
  ])('refuses %j', (payload, message) => {
    expect(parseBlob(Buffer.from(payload))).toEqual({ ok: false, code: 'E_JSON', message })
  })
})

describe('settleInstant', () => {
  it.each([
    ['its own time', RX - 1_000, RX - 1_000, 0],
    ['however old', RX - 400 * 86_400_000, RX - 400 * 86_400_000, 0],
    ['seconds', RX / 1_000 - 60, RX - 60_000, QUALITY.timeCorrected],
    ['none', undefined, RX, QUALITY.timeCorrected],
    ['from the future', RX + 5_001, RX, QUALITY.timeCorrected],
    ['never set', 86_400_000, RX, QUALITY.timeCorrected],
    ['beyond every calendar', 1e300, RX, QUALITY.timeCorrected],
  ])('%s', (_, baseTs, tsMs, q) => {
    expect(settleInstant(baseTs, RX)).toEqual({ tsMs, q })
  })
})

describe('storableJson', () => {
  it('removes what a database refuses, and changes nothing else', () => {
    expect(JSON.parse(storableJson({ 'a\u0000': 'x\ud800y\udc00', b: '\\u0000', c: '😀"\n' }))).toEqual({
      'a\uFFFD': 'x\uFFFDy\uFFFD',
      b: '\\u0000',
      c: '😀"\n',
    })
  })

  it('is valid JSON for any text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (value) => {
        const text = storableJson(value)
        expect(JSON.parse(text)).toBeTypeOf('object')
        expect(JSON.stringify(JSON.parse(text))).not.toMatch(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/)
      }),
    )
  })
})

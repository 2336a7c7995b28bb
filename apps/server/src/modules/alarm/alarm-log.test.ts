import { describe, expect, it } from 'vitest'
import { isChainWhole, type LogEntry, type SealedEntry, SYSTEM, seal } from './alarm-log.ts'

const entry = (action: LogEntry['action'], note: string): LogEntry => ({
  tsMs: 1_000,
  ...SYSTEM,
  action,
  note,
  data: { b: 1, a: 2 },
})

function chain(): { end: Parameters<typeof isChainWhole>[0]; rows: SealedEntry[] } {
  const rows: SealedEntry[] = []
  let end: Parameters<typeof isChainWhole>[0] = { id: 'a', logSeq: 0, logHash: null }
  for (const next of [entry('raise', '触发'), entry('ack', '已核实'), entry('close', '误报')]) {
    const sealed = seal(end, next)
    rows.push(sealed)
    end = { id: 'a', logSeq: sealed.seq, logHash: sealed.hash }
  }
  return { end, rows }
}

describe('the log of an alarm', () => {
  it('is intact as written, whatever the key order in its data', () => {
    const { end, rows } = chain()
    expect(isChainWhole(end, rows)).toBe(true)
    expect(
      isChainWhole(
        end,
        rows.map((row) => ({ ...row, data: { a: 2, b: 1 } })),
      ),
    ).toBe(true)
    expect(isChainWhole({ id: 'a', logSeq: 0, logHash: null }, [])).toBe(true)
  })

  it('is broken by a changed word, a missing row, reordered rows, or a row of another alarm', () => {
    const { end, rows } = chain()
    const [first, second, third] = rows as [SealedEntry, SealedEntry, SealedEntry]
    expect(isChainWhole(end, [first, { ...second, note: '未核实' }, third])).toBe(false)
    expect(isChainWhole(end, [first, third])).toBe(false)
    expect(isChainWhole(end, [first, second])).toBe(false)
    expect(isChainWhole(end, [second, first, third])).toBe(false)
    expect(isChainWhole({ ...end, id: 'b' }, rows)).toBe(false)
  })
})

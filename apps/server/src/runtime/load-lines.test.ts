import { describe, expect, it } from 'vitest'
import { createProgressLines, loadedText, progressBar, progressText } from './load-lines.ts'

const history = (percent: number) => ({ part: 'history', percent }) as const

describe('the progress text', () => {
  it('shows percentage, current part, elapsed and estimated total time', () => {
    expect(progressText(history(25), 20_000)).toBe('演示网络  25 %  生成历史数据，已用 20 秒，约共 1 分 20 秒')
    expect(progressText({ part: 'indexes', percent: 84 }, 63_000)).toBe(
      '演示网络  84 %  建立索引，已用 1 分 3 秒，约共 1 分 15 秒',
    )
    expect(progressText({ part: 'registers', percent: 94 }, 47_000)).toContain('写入台账，已用 47 秒，约共 50 秒')
  })

  it('gives no estimate at the beginning', () => {
    expect(progressText(history(0), 0)).toBe('演示网络   0 %  生成历史数据，已用 0 秒')
    expect(progressText(history(4), 9_000)).not.toContain('约共')
  })

  it('has a bar whose filled part is the progress, with a constant length', () => {
    const cells = (percent: number) => /[█░]+/.exec(progressBar(history(percent), 1_000))?.[0] ?? ''
    for (const [percent, full] of [
      [0, 0],
      [50, 12],
      [99, 24],
    ] as const) {
      expect(cells(percent)).toBe('█'.repeat(full) + '░'.repeat(24 - full))
    }
  })

  it('after the load states the result, the duration and the device address', () => {
    const result = {
      stations: 300,
      devices: 1_240,
      channels: 1,
      alarms: 1,
      samples: 1,
      hours: 1,
      days: 1,
      seconds: 71.4,
    }
    expect(loadedText(result, '127.0.0.1:1883')).toMatch(
      /演示网络 +已载入 300 个站点、1240 台设备，用时 1 分 11 秒\n.*mqtt:\/\/127\.0\.0\.1:1883/,
    )
    expect(loadedText(undefined, undefined)).toBe('  演示网络       已载入\n\n')
  })
})

describe('writing progress', () => {
  function written(out: { isTTY?: boolean; columns?: number }, percents: readonly number[]): string[] {
    const texts: string[] = []
    let nowMs = 0
    const sink = { ...out, write: (text: string) => texts.push(text) }
    const lines = createProgressLines(sink, () => nowMs)
    for (const percent of percents) {
      nowMs += 500
      lines.show(history(percent))
    }
    lines.end()
    return texts
  }

  it('redraws one line on a terminal without line breaks, and erases it at the end', () => {
    const texts = written({ isTTY: true, columns: 120 }, [1, 1, 2])
    expect(texts).toHaveLength(4)
    for (const text of texts.slice(0, 3)) expect(text).toMatch(/^\u001b\[2K {2}[█░]{24} 演示网络.*\r$/)
    expect(texts.join('')).not.toContain('\n')
    expect(texts[3]).toBe('\u001b[2K')
  })

  it('omits the bar on a narrow terminal, where the line would wrap', () => {
    expect(written({ isTTY: true, columns: 80 }, [50]).join('')).not.toMatch(/[█░]/)
  })

  it('writes to a file at most one line per ten percent, without control characters', () => {
    const texts = written({}, [0, 1, 9, 9, 10, 11, 35, 36, 40, 94, 94])
    expect(texts.map((text) => /(\d+) %/.exec(text)?.[1])).toEqual(['0', '10', '35', '40', '94'])
    for (const text of texts) expect(text).toMatch(/^ {2}演示网络 [^\u001b\r]*\n$/)
  })
})

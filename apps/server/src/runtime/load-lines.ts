import type { LoadProgress, LoadResult } from '../modules/demo/index.ts'

/** Parts of the demonstration load, as shown to users. */
const PARTS: Readonly<Record<LoadProgress['part'], string>> = {
  history: '生成历史数据',
  indexes: '建立索引',
  registers: '写入台账',
}

const BAR_CELLS = 24
const SECOND_MS = 1_000
const MINUTE_S = 60
/** Below this percentage no estimate is given. */
const GUESS_FROM_PERCENT = 5
const PLAIN_STEP_PERCENT = 10

/**
 * `演示网络 38 % 生成历史数据，已用 25 秒，约共 1 分 6 秒`: percentage, current part, elapsed and estimated total time.
 */
export function progressText({ part, percent }: LoadProgress, elapsedMs: number): string {
  const guess =
    percent < GUESS_FROM_PERCENT ? '' : `，约共 ${durationText(Math.max(elapsedMs, (elapsedMs / percent) * 100))}`
  return `演示网络 ${String(percent).padStart(3)} %  ${PARTS[part]}，已用 ${durationText(elapsedMs)}${guess}`
}

/** {@link progressText} after a bar of 24 cells. */
export function progressBar(progress: LoadProgress, elapsedMs: number): string {
  const full = Math.round((BAR_CELLS * progress.percent) / 100)
  return `  ${'█'.repeat(full)}${'░'.repeat(BAR_CELLS - full)} ${progressText(progress, elapsedMs)}`
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / SECOND_MS)
  if (seconds < MINUTE_S) return `${seconds} 秒`
  return `${Math.floor(seconds / MINUTE_S)} 分 ${seconds % MINUTE_S} 秒`
}

/**
 * Result of a load; the address of the broker is known by then.
 *
 * @param result undefined when another process had loaded it first
 */
export function loadedText(result: LoadResult | undefined, mqttAddress: string | undefined): string {
  const told =
    result && ` ${result.stations} 个站点、${result.devices} 台设备，用时 ${durationText(result.seconds * SECOND_MS)}`
  const lines = [`  演示网络       已载入${told ?? ''}`]
  if (mqttAddress !== undefined) lines.push(`  MQTT 接入      mqtt://${mqttAddress}`)
  return `${lines.join('\n')}\n\n`
}

/** Where the lines go: standard output. */
export interface LineSink {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const ERASE_LINE = '\u001b[2K'
/** Chinese characters are two columns wide. */
const BAR_COLUMNS = 96

/** One line redrawn in place on a terminal; elsewhere a line for every ten percent. */
export function createProgressLines(out: LineSink, now: () => number) {
  const startedMs = now()
  let nextPercent = 0
  return {
    show(progress: LoadProgress): void {
      const elapsedMs = now() - startedMs
      if (out.isTTY) {
        const isWide = (out.columns ?? 0) >= BAR_COLUMNS
        const text = isWide ? progressBar(progress, elapsedMs) : `  ${progressText(progress, elapsedMs)}`
        // Return to the start of the line: a log line then overwrites it.
        out.write(`${ERASE_LINE}${text}\r`)
        return
      }
      if (progress.percent < nextPercent) return
      nextPercent = (Math.floor(progress.percent / PLAIN_STEP_PERCENT) + 1) * PLAIN_STEP_PERCENT
      out.write(`  ${progressText(progress, elapsedMs)}\n`)
    },
    /** Erases the bar. */
    end(): void {
      if (out.isTTY) out.write(ERASE_LINE)
    },
  }
}

import type { Page } from 'playwright-core'

/** Main thread activity during a gesture. */
export interface Frames {
  /** Frame intervals, ms, in order. */
  readonly gapsMs: readonly number[]
  /** Durations of tasks longer than 50 ms, ms. */
  readonly longMs: readonly number[]
}

interface Recorder {
  gaps: number[]
  long: number[]
  handle: number
}

/** Records frames and long tasks of the page while `act` runs. */
export async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    const recorder: Recorder = { gaps: [], long: [], handle: 0 }
    Object.assign(globalThis, { frameRecorder: recorder })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) recorder.long.push(duration)
    }).observe({ type: 'longtask' })
    let last = performance.now()
    const note = (now: number) => {
      recorder.gaps.push(now - last)
      last = now
      recorder.handle = requestAnimationFrame(note)
    }
    recorder.handle = requestAnimationFrame((now) => {
      last = now
      recorder.handle = requestAnimationFrame(note)
    })
  })
  await act()
  return page.evaluate(() => {
    const { gaps, long, handle } = (globalThis as unknown as { frameRecorder: Recorder }).frameRecorder
    cancelAnimationFrame(handle)
    return { gapsMs: gaps, longMs: long }
  })
}

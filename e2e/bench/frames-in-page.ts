import type { Page } from 'playwright-core'

/** What the main thread did during a gesture. */
export interface Frames {
  /** Distances of frames, ms, in order. */
  readonly gapsMs: readonly number[]
  /** Tasks of more than 50 ms, ms. */
  readonly longMs: readonly number[]
}

interface Recorder {
  gaps: number[]
  long: number[]
  handle: number
}

/** Notes frames and long tasks of the page while somebody acts. */
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

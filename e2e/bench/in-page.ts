import type { BrowserContext, Page } from 'playwright-core'

/** What a load waits for: an element, and text in it. */
export interface Sight {
  readonly selector: string
  /** A regular expression. */
  readonly text: string
}

/**
 * From now on, pages of the context record for each frame when one of the sights first becomes clickable. Measured in
 * the page, since the driver polls only every 500 ms at worst.
 */
export async function watchFor(context: BrowserContext, sights: readonly Sight[]): Promise<void> {
  await context.addInitScript((wanted) => {
    const longTasks: { startTime: number; duration: number }[] = []
    Object.assign(globalThis, { longTasks })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration })
    }).observe({ type: 'longtask', buffered: true })
    const isClickable = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const top = document.elementFromPoint(x + width / 2, y + height / 2)
      return top !== null && (element.contains(top) || top.contains(element)) && !element.matches(':disabled')
    }
    const isSeen = ({ selector, text }: { selector: string; text: string }) =>
      [...document.querySelectorAll(selector)].some(
        (element) => new RegExp(text).test(element.textContent) && isClickable(element),
      )
    const look = () => {
      if (wanted.some(isSeen)) performance.mark('usable')
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, sights)
}

/** Cost of a load, from navigation until the moment {@link watchFor} records. */
export interface Load {
  readonly ms: number
  /** Number of requests until then, including the document. */
  readonly requests: number
  /** Transferred body bytes of all kinds. */
  readonly bytes: number
  /** Total blocking time: task time beyond 50 ms each, ms. */
  readonly blockedMs: number
}

export async function usableLoad(page: Page): Promise<Load> {
  for (;;) {
    const load = await page.evaluate(() => {
      const ms = performance.getEntriesByName('usable')[0]?.startTime
      if (ms === undefined) return
      const asked = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[]
      const inTime = asked.filter(({ startTime }) => startTime <= ms)
      const tasks = (globalThis as { longTasks?: { startTime: number; duration: number }[] }).longTasks ?? []
      return {
        ms,
        requests: inTime.length,
        bytes: inTime.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
        blockedMs: tasks
          .filter(({ startTime }) => startTime < ms)
          .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      }
    })
    if (load !== undefined) return load
    await page.waitForTimeout(50)
  }
}

/**
 * From the click until painted: the tab with the title is current, its heading is visible, nothing shows 加载中, and
 * the frame with all of it was painted.
 */
export async function clickUntilPainted(page: Page, selector: string, title: string): Promise<number> {
  const link = page.locator(selector).first()
  await link.waitFor({ state: 'attached' })
  return link.evaluate(async (element, wanted) => {
    const isInSight = (found: Element) => found instanceof HTMLElement && found.checkVisibility()
    const inSight = (what: string) => [...document.querySelectorAll(`main ${what}`)].some(isInSight)
    const isPainted = () =>
      document.querySelector('nav[aria-label="打开的页面"] [aria-current="page"]')?.textContent === wanted &&
      inSight('h1') &&
      !inSight('[aria-label="加载中"]')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const startMs = performance.now()
    ;(element as HTMLElement).click()
    while (!isPainted()) {
      await frame()
      if (performance.now() - startMs > 30_000) throw new Error(`${wanted} was not painted within 30 s`)
    }
    // A task queued in a frame callback runs after that frame was painted.
    await frame()
    await new Promise((resolve) => setTimeout(resolve))
    return performance.now() - startMs
  }, title)
}

/** Bytes of live objects after a full garbage collection. */
export async function liveHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** Response bodies that the driver retains in the page's process. */
const OF_THE_DRIVER = 'blink::NetworkResourcesData'

/**
 * Bytes of everything a page holds after full collections, including drawings and elements, without the driver's share.
 */
export async function snapshotBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { snapshot, nodes, strings } = JSON.parse(chunks.join('')) as {
    snapshot: { meta: { node_fields: string[] } }
    nodes: number[]
    strings: string[]
  }
  const fields = snapshot.meta.node_fields
  const [name, size] = [fields.indexOf('name'), fields.indexOf('self_size')]
  let sum = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (!strings[nodes[at + name] ?? 0]?.startsWith(OF_THE_DRIVER)) sum += nodes[at + size] ?? 0
  return sum
}

export interface CodeBytes {
  /** Transferred size: compressed, script and style only. */
  readonly bytes: number
  readonly files: number
}

/** Counts script and style bytes from now on; the returned function gives the sum so far. */
export async function countCode(page: Page): Promise<() => CodeBytes> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  let bytes = 0
  let files = 0
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind !== 'Script' && kind !== 'Stylesheet') return
    bytes += encodedDataLength
    files += 1
  })
  return () => ({ bytes, files })
}

/**
 * A result with its CPU time on the page's main thread; unlike wall-clock time, it is unaffected by other processes.
 */
export interface Measured<T> {
  readonly result: T
  readonly cpuMs: number
}

export type Measure = <T>(action: () => Promise<T>) => Promise<Measured<T>>

/** Measures CPU time of the page's main thread. */
export async function createMeasure(page: Page): Promise<Measure> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const threadMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000
  }
  return async (action) => {
    const before = await threadMs()
    const result = await action()
    return { result, cpuMs: (await threadMs()) - before }
  }
}

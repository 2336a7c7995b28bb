import type { Page } from 'playwright-core'

/**
 * Painted: the tab of that title is the current one, its heading is in sight, nothing in it says 加载中, and the frame
 * with all of it has been shown.
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
    // The second frame begins after the first, with all of it, was handed to the screen.
    await frame()
    await frame()
    return performance.now() - startMs
  }, title)
}

/** Bytes of live objects after a full collection. */
export async function liveHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

export interface CodeBytes {
  /** As sent: compressed, script and style only. */
  readonly bytes: number
  readonly files: number
}

/** Counts script and style that arrives from now on; call the returned function for the sum so far. */
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

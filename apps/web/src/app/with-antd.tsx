import { lazyComponent } from '../lib/lazy-component.ts'
import { loadChunk, PageWaiting } from '../lib/lazy-page.ts'
import { preloadNotices } from '../shell/notify/notices.tsx'
import type { View } from '../shell/page.ts'
import { loadWithAntd } from '../widgets/lazy-with-antd/lazy-with-antd.tsx'

/** A page that uses antd, loaded in parallel with the page's code: the shell does not need it (ADR 0033). */
export function withAntd(Page: View): View {
  const load = async () => {
    await Page.preload?.()
    // antd is loaded, so preload the notices while there is a network.
    preloadNotices()
    return Page
  }
  return lazyComponent(() => loadChunk(() => loadWithAntd(load)), PageWaiting)
}

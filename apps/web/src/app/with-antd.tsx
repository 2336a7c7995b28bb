import { lazyComponent } from '../lib/lazy-component.ts'
import { loadChunk, PageWaiting } from '../lib/lazy-page.ts'
import { preloadNotices } from '../shell/notify/notices.tsx'
import type { View } from '../shell/page.ts'
import { loadWithAntd } from '../widgets/lazy-with-antd/lazy-with-antd.tsx'

/** A page made of antd, whose code comes beside the page's own: the shell does without (ADR 0033). */
export function withAntd(Page: View): View {
  const load = async () => {
    await Page.preload?.()
    // antd is here: what failures are told with comes now, while there is a network.
    preloadNotices()
    return Page
  }
  return lazyComponent(() => loadChunk(() => loadWithAntd(load)), PageWaiting)
}

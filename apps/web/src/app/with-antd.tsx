import { lazyComponent } from '../lib/lazy-component.ts'
import { loadChunk, PageWaiting } from '../lib/lazy-page.ts'
import type { View } from '../shell/page.ts'
import { loadWithAntd } from '../widgets/lazy-with-antd/lazy-with-antd.tsx'

/** A page made of antd, whose code comes beside the page's own: the shell does without (ADR 0033). */
export function withAntd(Page: View): View {
  const load = async () => {
    await Page.preload?.()
    return Page
  }
  return lazyComponent(() => loadChunk(() => loadWithAntd(load)), PageWaiting)
}

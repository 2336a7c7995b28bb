import { useSyncExternalStore } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useOnceWanted } from '../../lib/lazy-part.ts'
import { hasNotices, onNoticeWaiting } from '../../lib/notify.ts'
import { loadWithAntd } from '../../widgets/lazy-with-antd/lazy-with-antd.tsx'
import { PlainNoticeDrawer } from './plain-notice-drawer.tsx'

const load = () => loadWithAntd(async () => (await import('./notice-drawer.tsx')).NoticeDrawer)

/** For whoever has antd anyway: once the network fails, the code that says so can no longer come. */
export const preloadNotices = () => void load().catch(() => undefined)

// Without a network the first thing to say is that there is none.
const NoticeDrawer = lazyComponent(() => load().catch(() => PlainNoticeDrawer))

/** Cards, lines and alerts. Their code comes with the first of them, and they outlive the page that caused them. */
export function Notices() {
  const isShown = useOnceWanted(useSyncExternalStore(onNoticeWaiting, hasNotices))
  return isShown && <NoticeDrawer />
}

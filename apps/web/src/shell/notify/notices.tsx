import { useSyncExternalStore } from 'react'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useOnceWanted } from '../../lib/lazy-part.ts'
import { hasNotices, onNoticeWaiting } from '../../lib/notify.ts'
import { loadWithAntd } from '../../widgets/lazy-with-antd/lazy-with-antd.tsx'
import { PlainNoticeDrawer } from './plain-notice-drawer.tsx'

const load = () => loadWithAntd(async () => (await import('./notice-drawer.tsx')).NoticeDrawer)

/** For pages that use antd anyway: once the network fails, the code that reports it can no longer be loaded. */
export const preloadNotices = () => void load().catch(() => undefined)

// Falls back when offline, where the first notice is about the network itself.
const NoticeDrawer = lazyComponent(() => load().catch(() => PlainNoticeDrawer))

/** Cards, lines and alerts. Their code is loaded with the first notice, and they outlive the page that caused them. */
export function Notices() {
  const isShown = useOnceWanted(useSyncExternalStore(onNoticeWaiting, hasNotices))
  return isShown && <NoticeDrawer />
}

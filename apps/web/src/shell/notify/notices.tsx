import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { hasNotices, onNoticeWaiting } from '../../lib/notify.ts'
import { loadWithAntd } from '../../theme/lazy-with-antd.tsx'
import { PlainNoticeDrawer } from './plain-notice-drawer.tsx'

// Without a network the first thing to say is that there is none, and its code cannot come.
const NoticeDrawer = lazy(() =>
  loadWithAntd(async () => (await import('./notice-drawer.tsx')).NoticeDrawer).catch(() => ({
    default: PlainNoticeDrawer,
  })),
)

/** Cards, lines and alerts of the pages before the sign-in; their code comes with the first of them. */
export function Notices() {
  const isWanted = useSyncExternalStore(onNoticeWaiting, hasNotices)
  const [wasWanted, setWasWanted] = useState(false)
  if (isWanted && !wasWanted) setWasWanted(true)
  return (
    wasWanted && (
      <Suspense>
        <NoticeDrawer />
      </Suspense>
    )
  )
}

import { formatClock } from '@natim/domain/format'
import { useEffect, useState } from 'react'
import { liveSocket, useLinkState } from '../lib/socket/live.ts'
import { useIsOnline } from '../lib/use-online.ts'
import { GlobalBar } from '../ui/global-bar.tsx'

// Hides brief drops, as from a page switch or a lost frame; shows a link lost for a second.
const SHOW_AFTER_MS = 1_000

/** Warns that live values have stopped, since when, and when the next attempt is. */
export function ConnectionBar() {
  const link = useLinkState()
  const isOnline = useIsOnline()
  const lostAtMs = 'lostAtMs' in link ? link.lostAtMs : undefined
  if (!isOnline) return <GlobalBar kind="queued">当前离线，网络恢复后自动重连</GlobalBar>
  if (lostAtMs === undefined) return null
  return <LostBar lostAtMs={lostAtMs} retryAtMs={link.kind === 'waiting' ? link.retryAtMs : undefined} />
}

function LostBar({ lostAtMs, retryAtMs }: { readonly lostAtMs: number; readonly retryAtMs: number | undefined }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setIsShown(true), SHOW_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <GlobalBar
      kind="disconnected"
      detail={`页面数值截至 ${formatClock(lostAtMs)}`}
      action={{ label: '立即重连', onClick: liveSocket.retryNow }}
    >
      实时连接中断，正在重连
      {retryAtMs !== undefined && <Countdown untilMs={retryAtMs} />}
    </GlobalBar>
  )
}

function Countdown({ untilMs }: { readonly untilMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), 500)
    return () => window.clearInterval(timer)
  }, [])
  return <span>（{Math.max(0, Math.ceil((untilMs - nowMs) / 1_000))} s）</span>
}

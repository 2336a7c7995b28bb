import { useEffect, useState } from 'react'
import { liveSocket, useLinkState } from '../lib/socket/live.ts'
import { GlobalBar } from '../ui/global-bar.tsx'
import { clockText } from './clock-text.ts'

// A page switch or one lost frame is no news; a link that stays away for a second is.
const SHOW_AFTER_MS = 1_000

/** Says that the values on the page stand still, since when, and when the next try is. */
export function ConnectionBar() {
  const link = useLinkState()
  const lostAtMs = link.kind === 'waiting' ? link.lostAtMs : undefined
  const [isShown, setIsShown] = useState(false)
  const [lastLostMs, setLastLostMs] = useState(0)
  const isBroken = link.kind === 'waiting' || (link.kind === 'connecting' && isShown)

  useEffect(() => {
    if (lostAtMs !== undefined) setLastLostMs(lostAtMs)
  }, [lostAtMs])
  useEffect(() => {
    if (!isBroken) {
      setIsShown(false)
      return
    }
    const timer = window.setTimeout(() => setIsShown(true), SHOW_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [isBroken])

  if (!isShown || !isBroken) return null
  return (
    <GlobalBar
      kind="disconnected"
      detail={`页面数值截至 ${clockText(lastLostMs)}`}
      action={{ label: '立即重连', onClick: liveSocket.retryNow }}
    >
      实时连接中断，正在重连
      {link.kind === 'waiting' && <Countdown untilMs={link.retryAtMs} />}
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

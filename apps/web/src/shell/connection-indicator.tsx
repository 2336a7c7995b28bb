import { formatClock } from '@natim/domain/format'
import { useEffect, useState } from 'react'
import { serverNow } from '../lib/clock.ts'
import { useLinkState, useLiveTopic } from '../lib/socket/live.ts'
import type { LiveTopic } from '../lib/socket/live-socket.ts'
import styles from './connection-indicator.module.css'

const TEXTS = { idle: '待机', connecting: '连接中', open: '实时', waiting: '中断', ended: '已断开' } as const

const NOTHING: LiveTopic = { topic: 'dev', ids: [] }

/** Whether values are live, and the server time. */
export function ConnectionIndicator() {
  const { kind } = useLinkState()
  // Keeps the connection open on pages without live values, so that the indicator is always accurate.
  useLiveTopic(NOTHING, () => undefined)
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(serverNow()), 1_000)
    return () => window.clearInterval(timer)
  }, [])
  return (
    <div className={styles.lamp} data-link={kind}>
      <span className={styles.dot} aria-hidden />
      <span role="status">{TEXTS[kind]}</span>
      <span aria-hidden>·</span>
      <time className="t-value">{formatClock(nowMs)}</time>
    </div>
  )
}

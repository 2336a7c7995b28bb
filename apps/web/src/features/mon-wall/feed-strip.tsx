import { useLinkState } from '@/lib/socket/live.ts'
import { useTicker } from '@/ui/ticker.ts'
import styles from './wall-bars.module.css'

/** Red while no data arrives: a wall must never freeze unnoticed. */
export function FeedStrip() {
  const link = useLinkState()
  const seconds = useTicker((nowMs) =>
    link.kind === 'waiting' ? Math.max(0, Math.ceil((link.retryAtMs - nowMs) / 1_000)) : 0,
  )
  if (link.kind === 'ended') {
    return (
      <p className={styles.strip} role="alert">
        访问已失效，实时数据已停止
      </p>
    )
  }
  const isLost = link.kind === 'waiting' || (link.kind === 'connecting' && link.lostAtMs !== undefined)
  if (!isLost) return null
  return (
    <p className={styles.strip} role="alert">
      实时连接中断，正在重连（{seconds} s）
    </p>
  )
}

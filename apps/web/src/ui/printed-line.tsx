import { formatGmt8 } from '@natim/domain/time'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './printed-line.module.css'

interface PrintedLineProps {
  /** Filters of the printed content: `状态：启用`. */
  readonly conditions?: readonly string[]
  /** Its extent: `共 42 条`. */
  readonly note?: string
  /** Server clock, epoch ms. */
  readonly now: () => number
}

/** First line on paper, hidden on screen: filters and print time. */
export function PrintedLine({ conditions = [], note, now }: PrintedLineProps) {
  const [atMs, setAtMs] = useState(now)
  useEffect(() => {
    // The browser lays out the sheet right after the event.
    const print = () => flushSync(() => setAtMs(now()))
    window.addEventListener('beforeprint', print)
    return () => window.removeEventListener('beforeprint', print)
  }, [now])
  return (
    <p className={styles.line}>
      {conditions.length === 0 ? '条件：无' : `条件：${conditions.join('；')}`}
      {note && ` · ${note}`} · 打印于 {formatGmt8(atMs)}
    </p>
  )
}

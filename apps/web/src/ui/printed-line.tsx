import { formatGmt8 } from '@natim/domain/time'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './printed-line.module.css'

interface PrintedLineProps {
  /** What is printed of all there is: `状态：启用`. */
  readonly conditions?: readonly string[]
  /** How much of it: `共 42 条`. */
  readonly note?: string
  /** Of the server, epoch ms. */
  readonly now: () => number
}

/** First line on paper, which the screen never shows: under which conditions, and when it was printed. */
export function PrintedLine({ conditions = [], note, now }: PrintedLineProps) {
  const [atMs, setAtMs] = useState(now)
  useEffect(() => {
    // The sheet is laid out right behind the event.
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

import { useEffect, useLayoutEffect, useState } from 'react'
import { leaveView } from '../lib/session/leave-view.ts'
import { type ViewMode, viewMode } from '../lib/view-mode.ts'
import styles from './view-frame.module.css'

const SECOND_MS = 1_000
const MINUTE_S = 60

/** Frame around the console during an impersonation view (ADR 0027): its subject, the remaining time, and leaving. */
export function ViewFrame() {
  const mode = viewMode()
  return mode === undefined ? null : <Frame mode={mode} />
}

function Frame({ mode: { name, kind, endsAtMs } }: { readonly mode: ViewMode }) {
  const leftS = useSecondsUntil(endsAtMs)
  // Overlays start below the bar.
  useLayoutEffect(() => {
    document.documentElement.dataset['view'] = ''
    return () => {
      delete document.documentElement.dataset['view']
    }
  }, [])
  useEffect(() => {
    if (leftS === 0) void leaveView('over')
  }, [leftS])
  return (
    <section className={styles.bar} aria-label="以他人身份查看">
      <p className={styles.text} role="status" title={name}>
        <span className={styles.wide}>正在以{kind === 'role' ? '角色' : ''} </span>
        <strong>{name}</strong>
        <span className={styles.wide}> 的身份查看</span>
        <span> · 只读</span>
        <span className={styles.wide}>，修改操作已隐藏</span>
      </p>
      <span className={styles.left} role="timer">
        {' · '}
        <span className={styles.wide}>还剩 </span>
        {leftS >= MINUTE_S ? `${Math.floor(leftS / MINUTE_S)} 分钟` : `${leftS} 秒`}
      </span>
      <button type="button" className={styles.exit} onClick={() => void leaveView('left')}>
        退出查看
      </button>
      <div className={styles.line} aria-hidden />
    </section>
  )
}

/** @returns 0 once it has ended */
function useSecondsUntil(untilMs: number): number {
  const left = () => Math.max(0, Math.ceil((untilMs - Date.now()) / SECOND_MS))
  const [leftS, setLeftS] = useState(left)
  useEffect(() => {
    const timer = window.setInterval(() => setLeftS(left()), SECOND_MS)
    return () => window.clearInterval(timer)
  })
  return leftS
}

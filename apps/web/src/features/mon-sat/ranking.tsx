import { HolderOutlined } from '@ant-design/icons'
import { commandDeadline, estimatedDelivery, moveChoice } from '@natim/domain/sat-task'
import { useState } from 'react'
import { useTicker } from '@/ui/ticker.ts'
import { Letter } from './map/letter.tsx'
import type { DrawnPass } from './map/sat-layers.ts'
import styles from './sat.module.css'
import { countdownText, letterOf, minuteText, passKey, passWords } from './sat-text.ts'

export interface RankingProps {
  /** Best first. */
  readonly choices: readonly DrawnPass[]
  /** Called with a new order; absent = read-only. */
  readonly onOrder?: ((choices: readonly DrawnPass[]) => void) | undefined
  readonly onActive: (key: string | undefined) => void
}

/** The choices of a task in order, moved by dragging or with Alt+↑ and Alt+↓. */
export function Ranking({ choices, onOrder, onActive }: RankingProps) {
  const [dragged, setDragged] = useState<number>()
  const move = (index: number, by: -1 | 1) => onOrder?.(moveChoice(choices, index, by))
  const dropAt = (target: number) => {
    if (dragged === undefined || dragged === target) return
    const order = [...choices]
    order.splice(target, 0, ...order.splice(dragged, 1))
    onOrder?.(order)
    setDragged(undefined)
  }
  if (choices.length === 0) return <p className={styles.hint}>还没有方案，请在过境中选择</p>
  return (
    <ol className={styles.ranking} aria-label="排序方案">
      {choices.map((choice, index) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button inside takes the keys
        <li
          key={passKey(choice.pass)}
          draggable={onOrder !== undefined}
          data-dragged={dragged === index || undefined}
          onDragStart={() => setDragged(index)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dropAt(index)}
          onDragEnd={() => setDragged(undefined)}
        >
          <button
            type="button"
            aria-label={`方案 ${letterOf(choice.rank)} ${choice.pass.satCode}`}
            title={onOrder ? 'Alt+↑ / Alt+↓ 调整次序' : undefined}
            onFocus={() => onActive(passKey(choice.pass))}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(index, event.key === 'ArrowUp' ? -1 : 1)
            }}
          >
            {onOrder && <HolderOutlined aria-hidden className={styles.handle} />}
            <Letter rank={choice.rank} />
            <span className="num">
              {choice.pass.satCode} · {minuteText(choice.pass.startMs).slice(6)}
            </span>
            <span className={styles.words}>{passWords(choice.pass)}</span>
            <span className={styles.eta}>预计 {minuteText(estimatedDelivery(choice.pass.endMs))} 交付</span>
            <Countdown toMs={commandDeadline(choice.pass.startMs)} />
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Time left to give the commands. */
export function Countdown({ toMs }: { readonly toMs: number }) {
  const text = useTicker((nowMs) => countdownText(toMs, nowMs))
  return (
    <span className={`num ${styles.countdown}`} data-over={text === '已过' || undefined}>
      {text === '已过' ? text : `−${text}`}
    </span>
  )
}

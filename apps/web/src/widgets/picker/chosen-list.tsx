import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Ellipsis } from '../ellipsis/ellipsis.tsx'
import type { Pair } from './pair.ts'
import styles from './picker.module.css'

export interface ChosenListProps {
  readonly title: string
  readonly chosen: readonly Pair[]
  readonly length?: number
  readonly onChoose: (chosen: readonly Pair[]) => void
}

/** The current choice as a list with remove buttons. */
export function ChosenList({ title, chosen, length = -1, onChoose }: ChosenListProps) {
  return (
    <section className={styles.chosen} aria-label={title}>
      <header className={styles.chosenHead}>
        <span className="t-panel">{title}</span>
        <span className="t-caption">{chosen.length}</span>
        {chosen.length > 0 && (
          <Button type="link" size="small" className="push" onClick={() => onChoose([])}>
            清空
          </Button>
        )}
      </header>
      {chosen.length === 0 ? (
        <p className={`t-caption ${styles.none}`}>尚未选择</p>
      ) : (
        <ul className={styles.rows}>
          {chosen.map((pair) => (
            <li key={pair.value} className={styles.row}>
              <span className="grow">
                <Ellipsis text={pair.text} length={length} />
              </span>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`删除 ${pair.text}`}
                title="删除"
                onClick={() => onChoose(chosen.filter(({ value }) => value !== pair.value))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { Button, Tag } from 'antd'
import type { Pair } from './pair.ts'
import styles from './picker.module.css'

export interface ChosenTagsProps {
  readonly chosen: readonly Pair[]
  readonly onChoose: (chosen: readonly Pair[]) => void
}

/** The current choice on one line, where there is no room for a list. */
export function ChosenTags({ chosen, onChoose }: ChosenTagsProps) {
  return (
    <div className={styles.tags} role="group" aria-label="已选">
      <span className="t-caption">已选 {chosen.length}</span>
      {chosen.map((pair) => (
        <Tag
          key={pair.value}
          closable
          onClose={(event) => {
            event.preventDefault()
            onChoose(chosen.filter(({ value }) => value !== pair.value))
          }}
        >
          {pair.text}
        </Tag>
      ))}
      {chosen.length > 0 && (
        <Button type="link" size="small" onClick={() => onChoose([])}>
          清空
        </Button>
      )}
    </div>
  )
}

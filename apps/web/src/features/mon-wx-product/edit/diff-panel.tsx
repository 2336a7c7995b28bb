import type { WxProductDetail } from '@natim/contract/mon/wx-product'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Panel } from '@/ui/panel.tsx'
import styles from './edit.module.css'
import { type DiffText, diffLines, linesOf } from './text-diff.ts'

interface DiffPanelProps {
  readonly before: NonNullable<WxProductDetail['before']>
  readonly after: DiffText
}

const NAMES = { same: undefined, added: '新增', removed: '删除' } as const

/** Changes from the reader's point of view. */
export function DiffPanel({ before, after }: DiffPanelProps) {
  const [isWhole, setIsWhole] = useState(false)
  const lines = useMemo(() => diffLines(linesOf(before), linesOf(after)), [before, after])
  const changed = lines.filter(({ kind }) => kind !== 'same')
  const shown = isWhole ? lines : changed
  return (
    <Panel
      isFlush
      title="与前一版对比"
      meta={`${before.label}，${changed.length} 处不同`}
      actions={
        <Button type="link" size="small" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? '只看不同' : '显示全文'}
        </Button>
      }
    >
      <ul className={styles.diff} aria-label="与前一版的不同">
        {shown.length === 0 && <li>内容相同</li>}
        {shown.map(({ kind, text }, index) => (
          <li key={index} data-kind={kind} aria-label={NAMES[kind] && `${NAMES[kind]}：${text}`}>
            {kind === 'added' ? '+ ' : kind === 'removed' ? '− ' : ''}
            {text}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

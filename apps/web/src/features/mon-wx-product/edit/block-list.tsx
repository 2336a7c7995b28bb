import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { entriesOf } from '@natim/domain/record'
import { MAX_WX_BLOCKS } from '@natim/domain/wx-product'
import { WX_BLOCKS } from '@natim/domain/wx-product-body'
import { Button } from 'antd'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { BlockForm } from './block-form.tsx'
import { type BlockType, type DraftBlock, freshId, moveBlock, newBlock } from './draft.ts'
import styles from './edit.module.css'

export interface BlockListProps {
  readonly blocks: readonly DraftBlock[]
  /** Ids of blocks whose source data has changed. */
  readonly stale: readonly string[]
  readonly onChange: (blocks: DraftBlock[]) => void
}

const TYPES = entriesOf(WX_BLOCKS)

/** The body block by block; blocks are moved, added and removed by pointer or keyboard. */
export function BlockList({ blocks, stale, onChange }: BlockListProps) {
  const list = useRef<HTMLDivElement>(null)
  /** The focus follows the moved block. */
  const focus = (index: number) =>
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>('[data-block]')[index]?.focus())
  const move = (index: number, by: -1 | 1) => {
    if (index + by < 0 || index + by >= blocks.length) return
    onChange(moveBlock(blocks, index, by))
    focus(index + by)
  }
  const remove = (index: number) => {
    onChange(blocks.toSpliced(index, 1))
    focus(Math.max(0, index - 1))
  }
  useMoveKeys(list, move)
  const add = (type: BlockType) => {
    onChange([...blocks, newBlock(type, freshId(blocks), serverNow())])
    focus(blocks.length)
  }
  return (
    <div ref={list}>
      {blocks.map((block, index) => (
        <Block
          key={block.id}
          block={block}
          index={index}
          count={blocks.length}
          isStale={stale.includes(block.id)}
          onChange={(next) => onChange(blocks.map((one) => (one.id === next.id ? next : one)))}
          onMove={(by) => move(index, by)}
          onRemove={() => remove(index)}
        />
      ))}
      <div className={styles.adds} role="group" aria-label="添加内容块">
        {TYPES.map(([type, name]) => (
          <Button key={type} disabled={blocks.length >= MAX_WX_BLOCKS} onClick={() => add(type)}>
            + {name}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Alt ↑ and Alt ↓ move the focused block, whichever of its fields has the focus. */
function useMoveKeys(list: RefObject<HTMLElement | null>, move: (index: number, by: -1 | 1) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const blocks = [...(list.current?.querySelectorAll('[data-block]') ?? [])]
    const index = blocks.findIndex((block) => event.target instanceof Node && block.contains(event.target))
    if (index === -1) return
    event.preventDefault()
    move(index, event.key === 'ArrowUp' ? -1 : 1)
  })
  useEffect(() => {
    const host = list.current
    const listen = (event: KeyboardEvent) => onKey(event)
    host?.addEventListener('keydown', listen)
    return () => host?.removeEventListener('keydown', listen)
  }, [list])
}

interface BlockProps {
  readonly block: DraftBlock
  readonly index: number
  readonly count: number
  readonly isStale: boolean
  readonly onChange: (block: DraftBlock) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function Block({ block, index, count, isStale, onChange, onMove, onRemove }: BlockProps) {
  const label = `第 ${index + 1} 段`
  return (
    <section
      className={styles.block}
      tabIndex={-1}
      data-block
      data-stale={isStale || undefined}
      aria-label={`${label} ${WX_BLOCKS[block.type]}`}
    >
      <header className={styles.blockHead}>
        <b>
          {index + 1} {WX_BLOCKS[block.type]}
        </b>
        {isStale && <span className={styles.stale}>数据已更新</span>}
        <span>
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={`上移${label}`}
            title="上移（Alt+↑）"
            disabled={index === 0}
            onClick={() => onMove(-1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={`下移${label}`}
            title="下移（Alt+↓）"
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          />
          <Button
            type="text"
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={`删除${label}`}
            onClick={onRemove}
          />
        </span>
      </header>
      <div className={styles.blockBody}>
        <BlockForm block={block} label={label} onChange={onChange} />
      </div>
    </section>
  )
}

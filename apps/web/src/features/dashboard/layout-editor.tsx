import type { HomeCard, HomeLayout } from '@natim/contract/mon/home-cards'
import { type DragEvent, type ReactNode, useState } from 'react'
import grid from '../../ui/outline/home-grid.module.css'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { type Column, hideCard, placeCard, showCard, stepCard } from './layout.ts'
import styles from './layout-editor.module.css'

export interface LayoutEditorProps {
  readonly layout: HomeLayout
  readonly isAllowed: (card: HomeCard) => boolean
  readonly nameOf: (card: HomeCard) => string
  readonly draw: (card: HomeCard) => ReactNode
  readonly onChange: (layout: HomeLayout) => Promise<void>
  readonly onReset: () => Promise<void>
  readonly onEnd: () => void
}

const COLUMNS = ['main', 'side'] as const
const OTHER: Readonly<Record<Column, Column>> = { main: 'side', side: 'main' }

/** Cards that can be moved by dragging or, for the keyboard, with buttons. Each change is saved at once. */
export function LayoutEditor(props: LayoutEditorProps) {
  const { layout, isAllowed, onChange } = props
  const change = (next: HomeLayout) => {
    if (next !== layout) void onChange(next)
  }
  const drag = useCardDrag((card, { column, before }) => change(placeCard(layout, card, column, before)))
  return (
    <>
      <EditorBar {...props} onShow={(card) => change(showCard(layout, card))} />
      <div className={grid.columns}>
        {COLUMNS.map((column) => (
          <div
            key={column}
            className={`${grid.column} ${styles.column}`}
            data-target={drag.isTarget(column, undefined) || undefined}
            {...drag.placeProps(column, undefined)}
          >
            {layout[column].filter(isAllowed).map((card) => (
              <MovableCard key={card} {...props} card={card} column={column} drag={drag} onChange={change} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

interface EditorBarProps extends Pick<LayoutEditorProps, 'layout' | 'isAllowed' | 'nameOf' | 'onReset' | 'onEnd'> {
  readonly onShow: (card: HomeCard) => void
}

const EditorBar = ({ layout, isAllowed, nameOf, onReset, onEnd, onShow }: EditorBarProps) => (
  <div className={styles.bar} role="group" aria-label="首页布局">
    <span>拖动卡片，或用卡片上的按钮移动；改动立即保存，仅对您自己生效。</span>
    {layout.hidden.filter(isAllowed).map((card) => (
      <PlainButton key={card} onClick={() => onShow(card)}>
        显示{nameOf(card)}
      </PlainButton>
    ))}
    <span className="push" />
    <PlainButton onClick={() => void onReset()}>恢复默认</PlainButton>
    <PlainButton isPrimary onClick={onEnd}>
      完成
    </PlainButton>
  </div>
)

interface Place {
  readonly column: Column
  /** Undefined = at the end. */
  readonly before: HomeCard | undefined
}

/** The dragged card, and where it would be dropped. */
function useCardDrag(onDrop: (card: HomeCard, place: Place) => void) {
  const [dragged, setDragged] = useState<HomeCard>()
  const [target, setTarget] = useState<Place>()
  const isTarget = (column: Column, before: HomeCard | undefined) =>
    target?.column === column && target.before === before && (before === undefined || before !== dragged)
  return {
    dragged,
    setDragged,
    isTarget,
    placeProps: (column: Column, before: HomeCard | undefined) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined) return
        event.preventDefault()
        event.stopPropagation()
        if (target?.column !== column || target.before !== before) setTarget({ column, before })
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        event.stopPropagation()
        if (dragged !== undefined && target) onDrop(dragged, target)
        setDragged(undefined)
        setTarget(undefined)
      },
    }),
  }
}

interface MovableCardProps extends Pick<LayoutEditorProps, 'layout' | 'isAllowed' | 'nameOf' | 'draw'> {
  readonly card: HomeCard
  readonly column: Column
  readonly drag: ReturnType<typeof useCardDrag>
  readonly onChange: (layout: HomeLayout) => void
}

const MovableCard = ({ layout, isAllowed, nameOf, draw, card, column, drag, onChange }: MovableCardProps) => (
  <div
    className={styles.card}
    data-dragged={card === drag.dragged || undefined}
    data-target={drag.isTarget(column, card) || undefined}
    {...drag.placeProps(column, card)}
  >
    <CardTools
      name={nameOf(card)}
      onDrag={(isDragging) => drag.setDragged(isDragging ? card : undefined)}
      onStep={(step) => onChange(stepCard(layout, card, step, isAllowed))}
      onCross={() => onChange(placeCard(layout, card, OTHER[column]))}
      onHide={() => onChange(hideCard(layout, card))}
    />
    <div className={styles.content} inert>
      {draw(card)}
    </div>
  </div>
)

interface CardToolsProps {
  readonly name: string
  readonly onDrag: (isDragging: boolean) => void
  readonly onStep: (step: 1 | -1) => void
  readonly onCross: () => void
  readonly onHide: () => void
}

const CardTools = ({ name, onDrag, onStep, onCross, onHide }: CardToolsProps) => (
  <div
    className={styles.tools}
    draggable
    onDragStart={(event) => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', name)
      onDrag(true)
    }}
    onDragEnd={() => onDrag(false)}
  >
    <span className={styles.grip} aria-hidden>
      ⠿
    </span>
    <b>{name}</b>
    <span className="push" />
    <PlainButton isLink aria-label={`上移${name}`} onClick={() => onStep(-1)}>
      上移
    </PlainButton>
    <PlainButton isLink aria-label={`下移${name}`} onClick={() => onStep(1)}>
      下移
    </PlainButton>
    <PlainButton isLink aria-label={`${name}移到另一列`} onClick={onCross}>
      换列
    </PlainButton>
    <PlainButton isLink aria-label={`隐藏${name}`} onClick={onHide}>
      隐藏
    </PlainButton>
  </div>
)

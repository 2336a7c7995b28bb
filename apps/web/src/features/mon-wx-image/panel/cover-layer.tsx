import type { WxArea } from '@natim/domain/wx-image'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import styles from '../wx.module.css'

interface CoverLayerProps {
  readonly areas: readonly WxArea[]
  /** Absent = read-only. */
  readonly onAreas?: ((areas: WxArea[]) => void) | undefined
}

/** Smaller areas are accidental drags. */
const MIN_SHARE = 0.01
const STEP = 0.01

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
const within = (value: number) => Math.min(1, Math.max(0, value))

/** The area between two corners, clipped to the picture. */
export function areaOf(a: { x: number; y: number }, b: { x: number; y: number }): WxArea {
  const [left, right] = [within(Math.min(a.x, b.x)), within(Math.max(a.x, b.x))]
  const [top, bottom] = [within(Math.min(a.y, b.y)), within(Math.max(a.y, b.y))]
  return { x: left, y: top, w: right - left, h: bottom - top }
}

/** An area after an arrow key: moved, or resized with Shift; undefined = another key. */
export function keyed(area: WxArea, key: string, isSizing: boolean): WxArea | undefined {
  const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[key]
  if (by === undefined) return undefined
  const [dx = 0, dy = 0] = by
  if (isSizing)
    return {
      ...area,
      w: rounded(Math.min(1 - area.x, Math.max(MIN_SHARE, area.w + dx))),
      h: rounded(Math.min(1 - area.y, Math.max(MIN_SHARE, area.h + dy))),
    }
  return {
    ...area,
    x: rounded(Math.min(1 - area.w, within(area.x + dx))),
    y: rounded(Math.min(1 - area.h, within(area.y + dy))),
  }
}

const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: (clientX - left) / (width || 1), y: (clientY - top) / (height || 1) }
}

const style = ({ x, y, w, h }: WxArea) => ({
  insetInlineStart: `${x * 100}%`,
  insetBlockStart: `${y * 100}%`,
  inlineSize: `${w * 100}%`,
  blockSize: `${h * 100}%`,
})

/** Rectangles over a picture, drawn by the pointer; arrow keys move one, Delete removes it. */
export function CoverLayer({ areas, onAreas }: CoverLayerProps) {
  const [from, setFrom] = useState<{ x: number; y: number }>()
  const [draft, setDraft] = useState<WxArea>()
  const end = () => {
    if (draft && draft.w > MIN_SHARE && draft.h > MIN_SHARE) onAreas?.([...areas, draft])
    setFrom(undefined)
    setDraft(undefined)
  }
  const handleKey = (at: number) => (event: KeyboardEvent) => {
    const area = areas[at]
    if (!area || !onAreas) return
    const next = keyed(area, event.key, event.shiftKey)
    const isGone = event.key === 'Delete' || event.key === 'Backspace'
    if (!next && !isGone) return
    event.preventDefault()
    onAreas(next ? areas.with(at, next) : areas.toSpliced(at, 1))
  }
  return (
    <div
      className={styles.cover}
      data-drawing={onAreas !== undefined || undefined}
      {...(onAreas && {
        onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
          if (event.target !== event.currentTarget) return
          event.currentTarget.setPointerCapture?.(event.pointerId)
          setFrom(pointOf(event))
        },
        onPointerMove: (event: PointerEvent<HTMLDivElement>) => from && setDraft(areaOf(from, pointOf(event))),
        onPointerUp: end,
        onPointerCancel: end,
      })}
    >
      {areas.map((area, at) =>
        onAreas ? (
          <button
            // Areas have no ids; their order identifies them.
            key={at}
            type="button"
            aria-label={`遮盖区 ${at + 1}，方向键移动，按住 Shift 改变大小，Delete 删除`}
            style={style(area)}
            onKeyDown={handleKey(at)}
          />
        ) : (
          <span key={at} style={style(area)} />
        ),
      )}
      {draft && <span data-draft style={style(draft)} />}
    </div>
  )
}

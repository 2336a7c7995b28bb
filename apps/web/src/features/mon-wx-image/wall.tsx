import type { WxImage } from '@natim/contract/mon/wx-image'
import { useMemo } from 'react'
import { useWidth } from '@/lib/use-width.ts'
import { Card, ratioOf } from './card.tsx'
import styles from './wx.module.css'
import { masonry } from './wx-text.ts'

export interface WallProps {
  readonly images: readonly WxImage[]
  readonly isOpen: boolean
  readonly shownId: string
  readonly marked: ReadonlySet<string>
  readonly onMark?: ((id: string, isMarked: boolean) => void) | undefined
  readonly onShow: (id: string) => void
}

const CARD_PX = 242
const WORDS_SHARE = 0.25

/** 瀑布: pictures in columns at their own aspect ratio. */
export function Wall({ images, isOpen, shownId, marked, onMark, onShow }: WallProps) {
  const [ref, widthPx = CARD_PX * 3] = useWidth<HTMLDivElement>()
  const columns = useMemo(
    () => masonry(images, Math.round(widthPx / CARD_PX), (image) => 1 / ratioOf(image) + WORDS_SHARE),
    [images, widthPx],
  )
  return (
    <div ref={ref} className={styles.wall}>
      {columns.map((column, at) => (
        // Columns are identified by their position.
        <div key={at}>
          {column.map((image) => (
            <Card
              key={image.id}
              image={image}
              isOpen={isOpen}
              isShown={image.id === shownId}
              isMarked={marked.has(image.id)}
              onMark={onMark && ((isMarked) => onMark(image.id, isMarked))}
              onShow={() => onShow(image.id)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

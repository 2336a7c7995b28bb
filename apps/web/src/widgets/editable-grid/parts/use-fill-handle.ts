import { type PointerEvent, useRef, useState } from 'react'
import type { Block } from '../core/block.ts'
import { currentBlock, fillTo } from '../core/block-commands.ts'
import { createRowPlace, type RowPlaceOptions } from './row-place.ts'

/** Fill handle: the block's corner is dragged down to repeat the block. `fillEnd`: the last target row. */
export function useFillHandle(options: RowPlaceOptions) {
  const { grid } = options.layout
  const source = useRef<Block>(undefined)
  const [fillEnd, setFillEnd] = useState<number>()
  const place = createRowPlace(options)
  const endAt = (clientY: number, { bottom }: Block) =>
    Math.max(bottom, Math.min(place.indexAt(clientY), grid.state().records.length - 1))

  return {
    fillEnd,
    /** Returns whether the event started a fill. */
    start(event: PointerEvent<HTMLElement>): boolean {
      const block = currentBlock(grid)
      if (!block || !(event.target instanceof Element) || !event.target.closest('[data-fill]')) return false
      source.current = block
      event.currentTarget.setPointerCapture?.(event.pointerId)
      event.preventDefault()
      return true
    },
    move({ clientY }: PointerEvent<HTMLElement>): void {
      if (!source.current) return
      place.scrollAtEdges(clientY)
      setFillEnd(endAt(clientY, source.current))
    },
    /** Fills down to the pointer; without an event nothing is filled. */
    end(event?: PointerEvent<HTMLElement>): void {
      const { current } = source
      source.current = undefined
      setFillEnd(undefined)
      if (current && event) fillTo(grid, current, endAt(event.clientY, current))
    },
  }
}

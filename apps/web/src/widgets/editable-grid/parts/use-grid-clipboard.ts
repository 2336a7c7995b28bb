import type { ClipboardEvent } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { isSingle } from '../core/block.ts'
import { clearBlock, copyBlock, currentBlock, pasteBlock } from '../core/block-commands.ts'
import type { Grid } from '../core/grid-store.ts'

/** Whether part of a text is selected, which is then copied instead of the cell. */
function hasMarkedPart(target: EventTarget): boolean {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return false
  const { selectionStart: start, selectionEnd: end, value } = target
  return start !== end && !(start === 0 && end === value.length)
}

const isTextField = (target: EventTarget) =>
  (target instanceof HTMLInputElement && target.type === 'text' && !target.readOnly) ||
  target instanceof HTMLTextAreaElement

/** Copy, cut and paste of a cell or block, to and from spreadsheets. */
export function useGridClipboard(grid: Grid, mayAdd: boolean) {
  const notify = useNotify()

  function copy(event: ClipboardEvent<HTMLElement>): boolean {
    const block = currentBlock(grid)
    if (!block || !event.currentTarget.contains(event.target)) return false
    if (isSingle(block) && hasMarkedPart(event.target)) return false
    event.clipboardData.setData('text/plain', copyBlock(grid, block))
    event.preventDefault()
    return true
  }

  return {
    onCopy: (event: ClipboardEvent<HTMLElement>) => {
      copy(event)
    },
    onCut: (event: ClipboardEvent<HTMLElement>) => {
      const block = currentBlock(grid)
      if (copy(event) && block) clearBlock(grid, block)
    },
    onPaste: (event: ClipboardEvent<HTMLElement>) => {
      const block = currentBlock(grid)
      if (!block || !event.currentTarget.contains(event.target)) return
      const text = event.clipboardData.getData('text/plain')
      const isOneText = isSingle(block) && !/[\t\n\r]/.test(text.replace(/\r?\n$/, ''))
      if (text === '' || (isOneText && isTextField(event.target))) return
      event.preventDefault()
      const { skipped } = pasteBlock(grid, block, text, mayAdd)
      if (skipped > 0) notify.line(`有 ${skipped} 个单元格的内容无法识别或不可编辑，已保留原值`)
    },
  }
}

import { CUT_AFTER_CHARS } from '@natim/contract/constants'
import { Tooltip } from 'antd'
import { cutText } from './cut-text.ts'

export interface EllipsisProps {
  readonly text: string | null | undefined
  /** Characters shown; -1 = all. */
  readonly length?: number
}

/** Truncated text with the full text on hover (WG-04). Renders nothing for an empty text. */
export function Ellipsis({ text, length = CUT_AFTER_CHARS.text }: EllipsisProps) {
  if (!text) return null
  const shown = cutText(text, length)
  if (shown === text) return <span>{text}</span>
  return (
    <Tooltip title={text}>
      <span>{shown}</span>
    </Tooltip>
  )
}

import type { CodeMode } from '@natim/contract/constants'
import type { ControlProps } from '../control-props.ts'

export interface CodeEditorProps extends ControlProps<string> {
  /** Javascript by default. */
  readonly language?: CodeMode
  /** With it the bar offers the other languages. */
  readonly onLanguageChange?: (language: CodeMode) => void
  /** px of the whole, bar included; without it the editor grows with its text from 240 px on. */
  readonly heightPx?: number
  readonly canFillScreen?: boolean
}

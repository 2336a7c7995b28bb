import type { CodeMode } from '@natim/contract/constants'
import type { ControlProps } from '../control-props.ts'

export interface CodeEditorProps extends ControlProps<string> {
  /** Javascript by default. */
  readonly language?: CodeMode
  /** When set, the bar offers the other languages. */
  readonly onLanguageChange?: (language: CodeMode) => void
  /** Total height in px, including the bar; by default the editor grows with its text from 240 px. */
  readonly heightPx?: number
  readonly canFillScreen?: boolean
}

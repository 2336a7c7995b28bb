import { type CodeMode, EDITOR } from '@natim/contract/constants'
import type { ControlProps } from '../control-props.ts'
import { lazyEditor } from '../editor-frame/lazy-editor.tsx'

export interface CodeEditorProps extends ControlProps<string> {
  /** Javascript by default. */
  readonly language?: CodeMode
  /** With it the bar offers the other languages. */
  readonly onLanguageChange?: (language: CodeMode) => void
  /** px of the whole, bar included; without it the editor grows with its text from 240 px on. */
  readonly heightPx?: number
  readonly canFillScreen?: boolean
}

/** Source text with line numbers, in one of twelve languages. */
export const CodeEditor = lazyEditor<CodeEditorProps>(
  async () => (await import('./mirror-editor.tsx')).MirrorEditor,
  EDITOR.codePx,
)

import { EDITOR } from '@natim/contract/constants'
import type { ControlProps } from '../control-props.ts'
import { lazyEditor } from '../editor-frame/lazy-editor.tsx'

export interface MarkdownEditorProps extends ControlProps<string> {
  /** px of the whole, bar included; 300 by default, 200 at least (spec §9). */
  readonly heightPx?: number
}

/** Markdown with its picture beside it. */
export const MarkdownEditor = lazyEditor<MarkdownEditorProps>(
  async () => (await import('./split-editor.tsx')).SplitEditor,
  EDITOR.markdownPx.default,
)

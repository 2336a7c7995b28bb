import { EDITOR } from '@natim/contract/constants'
import type { ControlProps } from '../control-props.ts'
import { lazyEditor } from '../editor-frame/lazy-editor.tsx'

export interface RichTextEditorProps extends ControlProps<string> {
  /** px of the whole, bar included; 600 by default (spec §9). */
  readonly heightPx?: number
}

/** Formatted text as HTML; empty text is the empty string. Show it with `RichTextView`, which sanitises it. */
export const RichTextEditor = lazyEditor<RichTextEditorProps>(
  async () => (await import('./tiptap-editor.tsx')).TiptapEditor,
  EDITOR.richTextPx,
)

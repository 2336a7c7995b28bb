import { EDITOR } from '@natim/contract/constants'
import { lazyEditor } from '../editor-frame/lazy-editor.tsx'
import type { RichTextEditorProps } from './editor-props.ts'

/** Formatted text as HTML; empty text is the empty string. Show it with `RichTextView`, which sanitises it. */
export const RichTextEditor = lazyEditor<RichTextEditorProps>(
  async () => (await import('./tiptap-editor.tsx')).TiptapEditor,
  EDITOR.richTextPx,
)

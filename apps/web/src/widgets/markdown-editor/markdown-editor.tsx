import { EDITOR } from '@natim/contract/constants'
import { lazyEditor } from '../editor-frame/lazy-editor.tsx'
import type { MarkdownEditorProps } from './editor-props.ts'

/** Markdown editor with a preview beside the text. */
export const MarkdownEditor = lazyEditor<MarkdownEditorProps>(
  async () => (await import('./split-editor.tsx')).SplitEditor,
  EDITOR.markdownPx.default,
)

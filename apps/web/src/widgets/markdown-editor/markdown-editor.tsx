import { EDITOR } from '@natim/contract/constants'
import { lazyEditor } from '../editor-frame/lazy-editor.tsx'
import type { MarkdownEditorProps } from './editor-props.ts'

/** Markdown with its picture beside it. */
export const MarkdownEditor = lazyEditor<MarkdownEditorProps>(
  async () => (await import('./split-editor.tsx')).SplitEditor,
  EDITOR.markdownPx.default,
)
